"""Headings suggested for one document, each with its reasons, to be accepted or rejected; and those
of many documents in files."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import pandas as pd
import streamlit as st

from gplsa.app.desk.batches import LEAST_HEADING, MOST_HEADINGS
from gplsa.app.desk.desk import current_desk
from gplsa.app.desk.state import Batch
from gplsa.app.show import cards
from gplsa.app.show.controls import click, download_table, marks, told
from gplsa.app.show.tables import with_own
from gplsa.headings import Suggestion
from gplsa.headings.shown import likely, names_apart, shown_at_once
from gplsa.html.escaping import label, markup, one_line
from gplsa.language import chance, count, language, plural, tr, translated
from gplsa.model.headings import suggest_headings
from gplsa.model.model import TrainedModel
from gplsa.model.ratings import document_key
from gplsa.model.tables import said_heading_rows
from gplsa.text.languages import language_name

LABELS_IN = "headings-in"
WORDS = 6
LOOKS = {None: "{}", True: "**{} ✓**", False: ":gray[~~{}~~ ✗]"}
AFTER_CLICK = {None: True, True: False, False: None}


@told(st.info)
def suggested_headings(model: TrainedModel, item: Any, source: str, key: str) -> None:
    """Above the keywords, where the model has learned headings of this side."""
    if model.suggester is None or not model.suggester.suggests_from(source):
        return
    with st.container(horizontal=True, vertical_alignment="center"):
        st.markdown(tr("**Subject headings**"), width="content")
        _choose_language(model.suggester.vocabulary.languages)
    [found] = suggest_headings(model, [item], source, MOST_HEADINGS, LEAST_HEADING, ())
    if not likely(found):
        best = tr("The best guess, unsure:") if found else ""
        st.caption(f"{tr('None is likely enough to be suggested.')} {best}")
    if not found:
        return
    at_once = shown_at_once(found) or found[:1]
    document, said = document_key(item), current_desk().model_state.decided
    names = names_of(found, labels_in())
    _with_marks(model, item, key, at_once, names)
    if others := [one for one in found if one not in at_once]:
        title = plural(len(others), "{n} more heading", "{n} more headings")
        with st.expander(title + tr(", less likely or for a weak reason")):
            _with_marks(model, item, key, others, names)
    if accepted := [names[one.number] for one in found if said.get((document, one.concept.uri))]:
        st.caption(tr("Accepted, to be copied:"))
        st.code("; ".join(accepted), language=None, wrap_lines=True)
    rows = pd.DataFrame(said_heading_rows(item, found, said, labels_in(), titles_of()))
    download_table(lambda: rows, f"headings-{key}", tr("Download headings"))


def _with_marks(
    model: TrainedModel, item: Any, key: str, found: Sequence[Suggestion], names: Mapping[int, str]
) -> None:
    """Headings one below the other, each to be accepted or rejected."""
    document, said = document_key(item), current_desk().model_state.decided
    for one in found:
        name = f"headings-{key}-{document}-{one.number}"
        with st.container(horizontal=True, gap="small", key=f"piece-{name}"):
            about = document, one.concept.uri
            yes = said.get(about)
            st.html(_shown(model, one, item, names[one.number], yes), width="stretch")
            question = tr("Accept {heading}?", heading=label(names[one.number], 60))
            marks(name, question, yes, _decide, about)


def _choose_language(offered: Sequence[str]) -> None:
    """The language of their labels, where there are several: at first the reader's."""
    codes = [code for code in offered if code]
    if len(codes) > 1:
        st.segmented_control(
            tr("Language of the headings"),
            codes,
            default=language() if language() in codes else codes[0],
            required=True,
            format_func=lambda code: translated(language_name(code)),
            key=f"{LABELS_IN}-{language()}",
            persist_state="session",
            label_visibility="collapsed",
        )


def labels_in() -> str:
    """The language chosen for the labels, where one was offered."""
    return str(st.session_state.get(f"{LABELS_IN}-{language()}") or language())


def _decide(about: tuple[str, str], accepted: bool | None) -> None:
    current_desk().decide({about: accepted})


def names_of(found: Iterable[Suggestion], labels: str) -> dict[int, str]:
    """The headings as a language has them, by number; those alike told apart."""
    model, numbers = current_desk().model, {one.number for one in found}
    if model is None or model.suggester is None:
        return {}
    return names_apart(model.suggester.vocabulary, numbers, labels)


def _shown(model: TrainedModel, one: Suggestion, text: Any, name: str, said: bool | None) -> str:
    reasons = "".join(f"<li>{reason}</li>" for reason in reasons_for(model, one, text))
    used = count(one.reason.used, "document")
    often = tr("given to {documents}", documents=used) if one.reason.used else tr("never used yet")
    weak = tr("for a weak reason") if reasons else tr("without a reason")
    often += f" · <b>{weak}</b>" * (not one.supported)
    # What tells it from another one is the notation, where it has one.
    notation = one.concept.notation if name == one.concept.label(labels_in()) else ""
    shown = cards.chip(name, one.probability, notation)
    shown = f"<s>{shown}</s>" if said is False else shown
    shown = f'<p>{shown} &nbsp;<span class="soft small">{often}</span></p>'
    return cards.block(f'{shown}<ul class="reasons">{reasons}</ul>')


def reasons_for(model: TrainedModel, one: Suggestion, text: Any) -> Sequence[str]:
    """What speaks for a heading, in short sentences, each word once; HTML."""
    why, reasons, translated_here = one.reason, [], dict(one.reason.through)
    if words := [word for word in why.words_in(text) if word not in translated_here]:
        shown = ", ".join(f"<b>{markup(word)}</b>" for word in words[:WORDS])
        reasons.append(tr("the text has {words}", words=shown))
    if why.through:
        pairs = ", ".join(f"<b>{markup(a)}</b> → {markup(b)}" for a, b in why.through[:WORDS])
        reasons.append(tr("by translation {pairs}", pairs=pairs))
    if why.label and why.label != one.concept.label(labels_in()):
        reasons.append(tr("its label “{label}”", label=markup(why.label)))
    if why.narrower and model.suggester is not None:
        below = names_apart(model.suggester.vocabulary, why.narrower, labels_in())
        narrower = ", ".join(map(markup, below.values()))
        reasons.append(tr("broader than {narrower}", narrower=narrower))
    if why.records:
        titles, near = titles_of(), []
        for record in why.records[:2]:
            title = f"<em>{markup(one_line(titles.get(record.id) or record.id, 50))}</em>"
            shown = ", ".join(map(markup, record.words_in(text)))
            near.append(f"{title} ({shown})" if shown else title)
        reasons.append(tr("records like it: {near}", near="<br>".join(near)))
    return reasons


def titles_of() -> dict[str, str]:
    """Of the records of the model at hand, by their ids."""
    model = current_desk().model
    return {} if model is None else dict(zip(model.corpus.ids, model.corpus.titles, strict=True))


def say_headings(batch: Batch) -> None:
    """How many there are in the list, and what a click does to one."""
    shown = [one for row in range(len(batch.ids)) for one in listed(batch, row)]
    said = Counter(yes for _, yes in shown)
    text = plural(len(shown), "**{n:,} heading** suggested", "**{n:,} headings** suggested")
    text += f", {tr('{n:,} accepted', n=said[True])}" * bool(said[True])
    text += f", {tr('{n:,} rejected', n=said[False])}" * bool(said[False])
    how = tr("Click a heading to accept it, again to reject it, once more to take that back.")
    st.caption(f"{text}. {how}")


def headings_table(batch: Batch, labels: str) -> pd.DataFrame:
    """One row for every heading, the likeliest of a document first; labels  their language"""
    how = current_desk().model_state.decided, labels, titles_of()
    every = [
        (row, one)
        for row, text in enumerate(batch.texts)
        for one in said_heading_rows(text, in_files(batch, row), *how)
    ]
    return with_own(pd.DataFrame([one for _, one in every]), batch, [row for row, _ in every])


def in_files(batch: Batch, row: int) -> list[Suggestion]:
    """The headings of one document that have a reason, and others that somebody decided on."""
    document, said = document_key(batch.texts[row]), current_desk().model_state.decided
    found = batch.headings[row]
    return [one for one in found if one.supported or (document, one.concept.uri) in said]


def listed(batch: Batch, row: int) -> list[tuple[Suggestion, bool | None]]:
    """The headings of one document that are likely, or the likeliest, or were decided on, each with
    what was decided."""
    document, said = document_key(batch.texts[row]), current_desk().model_state.decided
    found = [(one, said.get((document, one.concept.uri))) for one in batch.headings[row]]
    first = {one.number for one in shown_at_once(batch.headings[row])}
    return [(one, yes) for one, yes in found if yes is not None or one.number in first]


def headings_of_entry(_model: TrainedModel, batch: Batch, row: int) -> None:
    """Those of a document in a list: a click accepts one, a second one rejects it, a third takes
    that back."""
    if not batch.headings:
        return
    found, document = listed(batch, row), document_key(batch.texts[row])
    names, key = names_of((one for one, _ in found), labels_in()), f"decide-{batch.id}-{row}"
    with st.container(horizontal=True, vertical_alignment="center", gap="xsmall", key=key):
        soft = f'<span class="soft small">{tr("headings")} {"" if found else tr("none")}</span>'
        st.html(cards.block(soft), width="content")
        for one, yes in found:
            text = LOOKS[yes].format(label(names[one.number], 60))
            text += f" :small[:gray[{chance(one.probability)}]]"
            about, after = (document, one.concept.uri), AFTER_CLICK[yes]
            click(text, _decide, about, after, key=f"{key}-{one.number}")


def columns_by_document(batch: Batch, labels: str) -> dict[str, list[str]]:
    """Of every document the headings that were not rejected, how probable each is, and which were
    accepted; of values of a column no URIs. None where no headings were learned."""
    if not batch.headings:
        return {}
    every = [listed(batch, row) for row in range(len(batch.ids))]
    held = [[one for one in own if one[1] is not False] for own in every]
    names = names_of((one for own in held for one, _ in own), labels)
    has_uris = not all(one.concept.is_value for own in held for one, _ in own)
    return {
        "headings": ["; ".join(names[one.number] for one, _ in own) for own in held],
        "heading probability %": [
            "; ".join(f"{100 * one.probability:.0f}" for one, _ in own) for own in held
        ],
        "accepted": ["; ".join(names[one.number] for one, yes in own if yes) for own in held],
        "uris": ["; ".join(one.concept.uri for one, _ in own) * has_uris for own in held],
    }
