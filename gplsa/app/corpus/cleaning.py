"""What looks doubtful about the pairs, what to clean before a training, and the way back."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial

import streamlit as st

from gplsa.app.desk import corpora
from gplsa.app.desk.desk import Desk, current_desk
from gplsa.app.show import cards
from gplsa.app.show.controls import act, begin
from gplsa.corpus.cleaning.applying import clean, deciding, previews
from gplsa.corpus.cleaning.finding import KINDS, RECOMMENDED
from gplsa.corpus.corpus import Corpus
from gplsa.html.elements import tagged
from gplsa.html.escaping import label, markup
from gplsa.html.sides import side_color, with_lengths
from gplsa.language import later, tr, translated
from gplsa.message import Message
from gplsa.reading import Choices, DataWarning, Upload, exchanged, moved_back, without_rows

REMEDIES = {
    "tags": later("remove the tags"),
    "entities": later("read the codes as characters"),
    "mail headers": later("remove the heads, keep what the subject says"),
    "addresses": later("take the addresses out"),
    "repeated lines": later("take these lines out"),
    "exchanged": later("fix"),
    "foreign": later("leave out"),
    "duplicates": later("leave the copies out"),
    "near copies": later("leave all but the first out"),
}
MOST_SHOWN = 20
LEAVE_OUT = ("lengths", "same text", "slips")  # kinds of doubt about pairs that can go

put_right = partial(begin, Message("Putting it right"), corpora.put_right)
Read = Callable[[Sequence[Upload], Choices, str], None]


def cleaning(desk: Desk, corpus: Corpus) -> None:
    """What was found, ticked where it is recommended, done by one button; what was done before."""
    if corpus.cleaning:
        done = "; ".join(translated(one.message) for one in corpus.cleaning)
        with st.container(horizontal=True, vertical_alignment="center", key="clean-done"):
            st.caption(tr("Cleaned: {done}", done=label(done, 1000)))
            text, job = tr("Undo the last cleaning"), (Message("Undoing"), corpora.undo_cleaning)
            said = tr("Back to the corpus as it was before, which the page Saved still has.")
            act(text, begin, *job, icon=":material/undo:", help=said)
    of_model = corpus if desk.model is None else desk.model.corpus
    if of_model.name == corpus.name and len(of_model.cleaning) != len(corpus.cleaning):
        cleaned = tr("The model is of this corpus as it was after a cleaning.")
        before = tr("The model is of this corpus as it was before this cleaning: train again.")
        st.caption(before if len(of_model.cleaning) < len(corpus.cleaning) else cleaned)
    found = [warning for warning in corpus.warnings if warning.kind in KINDS]
    if not found:
        return
    with st.container(border=True, key="to-clean"):
        st.markdown(tr("**Clean this before you train**"))
        for number, warning in enumerate(found):
            with st.container(horizontal=True, vertical_alignment="center", key=f"clean-{number}"):
                sentence = translated(warning.message).rstrip(".")
                text = label(f"{sentence}: {tr(REMEDIES[warning.kind])}", 300)
                st.checkbox(text, warning.kind in RECOMMENDED, key=_key(desk, warning))
                with st.popover(tr("Look")):
                    _preview(corpus, warning)
        text, icon = tr("Clean what is ticked"), ":material/cleaning_services:"
        said = tr("It can be undone: the corpus as it is now stays on the page Saved.")
        none = not any(st.session_state.get(_key(desk, d)) for d in found)
        act(text, _clean, type="primary", icon=icon, disabled=none, help=said)


def _key(desk: Desk, warning: DataWarning) -> str:
    return f"clean-{desk.corpus_state.id}-{warning.kind}-{warning.side}"


def _preview(corpus: Corpus, warning: DataWarning) -> None:
    """The first texts before and after, or the first rows."""
    changes, firsts = previews(corpus, warning, MOST_SHOWN), dict[int, int]()
    gone, come, before, after = "del", "ins", tr("before"), tr("after")
    if changes and warning.firsts:  # of a near copy both texts stay as they are
        firsts = dict(zip(warning.rows, warning.firsts, strict=True))
        gone, come, before, after = "mark", "mark", tr("the first"), tr("the copy")
    if changes:
        shown = (
            f'<div class="change" style="--c:{side_color(corpus.modalities, change.side)}">'
            f'<div class="soft small">{markup(_named(corpus, change.row, firsts))}</div>'
            f'<div class="was"><span class="soft">{before}</span> '
            f"{tagged(change.before, [(*at, gone) for at in change.gone])}</div>"
            f'<div><span class="soft">{after}</span> '
            f"{tagged(change.after, [(*at, come) for at in change.come]) or '—'}</div></div>"
            for change in changes
        )
        cards.show(*shown)
    else:
        pairs = [*zip(warning.firsts or warning.rows, warning.rows, strict=True)][:MOST_SHOWN]
        rows, ids = [*dict.fromkeys(row for both in pairs for row in both)], [*corpus.ids]
        for first, row in pairs:
            ids[row] = _named(corpus, row, {row: first} if first != row else {})
        st.html(cards.pairs(deciding(replace(corpus, ids=ids), warning), rows))
    _how_many(warning)


def _named(corpus: Corpus, row: int, firsts: Mapping[int, int]) -> str:
    if row not in firsts:
        return corpus.ids[row]
    return tr("{id} repeats {first}", id=corpus.ids[row], first=corpus.ids[firsts[row]])


def _how_many(warning: DataWarning) -> None:
    if (more := len(warning.rows) - MOST_SHOWN) > 0:
        st.caption(tr("{n:,} more", n=more))


def _clean() -> None:
    desk = current_desk()
    _, corpus = desk.corpus_at_hand()
    chosen = [d for d in corpus.warnings if st.session_state.get(_key(desk, d))]
    begin(Message("Cleaning"), corpora.put_right, lambda corpus: clean(corpus, chosen))


def show_warning(desk: Desk, corpus: Corpus, warning: DataWarning, number: int, read: Read) -> None:
    """The sentence; opened, the documents it means and what to do. `read` reads files again."""
    sentence = label(translated(warning.message), 300)
    with st.expander(sentence, icon=":material/warning:", key=f"doubt-{number}"):
        if warning.rows:
            rows = warning.rows[:MOST_SHOWN]
            sized = with_lengths(corpus, rows) if warning.kind == "lengths" else corpus
            st.html(cards.pairs(sized, rows))
            _how_many(warning)
        else:
            st.caption(tr("This concerns the corpus as a whole; look at the pairs below."))
        _remedy(desk, corpus, warning, number, read)


def _remedy(desk: Desk, corpus: Corpus, warning: DataWarning, number: int, read: Read) -> None:
    """What can be done about it with one click; the corpus as it was stays among the saved."""
    if warning.kind == "swapped" and desk.corpus_state.intake:
        choices = exchanged(desk.corpus_state.intake.reading.recognised, corpus)
        if choices is None:
            return
        text, uploads = tr("Exchange the sides"), desk.corpus_state.intake.uploads
        change = partial(read, uploads, choices, Message("Exchanging the sides"))
    elif warning.kind == "shifted" and warning.side and not (corpus.pictures or corpus.features):
        text = tr("Move them back by one")
        change = partial(put_right, lambda corpus: moved_back(corpus, warning))
    elif warning.kind in LEAVE_OUT and warning.rows:
        text = tr("Leave these pairs out")
        change = partial(put_right, lambda corpus: without_rows(corpus, warning.rows))
    else:
        return
    act(text, change, key=f"remedy-{number}", help=tr(corpora.STAYS))
