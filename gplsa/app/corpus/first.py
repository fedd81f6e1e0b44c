"""The first page: what this is, in a picture, how to begin, and for whom it is not."""

import csv
import re
from functools import cache

import streamlit as st

from gplsa.app.corpus.parts import HELP, PICTURE_SAMPLE, SAMPLE, bring_files, read_file
from gplsa.app.desk.desk import Desk
from gplsa.app.front import sample
from gplsa.app.show.cards import block
from gplsa.app.show.controls import act, head
from gplsa.html.escaping import markup
from gplsa.html.sides import SIDE_COLORS
from gplsa.language import language, later, tr, translated
from gplsa.message import Message

NEW = "U12"  # a document that comes along, which the model of the sample has not seen

NOT_FOR = later(
    "**Not for you** if you want a translation, if you have one language only, or fewer than 40 "
    "pairs. Scans need OCR first, and photos are told apart by colour and texture alone."
)


def first_page(desk: Desk) -> None:
    """Nothing there yet: what comes of it, the sample, files, or a folder."""
    lead = tr(
        "Letters with abstracts, records in two languages, photos with captions: from pairs like "
        "these gplsa learns what corresponds to what. It shows the topics of the whole collection "
        "in both languages and gives keywords in yours for texts nobody has translated, each with "
        "its reasons."
    )
    head(tr("What is in the texts you cannot read?"), f"{lead} {translated(desk.library.promise)}")
    with st.container(horizontal=True, vertical_alignment="center"):
        text, title = tr("Try the sample: 216 German–English pairs"), Message("Reading the sample")
        # Once files are there, the next step is to read them.
        kind = "secondary" if desk.piles.get("corpus") else "primary"
        act(text, read_file, title, SAMPLE, type=kind, icon=":material/play_arrow:")
        text, title = tr("Or 160 pictures with captions"), Message("Reading the pictures")
        act(text, read_file, title, PICTURE_SAMPLE, icon=":material/image:", type="tertiary")
        # Where the page is narrow they stand far below.
        st.html(block(f'<a class="jump" href="#my-files">{tr("My files")}</a>'), width="content")
    left, right = st.columns([7, 5], gap="large")
    left.html(f'{picture()}<span id="my-files"></span>')
    with right:
        st.subheader(tr("My files"), anchor=False)
        bring_files(desk)
        with st.expander(tr("How should my files look?")):
            st.markdown(tr(HELP))
    st.markdown(tr(NOT_FOR))


@cache
def example(read: str) -> tuple[str, list[dict[str, str]]]:
    """A text in the language read, and the first of what the model of the sample says of it in the
    other, with what speaks for it; a test trains that model and asks again."""
    new, told = (
        [*csv.DictReader(sample(name).read_text(encoding="utf-8").splitlines())]
        for name in ("unseen.csv", "example.csv")
    )
    text = next(row[read] for row in new if row["id"] == NEW)
    return text, [row for row in told if row["read"] == read]


def picture() -> str:
    """A text in a language that is not the reader's with the words lit that speak for its keywords
    in the reader's, and these beside it."""
    read = "en" if language() == "de" else "de"
    plain, keywords = example(read)
    sources = "|".join(re.escape(one["source"]) for one in keywords)
    text = re.sub(rf"\b(?:{sources})\b", r'<mark style="--w:.7">\g<0></mark>', markup(plain))
    rows = "".join(map(_because, keywords))
    colors = SIDE_COLORS[:2] if read == "de" else SIDE_COLORS[1::-1]
    heads = tr("A text in another language, new to the app"), tr("its first keywords in yours")
    left, right = (
        f'<p class="small"><span class="side" style="--c:{color}">{heading}</span></p>'
        for color, heading in zip(colors, heads, strict=True)
    )
    meant = tr(
        "%: how surely a translation would have it, by all that speaks for it; ← the word that "
        "speaks most for it, and how many of its training pairs have both."
    )
    return block(
        f'<figure class="panel first"><div>{left}<p class="text" style="--c:{colors[0]}">{text}</p>'
        f'</div><div style="--c:{colors[1]}">{right}<div class="because">{rows}</div>'
        f'<p class="small soft">{meant}</p></div></figure>'
    )


def _because(one: dict[str, str]) -> str:
    pairs = tr("in {n} of {of} pairs", n=one["n_both"], of=one["n_source"])
    return (
        f'<span class="chip sure" style="--p:{one["percent"]}%">{one["word"]}</span>'
        f'<span class="small"><span class="num soft">{one["percent"]}\N{NO-BREAK SPACE}%</span> ← '
        f'<b>{one["source"]}</b> <span class="soft">{pairs}</span></span>'
    )
