"""Real schedulers and workers on this computer: the same bytes whatever runs the parts, or dies."""

import json
import os
import signal
import subprocess
import sys
import threading
import time
from contextlib import suppress

import numpy as np
import pytest
from scipy import sparse

pytest.importorskip("distributed")

from distributed import Client

from gplsa.cli import main
from gplsa.core.cluster.dask_runner import DaskRunner
from gplsa.core.coupling.joint import Links
from gplsa.core.divergences.skl import SKL
from gplsa.core.out_of_core.incremental import Schedule
from gplsa.core.out_of_core.runner import Threads
from gplsa.core.out_of_core.store import FolderStore
from gplsa.core.sums import scaled_rows
from gplsa.errors import InputError
from gplsa.model.settings import TrainSettings
from gplsa.models._chunks import Backend, fit_chunks
from gplsa.models._fit import FitParameters
from gplsa.reading.chunks.build import build
from gplsa.training.out_of_core import OutOfCore
from gplsa.training.train import train
from tests.conftest import REPOSITORY
from tests.in_memory import Slices
from tests.models.examples import planted
from tests.patience import PATIENCE, SOON, eventually
from tests.planted import planted_corpus

N_CHUNKS = 6
CHUNKS = Schedule(passes=5, tol=0.0, group=4)

# Dask's own clean-up is not ours to judge.
pytestmark = pytest.mark.filterwarnings("ignore")


class Cluster:
    """A scheduler and workers, each a process of its own."""

    def __init__(self, folder):
        self.folder = folder
        self.file = folder / "scheduler.json"
        self.workers = []
        self.port = 0
        self.start_scheduler()

    @property
    def address(self):
        return f"tcp://127.0.0.1:{self.port}"

    def start_scheduler(self):
        self.file.unlink(missing_ok=True)
        self.scheduler = self._start(
            *("dask_scheduler", "--host", "127.0.0.1", "--port", str(self.port), "--no-dashboard"),
            *("--scheduler-file", str(self.file)),
        )
        self.port = eventually(self._announced)

    def _announced(self):
        """The port in the scheduler's file, once that is there and whole."""
        assert self.scheduler.poll() is None
        with suppress(FileNotFoundError, json.JSONDecodeError):
            return int(json.loads(self.file.read_text())["address"].rsplit(":", 1)[1])

    def start_worker(self):
        self.workers.append(
            self._start(
                *("dask_worker", self.address, "--nthreads", "1", "--no-nanny", "--no-dashboard"),
                *("--local-directory", str(self.folder), "--death-timeout", str(PATIENCE)),
            )
        )

    def use(self, client, n_workers):
        """Exactly so many workers."""
        while len(self.workers) > n_workers:
            self.kill_worker()
        while len(self.workers) < n_workers:
            self.start_worker()
        eventually(lambda: len(client.nthreads()) == n_workers)

    def kill_worker(self):
        worker = self.workers.pop(0)
        worker.kill()
        worker.wait()

    def close(self):
        for process in [*self.workers, self.scheduler]:
            process.kill()
            process.wait()

    def _start(self, module, *arguments):
        log = (self.folder / f"{module}-{time.monotonic_ns()}.log").open("wb")
        with log:
            return subprocess.Popen(
                [sys.executable, "-m", f"distributed.cli.{module}", *arguments],
                cwd=self.folder,
                env={**os.environ, "PYTHONPATH": str(REPOSITORY)},
                stdout=log,
                stderr=subprocess.STDOUT,
            )


CONNECTING = "gplsa.core.cluster.dask_runner.CONNECTING"


@pytest.fixture(scope="module")
def cluster(tmp_path_factory):
    """One scheduler for all tests that leave it alive, each with the workers that it `use`s."""
    started = Cluster(tmp_path_factory.mktemp("cluster"))
    yield started
    started.close()


@pytest.fixture
def mortal(tmp_path):
    """A scheduler for a test that ends it."""
    started = Cluster(tmp_path)
    yield started
    started.close()


@pytest.fixture(autouse=True)
def patient(monkeypatch):
    monkeypatch.setattr(CONNECTING, PATIENCE)


@pytest.fixture(scope="module")
def client(cluster):
    client = Client(cluster.address, set_as_default=False, timeout=PATIENCE)
    yield client
    client.close(timeout=PATIENCE)


def fit(store, runner, callback=None):
    """Bytes of the topics and mixtures, and the history."""
    counts = planted(n_docs=90, n_words=(60, 80), missing=True).counts
    scaled = [scaled_rows(sparse.csr_matrix(one), np.ones(90)) for one in counts.values()]
    fitted = fit_chunks(
        *(Slices.even(scaled, N_CHUNKS), Links(SKL(), 1.0)),
        *(
            FitParameters(3, max_iter=6, tol=1e-6, init="nndsvd", n_jobs=1),
            CHUNKS,
            np.random.default_rng(0),
        ),
        Backend(runner, store, "same", callback),
    )
    mixtures = [store.load(fitted.mixtures, chunk).tobytes() for chunk in range(N_CHUNKS)]
    return [topics.tobytes() for topics in fitted.word_topics], mixtures, fitted.history


def test_the_same_bytes_on_one_two_and_four_workers(cluster, client, tmp_path):
    expected = fit(FolderStore(tmp_path / "here"), Threads(2))
    for n_workers in (1, 2, 4):
        cluster.use(client, n_workers)
        assert fit(FolderStore(tmp_path / str(n_workers)), DaskRunner(client)) == expected


@pytest.mark.parametrize("after", [1, 4, 8])
def test_a_worker_that_is_killed_costs_nothing_but_time(cluster, client, tmp_path, after):
    expected = fit(FolderStore(tmp_path / "here"), Threads(1))
    cluster.use(client, max(2, len(cluster.workers)))  # those that are left: to start takes seconds
    told = []

    def kill(now):
        told.append(now)
        if len(told) == after:
            # A moment later, so that tasks are under way.
            threading.Timer(SOON, cluster.kill_worker).start()

    assert fit(FolderStore(tmp_path / "there"), DaskRunner(client), callback=kill) == expected
    assert len(told) == 10


def test_the_last_worker_killed_and_another_one_come(cluster, client, tmp_path):
    expected = fit(FolderStore(tmp_path / "here"), Threads(1))
    cluster.use(client, 1)
    told = []

    def kill(now):
        told.append(now)
        if len(told) == 3:
            cluster.kill_worker()
            cluster.start_worker()

    assert fit(FolderStore(tmp_path / "there"), DaskRunner(client), callback=kill) == expected


def test_a_scheduler_that_is_gone_is_one_sentence_and_the_fit_goes_on(
    mortal, tmp_path, monkeypatch
):
    expected = fit(FolderStore(tmp_path / "here"), Threads(1))
    store = FolderStore(tmp_path / "there")
    runner = DaskRunner.connect(mortal.address)
    mortal.start_worker()
    told = []

    def end(now):
        told.append(now)
        if len(told) == 5:
            mortal.scheduler.send_signal(signal.SIGKILL)
            mortal.scheduler.wait()
            monkeypatch.setattr(CONNECTING, SOON)

    with pytest.raises(InputError, match="The Dask scheduler is gone: start it again"):
        fit(store, runner, callback=end)
    runner.close()
    with pytest.raises(InputError, match=r"No Dask scheduler answers at tcp://127\.0\.0\.1"):
        DaskRunner.connect(mortal.address)
    monkeypatch.setattr(CONNECTING, PATIENCE)
    mortal.start_scheduler()
    mortal.start_worker()
    again = DaskRunner.connect(mortal.address)
    more = []
    assert fit(store, again, callback=more.append) == expected
    assert len(more) == 6
    again.close()


def test_a_scheduler_that_falls_silent_is_gone(mortal, monkeypatch):
    runner = DaskRunner.connect(mortal.address)
    mortal.start_worker()
    assert [*runner.run(max, [(7, 0)])] == [7]
    monkeypatch.setattr(CONNECTING, SOON)
    mortal.scheduler.send_signal(signal.SIGSTOP)
    with pytest.raises(InputError, match="The Dask scheduler is gone"):
        list(runner.run(max, [(7, 0)]))
    runner.close()


def test_a_folder_that_no_worker_sees_is_named(cluster, client, tmp_path):
    cluster.use(client, 1)
    DaskRunner(client).check(tmp_path)
    with pytest.raises(InputError, match="does not see"):
        DaskRunner(client).check(tmp_path / "nowhere")


def test_no_worker_at_all_is_one_sentence(cluster, client, monkeypatch):
    cluster.use(client, 0)
    monkeypatch.setattr("gplsa.core.cluster.dask_runner.PATIENCE", SOON)
    with pytest.raises(InputError, match="has no worker: start some with `dask worker`"):
        list(DaskRunner(client).run(len, [("abc", 0)]))


def test_the_command_line_trains_the_same_model_on_a_cluster(cluster, client, tmp_path, capsys):
    corpus = planted_corpus(60)
    sides = zip(corpus.texts["de"], corpus.texts["en"], strict=True)
    rows = [json.dumps({"de": de, "en": en}) for de, en in sides]
    (tmp_path / "pairs.jsonl").write_text("\n".join(rows), encoding="utf-8")
    pairs = [str(tmp_path / "pairs.jsonl"), "--source", "de", "--target", "en"]
    folder = str(tmp_path / "corpus")
    assert main(["corpus", "build", *pairs, "--out", folder]) == 0
    learn = ["train", folder, *pairs[1:], "--topics", "4", "--max-iter", "3", "--out"]
    cluster.use(client, 2)
    assert main([*learn, str(tmp_path / "here.gplsa")]) == 0
    there = str(tmp_path / "there.gplsa")
    assert main([*learn, there, "--cluster", cluster.address]) == 0
    assert (tmp_path / "there.gplsa").read_bytes() == (tmp_path / "here.gplsa").read_bytes()
    refused = ["train", *pairs, "--out", there, "--cluster", cluster.address]
    assert main(refused) == 2
    assert "--cluster needs a corpus folder" in capsys.readouterr().err


def test_lexicons_have_the_same_bytes_on_workers_of_which_one_is_killed(cluster, client, tmp_path):
    corpus = planted_corpus(90)
    sides = zip(corpus.texts["de"], corpus.texts["en"], strict=True)
    rows = [json.dumps({"de": de, "en": en}) for de, en in sides]
    (tmp_path / "pairs.jsonl").write_text("\n".join(rows), encoding="utf-8")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("gplsa.reading.chunks.build.FEWEST_DOCUMENTS", 10)
        built = build([tmp_path / "pairs.jsonl"], ["de", "en"], tmp_path / "corpus").corpus
    settings = TrainSettings(n_topics=4, max_iter=3)
    train(OutOfCore(built, sample=50), settings).save(tmp_path / "here.gplsa")
    cluster.use(client, 2)
    killed = []

    def kill(fraction, phase):
        if phase == "Keywords" and not killed:
            killed.append(fraction)
            threading.Timer(SOON, cluster.kill_worker).start()

    runner = DaskRunner(client)
    train(OutOfCore(built, runner, sample=50), settings, kill).save(tmp_path / "there.gplsa")
    assert killed
    assert (tmp_path / "there.gplsa").read_bytes() == (tmp_path / "here.gplsa").read_bytes()
