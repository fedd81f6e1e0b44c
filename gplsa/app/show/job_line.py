"""The line of a running job at the top of every page, and what else is said there."""

import itertools
from base64 import b64encode
from collections.abc import Iterator, Sequence

import streamlit as st

from gplsa.app.desk.desk import Desk, current_desk
from gplsa.app.desk.jobs import Job, Snapshot
from gplsa.app.library.library import CORPUS, MODEL
from gplsa.app.show.cards import block
from gplsa.app.show.controls import attempt, duration
from gplsa.html.escaping import label
from gplsa.html.sides import SIDE_COLORS
from gplsa.language import number, tr, translated


def job_line(*, large: bool = False) -> None:
    """At the top of every page: what runs, how far it is, and Cancel; or how it ended.

    In a place of its own that is always there: a browser folds up what has moved by one.
    """
    with st.container(key="job"):
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
    entries = desk.library.unsaved(MODEL) + desk.library.unsaved(CORPUS)
    if not entries:
        return
    names = ", ".join(f"“{label(entry.name, 40)}”" for entry in entries[:3])
    if len(entries) > 3:
        names = tr("{names} and {n_more:,} more", names=names, n_more=len(entries) - 3)
    with st.container(horizontal=True, vertical_alignment="center", key="unsaved"):
        said = tr(
            "Not saved, in memory only: {names}. {reason} It can be used and downloaded (page "
            "Saved), and goes when the app ends.",
            names=names,
            reason=label(translated(entries[0].unsaved), 300),
        )
        st.warning(said)
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
    if next(ticks) and (job is None or not job.snapshot.live):
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
                with st.expander(tr("How the fit goes up"), key="curve"):
                    st.html(block(_rising_line(seen.curve)))


def _rising_line(objective: Sequence[float]) -> str:
    """The objective after each iteration so far, as a line; no chart library each second."""
    low, high = min(objective), max(objective)
    width, scale = len(objective) - 1, (high - low) or 1.0
    points = " ".join(
        f"{100 * place / width:.2f},{30 - 28 * (value - low) / scale:.2f}"
        for place, value in enumerate(objective)
    )
    drawing = (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 32" preserveAspectRatio="none">'
        f'<polyline points="{points}" fill="none" stroke="{SIDE_COLORS[0]}" stroke-width="2" '
        'vector-effect="non-scaling-stroke"/></svg>'
    )
    # As a picture: st.html takes drawings out of the markup.
    source = b64encode(drawing.encode()).decode()
    sentence = tr(
        "The objective rose from {low:.5g} to {high:.5g} in {iterations} iterations.",
        low=low,
        high=high,
        iterations=len(objective) - 1,
    )
    return (
        f'<img class="curve" alt="{sentence}" src="data:image/svg+xml;base64,{source}">'
        f'<p class="small soft">{sentence}</p>'
    )


def _in_words(seen: Snapshot) -> str:
    title = translated(seen.title)
    if seen.state == "stopping":
        return tr("{title}: stopping …", title=title)
    if seen.fraction == 1:
        return tr("{title}: nearly done", title=f"**{title}**")
    pieces = [f"**{title}** {number(min(100 * seen.fraction, 99), '.0f')}\N{NO-BREAK SPACE}%"]
    if seen.phase and translated(seen.phase) != title:
        pieces.append(translated(seen.phase))
    if seen.seconds_left is not None:
        pieces.append(tr("about {time} left", time=duration(seen.seconds_left)))
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
        said = tr(
            "“{title}” was interrupted when the app ended last time. Start it again; what was "
            "finished before is here.",
            title=label(translated(desk.interrupted)),
        )
        st.info(said)
        st.button(tr("Close"), on_click=close, key="close-interrupted")
