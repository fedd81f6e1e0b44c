"""One strip that says what the columns of a table are taken for; each of its parts is a menu."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

import streamlit as st

from gplsa.app.desk.desk import Desk
from gplsa.app.show.controls import act
from gplsa.corpus.corpus import Corpus
from gplsa.headings import columns_of_headings
from gplsa.html.escaping import label, one_line
from gplsa.language import later, plural, tr, translated
from gplsa.reading.choices import Choices
from gplsa.text.languages import language_name

LANGUAGES = "bg cs da de el en es et fi fr hr hu it la lt lv nl pl pt ro ru sk sl sv tr uk".split()
LONG_PART, LONG_EXAMPLE = 60, 80
ID, KEPT, HEADINGS = "id", "kept", "headings"
MEANT = {KEPT: later("Shown beside the documents"), HEADINGS: later("Subjects given to them")}


@dataclass(frozen=True)
class Table:
    """A table whose columns are shown: their names, the first cells of each, what they are taken
    for, and what its sides are called for people; the column of subject headings and what is told
    of it, where such are learned."""

    columns: Sequence[str]
    examples: Mapping[str, Sequence[str]]
    recognised: Choices
    sides: Mapping[str, str]
    headings: tuple[str, str] | None = None


def column_strip(table: Table, key: str, *, with_languages: bool = False) -> Choices:
    """Show it; what is chosen now, which is `table.recognised` until somebody changes it.

    key  of this table: that of another would bring its columns along
    """
    known, parts = table.recognised, _parts_of(table)
    for part, names in parts.items():
        _told_again(f"{key}-{part}", names)
    languages = dict(known.languages or {})
    titles = {ID: tr("id"), HEADINGS: tr("headings"), KEPT: tr("kept"), **table.sides}
    empty = {ID: tr("row numbers"), HEADINGS: tr("none"), KEPT: tr("no column")}
    with st.container(
        horizontal=True, vertical_alignment="center", gap="small", key=f"columns-{key}"
    ):
        for side, name in (known.picture_columns or {}).items():
            named_so = f"**{label(table.sides[side], 40)}:** {label(name, LONG_PART)}"
            st.markdown(named_so, width="content")
        for part in parts:
            title = titles[part]
            with _part(table, key, part, title, empty.get(part, tr("no column")), [*parts]):
                if with_languages and part not in empty:
                    languages[part] = _language(title, languages.get(part, ""), f"{key}-in-{part}")
        chosen = {part: tuple(st.session_state[f"{key}-{part}"]) for part in parts}
        _unused(table, {name for names in chosen.values() for name in names}, key)
    found = replace(known, columns={side: chosen[side] for side in known.columns or {}})
    return _with_others(table, replace(found, languages=languages or known.languages), chosen)


def _parts_of(table: Table) -> dict[str, list[str]]:
    """By part of the strip, in their order, what its columns are taken for."""
    known = table.recognised
    sides = {side: [*names] for side, names in (known.columns or {}).items()}
    if known.carried is None:  # of files that are no table there is nothing but the texts
        return sides
    texts = {name for names in sides.values() for name in names}
    taken = {*texts, known.id_column, *(known.picture_columns or {}).values()}
    kept = [name for name in known.carried if name not in taken]
    of_headings = {}
    if table.headings is not None:
        of_headings = {HEADINGS: [name for name in kept if name == table.headings[0]]}
        kept = [name for name in kept if name != table.headings[0]]
    ids = [known.id_column] if known.id_column else []
    return {ID: ids} | sides | of_headings | {KEPT: kept}


def _with_others(table: Table, found: Choices, chosen: Mapping[str, Sequence[str]]) -> Choices:
    """The choice of the sides' columns with that of the others, where it is a table."""
    known = table.recognised
    if known.carried is None:
        return found
    # What names files, or is a title or the id, stays beside the text that it also is.
    both = {name for name in known.carried if name not in _parts_of(table)[KEPT]}
    both &= {*(known.picture_columns or {}).values()}.union(*chosen.values())
    both |= {*chosen.get(HEADINGS, ())}
    carried = tuple(c for c in table.columns if c in chosen[KEPT] or c in both)
    return replace(found, id_column="".join(chosen[ID]), carried=carried)


def column_of_headings(desk: Desk, corpus: Corpus) -> str:
    """The one that is chosen, in the menu or before, or looks most like it; "" for none."""
    state = desk.corpus_state
    if (menu := st.session_state.get(f"{state.id}-{HEADINGS}")) is not None:
        state.headings = "".join(menu)
    if state.headings is None:
        state.headings = next(iter(columns_of_headings(corpus.fields)), "")
    return state.headings


def read_again_button(do: Callable[..., object], *asked: object) -> None:
    """Beside a strip that somebody has changed."""
    text, icon = tr("Read again with these columns"), ":material/refresh:"
    act(text, do, *asked, type="primary", icon=icon)


def _part(
    table: Table, key: str, part: str, title: str, none: str, parts: Sequence[str]
) -> "st.delta_generator.DeltaGenerator":
    """A menu of one part: its title, its columns, and all there are to choose from."""
    now = st.session_state[f"{key}-{part}"]
    shown = label(_joined(now), LONG_PART) if now else f"*{none}*"
    # Of files that are no table they are no columns; one without a name is called "column 2".
    if now and table.recognised.carried is not None:
        shown = label(_joined(re.sub(r"^column (?=\d+$)", "", one) for one in now), LONG_PART)
        shown = plural(len(now), "column {names}", "columns {names}", names=shown)
    if part == HEADINGS and table.headings and [*now] == [table.headings[0]]:
        shown += f" ({table.headings[1]})"
    shown, why = f"**{label(title, 40)}:** {shown}", MEANT.get(part)
    menu = st.popover(shown, key=f"menu-{key}-{part}", help=why and tr(why))
    menu.multiselect(
        tr("Columns of “{part}”", part=one_line(title, 40)),
        list(table.columns),
        format_func=lambda name: _with_example(table, name),
        max_selections=1 if part in (ID, HEADINGS) else None,
        placeholder=none,
        key=f"{key}-{part}",
        on_change=_taken,
        args=(key, part, parts),
    )
    return menu


def _unused(table: Table, used: set[str], key: str) -> None:
    pictures = (table.recognised.picture_columns or {}).values()
    if left := [name for name in table.columns if name not in used and name not in pictures]:
        text = f"**{tr('unused')}:** {label(_joined(left), LONG_PART)}"
        with st.popover(text, key=f"menu-{key}-unused"):
            st.text("\n".join(_with_example(table, name) for name in left))
            st.caption(tr("Choose one of them in another of these menus to make use of it."))


def _language(title: str, now: str, key: str) -> str:
    codes = ["", *sorted({now, *LANGUAGES} - {""}, key=named)]
    _told_again(key, now)
    text = tr("Language of “{part}”", part=one_line(title, 40))
    return str(st.selectbox(text, codes, format_func=named, key=key))


def _told_again(key: str, value: object) -> None:
    """What is chosen, at first a value, told to the browser in every run: a menu opened for the
    first time later than in the first one would be empty."""
    st.session_state[key] = st.session_state.get(key, value)


def named(code: str) -> str:
    return translated(language_name(code)) if code else tr("unknown")


def _taken(key: str, part: str, parts: Iterable[str]) -> None:
    """A column that a part takes is none of another part's any more."""
    mine = st.session_state[f"{key}-{part}"]
    for other in parts:
        if other != part:
            name = f"{key}-{other}"
            st.session_state[name] = [c for c in st.session_state[name] if c not in mine]


def _joined(names: Iterable[str]) -> str:
    return " + ".join(one_line(name, 40) for name in names)


def _with_example(table: Table, name: str) -> str:
    found = next(iter(table.examples.get(name, ())), "")
    return f"{one_line(name, 40)}: {one_line(found, LONG_EXAMPLE)}" if found else one_line(name, 40)
