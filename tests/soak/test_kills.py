"""kill -9 at random moments of reading, training and saving: nothing that was finished is lost.

A short form runs with every test; `make soak` kills a hundred times and prints what it hit.
"""

import os
import random
import signal
import time
from functools import partial
from multiprocessing import get_context
from pathlib import Path

import pytest

from gplsa.app.desk import corpora, trainings
from gplsa.app.desk.desk import Desk
from gplsa.app.library.library import CORPUS, MODEL, SUFFIX, kind_of, read_piece
from gplsa.app.library.on_disk import OnDisk
from gplsa.core import parallel
from gplsa.model.settings import TrainSettings
from gplsa.reading import Choices, Upload, read_corpus
from gplsa.training.train import train
from tests.e2e.journeys import write_pairs
from tests.patience import PATIENCE, eventually

KILLS = int(os.environ.get("GPLSA_SOAK_KILLS", "5"))
SETTINGS = partial(TrainSettings, n_topics=4, max_iter=5, check=False)
LONGEST = 2.0  # seconds of work before a kill
KEPT_AT_MOST = 8  # pieces of a kind, so that looking at all of them stays quick


def work_until_killed(home: Path, table: Path, seed: int, finished) -> None:
    """Read, train and rename, again and again; says what is kept once it is."""
    parallel._pool.cache_clear()  # threads do not come along into a forked process
    desk = Desk(OnDisk(home))

    def do(title: str, what) -> None:
        desk.begin(title, what)
        eventually(lambda: not desk.job.snapshot.live)
        ended = desk.job.snapshot
        assert ended.state == "done", ended
        for kind, name in ((CORPUS, desk.corpus_state.id), (MODEL, desk.model_state.id)):
            if name:
                finished.send(("kept", kind, name))

    def read(progress) -> str:
        return corpora.read(desk, [Upload.from_path(table)], Choices(), progress)

    finished.send("at work")
    while True:
        seed += 1
        do("Training", partial(trainings.fit, desk, SETTINGS(seed=seed)))
        model = desk.model
        for number in range(3):
            model.name_topic(0, f"Theme {number}")
            desk.library.keep(model)
            desk.library.renamed(desk.model_state.id, model)
        for entry in desk.library.listed(MODEL)[KEPT_AT_MOST:]:
            finished.send(("removing", MODEL, entry.id))
            desk.library.remove(MODEL, entry.id)
        do("Reading", read)


def left_over(home: Path) -> list[Path]:
    return [path for path in home.rglob(".*") if ".gplsa-new-" in path.name]


def pieces(home: Path, kind: str) -> set[str]:
    return {p.name.removesuffix(SUFFIX[kind]) for p in home.glob(f"{kind}/*{SUFFIX[kind]}")}


@pytest.mark.skipif(not hasattr(os, "fork"), reason="a process is forked for every kill")
def test_kills_at_random_moments(tmp_path):
    draw = random.Random(KILLS)
    home = tmp_path / "home"
    table = write_pairs(tmp_path / "letters.csv", 60)
    # Kernels are loaded here, so that every process is at work at once.
    corpus = read_corpus([Upload.from_path(table)]).corpus
    train(corpus, SETTINGS(seed=0))
    first = Desk(OnDisk(home))
    first.lay_out(CORPUS, first.library.keep(corpus))
    first.remember()
    known: set[tuple[str, str]] = set()
    n_left = n_interrupted = n_finished = 0
    for kill in range(KILLS):
        ours, theirs = get_context("fork").Pipe(duplex=False)
        worker = get_context("fork").Process(
            target=work_until_killed, args=(home, table, 1000 * kill, theirs)
        )
        worker.start()
        theirs.close()
        assert ours.poll(PATIENCE)
        assert ours.recv() == "at work"
        if kill % 2:  # sooner or later after the start, or after something is finished
            assert ours.poll(PATIENCE)
        time.sleep(draw.uniform(0, LONGEST))
        assert worker.pid is not None
        os.kill(worker.pid, signal.SIGKILL)
        worker.join()
        try:
            while ours.poll():
                what, kind, name = ours.recv()
                known.add((kind, name)) if what == "kept" else known.discard((kind, name))
                n_finished += what == "kept"
        except EOFError:
            pass
        n_left += len(left_over(home))
        desk = Desk(OnDisk(home))  # the next start
        assert left_over(home) == []
        n_interrupted += bool(desk.interrupted)
        for kind in (CORPUS, MODEL):
            listed = {entry.id for entry in desk.library.listed(kind)}
            assert listed == pieces(home, kind)
            assert {name for k, name in known if k == kind} <= listed
            for name in listed:
                piece = read_piece(kind, home / kind / f"{name}{SUFFIX[kind]}")
                assert kind_of(piece) == kind
        assert desk.close(PATIENCE)
    print(
        f"\n{KILLS} kills: {n_interrupted} during a job, {n_left} half-written files removed at "
        f"the next start; {n_finished} finished pieces, every one kept and opened"
    )
    assert n_finished
