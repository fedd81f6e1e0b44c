"""The whole bilingual lexicon on the page Words, and the files for other programs."""

from collections.abc import Iterable, Sequence
from functools import partial
from typing import Any

import pandas as pd
import streamlit as st

from gplsa.app.desk.desk import current_desk
from gplsa.app.desk.state import MadeLexicon, ModelState
from gplsa.app.desk.trainings import kept_lexicon, make_lexicon, make_lines
from gplsa.app.show.charts import is_narrow
from gplsa.app.show.controls import act, begin, choice, click, download_table, one_page, rows_of
from gplsa.app.show.downloads import download_button
from gplsa.app.words import cards
from gplsa.app.words.parts import ask_for
from gplsa.core.items import SideVocabulary
from gplsa.html.escaping import label
from gplsa.html.sides import side_name
from gplsa.language import count, later, plural, tr
from gplsa.message import Message
from gplsa.model.direction import Direction
from gplsa.model.terms.exports import Terms, lexicon_rows, lexicon_tbx, lines_tmx
from gplsa.model.terms.lexicon import MIN_PAIRS, Entry, entries_with
from gplsa.model.terms.sought import sought_of
from gplsa.text.passages import found_at, part_with

SHOWN = 5000
PAGE = 20  # entries on a telephone
# Pixels, for a line of a cell.
ROW, TALL, FIELD, WORD, SHARE, COUNTED, EXAMPLE = 30, 640, 260, 172, 108, 62, 195
LETTERS = 27  # of an example in its cell
KEPT = {"ticked": later("only ticked rows"), "without": later("all but these")}
MOST_PAIRS = 1000


def whole(state: ModelState, direction: Direction) -> None:
    """Everything that stands for each other, as a table and as files."""
    sides = direction.sides
    if not direction.model.has_texts:
        st.caption(tr("It needs the texts of the corpus, which this model was saved without."))
        return
    if made := kept_lexicon(current_desk(), state, direction):
        _lexicon(made, direction, state.ticked.setdefault(sides, set()))
    elif current_desk().busy:
        st.info(tr("The lexicon is made once, and will appear here: you may leave the page."))
    with st.expander(tr("Make it again, or a translation memory")) if made else st.container():
        _make(state, direction, begun=bool(made) or sides in state.begun)
    if lines := state.lines.get(sides):
        text = plural(len(lines), "{n:,} aligned line as TMX", "{n:,} aligned lines as TMX")
        download_button(text, lambda: _bytes(lines_tmx(Terms.of(direction), lines)), "lines.tmx")


def _make(state: ModelState, direction: Direction, *, begun: bool) -> None:
    """What a lexicon is, and how many pairs must show an entry of it; the first begins by itself,
    once, as it may be cancelled."""
    st.caption(
        tr("All words and phrases with translations, found automatically: check before use.")
    )
    with st.container(horizontal=True, vertical_alignment="bottom"):
        text, said = tr("Pairs needed for an entry"), tr("Higher: fewer but surer entries.")
        look: dict[str, Any] = {"key": "words-least", "persist_state": "session", "width": FIELD}
        look["help"] = said
        least = int(st.number_input(text, 1, MOST_PAIRS, MIN_PAIRS, **look))
        job = Message("Lexicon"), make_lexicon, state, direction, least
        act(tr("Make the lexicon"), begin, *job, icon=":material/menu_book:")
        said = tr("All lines, each beside its translation; a text without breaks is one line")
        look = {"icon": ":material/align_horizontal_left:", "help": said}
        text, of = tr("Make a translation memory (TMX)"), (state, direction)
        act(text, begin, Message("Aligning"), make_lines, *of, **look)
    if not begun and not current_desk().busy:
        state.begun.add(direction.sides)
        begin(*job)
        st.rerun()


def _lexicon(made: MadeLexicon, direction: Direction, ticked: set[tuple[str, str]]) -> None:
    entries, terms = made.entries, Terms.of(direction)
    if not entries:
        return
    key = "-".join([direction.model.digest, str(made.min_pairs), *direction.sides])
    with _table_of(direction, made, ticked, key):
        files = st.container(horizontal=True, width="content")
        if not is_narrow() and any(entry.terms in ticked for entry in entries):  # there to be seen
            look = {"default": "ticked", "required": True, "label_visibility": "collapsed"}
            kept = choice(st.segmented_control, tr("The files hold"), KEPT, "words-kept", **look)
            entries = [e for e in entries if (e.terms in ticked) == (kept == "ticked")]
        if len(entries) < len(made.entries) or st.session_state["words-find"]:
            st.caption(tr("Entries in the files: {n:,}.", n=len(entries)))
    with files:
        found = terms, entries
        download_table(lambda: _table(*lexicon_rows(*found)), "lexicon", tr("Lexicon as CSV"))
        tbx = partial(lexicon_tbx, *found, ticked)
        download_button(tr("Lexicon as TBX (glossary)"), lambda: _bytes(tbx()), "lexicon.tbx")


def _table_of(
    direction: Direction, made: MadeLexicon, ticked: set[tuple[str, str]], key: str
) -> "st.delta_generator.DeltaGenerator":
    """The entries, shown or found in a table to be ticked; the row above it, for the files."""
    every, look = made.entries, {"key": "words-find", "persist_state": "session"}
    look |= {"placeholder": tr("Part of a word, on either side"), "icon": ":material/search:"}
    sought = st.text_input(tr("Find in the lexicon"), label_visibility="collapsed", **look)  # type: ignore[call-overload]
    found = sorted(entries_with(every, sought), key=lambda n: every[n].doubtful)
    shown = [every[place] for place in found[:SHOWN]]
    if not shown:
        st.info(tr("No entry has that. Try it under “A word”, in any form."))
        return st.container(horizontal=True, vertical_alignment="center")
    st.caption(_said(made, shown))
    if is_narrow():
        _list(direction, shown, f"page-lexicon-{key}-{sought}")
    # Above the table and in one row: a first tick moves nothing under the hand.
    files = st.container(horizontal=True, vertical_alignment="center")
    if is_narrow():
        return files
    rows = [row for row, entry in enumerate(shown) if entry.terms in ticked]
    key = f"words-lexicon-{key}-{sought}"
    chosen = st.dataframe(
        _cells(hash((direction.sides, *shown)), direction, shown),
        alt=tr("Words with their translation and an example"),
        column_config=_looks(direction),
        **rows_of(ROW, len(shown), TALL),
        key=key,
        on_select=partial(_follow, direction, key, shown),
        selection_default={"selection": {"rows": rows}},
        selection_mode=["multi-row", "single-cell"],
    )
    ticked.difference_update(entry.terms for entry in shown)
    ticked.update(shown[row].terms for row in chosen.selection.rows)
    return files


def _said(made: MadeLexicon, shown: Sequence[Entry]) -> str:
    """How many entries there are, how many of them are doubtful, and what can be done with them."""
    said = plural(
        len(made.entries),
        "{n:,} entry, each shown by at least {pairs}",
        "{n:,} entries, each shown by at least {pairs}",
        pairs=count(made.min_pairs, "pair"),
    )
    told, last = [f"{said}."], sum(entry.doubtful for entry in shown)
    if (n := len(shown)) < len(made.entries):
        listed = plural(
            n,
            "**{n:,} of them is listed**: search for others, or download all.",
            "**{n:,} of them are listed**: search for others, or download all.",
        )
        told.append(listed)
    doubt = plural(
        last,
        "The last one is doubtful, found in under a quarter of its lines, and not in TBX.",
        "The last {n:,} are doubtful, found in under a quarter of their lines, and not in TBX.",
    )
    told += [*[doubt] * bool(last), tr("Click a word to see its lines.")]
    if not is_narrow():
        told.append(tr("Tick rows to download only these, or all but these."))
    return " ".join(told)


def _list(direction: Direction, shown: Sequence[Entry], key: str) -> None:
    """What a telephone has room for: entries whose words are broken as lines are."""
    place, page = one_page(shown, PAGE, key)
    with place, st.container(key="lexicon-list", gap=None):
        for n, entry in enumerate(page):
            seen = tr(cards.SEEN, n=entry.lines, n_all=entry.source_lines)
            said = f"{label(entry.source)} → **{label(entry.target)}** :gray[:small[{seen}]]"
            asked = direction.model, entry.source, *direction.sides
            click(said, ask_for, *asked, key=f"entry-{n}", type="tertiary", width="stretch")


@st.cache_resource(max_entries=8, show_spinner=False)
def _cells(known: int, _direction: Direction, _shown: Sequence[Entry]) -> pd.DataFrame:
    """Kept, as every tick draws the same table again; known  by what that is told."""
    # First what does nothing when it is chosen, as the first cell is by a click on a heading.
    columns: dict[str, list[object]] = {"lines": [entry.lines for entry in _shown]}
    examples: dict[str, list[object]] = {}
    for side, own in zip(_direction.sides, ("source", "target"), strict=True):
        held = _direction.model.vocabularies[side]
        columns[side] = [getattr(entry, own) for entry in _shown]
        examples[f"example {side}"] = [
            _cut(held, getattr(entry.example, own), getattr(entry, own)) for entry in _shown
        ]
    columns["together"] = [round(entry.probability, 2) for entry in _shown]
    return pd.DataFrame(columns | examples)


def _looks(direction: Direction) -> dict[str, Any]:
    """What the columns of the table are called, and how wide they are."""
    text, number = st.column_config.TextColumn, st.column_config.NumberColumn
    share: dict[str, Any] = {"width": SHARE, "format": "percent", "color": "primary"}
    share["help"] = tr("Of the lines with the word on the left, those that say it by the other.")
    look: dict[str, Any] = {"lines": number(tr("lines"), width=COUNTED, format="localized")}
    look["together"] = st.column_config.ProgressColumn(tr("together in"), **share)
    for side in direction.sides:
        name = side_name(direction.model.corpus, side)
        look[side] = text(name, width=WORD)
        look[f"example {side}"] = text(tr("example {side}", side=name), width=EXAMPLE)
    return look


def _cut(vocabulary: SideVocabulary, text: str, word: str) -> str:
    """Of an example what its cell has room for, with the word in whatever form."""
    places = found_at(text, word) or sought_of(vocabulary, word).places(vocabulary, text)
    return part_with(text, places, LETTERS)


def _table(head: Iterable[object], *rows: tuple[object, ...]) -> pd.DataFrame:
    return pd.DataFrame(rows, columns=[*head])


def _follow(direction: Direction, key: str, entries: Sequence[Entry]) -> None:
    """From a word of the table to its lines."""
    sides = direction.sides
    for row, column in st.session_state[key].selection.cells[:1]:
        if column in sides:
            place = sides.index(column)
            word = (entries[row].source, entries[row].target)[place]
            ask_for(direction.model, word, sides[place], sides[1 - place])


def _bytes(pieces: Iterable[str]) -> bytes:
    return "".join(pieces).encode("utf-8", "replace")
