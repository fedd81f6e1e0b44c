"""The topics of two saved models beside each other, on the page Compare."""

from collections.abc import Sequence
from typing import Any

import streamlit as st

from gplsa.app.desk.desk import Desk
from gplsa.app.library.library import MODEL
from gplsa.app.show.cards import block
from gplsa.app.show.controls import download_table, one_page
from gplsa.app.show.header import in_a_line
from gplsa.compare import Match, match_topics, shared_sides
from gplsa.figures import compared
from gplsa.html.escaping import label, markup, one_line
from gplsa.html.sides import side_color, side_name
from gplsa.html.verdicts import FAIR, GOOD, POOR
from gplsa.language import number, tr
from gplsa.model.model import TrainedModel

PAGE = 20
ALIKE, RELATED = 0.8, 0.5
WORDS = 5


def two_models(desk: Desk) -> None:
    """The topics of two saved models beside each other."""
    kept = {entry.id: entry for entry in desk.library.listed(MODEL)}
    if len(kept) < 2:
        said = tr(
            "Which topics two models have in common, and which only one of them finds, stands here "
            "side by side. Train two models, with other settings or of another corpus, to see it."
        )
        st.markdown(said)
        if st.button(tr("Train a model"), icon=":material/arrow_forward:"):
            st.switch_page("train.py")
        return
    ids = list(kept)
    corpora = {name: entry.facts.corpus for name, entry in kept.items()}
    left, right = st.columns(2, gap="large")
    look: dict[str, Any] = {"persist_state": "session"}
    look["format_func"] = lambda name: in_a_line(kept[name])
    current = ids.index(desk.model_state.id) if desk.model_state.id in ids else 0
    one = left.selectbox(tr("One model"), ids, index=current, key="run-one", **look)
    others = [name for name in ids if name != one]
    others.sort(key=lambda name: corpora[name] != corpora[one])  # of the same corpus first
    other = right.selectbox(tr("Another model"), others, key=f"run-other-{one}", **look)
    first, second = (desk.library.open(MODEL, name) for name in (one, other))
    if first is None or second is None:
        st.warning(tr("One of these models cannot be opened any more."))
        return
    _matched(first, second)


def _matched(first: TrainedModel, second: TrainedModel) -> None:
    try:
        found = match_topics(first, second)
    except ValueError:
        st.info(tr("These two models have no side in common, so their topics cannot be compared."))
        return
    sides = (side_name(first.corpus, side) for side, _ in shared_sides(first, second))
    n_topics = sum(match.alone is None for match in found)
    alike = sum(match.likeness >= ALIKE for match in found[:n_topics])
    said = tr(
        "**{alike} of {n_topics} topics** are much the same in both. Topics are matched one to "
        "one by their {sides} words. The figure at the left says how alike two topics are, from 0 "
        "to 1.",
        alike=alike,
        n_topics=n_topics,
        sides=label(tr(" and ").join(sides)),
    )
    st.markdown(said)
    place, shown = one_page(found, PAGE, "page-matches")
    place.html(matches(first, second, shown))
    download_table(lambda: compared.matches_table(first, second, found), "matched-topics")


def matches(first: TrainedModel, second: TrainedModel, found: Sequence[Match]) -> str:
    rows = []
    for match in found:
        color = GOOD if match.likeness >= ALIKE else FAIR if match.likeness >= RELATED else POOR
        sides = ""
        for place, (model, topic) in enumerate(((first, match.first), (second, match.second))):
            name = f"<b>{markup(one_line(model.read_label(topic), 60))}</b>"
            if match.alone not in (None, place):
                name = f'<span class="soft">{tr("nearest: {topic}", topic=name)}</span>'
            sides += f"<div>{name}{_words(model, topic)}</div>"
        rows.append(
            f'<div class="match"><div class="small" style="--c:{color}"><span class="dot"></span>'
            f'<span class="num">{number(match.likeness, ".2f")}</span></div>{sides}</div>'
        )
    return block(f'<div class="matches">{"".join(rows)}</div>')


def _words(model: TrainedModel, topic: int) -> str:
    return "".join(
        f'<div class="small"><span class="side" style="--c:{side_color(model.modalities, m)}">'
        f"</span>{markup(', '.join(word for word, _ in model.top_words(m, topic, WORDS)))}</div>"
        for m in model.readable
    )
