"""What people of a hub have published for each other: on the page Saved."""

import streamlit as st

from gplsa.app.desk.desk import Desk, current_desk
from gplsa.app.library.library import CORPUS, MODEL, Listed
from gplsa.app.show import cards
from gplsa.app.show.controls import act, moment
from gplsa.corpus.corpus import IMAGE
from gplsa.html.escaping import markup, one_line
from gplsa.html.sides import counted
from gplsa.language import count, tr


def publish_button(desk: Desk, kind: str, entry: Listed) -> None:
    """Beside what one has saved: for everybody."""
    shared = desk.shared
    if shared is None or not shared.may_publish or entry.unsaved:
        return
    if entry.id not in {one.id for one in shared.listed(kind) if one.owner == shared.person}:
        act(tr("Publish"), _publish, kind, entry.id, key=f"publish-{kind}-{entry.id}")


def published(desk: Desk) -> None:
    """Models and corpora of all, each to be opened as a copy of one's own; one's own to be
    withdrawn, also where what was saved has changed since."""
    shared = desk.shared
    if shared is None:
        return
    st.subheader(tr("Published"), anchor=False)
    found = [(kind, one) for kind in (MODEL, CORPUS) for one in shared.listed(kind)]
    if not found:
        st.caption(tr("Nobody has published a corpus or model yet."))
    for kind, one in found:
        with st.container(border=True, horizontal=True, vertical_alignment="center"):
            facts, owner, name = one.facts, one.owner, one.id
            what = count(facts.topics or 0, "topic") if kind == MODEL else tr("a corpus")
            pieces = [tr("by {person}", person=one_line(owner, 40)), what]
            documents = counted(IMAGE * (IMAGE in facts.languages), facts.documents)
            pieces += [documents, moment(one.kept)]
            cards.show(
                f"<p><b>{markup(one_line(one.name, 60))}</b></p>"
                f'<p class="small soft">{markup(" · ".join(pieces))}</p>'
            )
            act(tr("Open a copy"), _open, kind, owner, name, key=f"copy-{kind}-{owner}-{name}")
            if owner == shared.person and shared.may_publish:
                act(tr("Withdraw"), shared.withdraw, kind, name, key=f"withdraw-{kind}-{name}")


def _publish(kind: str, name: str) -> None:
    desk = current_desk()
    piece = desk.library.open(kind, name)
    if piece is not None and desk.shared is not None:
        desk.shared.publish(piece)


def _open(kind: str, owner: str, name: str) -> None:
    desk = current_desk()
    if desk.shared is not None:
        desk.lay_out(kind, desk.library.keep(desk.shared.open(owner, kind, name)))
        st.session_state.opened = kind
