"""The first page: what this is, in a picture, how to begin, and for whom it is not."""

import re
from typing import NamedTuple

import streamlit as st

from gplsa.app.corpus.parts import HELP, PICTURE_SAMPLE, SAMPLE, bring_files, read_files
from gplsa.app.desk.desk import Desk
from gplsa.app.show.cards import block
from gplsa.app.show.controls import act, head
from gplsa.html.escaping import markup
from gplsa.html.sides import SIDE_COLORS
from gplsa.language import later, number, tr, translated
from gplsa.message import Message


class Found(NamedTuple):
    """A keyword of the example, and what speaks for it."""

    word: str
    probability: float
    source: str
    n_both: int
    n_source: int


EXAMPLE = (
    "Mit dem letzten Dampfer sind wieder fünfzig Auswanderer nach Amerika gereist. Die meisten "
    "Familien haben Verwandte in Iowa und Ohio, die ihnen Geld für die Überfahrt schickten. Der "
    "Agent verkaufte ihnen Fahrscheine bis Chicago. In der Heimat bleiben die Alten zurück und "
    "warten auf Briefe."
)
"""One of the documents that come along, which the model of the sample has not seen …"""

KEYWORDS = (
    Found("emigrants", 0.98, "Auswanderer", 17, 17),
    Found("steamer", 0.93, "Dampfer", 3, 3),
    Found("passage", 0.94, "Überfahrt", 6, 6),
    Found("families", 0.98, "Familien", 16, 16),
    Found("letters", 0.98, "Briefe", 23, 23),
    Found("money", 0.79, "Geld", 7, 11),
)
"""… and some of what that model says of it; a test trains it and asks again."""
_SOURCES = re.compile("|".join(found.source for found in KEYWORDS))

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
        act(
            tr("Try the sample: 216 German–English pairs"),
            *(read_files, Message("Reading the sample"), [SAMPLE]),
            # Once files are there, the next step is to read them.
            type="secondary" if desk.piles.get("corpus") else "primary",
            icon=":material/play_arrow:",
        )
        act(
            tr("Or 160 pictures with captions"),
            *(read_files, Message("Reading the pictures"), [PICTURE_SAMPLE]),
            icon=":material/image:",
            type="tertiary",
        )
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


def picture() -> str:
    """A German text with the words that speak for its English keywords lit, and these beside it."""
    german, english = SIDE_COLORS[:2]
    text = _SOURCES.sub(r'<mark style="--w:.7">\g<0></mark>', markup(EXAMPLE))
    rows = "".join(
        f'<span class="chip sure" style="--p:{100 * one.probability:.0f}%">{one.word}</span>'
        f'<span class="small"><span class="num soft">{number(100 * one.probability, ".0f")} %'
        f"</span> ← <b>{one.source}</b> "
        f'<span class="soft">{tr("in {n} of {of} pairs", n=one.n_both, of=one.n_source)}</span>'
        "</span>"
        for one in KEYWORDS
    )
    heads = (
        (german, tr("A German text that is new to the app")),
        (english, tr("what it is about, in English, and why")),
    )
    left, right = (
        f'<p class="small"><span class="side" style="--c:{color}">{heading}</span></p>'
        for color, heading in heads
    )
    return block(
        f'<figure class="panel first"><div>{left}<p class="text" style="--c:{german}">{text}</p>'
        f'</div><div style="--c:{english}">{right}<div class="because">{rows}</div></div></figure>'
    )
