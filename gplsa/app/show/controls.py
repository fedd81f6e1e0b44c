"""Parts that several pages show: the head, buttons and forms, links onward, downloads."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from types import MappingProxyType
from typing import Any, TypeVar
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import pandas as pd
import streamlit as st

from gplsa.app.access.place import inside
from gplsa.app.desk.desk import current_desk
from gplsa.app.show.cards import show
from gplsa.app.show.downloads import download_button
from gplsa.app.show.tables import csv_bytes, xlsx_bytes
from gplsa.errors import InputError
from gplsa.figures.columns import written
from gplsa.html import elements
from gplsa.html.escaping import label, markup
from gplsa.language import ENGLISH, in_language, language, tr, translated
from gplsa.model.model import TrainedModel
from gplsa.progress import Progress

HEADING = 38  # pixels of a table
RIGHT, WRONG = "✓", "✗"
T = TypeVar("T")


def head(title: str, lead: str) -> None:
    """The question a page answers, and a sentence about it."""
    st.title(title, anchor=False)
    show(f'<p class="soft" style="margin-bottom:.4rem">{markup(lead)}</p>')


def onward(
    page: str, text: str, *, primary: bool = True, also: tuple[str, str] | None = None
) -> None:
    """The link at the end of a page, to the next step of the way.

    also  another page and the text of a plainer link to it
    """
    links = [(*also, False)] if also is not None else []
    with st.container(horizontal=True, horizontal_alignment="right"):
        for to, said, first in (*links, (page, text, primary)):
            if forward(said, type="primary" if first else "secondary", key=f"onward-{to}"):
                st.switch_page(to)


def forward(text: str, **options: Any) -> bool:
    """A button with an arrow to what comes next: whether it was pressed."""
    look = {"type": "primary", "icon": ":material/arrow_forward:", "icon_position": "right"}
    return bool(st.button(text, **look | options))


def of_a_sample(model: TrainedModel) -> None:
    """Of a model of a corpus folder: that the documents shown are a sample of it."""
    if model.whole is not None and model.is_sample:
        said = tr(
            "The topics are of {documents:,} documents; those shown here are a sample of {n:,}.",
            documents=model.whole.documents,
            n=model.n_documents,
        )
        more = f" {tr('The page Search finds any.')}" * model.whole.is_kept
        st.caption(f"{said}{more}")


def act(text: str, do: Callable[..., object], *asked: object, **options: Any) -> None:
    """A button that changes what lies on the desk by `do(*asked)`: not while a job runs, and what
    an InputError refuses is said on the next run."""
    click(text, do, *asked, **resting(**options))


def resting(**options: Any) -> dict[str, Any]:
    """Options of a control, which rests while a job runs and says so."""
    why = tr("Waits until what runs now has ended.")
    return options | ({"disabled": True, "help": why} if current_desk().busy else {})


def click(text: str, do: Callable[..., object], *asked: object, **options: Any) -> None:
    """A button that does `do(*asked)`."""
    st.button(text, **options | {"on_click": attempt, "args": (do, *asked)})


def choice(
    control: Callable[..., Any], text: str, names: Mapping[Any, str], key: str, **options: Any
) -> Any:
    """A control of Streamlit that offers `names` by their translations, and keeps what was chosen
    from page to page."""
    look = options | {"key": key, "persist_state": "session"}
    return control(text, [*names], format_func=lambda one: tr(names[one]), **look)


def marks(
    key: str, question: str, now: bool | None, do: Callable[..., None], *asked: object
) -> None:
    """✓ and ✗ for what was said so far, None for nothing; `do(*asked, said)` when that changes."""
    # What was said elsewhere, of the same, would stand in the field of before.
    st.session_state[key] = {None: None, True: RIGHT, False: WRONG}[now]

    def changed() -> None:
        mark = st.session_state[key]
        do(*asked, None if mark is None else mark == RIGHT)

    st.segmented_control(
        question, [RIGHT, WRONG], key=key, label_visibility="collapsed", on_change=changed
    )


def folder_form(
    key: str, text: str, button: str, do: Callable[..., object], *asked: object, **options: Any
) -> None:
    """A path on this computer, typed in: `do(path, *asked)` where it may be read; where it may not
    be, or is refused, that is said below it."""
    refused = f"refused-{key}"

    def read() -> None:
        typed, allowed = st.session_state[key].strip().strip("\"'"), current_desk().allowed
        if typed and not attempt(lambda: do(inside(Path(typed), allowed), *asked)):
            st.session_state[refused] = st.session_state.pop("refusal")

    with line_form(f"form-{key}"):
        st.text_input(text, key=key, **options)
        st.form_submit_button(button, on_click=read, **resting())
    if said := st.session_state.pop(refused, None):
        st.warning(said)


@contextmanager
def line_form(key: str) -> Iterator[None]:
    """A form whose fields and button stand in one line."""
    row: dict[str, Any] = {"horizontal": True, "vertical_alignment": "bottom"}
    with st.form(key, border=False), st.container(key=f"line-{key}", **row):
        yield


def lasting_tabs(texts: Sequence[str], key: str, **values: str) -> Sequence[Any]:
    """Tabs, of which the same one is open after another page, and in another language."""
    titles, last = [tr(text, **values) for text in texts], f"{key}-last"
    if st.session_state.get(key) not in titles:
        st.session_state[key] = titles[st.session_state.get(last, 0)]
    tabs = st.tabs(titles, key=key, on_change="rerun")
    st.session_state[last] = [bool(tab.open) for tab in tabs].index(True)
    return tabs


def attempt(do: Callable[..., object], *asked: object) -> bool:
    """For an on_click: whether it was done; what an InputError refuses is said on the next run."""
    try:
        do(*asked)
    except InputError as error:
        st.session_state.refusal = label(translated(error), 500)
        return False
    return True


@contextmanager
def told(how: Callable[[str], object]) -> Iterator[None]:
    """What an InputError refuses in a block, or in a function that this decorates, is said on the
    page, by `st.info` or another box; the function then returns None."""
    try:
        yield
    except InputError as error:
        how(label(translated(error), 500))


def begin(
    title: str, work: Callable[..., str], *asked: Any, afterwards: Callable[[], None] = lambda: None
) -> None:
    """Start a job, from `act` or another on_click: `work(desk, *asked, progress)`, and then, where
    it did not fail, `afterwards`."""
    desk = current_desk()

    def done(progress: Progress) -> str:
        sentence = work(desk, *asked, progress)
        afterwards()
        return sentence

    attempt(desk.begin, title, done)


@st.cache_resource(max_entries=240, show_spinner=False)
def once(_make: Callable[[], T], *known: object) -> T:
    """What `_make` makes of all that is `known`, first of it a name: kept from run to run."""
    return _make()


@st.cache_resource(max_entries=16, show_spinner=False)
def lately(_make: Callable[[], T], *known: object) -> T:
    """As `once`, of what is large: the last few."""
    return _make()


def duration(seconds: float) -> str:
    if seconds < 90:
        return tr("{seconds} s", seconds=max(round(seconds), 1))
    if seconds < 5400:
        return tr("{minutes} min", minutes=round(seconds / 60))
    return tr("{hours:.1f} h", hours=seconds / 3600)


def moment(when: datetime) -> str:
    """A time as the clock of the person's browser shows it."""
    try:
        here_now, zone = when.astimezone(ZoneInfo(st.context.timezone or "")), ""
    except (ValueError, OSError, ZoneInfoNotFoundError):
        here_now, zone = when.astimezone(UTC), " UTC"
    return f"{written(here_now.date())}, {here_now:%H:%M}{zone}"


def rows_of(row: int, n: int, room: int = 870) -> dict[str, Any]:
    """Of a table its rows, so high and without numbers, none cut at its foot; room in pixels."""
    return {"row_height": row, "height": HEADING + row * min(n, room // row), "hide_index": True}


def table_with_download(
    table: pd.DataFrame,
    name: str,
    *,
    full: pd.DataFrame,
    alt: str,
    names: Mapping[str, str],
    units: Mapping[str, str] = MappingProxyType({}),
    marked: int | None = None,
) -> None:
    """A table of a few rows and a button that hands it out as CSV (`full`: a fuller one than is
    shown). Its headings are broken where there is no room, so that its numbers are in sight.

    names  what its columns are called
    units  of columns that have one; of shares “%”
    marked  the place of a row that stands out
    """
    numbers = {n for n, one in enumerate(table.dtypes) if pd.api.types.is_numeric_dtype(one)}
    units = {"λ": "λ", **units}
    told = [
        elements.numbers(table[name], units.get(str(name), "")) if n in numbers else table[name]
        for n, name in enumerate(table)
    ]
    head, rows = [names[str(name)] for name in table], zip(*told, strict=True)
    show(elements.table(alt, head, rows, numbers, marked=marked, class_="said figures"))
    download_table(lambda: full, name)


def download_table(table: Callable[[], pd.DataFrame], name: str, text: str = "") -> None:
    """Buttons that hand out a table, whose words are English whoever asks for it: as CSV that the
    spreadsheets of the reader's language open, and as a workbook."""
    code = language()

    def made(write: Callable[[pd.DataFrame], bytes]) -> bytes:
        with in_language(ENGLISH):
            return write(table())

    with st.container(horizontal=True, gap="small", width="content"):
        csv = partial(made, lambda found: csv_bytes(found, code))
        download_button(text or tr("Download CSV"), csv, f"{name}.csv")
        download_button("XLSX", partial(made, xlsx_bytes), f"{name}.xlsx", icon=None)


def one_page(found: Sequence[T], size: int, key: str) -> tuple[Any, Sequence[T]]:
    """Where to draw a page of a list, with the choice of another at its foot, and what is on it."""
    place, n_pages = st.container(), -(-len(found) // size)
    page = 1
    if n_pages > 1:
        page = st.pagination(n_pages, key=f"{key}-{n_pages}", persist_state="session")
    return place, found[(page - 1) * size : page * size]


def way_key(model: TrainedModel) -> str:
    """Of the one that is chosen."""
    return f"direction-{sorted(model.rankers)}"
