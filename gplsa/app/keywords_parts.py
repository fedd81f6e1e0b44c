"""The parts of the page Keywords: one document with its reasons, many as a job and a table."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pandas as pd
import streamlit as st

from gplsa.app import cards, pictures, tables, work
from gplsa.app.controls import begin, direction_name, directions, table_with_download
from gplsa.app.escaping import label, markup
from gplsa.app.piles import drop_files, file_pile
from gplsa.app.state import Here, here
from gplsa.app.style import FAIR, GOOD, POOR, side_color
from gplsa.corpus.corpus import FEATURES, IMAGE, TEXT
from gplsa.corpus.images import Region, VisualVocabulary, small_picture
from gplsa.corpus.reading import Upload, limits
from gplsa.corpus.reading.draft import count
from gplsa.corpus.reading.pictures import PICTURE_SUFFIXES
from gplsa.corpus.words import Vocabulary
from gplsa.errors import InputError
from gplsa.summaries import Summary, WordEvidence
from gplsa.trained import TrainedModel

UNSEEN = Path(__file__).parents[2] / "assets" / "samples" / "unseen.csv"
MOST_CHARACTERS = 1_000_000
MOST_PASSED = 12
LEAST_SHARE = 0.01  # what has less of a keyword's support is not worth a bar
NEUTRAL = "#8a8f98"  # topics belong to no side
LIMITS = (
    "Text, HTML, Markdown, Word, OpenDocument, PDF, a table with one document a row, or a ZIP of "
    "these; up to 200 MB a file. Your own columns come back in the CSV."
)
PHOTO_LIMITS = (
    "Photos as JPEG, PNG or WebP, or a ZIP of them; up to 50 MB a photo, 200 MB a file. More than "
    "100 photos: put them into one ZIP."
)
WHAT_SPEAKS = {TEXT: "words", IMAGE: "places", FEATURES: "columns"}
CONFIDENCE_COLOR = {"good": GOOD, "fair": FAIR, "low": POOR}


def choose_direction(model: TrainedModel) -> tuple[str, str]:
    """From which side to which, and from common to specific words."""
    ways = directions(model)
    with st.container(horizontal=True, vertical_alignment="bottom"):
        way = st.selectbox(
            "From → to",
            range(len(ways)),
            format_func=lambda place: label(direction_name(model, ways[place])),
            key="direction",
            persist_state="session",
        )
        st.select_slider(
            "Words",
            SPECIFICITY,
            value=0.1,
            format_func=lambda value: SPECIFIC_WORDS.get(value, " "),
            key="specificity",
            persist_state="session",
            help="Ranking by p·idf^β: p is the probability that the word occurs in a translation, "
            "β goes from 0 (common words first) to 0.5 (specific words first).",
        )
    return ways[min(way, len(ways) - 1)]


SPECIFICITY = [0.0, 0.1, 0.2, 0.3, 0.4, 0.5]
SPECIFIC_WORDS = {
    0.0: "common",
    0.1: "recommended",
    0.2: "rarer",
    0.3: "rare",
    0.4: "special",
    0.5: "specific",
}


def warn_if_useless(model: TrainedModel) -> None:
    if model.check is not None and not model.check.beats_frequent_words:
        st.error(
            f"{cards.NO_BETTER} {label(model.check.cause, 300)} {label(model.check.remedy, 300)}"
        )


def one_or_many() -> tuple[Any, Any]:
    one, many = st.tabs(["One document", "Many documents"], key="how-many")
    return one, many


def one_document(view: Here, model: TrainedModel, direction: tuple[str, str]) -> None:
    """Paste a text or drop a photo, see its keywords, click one to see why."""
    source, _ = direction
    kind = model.corpus.kind(source)
    if kind == IMAGE:
        _one_photo(model, direction)
        return
    if kind == FEATURES:
        st.info("Rows of features come as .npz, .mat or CSV: drop the file under Many documents.")
        return
    with st.form("paste", border=False):
        text = st.text_area(
            f"Text in {label(cards.side_name(model.corpus, source))}",
            key="pasted",
            persist_state="session",
            height=150,
            max_chars=MOST_CHARACTERS,
            placeholder="Paste a document the model has not seen.",
        )
        with st.container(horizontal=True):
            st.form_submit_button("Read", type="primary", icon=":material/key:")
            if _speaks_like_the_sample(model, source):
                st.form_submit_button("Take a sample text", on_click=_sample_text)
    if text and text.strip():
        explained(model, text[:MOST_CHARACTERS], direction, "one")


def _one_photo(model: TrainedModel, direction: tuple[str, str]) -> None:
    file = st.file_uploader(
        "A photo the model has not seen",
        type=[suffix[1:] for suffix in sorted(PICTURE_SUFFIXES)],
        key="photo",
        max_upload_size=limits.PICTURE_BYTES // limits.MEBIBYTE,
    )
    if file is None:
        return
    try:
        picture = small_picture(file.name, file.getvalue())
    except InputError as error:
        st.error(label(str(error), 500))
        return
    explained(model, picture, direction, "one")


def _speaks_like_the_sample(model: TrainedModel, source: str) -> bool:
    return model.corpus.languages.get(source) == "de" and UNSEEN.exists()


def _sample_text() -> None:
    texts = pd.read_csv(UNSEEN, dtype=str, keep_default_na=False)["de"]
    number = st.session_state.get("sample-number", 0)
    st.session_state.pasted = texts[number % len(texts)]
    st.session_state["sample-number"] = number + 1


def explained(model: TrainedModel, text: Any, direction: tuple[str, str], key: str) -> None:
    """A document (a text, picture or row of features) beside what the model makes of it."""
    source, target = direction
    try:
        summary = model.summarize(
            [text], source, target, specificity=st.session_state.get("specificity", 0.1)
        )[0]
    except InputError as error:
        st.error(label(str(error), 500))
        return
    if not summary.keywords:
        st.warning(
            "No word of this text occurs in the corpus the model was trained on, so there is "
            "nothing to say about it. Is it in the right language?"
        )
        return
    if tables.confidence_in_words(summary.confidence) == "low":
        st.warning("Little in your corpus resembles this; treat these as guesses.")
    _one_explained(model, text, direction, summary, key)


def _one_explained(
    model: TrainedModel, text: Any, direction: tuple[str, str], summary: Summary, key: str
) -> None:
    source, target = direction
    vocabulary = model.vocabularies[source]
    is_photo = isinstance(vocabulary, VisualVocabulary)
    regions = vocabulary.regions(text) if isinstance(vocabulary, VisualVocabulary) else []
    words = {keyword.term: keyword for keyword in summary.keywords}
    left, middle, right = st.columns([5, 4, 3], gap="medium")
    with middle:
        st.html(cards.block(f"<p>{cards.side(model.corpus, target)} keywords, best first</p>"))
        term = st.pills(
            "Keywords",
            list(words),
            format_func=lambda place: label(words[place].word),
            label_visibility="collapsed",
            wrap=True,
            key=f"keyword-{key}-{hash((text, direction))}",
        )
        _passed_through(summary)
        evidence = None
        if term is None:
            st.caption("Click a keyword to see why it was chosen.")
        else:
            evidence = model.evidence(text, source, target, term)
            _why(model, direction, words[term].word, words[term].probability, evidence)
            if is_photo:
                _why_places(model, source, text, regions, evidence)
            _why_pairs(model, direction, words[term].word, evidence)
    with left:
        place_of = {form: place for place, form in enumerate(vocabulary.forms)}
        weights = {
            place_of[word]: share
            for word, share in (evidence.source_words if evidence else [])
            if word in place_of
        }
        what = "the picture" if is_photo else "the document"
        st.html(cards.block(f"<p>{cards.side(model.corpus, source)} {what}</p>"))
        if isinstance(vocabulary, Vocabulary):
            color = side_color(model.modalities, source)
            st.html(cards.lit_text(text, vocabulary.spans(text), weights, color))
        elif is_photo:
            st.html(pictures.lit(text, regions, weights, "the photo, places that speak lit up"))
    with right:
        _confidence(model, source, summary)
    _nearest(model, summary, key)


def _passed_through(summary: Summary) -> None:
    """Names and numbers are the same in every language."""
    found = [*summary.names[:MOST_PASSED], *summary.numbers[:MOST_PASSED]]
    if found:
        st.html(
            cards.block(
                '<p class="small soft">new to the model, as they stand in the text (names, '
                f'numbers):</p><p class="small">{markup(" · ".join(found))}</p>'
            )
        )


def _why(
    model: TrainedModel,
    direction: tuple[str, str],
    word: str,
    probability: float,
    evidence: WordEvidence,
) -> None:
    source, _ = direction
    color = side_color(model.modalities, source)
    kind = model.corpus.kind(source)
    where = "in a translation" if kind == TEXT else "in a text that goes with it"
    st.html(
        cards.block(
            f'<p><b>{markup(word)}</b> <span class="soft small">would occur {where} with '
            f"probability {min(100 * probability, 99):.0f} %</span></p>"
            f'<p class="small soft">from these {WHAT_SPEAKS[kind]}:</p>'
        )
    )
    if kind == IMAGE:
        return
    st.html(
        cards.bars([pair for pair in evidence.source_words[:5] if pair[1] >= LEAST_SHARE], color)
    )


def _why_places(
    model: TrainedModel,
    source: str,
    photo: bytes,
    regions: Sequence[Region],
    evidence: WordEvidence,
) -> None:
    """The places of a photo behind a tag, cut out, with what each adds."""
    shares = [share for _, share in evidence.source_words]
    found = list(zip(evidence.source_terms, shares, strict=True))
    st.html(pictures.places_of(photo, regions, found, model.vocabularies[source].forms))
    st.caption(
        "Places like these, framed in the picture, went with the word in the training; the "
        "brighter a part of the picture, the more it adds. No single place decides."
    )


def _why_pairs(
    model: TrainedModel, direction: tuple[str, str], word: str, evidence: WordEvidence
) -> None:
    corpus = model.corpus
    if evidence.witness and corpus.kind(direction[0]) == TEXT:
        st.html(
            cards.block(
                f'<p class="small">In <b>{evidence.n_both} of {evidence.n_source}</b> training '
                f"pairs with <i>{markup(evidence.witness)}</i>, the other side has "
                f"<i>{markup(word)}</i>.</p>"
            )
        )
    if evidence.topics:
        st.html(cards.block('<p class="small soft">through these topics:</p>'))
        shares = [pair for pair in evidence.topics[:3] if pair[1] >= LEAST_SHARE]
        named = [(model.topic_label(topic), share) for topic, share in shares]
        st.html(cards.bars(named, NEUTRAL))
    if evidence.pairs and model.has_texts:
        with st.expander("Two training pairs that hold both"):
            st.html(cards.pairs(corpus, evidence.pairs[:2], limit=300))


def _confidence(model: TrainedModel, source: str, summary: Summary) -> None:
    word = tables.confidence_in_words(summary.confidence)
    of_texts = model.corpus.kind(source) == TEXT
    unknown = ", ".join(summary.unknown_words[:8])
    never = of_texts * (
        f'<p class="small">{100 * summary.unknown_share:.0f} % of the words never seen'
        f"{': ' + markup(unknown) if unknown else ''}</p>"
    )
    st.html(
        cards.block(
            f'<p style="--c:{CONFIDENCE_COLOR[word]}"><span class="dot"></span>'
            f'<span class="verdict">confidence: {word}</span></p>'
            f'<p class="small soft">about {100 * summary.confidence:.0f} of 100 such keywords are '
            f"right</p>{never}"
            '<p class="small soft" style="margin-top:.6rem">topics</p>'
        )
    )
    named = [(model.topic_label(topic), share) for topic, share in summary.topics[:4]]
    st.html(cards.bars(named, NEUTRAL))


def _nearest(model: TrainedModel, summary: Summary, key: str) -> None:
    if not summary.nearest:
        return
    with st.expander("Pairs of the corpus most like it", key=f"nearest-{key}"):
        rows = [row for row, _ in summary.nearest[:3]]
        if model.has_texts:
            st.html(cards.pairs(model.corpus, rows, limit=300))
        else:
            st.text("\n".join(f"{model.corpus.ids[r]}  {model.corpus.titles[r]}" for r in rows))


def many_documents(view: Here, model: TrainedModel, direction: tuple[str, str]) -> None:
    """Drop files, wait for the job, read the table, open a row."""
    limits_told = PHOTO_LIMITS if model.corpus.kind(direction[0]) == IMAGE else LIMITS
    uploads = file_pile(view, "documents", "Drop documents here", limits_told)
    with st.container(horizontal=True):
        if uploads:
            st.button(
                f"Find keywords for {len(uploads)} file{'s' if len(uploads) > 1 else ''}",
                type="primary",
                on_click=_read_pile,
                args=(direction,),
                disabled=view.busy,
            )
        if _speaks_like_the_sample(model, direction[0]):
            st.button(
                "Take the sample documents",
                on_click=_submit,
                args=(direction, [Upload.from_path(UNSEEN)]),
                disabled=view.busy,
            )
    batch = view.batch
    if batch is not None:
        _batch(model, batch)


def _read_pile(direction: tuple[str, str]) -> None:
    view = here()
    _submit(direction, [*view.pile("documents")])
    drop_files(view, "documents")


def _submit(direction: tuple[str, str], uploads: list[Upload]) -> None:
    view = here()
    specificity = st.session_state.get("specificity", 0.1)
    begin(
        "keywords",
        "Finding keywords",
        lambda progress: work.summarize_many(
            view.shop, view.desk, uploads, direction, specificity, progress
        ),
    )


def _batch(model: TrainedModel, batch: work.Batch) -> None:
    way = direction_name(model, (batch.source, batch.target))
    st.markdown(f"**{len(batch.ids):,} documents**, {label(way)}. Click a row to open it.")
    if batch.refused:
        with st.expander(f"{count(len(batch.refused), 'file')} left out", icon=":material/block:"):
            st.text("\n".join(batch.refused[:200]))
    event: Any = table_with_download(
        tables.batch_table(model, batch, for_reading=True),
        "keywords",
        full=lambda: tables.batch_table(model, batch),
        alt="Keywords of every document",
        on_select="rerun",
        selection_mode="single-row",
        key=f"batch-{here().desk.batch}",
        column_config={
            "confidence": st.column_config.ProgressColumn(
                "confidence", min_value=0.0, max_value=1.0, format="percent"
            ),
            "keywords": st.column_config.TextColumn("keywords", width="large"),
        },
    )
    if event.selection.rows:
        row = event.selection.rows[0]
        st.subheader(label(batch.ids[row]), anchor=False)
        explained(model, batch.texts[row], (batch.source, batch.target), f"row-{row}")
