"""Jobs: what a snapshot says, how a job ends, what is refused."""

import errno
import threading
import time

import pytest

from gplsa.app.desk.failures import OUT_OF_MEMORY, said
from gplsa.app.desk.jobs import Busy, Job, Jobs
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
def jobs():
    jobs = Jobs()
    yield jobs
    assert jobs.close(PATIENCE)


def endless(progress) -> str:
    while True:
        progress(0.5, "Fitting")
        time.sleep(PAUSE)


def test_a_job_ends_with_its_sentence(jobs):
    job = ended(jobs.submit("train", "Training", lambda progress: "The model is trained."))
    assert job.snapshot.state == "done"
    assert job.snapshot.message == "The model is trained."
    assert job.snapshot.fraction == 1.0


def test_progress_is_seen_while_it_runs(jobs):
    seen, go = threading.Event(), threading.Event()

    def work(progress) -> str:
        progress(0.25, "Fitting")
        progress(0.2, "Fitting")
        seen.set()
        assert go.wait(PATIENCE)
        return ""

    job = jobs.submit("train", "Training", work)
    assert seen.wait(PATIENCE)
    assert (job.snapshot.phase, job.snapshot.fraction) == ("Fitting", 0.25)  # never backwards
    go.set()
    ended(job)


def test_cancel_stops_at_the_next_report(jobs):
    job = running(jobs.submit("train", "Training", endless))
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
def test_errors_become_sentences(jobs, error, message):
    def work(progress) -> str:
        raise error

    job = ended(jobs.submit("read", "Reading", work))
    assert (job.snapshot.state, job.snapshot.message) == ("failed", message)


def test_one_live_job(jobs):
    first = jobs.submit("train", "Training", endless)
    with pytest.raises(Busy, match="still running"):
        jobs.submit("read", "Reading", lambda progress: "")
    first.cancel()
    ended(first)
    assert ended(jobs.submit("read", "Reading", lambda p: "")).snapshot.state == "done"


def test_dismiss_leaves_a_live_job_alone(jobs):
    job = jobs.submit("train", "Training", endless)
    jobs.dismiss()
    assert jobs.last is job
    job.cancel()
    ended(job)
    jobs.dismiss()
    assert jobs.last is None


def test_closing_stops_what_runs_at_once():
    jobs = Jobs()
    job = running(jobs.submit("train", "Training", endless))
    assert jobs.close(PATIENCE)
    assert job.snapshot.state == "stopped"
    with pytest.raises(Busy, match="closing"):
        jobs.submit("read", "Reading", lambda progress: "")


def test_closing_does_not_wait_for_a_deaf_thread():
    jobs, go = Jobs(), threading.Event()
    jobs.submit("train", "Training", lambda progress: str(go.wait(PATIENCE)))
    eventually(lambda: jobs.last.snapshot.state == "running")
    assert not jobs.close(SOON)
    go.set()


def test_closing_without_a_job_is_over_at_once():
    assert Jobs().close(patience=0.0)


def test_the_curve_begins_anew_with_every_fit():
    job = Job("train", "Training")
    for sweep, objective in ((1, -9.0), (2, -8.0), (1, -12.0), (2, -7.0), (3, -6.0)):
        job.swept(sweep, objective)
    assert job.snapshot.curve == (-12.0, -7.0, -6.0)
