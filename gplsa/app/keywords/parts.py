"""The parts of the page Keywords: one document to be explained, many as a job and a table."""

from collections.abc import Callable, Sequence
from typing import Any

import pandas as pd
import streamlit as st

from gplsa.app.desk import batches
from gplsa.app.desk.desk import Desk, current_desk
from gplsa.app.desk.state import Batch
from gplsa.app.front import sample
from gplsa.app.keywords.explained import explained
from gplsa.app.keywords.rating import rated_words
from gplsa.app.show import cards, tables
from gplsa.app.show.controls import begin, direction_name, directions, table_with_download
from gplsa.app.show.document_list import CLICKED, clicked_row
from gplsa.app.show.pictures import brought
from gplsa.app.show.piles import file_pile, once_read
from gplsa.corpus.corpus import FEATURES, IMAGE
from gplsa.errors import InputError
from gplsa.html.escaping import label
from gplsa.html.sides import side_name
from gplsa.keywords import TELLING
from gplsa.language import count, later, plural, spoken, tr
from gplsa.message import Message
from gplsa.model.asked import other_language
from gplsa.model.model import TrainedModel
from gplsa.progress import Progress
from gplsa.reading import Upload
from gplsa.reading.files import limits
from gplsa.reading.readers.pictures import PICTURE_SUFFIXES
from gplsa.wording import MEBIBYTE

LINES_OF_KEYWORDS = 64  # pixels: three lines, as many as fifteen keywords take
UNSEEN = sample("unseen.csv")
UNSEEN_OF = "chronicle"  # the name of the sample corpus that they belong to
MOST_CHARACTERS = 1_000_000
TELLING_WORDS = {
    0.0: later("sure"),
    0.15: later("rather sure"),
    TELLING: later("recommended"),
    0.7: later("rather specific"),
    1.0: later("specific"),
}
FOLDED = 68  # pixels of a text field: two lines
LIMITS = later(
    "Text, HTML, Markdown, Word, OpenDocument, PDF, a table with one document a row, or a ZIP of "
    "these; up to 200 MB a file. Your own columns come back in the CSV."
)
PHOTO_LIMITS = later(
    "Pictures as JPEG, PNG, WebP or GIF, or a ZIP of them; up to 50 MB a picture, 200 MB a file. "
    "More than 100 pictures: put them into one ZIP."
)


def choose_direction(model: TrainedModel) -> tuple[str, str]:
    """From which side to which, and from sure to specific words."""
    ways = directions(model)
    with st.container(horizontal=True, vertical_alignment="bottom"):
        way = st.selectbox(
            tr("From → to"),
            range(len(ways)),
            format_func=lambda place: direction_name(model, ways[place]),
            key="direction",
            persist_state="session",
        )
        st.select_slider(
            tr("Sure words or specific ones?"),
            list(TELLING_WORDS),
            value=TELLING,
            format_func=lambda telling: tr(TELLING_WORDS[telling]),
            key="telling",
            persist_state="session",
            help=tr(
                "At the left end, words that most surely occur in a translation come first; at "
                "the right end, those that tell most about this text. (Ranked by p and q: p is the "
                "probability that the word occurs in a translation, q that it is one of the twenty "
                "that mark it off from other texts.)"
            ),
        )
    return ways[min(way, len(ways) - 1)]


def warn_if_useless(model: TrainedModel) -> None:
    if model.validation is not None and not model.validation.beats_frequent_words:
        cause, remedy = spoken(model.validation.cause), spoken(model.validation.remedy)
        st.error(f"{tr(cards.NO_BETTER)} {label(cause, 300)} {label(remedy, 300)}")


def one_or_many() -> tuple[Any, Any]:
    one, many = st.tabs([tr("One document"), tr("Many documents")], key="how-many")
    return one, many


def one_document(desk: Desk, model: TrainedModel, direction: tuple[str, str]) -> None:
    """Paste a text or drop a picture, see its keywords, click one to see why."""
    source, _ = direction
    kind = model.corpus.kind(source)
    if kind == IMAGE:
        _one_photo(model, direction)
        return
    if kind == FEATURES:
        st.info(
            tr("Rows of features come as .npz, .mat or CSV: drop the file under Many documents.")
        )
        return
    with st.form("paste", border=False):
        text = st.text_area(
            tr("Text in {side}", side=label(side_name(model.corpus, source))),
            key="pasted",
            persist_state="session",
            # Folded once it is read: keywords come first.
            height=FOLDED if (st.session_state.get("pasted") or "").strip() else 150,
            max_chars=MOST_CHARACTERS,
            placeholder=tr("Paste a document the model has not seen."),
        )
        with st.container(horizontal=True):
            asked = st.form_submit_button(
                tr("Find keywords"), type="primary", icon=":material/key:"
            )
            if _speaks_like_the_sample(model, source):
                st.form_submit_button(tr("Take a sample text"), on_click=_sample_text)
    if text and text.strip():
        explained(model, text[:MOST_CHARACTERS], direction, "one")
    elif asked:
        st.info(tr("There is no text yet: paste one into the field."))


def _one_photo(model: TrainedModel, direction: tuple[str, str]) -> None:
    file = st.file_uploader(
        tr("A picture the model has not seen"),
        type=[suffix[1:] for suffix in sorted(PICTURE_SUFFIXES)],
        key="photo",
        max_upload_size=limits.PICTURE_BYTES // MEBIBYTE,
    )
    if file is None:
        return
    try:
        picture = brought(file.name, file.getvalue())
    except InputError as error:
        st.error(label(spoken(error), 500))
        return
    explained(model, picture, direction, "one")


def _speaks_like_the_sample(model: TrainedModel, source: str) -> bool:
    """Whether the unseen documents that come along are of the collection the model was trained on;
    of any other they would only show how a model fails.
    """
    of_sample = model.corpus.name == UNSEEN_OF and model.corpus.languages.get(source) == "de"
    return of_sample and UNSEEN.exists()


def _sample_text() -> None:
    texts = pd.read_csv(UNSEEN, dtype=str, keep_default_na=False)["de"]
    number = st.session_state.get("sample-number", 0)
    st.session_state.pasted = texts[number % len(texts)]
    st.session_state["sample-number"] = number + 1


def many_documents(desk: Desk, model: TrainedModel, direction: tuple[str, str]) -> None:
    """Drop files, wait for the job, read the table, open a row."""
    limits_told = PHOTO_LIMITS if model.corpus.kind(direction[0]) == IMAGE else LIMITS
    asked = tr("Drop your documents here, or choose them")
    uploads = file_pile(desk, "documents", asked, tr(limits_told))
    with st.container(horizontal=True):
        if uploads:
            st.button(
                plural(len(uploads), "Find keywords for {n} file", "Find keywords for {n} files"),
                type="primary",
                on_click=_read_pile,
                args=(direction,),
                disabled=desk.busy,
            )
        if _speaks_like_the_sample(model, direction[0]):
            st.button(
                tr("Take the sample documents"),
                on_click=_submit,
                args=(direction, [Upload.from_path(UNSEEN)]),
                disabled=desk.busy,
            )
    batch = desk.model_state.batch
    if batch is not None:
        _batch(model, batch)


def _read_pile(direction: tuple[str, str]) -> None:
    _submit(direction, [*current_desk().piles.get("documents", ())], once_read("documents"))


def _submit(
    direction: tuple[str, str],
    uploads: list[Upload],
    afterwards: Callable[[], None] = lambda: None,
) -> None:
    telling = st.session_state.telling

    def find(desk: Desk, progress: Progress) -> str:
        told = batches.summarize_many(desk, uploads, direction, telling, progress)
        afterwards()
        return told

    begin(Message("Finding keywords"), find)


def _rank_anew() -> None:
    begin(Message("Ranking anew"), batches.summarize_again, st.session_state.telling)


@st.cache_data(max_entries=8, show_spinner=False)
def _other_languages(digest: str, batch: str, _model: TrainedModel, _batch: Batch) -> list[str]:
    """Of each document of a batch the language of another side that it seems to be in, or ""."""
    return [
        other_language(_model, _batch.source, text, summary.unknown_share)
        for text, summary in zip(_batch.texts, _batch.summaries, strict=True)
    ]


def _batch(model: TrainedModel, batch: Batch) -> None:
    way = direction_name(model, (batch.source, batch.target))
    st.markdown(
        tr(
            "**{documents}**, {way}. Click a row to open it.",
            documents=count(len(batch.ids), "document"),
            way=label(way),
        )
    )
    if batch.refused:
        told = plural(len(batch.refused), "{n:,} file left out", "{n:,} files left out")
        with st.expander(told, icon=":material/block:"):
            st.text("\n".join(spoken(why) for why in batch.refused[:200]))
    others = _other_languages(model.digest, batch.id, model, batch)
    if n_other := sum(map(bool, others)):
        st.warning(
            plural(
                n_other,
                "{n:,} of them looks as if it were in another language than {side}: their keywords "
                "would be chance, so they get none.",
                "{n:,} of them look as if they were in another language than {side}: their "
                "keywords would be chance, so they get none.",
                side=label(side_name(model.corpus, batch.source)),
            )
        )
    if batch.judged != model.ratings.state:
        st.button(
            tr("Rank these anew by what was rated since"),
            icon=":material/rule:",
            on_click=_rank_anew,
            disabled=current_desk().busy,
        )
    event: Any = table_with_download(
        batch_shown(model, batch, [spoken(other) for other in others], for_reading=True),
        "keywords",
        full=lambda: batch_shown(model, batch, others),
        alt=tr("Keywords of every document"),
        **CLICKED,
        key=f"batch-{batch.id}",
        row_height=LINES_OF_KEYWORDS,
        column_config={
            "id": tr("id"),
            "confidence": st.column_config.ProgressColumn(
                tr("confidence"), min_value=0, max_value=100, format="%d %%"
            ),
            "keywords": st.column_config.TextColumn(tr("keywords"), width="large"),
            "topic": tr("topic"),
            "unknown words %": tr("unknown words %"),
            "names": tr("names"),
            "numbers": tr("numbers"),
            "begins with": tr("begins with"),
            "looks like": tr("looks like"),
            "rated right": tr("rated right"),
            "rated wrong": tr("rated wrong"),
        },
    )
    row = clicked_row(event)
    if row is not None:
        st.subheader(label(batch.ids[row]), anchor=False)
        explained(model, batch.texts[row], (batch.source, batch.target), f"row-{row}")


def batch_shown(
    model: TrainedModel, batch: Batch, spoken: Sequence[str], *, for_reading: bool = False
) -> pd.DataFrame:
    """The table of a batch as a person has judged it: what is wrong for a document is no keyword of
    it, and a document in another language (`spoken`, "" where not) has none.
    """
    table = tables.batch_table(model, batch, for_reading=for_reading)
    right, wrong = rated_words(model, batch.texts, (batch.source, batch.target))
    table["keywords"] = [
        "" if other else "; ".join(w for w in words.split("; ") if w not in out.split("; "))
        for words, out, other in zip(table["keywords"], wrong, spoken, strict=True)
    ]
    if any(spoken):
        table["looks like"] = list(spoken)
    if any(right) or any(wrong):
        table["rated right"], table["rated wrong"] = right, wrong
    return table
