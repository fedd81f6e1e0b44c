"""Jobs: what a snapshot says, how a job ends, what is refused."""

import errno
import threading
import time

import pytest

from gplsa.app.workshop.failures import OUT_OF_MEMORY, said
from gplsa.app.workshop.jobs import Busy, Job, Jobs
from gplsa.errors import InputError


def ended(job: Job, patience: float = 5.0) -> Job:
    deadline = time.monotonic() + patience
    while job.snapshot.live:
        assert time.monotonic() < deadline, "the job does not end"
        time.sleep(0.005)
    return job


@pytest.fixture
def jobs():
    jobs = Jobs(workers=1, waiting=1)
    yield jobs
    assert jobs.cancel_all(patience=5.0)


def endless(progress) -> str:
    while True:
        progress(0.5, "Fitting")
        time.sleep(0.005)


def test_a_job_ends_with_its_sentence(jobs):
    job = ended(jobs.submit("ada", "train", "Training", lambda progress: "The model is trained."))
    assert job.snapshot.state == "done"
    assert job.snapshot.message == "The model is trained."
    assert job.snapshot.fraction == 1.0


def test_progress_is_seen_while_it_runs(jobs):
    seen, go = threading.Event(), threading.Event()

    def work(progress) -> str:
        progress(0.25, "Fitting")
        progress(0.2, "Fitting")
        seen.set()
        assert go.wait(5)
        return ""

    job = jobs.submit("ada", "train", "Training", work)
    assert seen.wait(5)
    assert (job.snapshot.phase, job.snapshot.fraction) == ("Fitting", 0.25)  # never backwards
    go.set()
    ended(job)


def test_cancel_stops_at_the_next_report(jobs):
    job = jobs.submit("ada", "train", "Training", endless)
    time.sleep(0.05)
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

    job = ended(jobs.submit("ada", "read", "Reading", work))
    assert (job.snapshot.state, job.snapshot.message) == ("failed", message)


def test_one_live_job_for_each_person(jobs):
    first = jobs.submit("ada", "train", "Training", endless)
    with pytest.raises(Busy, match="still running"):
        jobs.submit("ada", "read", "Reading", lambda progress: "")
    first.cancel()
    ended(first)
    assert ended(jobs.submit("ada", "read", "Reading", lambda p: "")).snapshot.state == "done"


def test_the_queue_is_bounded_and_says_how_many_wait(jobs):
    first = jobs.submit("ada", "train", "Training", endless)
    second = jobs.submit("ben", "train", "Training", endless)
    time.sleep(0.05)
    assert second.snapshot.state == "waiting"
    assert jobs.waiting_before(second) == 0
    with pytest.raises(Busy, match="Too many people"):
        jobs.submit("cem", "train", "Training", endless)
    second.cancel()
    first.cancel()
    assert ended(second).snapshot.state == "stopped"


def test_addresses_and_people_take_turns():
    jobs, order, go = Jobs(workers=1, waiting=20), [], threading.Event()

    def work(name):
        def do(progress) -> str:
            assert go.wait(5)
            order.append(name)
            return ""

        return do

    submitted = [jobs.submit("eve0", "train", "Training", work("eve0"), "6.6.6.6")]
    time.sleep(0.05)  # it runs
    for number in range(1, 5):
        name = f"eve{number}"
        submitted.append(jobs.submit(name, "train", "Training", work(name), "6.6.6.6"))
    for name, address in (("ada", "1.1.1.1"), ("ben", "1.1.1.1"), ("cem", "2.2.2.2")):
        submitted.append(jobs.submit(name, "train", "Training", work(name), address))
    before = {job.owner: jobs.waiting_before(job) for job in submitted}
    assert before["ada"] < before["eve2"]
    go.set()
    for job in submitted:
        ended(job)
    assert order[:4] == ["eve0", "ada", "cem", "eve1"]
    assert order.index("ben") < order.index("eve2")
    assert jobs.cancel_all(5.0)


def test_one_address_cannot_fill_the_queue():
    jobs = Jobs(workers=2, waiting=6)
    with pytest.raises(Busy, match="Too many people"):
        for number in range(8):
            jobs.submit(f"eve{number}", "train", "Training", endless, "6.6.6.6")
    for name in ("ada", "ben"):
        jobs.submit(name, "train", "Training", endless, "1.1.1.1")
    with pytest.raises(Busy, match="Too many people"):
        jobs.submit("cem", "train", "Training", endless, "2.2.2.2")
    assert jobs.cancel_all(5.0)


def test_nobody_sees_the_job_of_another(jobs):
    jobs.submit("ada", "train", "Training", endless)
    assert jobs.of("ben") is None


def test_ended_jobs_are_dropped_after_a_while():
    jobs = Jobs(keep_seconds=0.02)
    ended(jobs.submit("ada", "read", "Reading", lambda progress: ""))
    time.sleep(0.05)
    assert jobs.of("ada") is None


def test_dismiss_leaves_a_live_job_alone(jobs):
    job = jobs.submit("ada", "train", "Training", endless)
    jobs.dismiss("ada")
    assert jobs.of("ada") is job
    job.cancel()
    ended(job)
    jobs.dismiss("ada")
    assert jobs.of("ada") is None


def test_closing_stops_everything_at_once():
    jobs = Jobs(workers=1, waiting=3)
    running = jobs.submit("ada", "train", "Training", endless)
    waiting = jobs.submit("ben", "train", "Training", endless)
    time.sleep(0.05)
    began = time.monotonic()
    assert jobs.cancel_all(patience=2.0)
    assert time.monotonic() - began < 1.0
    assert ended(running).snapshot.state == "stopped"
    assert waiting.snapshot.state == "stopping"
    with pytest.raises(Busy, match="closing"):
        jobs.submit("cem", "read", "Reading", lambda progress: "")


def test_closing_does_not_wait_for_a_deaf_thread():
    jobs, go = Jobs(workers=1), threading.Event()
    jobs.submit("ada", "train", "Training", lambda progress: str(go.wait(10)))
    time.sleep(0.05)
    assert not jobs.cancel_all(patience=0.1)
    go.set()


def test_the_curve_begins_anew_with_every_fit():
    job = Job("ada", "train", "Training")
    for sweep, objective in ((1, -9.0), (2, -8.0), (1, -12.0), (2, -7.0), (3, -6.0)):
        job.swept(sweep, objective)
    assert job.snapshot.curve == (-12.0, -7.0, -6.0)
