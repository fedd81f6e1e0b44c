"""One document beside its keywords, and why each of them was chosen."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import pandas as pd
import streamlit as st

from gplsa.app.keywords.headings import suggested_headings
from gplsa.app.keywords.keyword_list import Why, add_keywords, added, keyword_list, rated_so_far
from gplsa.app.show import cards, pictures
from gplsa.app.show.controls import click, download_table, lately, told, way_key
from gplsa.app.show.tables import leading_topic
from gplsa.app.show.waiting import being_read
from gplsa.core.types import Sides
from gplsa.corpus.corpus import FEATURES, IMAGE, TEXT
from gplsa.figures.sure import alike_told, how_sure
from gplsa.html.escaping import markup
from gplsa.html.marks import lit, passages
from gplsa.html.sides import side_color, side_name
from gplsa.html.verdicts import NEUTRAL
from gplsa.images import Region, VisualVocabulary
from gplsa.language import chance, later, tr, translated
from gplsa.model.asked import other_language
from gplsa.model.direction import Direction, direction_from
from gplsa.model.keywords import explain_all, summarize
from gplsa.model.model import TrainedModel
from gplsa.model.own_words import by_parts, missing_from, others_unknown
from gplsa.model.ratings import document_key
from gplsa.model.reasons import IN_SHORT, as_in_text, because_of, with_names
from gplsa.model.summary import KeywordOptions, ShownKeyword, Summary, WordEvidence, all_shares
from gplsa.model.tables import reason_rows
from gplsa.model.terms.concordance import is_read
from gplsa.model.terms.telling import lines_tell
from gplsa.text import Vocabulary

MOST_PASSED = 12
ALONE = "one"  # of a document that is not one of many
LONG_TEXT = 800  # characters, of which more than the column shows
LEAST_SURE = 0.2  # of what is held back: the rest is chance
LEAST_SHARE = 0.01  # what has less of a keyword's support is not worth a bar
IN_FULL = 5, LEAST_SHARE  # as IN_SHORT: told is what is marked
IN_ORDER = later("{side} keywords, the most telling first: click one for why, rate it: ✓ ✗")
EVIDENCE_NAMES = {
    TEXT: later("It follows from these words:"),
    IMAGE: later("from these places:"),
    FEATURES: later("from these columns:"),
}
OWN = later("Both languages write it nearly alike:")
PARTS = later("told by their parts alone, as the model does not know the whole:")
NAMES = later("names and numbers, as they stand in the text:")
NEW = later("unknown to the model, as it stands in the text:")
TOLD = later("unknown to the model; behind an arrow what a few of your pairs or the spelling tell:")
Reasons = Mapping[int, WordEvidence]  # of keywords, by their terms
Read = tuple[Summary, Reasons, list[ShownKeyword]]
"""What is said of a document; why; keywords that are held back."""


@told(st.error)
def explained(model: TrainedModel, text: Any, direction: Sides, key: str) -> Summary | None:
    """A document (a text, picture or row of features) beside what the model makes of it, which is
    given back where there is something."""
    source = direction[0]
    edits = repr([step.edit for step in model.history.steps])
    known = edits, model.ratings.state, document_key(text), *direction
    # Clicks on keywords draw the same document again.
    read = lately(lambda: _read(model, text, direction), "read", model.digest, *known)
    summary = read[0]
    if other := other_language(model, source, text, summary.unknown_share):
        names = {"other": translated(other), "side": side_name(model.corpus, source)}
        st.warning(tr("This text looks {other}, not {side}: keywords would be chance.", **names))
        # Of many, all are read so, above their list.
        if key == ALONE and (way := direction_from(model, other)):
            click(tr("Read it as {other}", **names), st.session_state.update, {way_key(model): way})
        if not st.toggle(tr("Show what comes of it all the same"), key=f"all-the-same-{key}"):
            return None
    if not summary.keywords:
        st.warning(tr("The model knows no word of this text. Is it in the right language?"))
        add_keywords(text, direction[1], key)
        return None
    if doubt := replace(summary, untold=[]).doubt:  # that is told above the keywords
        st.warning(translated(doubt))
    _one_explained(model, text, direction, read, key)
    return summary


def _read(model: TrainedModel, text: Any, direction: Sides) -> Read:
    asked, options = Direction(model, *direction), KeywordOptions(evidence=True)
    (summary,) = summarize(asked, [text], options)
    (every,) = summarize(asked, [text], replace(options, least=options.limit))
    shown = [one.term for one in (*summary.keywords, *summary.rejected)]
    unsure = [k for k in every.keywords if k.term not in shown and k.probability >= LEAST_SURE]
    told = *summary.keywords, *unsure
    reasons = {one.term: one.evidence for one in told if one.evidence is not None}
    if terms := [one.term for one in summary.rejected]:
        reasons |= dict(zip(terms, explain_all(asked, text, terms), strict=True))
    return summary, as_in_text(asked.vocabulary, text, reasons), unsure


def _one_explained(model: TrainedModel, text: Any, direction: Sides, read: Read, key: str) -> None:
    (source, _), (summary, reasons, _) = direction, read
    vocabulary = model.vocabularies[source]
    regions = vocabulary.regions(text) if isinstance(vocabulary, VisualVocabulary) else []

    def why(keyword: ShownKeyword, in_full: bool) -> None:
        evidence = reasons[keyword.term]
        if not in_full:
            st.html(_in_short(model, source, keyword, evidence), width="stretch")
            return
        with st.container(border=True):
            _why(model, source, keyword, evidence)
            if regions:
                _why_places(vocabulary.forms, text, regions, evidence)
            _why_pairs(model, direction, keyword.word, evidence)

    left, right = st.columns([7, 5], gap="large")
    with left:
        suggested_headings(model, text, source, key)
        clicked = _keywords(model, text, direction, read, key, why)
    with right:
        if isinstance(vocabulary, Vocabulary):
            head = tr("{side} document, reasons marked", side=cards.side(model.corpus, source))
            cards.show(f"<p>{head}</p>")
            spans = with_names(vocabulary.spans(text), text, reasons)
            told, look = ([clicked], IN_FULL) if clicked else (summary.keywords, IN_SHORT)
            weights = all_shares(reasons[one.term].leading(*look) for one in told)
            if clicked and len(text) > LONG_TEXT:
                cards.show(passages(text, spans, weights, side_color(model.modalities, source)))
            cards.show(cards.text_box(lit(text, spans, weights), model.corpus, source))
        elif isinstance(vocabulary, VisualVocabulary):
            weights = reasons[clicked.term].shares if clicked else {}
            alt = tr("the picture, places that speak lit up")
            picture = pictures.lit(text, regions, weights, alt)
            cards.show(f"<p>{tr('Your picture')}</p>", picture)
        _confidence(model, summary)
    rated_so_far(model)
    _nearest(model, summary, text, source, key)


def _keywords(
    model: TrainedModel, text: Any, direction: Sides, read: Read, key: str, why: Why
) -> ShownKeyword | None:
    """To be judged, added to and carried away; the one that was clicked."""
    (source, target), (summary, reasons, unsure), asked = direction, read, (model, text, direction)
    keywords = sorted([*summary.keywords, *summary.rejected], key=lambda one: not one.is_term)
    said = [f"<p>{tr(IN_ORDER, side=cards.side(model.corpus, target))}</p>"]
    missing = missing_from(way := Direction(model, *direction), text, summary)
    unknown = *missing, *others_unknown(way, summary, missing)[:MOST_PASSED]
    known = model.digest, *direction, being_read(way), is_read(way)
    lines = lately(lambda: lines_tell(way, unknown), "lines", *known, *unknown)
    shown = {w: f"{w} → {lines[w]}" if w in lines else w for w in unknown}
    if missing:
        named = (f"<b>{markup(shown[w])}</b>{f' ({n}×)' * (n > 1)}" for w, n in missing.items())
        told = tr("Missing, as the model does not know it: {words}", words=", ".join(named))
        said.append(f'<p class="missing">{told}</p>')
    cards.show(*said)
    clicked = keyword_list(*asked, keywords, key, why)
    add_keywords(text, target, key, lines.values())
    if unsure:
        more = tr("{n} more, less sure or less telling: ✓ takes one in", n=len(unsure))
        with st.expander(more, key=f"unsure-{key}"):
            clicked = keyword_list(*asked, unsure, f"more-{key}", why) or clicked
    held, own = [one for one in keywords if one not in summary.rejected], added(text, target)
    st.caption(tr("To be copied:"))
    st.code("; ".join([*(one.word for one in held), *own]), language=None, wrap_lines=True)
    rows = reason_rows(held, reasons, LEAST_SHARE, own)
    download_table(lambda: pd.DataFrame(rows), f"keywords-{key}", tr("Download with reasons"))
    names = [*summary.names[:MOST_PASSED], *summary.numbers[:MOST_PASSED]]
    new = sorted((shown[w] for w in unknown if w not in missing), key=lambda one: "→" not in one)
    parts = by_parts(model.vocabularies[source], text, summary)[:MOST_PASSED]
    for head, found in ((PARTS, parts), (NAMES, names), (TOLD if "→" in str(new) else NEW, new)):
        if found:
            listed = f'<p class="small">{markup(" · ".join(found))}</p>'
            cards.show(f'<p class="small soft">{tr(head)}</p>{listed}')
    return clicked


def _in_short(
    model: TrainedModel, source: str, keyword: ShownKeyword, evidence: WordEvidence
) -> str:
    """How probable a keyword is, and what of the document speaks most for it."""
    written = markup(chance(keyword.probability)).replace(" ", "&nbsp;")
    percent = f'<span class="num">{tr("{percent} sure", percent=written)}</span>'
    said, shown = because_of(model, source, evidence), ""
    if said and model.corpus.kind(source) == IMAGE:
        shown = tr("through the topic {topic}", topic=markup(said[0]))
    elif not keyword.is_term:
        spelled = tr("spelled as here: {word}", word=f"<b>{markup(said[0])}</b>")
        shown = tr("the text comes back to it") if said[0] == keyword.word else spelled
    elif said:
        shown = tr("from {words}", words=", ".join(f"<b>{markup(word)}</b>" for word in said))
    return cards.block(f'<p class="small soft">{" · ".join(filter(None, [percent, shown]))}</p>')


def _why(model: TrainedModel, source: str, keyword: ShownKeyword, evidence: WordEvidence) -> None:
    kind, probability = model.corpus.kind(source), min(100 * keyword.probability, 99)
    if kind == TEXT:
        would = tr("would occur in a translation with probability {p:.0f} %", p=probability)
    else:
        would = tr("would occur in a text for it with probability {p:.0f} %", p=probability)
    cards.show(
        f'<p><b>{markup(keyword.word)}</b> <span class="soft small">{would}</span></p>'
        f'<p class="small soft">{tr(EVIDENCE_NAMES[kind] if keyword.is_term else OWN)}</p>'
    )
    if kind != IMAGE:
        words = evidence.leading(*IN_FULL).source_words
        st.html(cards.bars(words, side_color(model.modalities, source)))


def _why_places(
    forms: Sequence[str], photo: bytes, regions: Sequence[Region], evidence: WordEvidence
) -> None:
    """The places of a photo behind a tag, cut out, with what each adds."""
    cards.show(pictures.places_of(photo, regions, [*evidence.shares.items()], forms))
    st.caption(tr("Places like these went with the word in the training; the brighter, the more."))


def _why_pairs(model: TrainedModel, direction: Sides, word: str, evidence: WordEvidence) -> None:
    corpus = model.corpus
    if evidence.witness and corpus.kind(direction[0]) == TEXT:
        sentence = tr(
            "In <b>{n_both} of {n_source}</b> training pairs with <i>{witness}</i>, the other side "
            "has <i>{word}</i>.",
            n_both=evidence.n_both,
            n_source=evidence.n_source,
            witness=markup(evidence.witness),
            word=markup(word),
        )
        cards.show(f'<p class="small">{sentence}</p>')
    if evidence.topics:
        cards.show(f'<p class="small soft">{tr("through these topics:")}</p>')
        shares = [pair for pair in evidence.topics[:3] if pair[1] >= LEAST_SHARE]
        st.html(cards.bars([(model.read_label(topic), share) for topic, share in shares], NEUTRAL))
    if evidence.pairs and model.has_texts:
        with st.expander(tr("Two training pairs that hold both")):
            st.html(cards.pairs(corpus, evidence.pairs[:2], limit=300, model=model))


def _confidence(model: TrainedModel, summary: Summary) -> None:
    """How sure all of it is; its topics."""
    head = f'<p style="margin-top:.6rem"><b>{tr("topics")}</b></p>'
    cards.show(f"<p>{how_sure(summary)}</p>{head}")
    if leading_topic(model, summary) is None:
        st.caption(tr("None fits clearly."))
        return
    named = [(model.read_label(topic), share) for topic, share in summary.topics[:4]]
    st.html(cards.bars(named, NEUTRAL))


def _nearest(model: TrainedModel, summary: Summary, text: Any, source: str, key: str) -> None:
    if not (told := alike_told(model, summary, text, source)):
        st.caption(tr("No pair of the corpus is much like it."))
        return
    with st.expander(tr("Pairs of the corpus most like it"), key=f"nearest-{key}"):
        if model.has_texts:
            st.html(cards.pairs(model.corpus, told, limit=300, model=model, why=told))
        else:
            st.text("\n".join(f"{model.corpus.ids[r]}  {model.corpus.titles[r]}" for r in told))
