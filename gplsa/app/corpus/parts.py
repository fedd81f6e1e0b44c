"""The parts of the page Corpus: ways in, what was recognised, how to change it."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import streamlit as st

from gplsa.app.corpus.cleaning import cleaning, show_warning
from gplsa.app.corpus.from_folder import lay_out_folder
from gplsa.app.desk import corpora
from gplsa.app.desk.desk import Desk, belongs, current_desk
from gplsa.app.front import sample
from gplsa.app.show import cards
from gplsa.app.show.charts import is_narrow
from gplsa.app.show.columns import Table, column_of_headings, column_strip, read_again_button
from gplsa.app.show.controls import act, begin, click, folder_form, once, onward, resting
from gplsa.app.show.piles import file_pile, once_read, say_left_out
from gplsa.corpus.chunks.folder import is_corpus_folder
from gplsa.corpus.cleaning.finding import KINDS
from gplsa.corpus.corpus import Corpus
from gplsa.corpus.fields.several import values_of
from gplsa.html.escaping import label
from gplsa.html.sides import side_name
from gplsa.language import later, plural, tr, translated
from gplsa.message import Message
from gplsa.reading import Choices, Upload, uploads_of

SAMPLE = sample("chronicle.csv")
PICTURE_SAMPLE = SAMPLE.with_name("pictures.zip")
SHOWN_PAIRS, SHOWN_PICTURES, LETTERS = 5, 12, 200

LIMITS = later(
    "A table (CSV, TSV, XLSX, JSONL), two text files with one pair a line, files paired by name, "
    "TMX, XLIFF, or pictures with texts. Up to 200 MB a file. More than 100 files: into one ZIP."
)
HELP = later("""
**A table**: one row a pair, one column (or several) for each language; an id and other columns
are kept. CSV, TSV, XLSX or JSONL, any separator and encoding. A column may name text files that
lie in the same ZIP.

**Two text files**: line 1 of the one belongs to line 1 of the other. Where many lines are blank in
both, a blank line ends a document.

**Files paired by name**: `letter1.de.txt` and `letter1.en.txt`, or folders `de/` and `en/`, in a
ZIP. Text, HTML, Word, OpenDocument and PDF.

**TMX**: translation memories; 20 of their entries, mostly sentences, make one document, which you
can change.

**Pictures with texts**: a ZIP of JPEG, PNG, WebP, GIF or TIFF files with a table that names each
picture beside its text (one column for each language), or with texts of the same name:
`photo1.jpg`, `photo1.en.txt`. Features computed elsewhere come as `.npz`, `.mat` or a CSV of
numbers, one row a document, beside a table of texts.

A pair may lack one side. 40 pairs are enough for the app to check itself, some hundreds for
keywords to rely on.
""")
LINES = later("Lines that make one document")
PIECES = {
    "tmx": ("units_per_document", later("Entries of the memory that make one document")),
    "sentence files": ("units_per_document", LINES),
    "line pair": ("lines_per_document", later("Lines of one document; 0: up to a blank line")),
}
ENCODINGS = {
    None: later("recognise"),
    "utf-8": "UTF-8",
    "cp1252": "Windows (cp1252)",
    "iso-8859-15": "ISO-8859-15",
    "utf-16": "UTF-16",
}


def another_corpus(desk: Desk) -> None:
    """The same ways in, folded away, where a corpus lies on the desk already."""
    # A new corpus gets a new expander, folded away.
    key = f"another-{desk.corpus_state.id}"
    with st.expander(tr("Read another corpus"), key=key, on_change="rerun"):
        st.caption(tr("It takes the place of the corpus above, which Saved keeps with its models."))
        bring_files(desk)
        with st.container(horizontal=True):
            act(tr("Read the sample: 216 pairs"), read_file, Message("Reading the sample"), SAMPLE)
            title, text = Message("Reading the pictures"), tr("Read the sample: 160 pictures")
            act(text, read_file, title, PICTURE_SAMPLE)


def bring_files(desk: Desk) -> None:
    uploads = file_pile(desk, "corpus", tr("Drop your files here, or choose them"), tr(LIMITS))
    if uploads:
        act(plural(len(uploads), "Read {n} file", "Read {n} files"), _read_pile, type="primary")
    text, button = tr("Or a folder (or one file) on this computer"), tr("Read folder")
    example = tr("/home/me/letters")
    said = tr("The files are read where they lie; nothing is copied or changed.")
    folder_form("folder", text, button, _read_folder, placeholder=example, help=said)


def _read_pile() -> None:
    uploads = current_desk().piles.get("corpus", ())
    title, forget = Message("Reading your files"), once_read("corpus")
    _submit([*uploads], Choices(), title, afterwards=forget)


def _read_folder(path: Path) -> None:
    if is_corpus_folder(path):
        lay_out_folder(path)
        return
    name = path.resolve().name if path.is_dir() else None
    _submit(uploads_of([path]), Choices(name=name), Message("Reading the folder"))


def read_file(title: str, path: Path) -> None:
    _submit([Upload.from_path(path)], Choices(), title)


def _submit(uploads: Sequence[Upload], choices: Choices, title: str, **then: Any) -> None:
    """then  as `begin` takes it"""
    st.session_state.pop("pairs-from", None)
    begin(title, corpora.read, uploads, replace(choices, date_field=tr("date")), **then)


def what_was_read(desk: Desk, corpus: Corpus) -> None:
    """Counts in one line, then what looks doubtful and what was left out."""
    names = " + ".join(side_name(corpus, m) for m in corpus.modalities)
    facts = [translated(corpora.in_short(corpus, desk.corpus_state.read_as)), names]
    for modality in corpus.modalities:
        if lacking := int((~corpus.has(modality)).sum()):
            facts.append(tr("{n:,} lack {side}", n=lacking, side=side_name(corpus, modality)))
    reading = desk.corpus_state.intake.reading if desk.corpus_state.intake else None
    if reading and reading.recognised.encoding:
        facts.append(reading.recognised.encoding.upper().replace("-", "\N{NON-BREAKING HYPHEN}"))
    name, extent = label(desk.library.called(corpus.name)), label(" · ".join(facts), 300)
    said = tr("**{name}** — {facts}", name=name, facts=extent)
    told, onwards = st.columns([5, 6], vertical_alignment="center")
    told.success(said, icon=":material/check:")
    if not is_narrow():  # there the check is two pairs long
        with onwards:
            _lead_on(corpus)
    cleaning(desk, corpus)
    for number, warning in enumerate(corpus.warnings):
        if warning.kind not in KINDS:
            show_warning(desk, corpus, warning, number, _submit)
    say_left_out(reading.refused if reading else ())


def columns(desk: Desk, corpus: Corpus) -> None:
    """Above the pairs: what columns (or files, or languages) were taken for, each to be changed."""
    intake, name = desk.corpus_state.intake, desk.corpus_state.id
    if intake is None:
        if st.session_state.get(f"another-{name}"):
            st.caption(tr("To read it otherwise, read its file again: at the end of this page."))
        return
    reading = intake.reading
    known = replace(reading.recognised, languages=dict(reading.corpus.languages))
    sides = {side: side_name(corpus, side) for side in corpus.modalities}
    headings = column_of_headings(desk, corpus)
    cells = corpus.fields.get(headings, ())
    n = once(lambda: len({one for c in cells for one in values_of(c)}), "headings", name, headings)
    help_text = plural(n, "{n:,} different heading", "{n:,} different headings")
    table = Table(reading.columns, reading.examples, known, sides, (headings, help_text))
    chosen = column_strip(table, name, with_languages=True)
    if chosen != known:
        read_again_button(_read_again, intake.uploads, chosen)


def sample_of_pairs(corpus: Corpus) -> None:
    """Five pairs, or twelve pictures with their texts: did it work? A telephone shows fewer and
    less of each, and this leads on there."""
    with st.container(horizontal=True, vertical_alignment="center"):
        st.subheader(tr("Do these belong together?"), anchor=False)
        draw = st.session_state.get("pairs-from", 0)
        look = {"icon": ":material/refresh:", "type": "tertiary"}
        click(tr("Others"), st.session_state.update, {"pairs-from": draw + 1}, **look)
    rows = np.flatnonzero(corpus.complete() if corpus.complete().any() else corpus.paired())
    n_shown, less = SHOWN_PICTURES if corpus.pictures else SHOWN_PAIRS, 1 + is_narrow()
    n_shown = min(n_shown // less, len(rows))
    drawn = np.random.default_rng(draw).choice(rows, n_shown, replace=False)
    st.html(cards.pairs(corpus, sorted(drawn.tolist()), LETTERS // less))
    if is_narrow():
        _lead_on(corpus)


def _lead_on(corpus: Corpus) -> None:
    model, train = current_desk().model, ("train.py", tr("Use this corpus: train"))
    if model is not None and belongs(model, corpus):
        onward("topics.py", tr("See topics"), also=train)
    else:
        words = ("words.py", tr("Only look words up"))
        onward(*train, also=words if len(corpus.texts) > 1 else None)


def how_it_was_read(desk: Desk) -> None:
    """What was recognised, to be changed and read again."""
    intake = desk.corpus_state.intake
    if intake is None:
        return
    reading = intake.reading
    parts = [tr("Encoding"), *[tr("size of documents")] * (reading.kind in PIECES)]
    with st.expander(", ".join(parts)):
        # While a job reads the next one this form is still drawn, and what it shows must not come
        # back in that one's.
        corpus, known, made = desk.corpus_state.id, reading.recognised, dict[str, Any]()
        with st.form(f"choices-{corpus}", border=False):
            if reading.kind in PIECES:
                name, text = PIECES[reading.kind]
                now = getattr(known, name)
                made[name] = int(st.number_input(tr(text), 0, 1000, now, key=f"{name}-{corpus}"))
            encodings = list(dict.fromkeys([*ENCODINGS, known.encoding]))
            made["encoding"] = st.selectbox(
                tr("Encoding"),
                encodings,
                index=encodings.index(known.encoding),
                format_func=lambda name: tr(ENCODINGS.get(name, str(name))),
                key=f"encoding-{corpus}",
            )
            sent = st.form_submit_button(tr("Read again"), **resting())
        if sent:
            _read_again(intake.uploads, replace(known, **made))
            st.rerun()


def _read_again(uploads: Sequence[Upload], choices: Choices) -> None:
    sides = {side: names for side, names in (choices.columns or {}).items() if names}
    if choices.columns and len(sides) + len(choices.picture_columns or {}) < 2:
        st.session_state.refusal = tr("Two sides need at least a column each.")
        return
    # A side whose columns were all taken away is one no more.
    chosen = replace(choices, columns=sides or choices.columns)
    _submit(uploads, chosen, Message("Reading again"))
