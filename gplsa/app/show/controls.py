"""Parts that several pages show: the head, the line of a running job, links onward, downloads."""

import itertools
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from functools import partial, wraps
from typing import Any, TypeVar
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import pandas as pd
import streamlit as st

from gplsa.app.desk.desk import Desk, current_desk
from gplsa.app.desk.jobs import Job, Snapshot
from gplsa.app.library.library import CORPUS, MODEL
from gplsa.app.show.cards import block, rising_line
from gplsa.app.show.downloads import download_button
from gplsa.app.show.tables import csv_bytes
from gplsa.app.show.workbook import xlsx_bytes
from gplsa.errors import InputError
from gplsa.html.escaping import label, markup
from gplsa.html.sides import side_name
from gplsa.language import ENGLISH, in_language, language, number, tr, translated
from gplsa.model.model import TrainedModel

LONG_TABLE = 5000
T = TypeVar("T")


def head(title: str, lead: str) -> None:
    """The question a page answers, and a sentence about it."""
    st.title(title, anchor=False)
    st.html(block(f'<p class="soft" style="margin-bottom:.4rem">{markup(lead)}</p>'))


def onward(
    page: str, text: str, *, primary: bool = True, also: tuple[str, str] | None = None
) -> None:
    """The link at the end of a page, to the next step of the way.

    also  another page and the text of a plainer link to it
    """
    with st.container(horizontal=True, horizontal_alignment="right"):
        if also is not None:
            _link(*also, primary=False)
        _link(page, text, primary=primary)


def _link(page: str, text: str, *, primary: bool) -> None:
    if st.button(
        text,
        type="primary" if primary else "secondary",
        icon=":material/arrow_forward:",
        icon_position="right",
        key=f"onward-{page}",
    ):
        st.switch_page(page)


def needs_corpus(what: str) -> None:
    """A step that waits for a corpus says so, and ends the page."""
    _waits(what, CORPUS, "corpus.py", tr("Choose a corpus"))


def needs_model(what: str) -> None:
    """A step that waits for a model says which step comes first, and ends the page."""
    if current_desk().corpus is None:
        needs_corpus(f"{what} {tr('First choose a corpus, then train on it.')}")
    _waits(what, MODEL, "train.py", tr("Train a model"))


def _waits(what: str, kind: str, page: str, text: str) -> None:
    desk = current_desk()
    with st.container(border=True):
        st.markdown(what)
        st.page_link(page, label=text, icon=":material/arrow_back:")
        if n_saved := len(desk.library.listed(kind)):
            saved = tr("Open the saved one")
            if n_saved > 1:
                saved = tr("Open one of the {n_saved} saved", n_saved=n_saved)
            st.page_link("saved.py", label=saved, icon=":material/inventory_2:")
    st.stop()


def of_a_sample(model: TrainedModel) -> None:
    """Of a model of a corpus folder: that the documents shown are a sample of it."""
    if model.whole is not None and model.is_sample:
        sentences = [
            tr(
                "The topics are of {documents:,} documents; those shown here are a sample of "
                "{shown:,}.",
                documents=model.whole.documents,
                shown=model.n_documents,
            )
        ]
        if model.whole.is_kept:
            sentences.append(tr("The page Search finds any."))
        st.caption(" ".join(sentences))


def act(
    text: str, do: Callable[..., object], *asked: object, disabled: bool = False, **options: Any
) -> None:
    """A button that changes what lies on the desk by `do(*asked)`: not while a job runs, and what
    an InputError refuses is said on the next run."""
    click(text, do, *asked, disabled=current_desk().busy or disabled, **options)


def click(text: str, do: Callable[..., object], *asked: object, **options: Any) -> None:
    """A button that does `do(*asked)`."""
    st.button(text, on_click=refusable(do), args=asked, **options)


def choice(
    control: Callable[..., Any], text: str, names: Mapping[Any, str], key: str, **options: Any
) -> Any:
    """A control of Streamlit that offers `names` by their translations, and keeps what was chosen
    from page to page."""
    return control(
        text,
        [*names],
        format_func=lambda one: tr(names[one]),
        key=key,
        persist_state="session",
        **options,
    )


def attempt(do: Callable[..., object], *asked: object) -> bool:
    """Whether it was done; what an InputError refuses is said on the next run."""
    try:
        do(*asked)
    except InputError as error:
        st.session_state.refusal = label(translated(error), 500)
        return False
    return True


def refusable(do: Callable[..., object]) -> Callable[..., None]:
    """The same for an on_click, with `attempt`."""

    @wraps(do)
    def run(*asked: object) -> None:
        attempt(do, *asked)

    return run


def begin(title: str, work: Callable[..., str], *asked: Any) -> None:
    """Start a job, from `act` or another on_click: `work(desk, *asked, progress)`."""
    desk = current_desk()
    attempt(desk.begin, title, partial(work, desk, *asked))


def job_line(*, large: bool = False) -> None:
    """At the top of every page: what runs, how far it is, and Cancel; or how it ended.

    In a place of its own that is always there: a browser folds up what has moved by one.
    """
    with st.container(key="job"):
        _job_line(large)


def _job_line(large: bool) -> None:
    if refusal := st.session_state.pop("refusal", None):
        st.warning(translated(refusal))
    desk = current_desk()
    if desk.interrupted:
        _interrupted(desk)
    _unsaved(desk)
    job = desk.job
    if job is None:
        return
    if job.snapshot.live:
        st.session_state["watched"] = job.snapshot.id
        st.fragment(_running, run_every=1.0)(itertools.count(), large)
    else:
        _ended(job)


def _unsaved(desk: Desk) -> None:
    """What is in memory only, though it should be on the disk: on every page, until it is saved."""
    library = desk.library
    entries = [e for kind in (MODEL, CORPUS) for e in library.listed(kind) if e.unsaved]
    if not entries:
        return
    names = ", ".join(f"“{label(entry.name, 40)}”" for entry in entries[:3])
    if len(entries) > 3:
        names = tr("{names} and {n_more:,} more", names=names, n_more=len(entries) - 3)
    with st.container(horizontal=True, vertical_alignment="center", key="unsaved"):
        st.warning(
            tr(
                "Not saved, in memory only: {names}. {reason} It can be used and downloaded (page "
                "Saved), and goes when the app ends.",
                names=names,
                reason=label(translated(entries[0].unsaved), 300),
            )
        )
        st.button(tr("Save again"), on_click=_save_again, key="save-again")


def _save_again() -> None:
    desk = current_desk()
    attempt(desk.library.save_again)
    desk.remember()  # what is open could not be noted, either


def _running(ticks: Iterator[int], large: bool) -> None:
    desk = current_desk()
    job = desk.job
    # First it is drawn in a run of the whole page. A click may have begun that run, and would be
    # lost if the run gave way to another just because the job ends this moment.
    first = next(ticks) == 0
    if not first and (job is None or not job.snapshot.live):
        st.rerun()
    if job is None:
        return
    seen = job.snapshot
    with st.container(border=True, key="job-line"):
        with st.container(horizontal=True, vertical_alignment="center", gap="small"):
            st.progress(seen.fraction, _in_words(seen))
            st.button(tr("Cancel"), on_click=job.cancel, disabled=seen.state == "stopping")
        if large:
            st.caption(tr("You may leave this page, close it or reload it: the work goes on."))
            if len(seen.curve) > 1:
                shown = tr("How the fit goes up")
                with st.expander(shown, icon=":material/show_chart:", key="curve"):
                    st.html(rising_line(seen.curve))


def _in_words(seen: Snapshot) -> str:
    title = translated(seen.title)
    if seen.state == "stopping":
        return tr("{title}: stopping …", title=title)
    if seen.state == "waiting":
        return tr("{title}: waiting", title=title)
    pieces = [f"**{title}** {number(100 * seen.fraction, '.0f')} %"]
    if seen.phase:
        pieces.append(translated(seen.phase))
    if seen.seconds_left is not None:
        pieces.append(tr("{time} left", time=duration(seen.seconds_left)))
    return " · ".join(pieces)


def _ended(job: Job) -> None:
    seen = job.snapshot
    if seen.state == "done":
        # Said in passing to whoever saw it run, and not again after a reload; in its own place, as
        # what lies over a page covers its buttons.
        if st.session_state.pop("watched", None) == seen.id:
            with st.container(key="job-done"):
                st.markdown(f":material/check: {label(translated(seen.message), 300)}")
        return
    title = translated(seen.title)
    with st.container(horizontal=True, vertical_alignment="center", key="job-ended"):
        if seen.state == "failed":
            reason = label(translated(seen.message), 1000)
            st.error(tr("{title} did not finish. {reason}", title=title, reason=reason))
        else:
            st.info(tr("{title} was cancelled. Nothing you had before is lost.", title=title))
        st.button(tr("Close"), on_click=current_desk().dismiss)


def _interrupted(desk: Desk) -> None:
    def close() -> None:
        desk.interrupted = ""
        desk.remember()

    with st.container(horizontal=True, vertical_alignment="center", key="interrupted"):
        st.info(
            tr(
                "“{title}” was interrupted when the app ended last time. Start it again; what was "
                "finished before is here.",
                title=label(translated(desk.interrupted)),
            )
        )
        st.button(tr("Close"), on_click=close, key="close-interrupted")


def duration(seconds: float) -> str:
    """A time span as people say it."""
    if seconds < 90:
        return tr("{seconds} s", seconds=max(round(seconds), 1))
    if seconds < 5400:
        return tr("{minutes} min", minutes=round(seconds / 60))
    return tr("{hours:.1f} h", hours=seconds / 3600)


def moment(when: datetime) -> str:
    """A time as the clock of the person's browser shows it."""
    try:
        here_now = when.astimezone(ZoneInfo(st.context.timezone or ""))
    except (ValueError, OSError, ZoneInfoNotFoundError):
        return when.astimezone(UTC).strftime(tr("%d %b %Y, %H:%M UTC"))
    return here_now.strftime(tr("%d %b %Y, %H:%M"))


def table_with_download(
    table: pd.DataFrame,
    name: str,
    *,
    full: Callable[[], pd.DataFrame] | None = None,
    alt: str,
    **options: object,
) -> object:
    """A table and a button that hands it out as CSV (`full`: a fuller one than is shown)."""
    shown = st.dataframe(table.head(LONG_TABLE), hide_index=True, alt=alt, **options)  # type: ignore[call-overload]
    if len(table) > LONG_TABLE:
        st.caption(
            tr(
                "The first {n_shown:,} rows; the CSV has all {n_rows:,}.",
                n_shown=LONG_TABLE,
                n_rows=len(table),
            )
        )
    download_table(full or (lambda: table), name)
    return shown


def download_table(
    table: Callable[[], pd.DataFrame], name: str, text: str = "", words: str = ENGLISH
) -> None:
    """Buttons that hand out a table, whose words are English whoever asks for it unless `words` is
    another language: as CSV that the spreadsheets of the reader's language open, and as a workbook.
    """
    code = language()

    def made(write: Callable[[pd.DataFrame], bytes]) -> bytes:
        with in_language(words):
            return write(table())

    with st.container(horizontal=True, gap="small", width="content"):
        csv = partial(made, lambda found: csv_bytes(found, code))
        download_button(text or tr("Download CSV"), csv, f"{name}.csv")
        download_button("XLSX", partial(made, xlsx_bytes), f"{name}.xlsx", icon=None)


def one_page(found: Sequence[T], size: int, key: str) -> Sequence[T]:
    """Those of a list that are on the page chosen, beside where to choose another."""
    n_pages = -(-len(found) // size)
    page = 1
    if n_pages > 1:
        page = st.pagination(n_pages, key=f"{key}-{n_pages}", persist_state="session")
    return found[(page - 1) * size : page * size]


def directions(model: TrainedModel) -> list[tuple[str, str]]:
    """Ways to keywords that can be read; into pictures leads the page Search."""
    ways = [way for way in model.rankers if way[1] in model.readable]
    return ways or list(model.rankers)


def direction_name(model: TrainedModel, direction: tuple[str, str]) -> str:
    source, target = direction
    return f"{side_name(model.corpus, source)} → {side_name(model.corpus, target)}"
