"""The parts of the page Search: what is looked for, and what was found with the reasons."""

from collections.abc import Hashable, Sequence
from typing import Any

import pandas as pd
import streamlit as st

from gplsa.app.search import cards as search_cards
from gplsa.app.search.asking import Query, whole_finder
from gplsa.app.show.controls import click, download_table, lately
from gplsa.app.show.document_list import opener
from gplsa.app.show.filters import filtered_rows
from gplsa.corpus.chunks.folder import ChunkedCorpus
from gplsa.corpus.corpus import FEATURES, IMAGE, TEXT, Corpus
from gplsa.errors import InputError
from gplsa.figures.listed import found_table
from gplsa.html.escaping import label, one_line
from gplsa.html.sides import side_name
from gplsa.language import language, later, tr, translated
from gplsa.model.direction import Direction, direction_from
from gplsa.model.excerpts import Excerpts
from gplsa.model.measures import predicted_from
from gplsa.model.model import TrainedModel
from gplsa.model.rare_words import MOST
from gplsa.model.said import lacking, parted
from gplsa.model.search import Finder, Findings, Hit, prepared, with_telling_topics
from gplsa.model.terms.sought import corrected, mistyped

SHOWN, MORE = 10, 30
KINDS = {
    TEXT: later("text in {side}"),
    IMAGE: later("picture ({side})"),
    FEATURES: later("row of {side}"),
}
LOOKS_OTHER = later("This text looks {other}, not {side}: what is found may be chance.")
UNKNOWN = later("The model knows no word of this text. Is it in the right language?")
ABSENT = later("No document that is searched has “{words}”.")
UNSAID = later("Nothing goes with it: no document has it, nor a word that surely says it.")
READ_SO = "search-read-so"  # the sides that a text is asked between, None for those chosen
BY_TEXTS = later("Compared by what they show, as their texts tell it, and by how alike they look.")


def choose_sides(model: TrainedModel) -> tuple[str, str]:
    """What is given, at first what the reader can write, and what is to be found: any side."""
    sides = list(model.modalities)
    own = [side for side in model.readable if model.corpus.languages.get(side) == language()]
    given_first = sides.index([*own, *model.readable][0])
    sought_first = next((place for place in range(len(sides)) if place != given_first), 0)

    def named(place: int) -> str:
        side = sides[place]
        kind = model.vocabularies[side].kind
        if kind == IMAGE and len(model.corpus.pictures) == 1:
            return tr("picture")
        return tr(KINDS[kind], side=one_line(side_name(model.corpus, side), 40))

    every = range(len(sides))
    look: dict[str, Any] = {"format_func": named, "persist_state": "session"}
    across: dict[str, Any] = {"on_change": _look_across, "args": (sides, given_first, model)}
    with st.container(horizontal=True, vertical_alignment="bottom"):
        key = _key("from", sides)
        given = st.selectbox(tr("I have a"), every, given_first, key=key, **look, **across)
        sought = st.selectbox(tr("Find a"), every, sought_first, key=_key("to", sides), **look)
    if given == sought and predicted_from(model, sides[given]):
        st.caption(tr(BY_TEXTS))
    return sides[given], sides[sought]


def _key(what: str, sides: list[str]) -> str:
    return f"search-{what}-{sides}"


def _look_across(sides: list[str], own: int, model: TrainedModel) -> None:
    """Whoever has a picture now seldom looks for pictures but for texts to read, of the side `own`;
    who does can still say so. A text that is there is not read otherwise than is chosen."""
    st.session_state[READ_SO] = {st.session_state.get(f"search-text-{model.corpus.name}"): None}
    given = st.session_state[_key("from", sides)]
    if st.session_state[_key("to", sides)] == given:
        st.session_state[_key("to", sides)] = next(one for one in (own, 0, 1) if one != given)


def found(
    model: TrainedModel, query: Query, source: str, target: str, whole: ChunkedCorpus | None = None
) -> None:
    """The best documents, each with what speaks for it; whole: the corpus folder to search in."""
    way = st.session_state.get(READ_SO, {}).get(query.item)
    source, target = way if way in model.rankers else (source, target)
    direction = Direction(model, source, target)
    this = (model.digest, source, target, query.item, query.row)
    limit = MORE if st.session_state.get("search-more") == this else SHOWN
    with st.spinner(tr("Preparing the search …")):
        measure, full = lately(lambda: prepared(direction), "search", model.digest, source, target)
    documents: Corpus | None = None
    findings: Findings | None = None
    finder: Finder | None = None
    if whole is not None and query.item is not None:
        try:
            findings, documents = whole_finder(direction, whole).find(query.item, MORE)
        except InputError as error:
            meanwhile = tr("Meanwhile what the model holds is searched.")
            st.warning(f"{label(translated(error), 500)} {meanwhile}")
    if findings is None:
        finder = Finder(direction, measure, filtered_rows(model))
        findings = finder.find_either(query.item, query.row, limit)
        if not finder.n_documents:
            return  # all is filtered out, which the filter says
    asked = Excerpts.of(direction, query.item, query.row, documents, findings.rare_words)
    otherwise = _looks_otherwise(asked, findings, query)
    if not otherwise:
        if not findings.hits:
            absent = findings.unknown_words if finder and model.has_texts else []
            known = UNSAID if asked.terms else ABSENT if 0 < len(absent) <= MOST else UNKNOWN
            st.warning(tr(known, words=label(", ".join(absent), 300)))
        _about_query(asked, findings, query)
    if not findings.hits:
        return
    _hits(asked, findings.hits[:limit], full, this)

    def everything() -> pd.DataFrame:
        every = finder.find_either(query.item, query.row, MORE) if finder else findings
        return found_table(asked, every.hits, full)

    n = len(findings.hits) if finder is None else min(finder.n_documents, MORE)
    with st.container(horizontal=True):
        if len(findings.hits) >= limit < n:
            click(tr("Show {n}", n=n), st.session_state.update, {"search-more": this})
        download_table(everything, "found")


def _hits(asked: Excerpts, shown: Sequence[Hit], full: float, this: Hashable) -> None:
    """What was found, each with a button that shows its texts in full: in its place, or of a wall
    of pictures below the row, where it stays; full  the score of a full bar."""
    st.html(search_cards.head(asked, shown))
    wall = asked.corpus.kind(asked.target) == IMAGE
    of_search, opened = st.session_state.get("search-opened") or (None, None)
    box, part = st.container(key="wall" if wall else None), parted([h.missing for h in shown])[1]
    look: dict[str, Any] = {"border": not wall, "horizontal": not wall}
    for place, hit in enumerate(shown if wall else with_telling_topics(shown), 1):
        is_open = of_search == this and hit.row == opened
        told = asked, hit, place, hit.nearness(full)
        if place - 1 == part > 0:
            box.caption(tr("These say only some of the words:"))
        with box.container(key=f"listed-hit-{hit.row}", **look):
            st.html(search_cards.hit(*told, whole=is_open and not wall))
            opener("search-opened", (this, hit.row), is_open, f"open-hit-{hit.row}")
        if is_open and wall:
            with box.container(key=f"behind-hit-{hit.row}"):  # page.js leads there
                st.html(search_cards.hit(*told, whole=True))


def _looks_otherwise(asked: Excerpts, findings: Findings, query: Query) -> bool:
    """Whether a text is rather in another language: it alone is read so, which is said."""
    model, read_so = asked.model, st.session_state.get(READ_SO, {})
    name = side_name(model.corpus, asked.source)
    if read_so.get(query.item) == asked.direction.sides:
        st.caption(tr("Read as {side}, whose words it has; the choice above stays.", side=name))
        click(tr("Read it as chosen"), st.session_state.update, {READ_SO: {query.item: None}})
    elif query.row is None and (other := asked.language_rather(query.item, findings)):
        if query.item not in read_so and (way := direction_from(model, other)):
            st.session_state[READ_SO] = {query.item: way}
            st.rerun()
        if unsure := not findings.hits or findings.unknown_words or findings.hits[0].missing:
            st.warning(tr(LOOKS_OTHER, other=translated(other), side=name))
        return bool(unsure)
    return False


def _about_query(asked: Excerpts, findings: Findings, query: Query) -> None:
    """What is not said of what was asked for, and what may be meant."""
    known, unknown = asked.typed.values(), findings.unknown_words
    if said := findings.hits and lacking(known, unknown, [hit.missing for hit in findings.hits]):
        st.markdown(label(translated(said), 400))
    for word, meant in mistyped(asked.model, asked.source, unknown).items():
        said = tr("Did you mean “{word}”?", word=label(meant, 40))
        typed = {f"search-text-{asked.model.corpus.name}": corrected(query.item, word, meant)}
        click(said, st.session_state.update, typed, key=f"meant-{word}")
    if query.row is not None and asked.source != asked.target:
        said = tr("This one is taken from the corpus, where the model saw it with its counterpart.")
        st.caption(f"{said} {tr('A new document is harder.')}")
