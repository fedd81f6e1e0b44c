"""Keywords one below the other, with ✓ and ✗ beside; those that a person adds; what was judged."""

from collections.abc import Callable, Collection, Sequence
from typing import Any

import streamlit as st

from gplsa.app.desk.desk import current_desk
from gplsa.app.show import cards
from gplsa.app.show.controls import attempt, download_table, marks
from gplsa.core.types import Sides
from gplsa.figures.listed import ratings_table
from gplsa.html.elements import bars_of_buttons
from gplsa.html.escaping import label
from gplsa.html.sides import side_color
from gplsa.language import later, plural, tr
from gplsa.model.direction import Direction
from gplsa.model.model import TrainedModel
from gplsa.model.rated import rate
from gplsa.model.ratings import document_key
from gplsa.model.summary import ShownKeyword

OWN = later("In few or no documents of the corpus: told by spelling alone, so there is no ✓ or ✗:")
ADDED = "keyword:{}:"  # what the keys of those begin with in `ModelState.decided`; of a side
Why = Callable[[ShownKeyword, bool], None]


def keyword_list(
    model: TrainedModel,
    item: Any,
    direction: Sides,
    keywords: Sequence[ShownKeyword],
    key: str,
    why: Why,
) -> ShownKeyword | None:
    """The keywords to click and to judge; the one that was clicked, if any.

    why  tells in short beside each keyword, and (True) in full below the one that was clicked
    """
    document = document_key(item)
    chosen_key = f"chosen-{document}-{direction}"
    chosen, clicked = st.session_state.get(chosen_key), None
    said = model.ratings.of(document, direction)
    own = next((one for one in keywords if not one.is_term), None)
    bars = {f"word-{key}-{one.term}": one.probability for one in keywords}
    st.html(bars_of_buttons(bars, side_color(model.modalities, direction[1])))
    row: dict[str, Any] = {"horizontal": True, "vertical_alignment": "center", "gap": "small"}
    with st.container(key=f"keyword-list-{key}", gap=None):
        for keyword in keywords:
            one = said.get(keyword.term)
            if keyword == own:
                cards.show(f'<p class="small soft" style="margin-top:.6rem">{tr(OWN)}</p>')
            with st.container(key=f"reasoned-{key}-{keyword.term}", **row):
                text = label(keyword.word)
                st.button(
                    f":gray[~~{text}~~]" if one is not None and not one.right else text,
                    key=f"word-{key}-{keyword.term}",
                    type="primary" if keyword.term == chosen else "secondary",
                    on_click=st.session_state.update,
                    args=({chosen_key: None if keyword.term == chosen else keyword.term},),
                )
                why(keyword, False)
                if keyword.is_term:
                    question = tr("Is {word} right?", word=label(keyword.word))
                    name = f"judged-{key}-{document}-{keyword.term}"
                    right = None if one is None else one.right
                    marks(name, question, right, _rate, item, direction, keyword.term)
            if keyword.term == chosen:
                clicked = keyword
                why(keyword, True)
    return clicked


def added(item: Any, side: str) -> list[str]:
    """The keywords of a side that a person has added to those of a document, in their order."""
    document, begins = document_key(item), ADDED.format(side)
    about = current_desk().model_state.decided
    return [name[len(begins) :] for of, name in about if of == document and name.startswith(begins)]


def add_keywords(item: Any, side: str, key: str, offered: Collection[str] = ()) -> None:
    """A field of those that were added, for more, as `offered`, or with semicolons between them."""
    document, begins, before = document_key(item), ADDED.format(side), added(item, side)
    field = f"add-{key}-{document}-{side}"
    # What was added elsewhere, to the same, would be missing in the field of before.
    st.session_state[field] = before

    def changed() -> None:
        now = [word.strip() for typed in st.session_state[field] for word in typed.split(";")]
        told = {word: word in now or None for word in (*before, *now) if word}
        current_desk().decide({(document, begins + word): yes for word, yes in told.items()})

    st.multiselect(
        tr("Keywords added by you"),
        list(dict.fromkeys([*before, *offered])),
        key=field,
        accept_new_options=True,
        on_change=changed,
        placeholder=tr("Add a keyword of your own"),
        label_visibility="visible" if before else "collapsed",
    )


def _rate(item: Any, direction: Sides, term: int, right: bool | None) -> None:
    _change_ratings(lambda model: rate(Direction(model, *direction), item, term, right))


def _change_ratings(change: Callable[[TrainedModel], object]) -> None:
    """Those of the model on the desk, which is kept with them."""
    desk = current_desk()
    if model := desk.model:
        change(model)
        attempt(desk.library.renamed, desk.model_state.id, model)


def rated_so_far(model: TrainedModel) -> None:
    """What was judged in any direction, to be taken back or carried away."""
    if not model.ratings.found:
        return
    title = plural(len(model.ratings.found), "{n:,} keyword rated", "{n:,} keywords rated")
    with st.expander(title, key="judged-so-far"):
        st.caption(
            tr("For documents of the same topics, what is wrong falls, what is right rises.")
        )
        table = ratings_table(model)
        table["rated"] = [tr(said) for said in table["rated"]]
        named: dict[str, Any] = {name: tr(name) for name in map(str, table)}
        alt = tr("Keywords that were rated")
        st.dataframe(table, hide_index=True, alt=alt, column_config=named)
        with st.container(horizontal=True):
            text, undo = tr("Take the last one back"), lambda model: model.ratings.undo()
            st.button(text, icon=":material/undo:", on_click=_change_ratings, args=(undo,))
            download_table(lambda: ratings_table(model), "ratings", tr("Download ratings"))
