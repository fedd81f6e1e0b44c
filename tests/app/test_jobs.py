"""Jobs: what a snapshot says, how a job ends, what is refused."""

import errno
import threading
import time
from dataclasses import replace

import pytest

from gplsa.app.desk.desk import Desk
from gplsa.app.desk.jobs import Job, Snapshot
from gplsa.app.library.failures import OUT_OF_MEMORY, said
from gplsa.app.library.on_disk import OnDisk
from gplsa.app.show.job_line import _in_words
from gplsa.errors import InputError
from tests.patience import PATIENCE, PAUSE, SOON, eventually


def ended(job: Job) -> Job:
    eventually(lambda: not job.snapshot.live)
    return job


def running(job: Job) -> Job:
    """Its work has told how far it is."""
    eventually(lambda: job.snapshot.fraction > 0)
    return job


@pytest.fixture
def desk(tmp_path):
    desk = Desk(OnDisk(tmp_path))
    yield desk
    assert desk.close(PATIENCE)


def test_a_phase_that_is_called_as_its_job_is_not_said_twice():
    seen = Snapshot("1", "Lexicon", "running", 0.5, "Lexicon", seconds_left=1.0)
    assert _in_words(seen) == "**Lexicon** 50\N{NO-BREAK SPACE}% · about 1 s left"
    assert "· Fitting ·" in _in_words(replace(seen, phase="Fitting"))


def test_no_seconds_are_left_once_the_work_is_done():
    seen = Snapshot("1", "Lexicon", "running", 1.0, "Done", seconds_left=0.0)
    assert _in_words(seen) == "**Lexicon**: nearly done"


def endless(progress) -> str:
    while True:
        progress(0.5, "Fitting")
        time.sleep(PAUSE)


def test_a_job_ends_with_its_sentence(desk):
    job = ended(desk.begin("Training", lambda progress: "The model is trained."))
    assert job.snapshot.state == "done"
    assert job.snapshot.message == "The model is trained."
    assert job.snapshot.fraction == 1.0


def test_progress_is_seen_while_it_runs(desk):
    seen, go = threading.Event(), threading.Event()

    def work(progress) -> str:
        progress(0.25, "Fitting")
        progress(0.2, "Fitting")
        seen.set()
        assert go.wait(PATIENCE)
        return ""

    job = desk.begin("Training", work)
    assert seen.wait(PATIENCE)
    assert (job.snapshot.phase, job.snapshot.fraction) == ("Fitting", 0.25)  # never backwards
    go.set()
    ended(job)


def test_cancel_stops_at_the_next_report(desk):
    job = running(desk.begin("Training", endless))
    job.cancel()
    assert job.snapshot.state in ("stopping", "stopped")
    assert ended(job).snapshot.state == "stopped"


@pytest.mark.parametrize(
    ("error", "message"),
    [
        (InputError("No pair was found."), "No pair was found."),
        (MemoryError(), OUT_OF_MEMORY),
        (KeyError("secret/path"), said(KeyError())),
        (OSError(errno.ENOSPC, "No space left on device"), said(OSError(errno.ENOSPC, ""))),
    ],
)
def test_errors_become_sentences(desk, error, message):
    def work(progress) -> str:
        raise error

    job = ended(desk.begin("Reading", work))
    assert (job.snapshot.state, job.snapshot.message) == ("failed", message)


def test_one_live_job(desk):
    first = desk.begin("Training", endless)
    with pytest.raises(InputError, match="still running"):
        desk.begin("Reading", lambda progress: "")
    first.cancel()
    ended(first)
    assert ended(desk.begin("Reading", lambda p: "")).snapshot.state == "done"


def test_dismiss_leaves_a_live_job_alone(desk):
    job = desk.begin("Training", endless)
    desk.dismiss()
    assert desk.job is job
    job.cancel()
    ended(job)
    desk.dismiss()
    assert desk.job is None


def test_closing_stops_what_runs_at_once(desk):
    job = running(desk.begin("Training", endless))
    assert desk.close(PATIENCE)
    assert job.snapshot.state == "stopped"
    with pytest.raises(InputError, match="closing"):
        desk.begin("Reading", lambda progress: "")


def test_closing_does_not_wait_for_a_deaf_thread(desk):
    go = threading.Event()
    desk.begin("Training", lambda progress: str(go.wait(PATIENCE)))
    eventually(lambda: desk.job.snapshot.state == "running")
    assert not desk.close(SOON)
    go.set()


def test_closing_without_a_job_is_over_at_once(desk):
    assert desk.close(patience=0.0)


def test_the_curve_begins_anew_with_every_fit():
    job = Job("Training", endless)
    for iteration, objective in ((1, -9.0), (2, -8.0), (1, -12.0), (2, -7.0), (3, -6.0)):
        job.swept(iteration, objective)
    assert job.snapshot.curve == (-12.0, -7.0, -6.0)
