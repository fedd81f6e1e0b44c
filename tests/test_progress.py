"""Long work can be stopped at any time, and says how far it is."""

import csv
import gc
import random
import signal
import string
import subprocess
import sys
import threading
import time
import weakref
from contextlib import suppress

import numpy as np
import pytest

from gplsa import Corpus, WordOptions
from gplsa.errors import Cancelled
from gplsa.keywords.pairing import lines
from gplsa.model.settings import TrainSettings
from gplsa.progress import attended, in_shares, report
from gplsa.reading.chunks.build import build
from gplsa.reading.chunks.streams import Record, batches
from gplsa.text import Vocabulary
from gplsa.text.sequence.surroundings import in_order
from gplsa.training.train import train
from tests.conftest import REPOSITORY
from tests.patience import PATIENCE, PAUSE, SLOWNESS, eventually

SETTINGS = TrainSettings(n_topics=4, max_iter=20)
AT_ONCE = 2.0 * SLOWNESS
"""Seconds of the processor within which whoever cancels is obeyed."""


class Reports:
    """A callback that keeps what it is told, and how many seconds of the processor lay between."""

    def __init__(self, most: float = float("inf"), until: float = 2.0) -> None:
        self.told: list[tuple[float, str]] = []
        self.gaps: list[float] = []
        self._last = time.process_time()
        self._most, self._until = most, until

    def __call__(self, fraction: float, phase: str) -> None:
        now = time.process_time()
        self.gaps.append(now - self._last)
        self._last = now
        self.told.append((fraction, phase))
        if len(self.told) >= self._most or fraction >= self._until:
            raise Cancelled


def test_items_fill_equal_shares_of_the_work():
    reports = Reports()
    for item, part in in_shares("abcd", reports, 0.8):
        report(part, 0.5, item)
        report(part, 1.0, item)
    told = [(0.1, "a"), (0.2, "a"), (0.3, "b"), (0.4, "b")]
    told += [(0.5, "c"), (0.6, "c"), (0.7, "d"), (0.8, "d")]
    assert [phase for _, phase in reports.told] == [phase for _, phase in told]
    assert [share for share, _ in reports.told] == pytest.approx([share for share, _ in told])
    assert list(in_shares("ab", None)) == [("a", None), ("b", None)]


def made_words(n: int, letters: int, seed: int) -> list[str]:
    draw = random.Random(seed)
    return ["".join(draw.choices(string.ascii_lowercase, k=letters)) for _ in range(n)]


def paired(n: int, words: int, more: dict[int, str] | None = None) -> Corpus:
    """Pairs whose words go together; `more` text behind both sides of some."""
    draw = random.Random(1)
    pools = made_words(300, 7, 1), made_words(300, 7, 2)
    texts: list[list[str]] = [[], []]
    for row in range(n):
        places = [(30 * (row % 10) + draw.randrange(60)) % 300 for _ in range(words)]
        for column, pool in zip(texts, pools, strict=True):
            column.append(" ".join([pool[place] for place in places] + [(more or {}).get(row, "")]))
    ids = [str(row) for row in range(n)]
    return Corpus("made", ids, {"de": texts[0], "en": texts[1]}, {"de": "de", "en": "en"})


# ---- what is silent


@attended
def silent(released, progress=None):
    report(progress, 0.3, "Working")
    assert released.wait(PATIENCE)
    report(progress, 1.0, "Done")
    return "done"


def test_silent_work_is_stopped_while_it_is_silent():
    released = threading.Event()
    with pytest.raises(Cancelled):
        silent(released, progress=Reports(most=3))
    assert not released.is_set()
    released.set()


def test_work_gives_what_it_gives_and_raises_what_it_raises():
    told, released = Reports(), threading.Event()

    def telling(fraction, phase):
        told(fraction, phase)
        if len(told.told) == 2:
            released.set()

    assert silent(released, telling) == "done"
    assert told.told[0] == told.told[1] == (0.3, "Working")
    assert told.told[-1] == (1.0, "Done")
    assert silent(released) == "done"

    @attended
    def wrong(progress=None):
        raise KeyError("a")

    with pytest.raises(KeyError, match="a"):
        wrong()


def test_abandoned_work_ends_at_its_next_report_and_tells_nobody():
    ended = threading.Event()

    @attended
    def counting(progress=None):
        try:
            for place in range(1_000_000):
                time.sleep(PAUSE)
                report(progress, 0.5, f"at {place}")
        finally:
            ended.set()

    told = Reports(most=2)
    with pytest.raises(Cancelled):
        counting(told)
    assert ended.wait(PATIENCE)
    assert len(told.told) == 2


def test_the_next_work_waits_for_what_was_stopped_and_can_be_stopped_meanwhile():
    released, told = threading.Event(), Reports()
    with pytest.raises(Cancelled):
        silent(released, progress=Reports(most=2))
    with pytest.raises(Cancelled):
        silent(released, progress=Reports(most=1))

    def waiting(fraction, phase):
        told(fraction, phase)
        released.set()

    assert silent(released, waiting) == "done"
    assert told.told[0] == (0.0, "Waiting for what was stopped")


@pytest.mark.skipif(sys.platform == "win32", reason="signals as Unix has them")
def test_the_next_work_waits_for_what_ctrl_c_stopped(request):
    released, told = threading.Event(), Reports()
    # What a shell begins in the background is to ignore it.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    request.addfinalizer(lambda: signal.signal(signal.SIGINT, before))

    @attended
    def interrupted(progress=None):
        signal.pthread_kill(threading.main_thread().ident, signal.SIGINT)
        assert released.wait(PATIENCE)

    with pytest.raises(KeyboardInterrupt):
        interrupted()

    def waiting(fraction, phase):
        told(fraction, phase)
        released.set()

    assert silent(released, waiting) == "done"
    assert told.told[0] == (0.0, "Waiting for what was stopped")


def test_who_has_stopped_work_is_told_nothing_more_though_its_end_takes_long():
    released, told = threading.Event(), Reports(most=1)

    @attended
    def ending(progress=None):
        try:
            report(progress, 0.5, "Working")
        finally:
            assert released.wait(PATIENCE)

    with pytest.raises(Cancelled):
        ending(told)
    assert not released.is_set()
    assert len(told.told) == 1
    released.set()


def test_what_failed_is_kept_nowhere():
    """Not even until somebody collects what refers to itself."""

    class Large:
        pass

    @attended
    def failing(progress=None):
        large = Large()
        seen.append(weakref.ref(large))
        raise KeyError("a")

    seen: list[weakref.ref[Large]] = []
    gc.disable()
    try:
        with suppress(KeyError):
            failing()
        assert seen[0]() is None
    finally:
        gc.enable()


# ---- what was silent


def long_words() -> list[str]:
    """60 texts whose words have 3,000 letters."""
    return [" ".join(made_words(12, 3_000, seed)) for seed in range(60)]


def test_training_on_long_words_is_never_silent():
    train(paired(60, 60), SETTINGS)  # libraries, dictionaries, kernels: loaded once, in one piece
    corpus = paired(60, 60, dict(enumerate(long_words())))
    told = Reports()
    train(corpus, SETTINGS, told)
    assert max(told.gaps) < AT_ONCE
    with pytest.raises(Cancelled):
        train(corpus, SETTINGS, Reports(most=len(told.told) // 2))


def test_the_order_of_words_is_read_with_reports():
    """36 texts of 30,000 letters each: a report for every million at least."""
    texts = [" ".join(made_words(10, 3_000, seed)) + " a b a b" for seed in range(100)]
    vocabulary, _ = Vocabulary.build(texts, WordOptions("en", min_df=1, max_df=1.0, min_length=1))
    told = Reports()
    in_order(vocabulary, texts, told)
    fractions = [fraction for fraction, _ in told.told]
    assert fractions == sorted(fractions)
    assert len({fraction for fraction in fractions if fraction > 0.7}) >= 2


def test_a_folder_is_built_with_reports(tmp_path):
    """How far the reading is; and that what is cancelled leaves no half of a part."""
    table = tmp_path / "pairs.csv"
    corpus = paired(3_000, 60)
    with table.open("w", newline="", encoding="utf-8") as stream:
        rows = csv.writer(stream)
        rows.writerow(["id", "de", "en"])
        rows.writerows(zip(corpus.ids, corpus.texts["de"], corpus.texts["en"], strict=True))
    build([table], ["de", "en"], tmp_path / "first")  # what is loaded once, in one piece
    told = Reports()
    build([table], ["de", "en"], tmp_path / "whole", None, told)
    fractions = [fraction for fraction, _ in told.told]
    assert fractions == sorted(fractions)
    assert max(np.diff(fractions)) < 0.45
    assert max(told.gaps) < AT_ONCE
    for until in (0.0, 0.3, 0.65, 0.8):
        with pytest.raises(Cancelled):
            build([table], ["de", "en"], tmp_path / "broken", None, Reports(until=until))
        assert not list((tmp_path / "broken").rglob(".new-*"))
    build([table], ["de", "en"], tmp_path / "broken")


def test_waiting_for_records_can_be_stopped():
    """Reading the next batch may take long: nothing is read once nobody wants it."""
    read = []

    def slow():
        for number in range(100_000):
            time.sleep(PAUSE)
            read.append(number)
            yield Record(str(number), {"de": "a"})

    told = Reports(most=3)
    with pytest.raises(Cancelled):
        list(batches(slow(), 100_000, 10**9, lambda: told(0.0, "")))
    assert len(read) < 10_000


def test_alignment_of_long_documents_is_bounded():
    n = np.array([1, 20, 5_000, 50_000, 50_000, 2, 100_000])
    m = np.array([1, 20, 5_000, 50_000, 1_000, 90_000, 2])
    half = lines._half_bands(n, m)
    assert half.tolist()[:3] == [12, 12, 500]
    assert (n * (2 * half + 1)).max() <= lines.MOST_CELLS * 1.5
    assert (half * n > m).all()


# ---- words that are none


N = 40_000  # one letter in a loop that begins again at each takes 16 s
GIANTS = [
    "a" * N,
    "a-" * (N // 2) + "a",
    "acgt" * (N // 4),
    "function(a,b){return a+b}var c=" * (N // 30),
    "e\u0301" * (N // 2),
    "a'" * (N // 2) + "a",
    "1.1," * (N // 4),
    "<a " * (N // 3),
    "\u0301" * N,
    "&amp;" * (N // 5),
    "A" * N + " B",
    "a \n" * (N // 4),
]


def test_giant_words_take_no_more_time_than_as_much_text():
    usual = " ".join(made_words(300, 7, 1) * (N // 2_400))
    seconds = []
    for more in (["a"], GIANTS, [usual] * len(GIANTS)):
        corpus = paired(60, 60, dict(enumerate(more)))
        begun = time.process_time()
        model = train(corpus, SETTINGS)
        seconds.append(time.process_time() - begun)
        assert max(map(len, model.vocabularies["de"].terms)) <= 80
    # Where a pattern begins again at each letter it is more than a minute.
    assert seconds[1] < 2 * seconds[2] + 12 * SLOWNESS


# ---- on the command line


@pytest.mark.skipif(sys.platform == "win32", reason="signals as Unix has them")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM], ids=["ctrl-c", "sigterm"])
def test_a_command_ends_at_once(number, tmp_path):
    """While a compiled loop is silent, in a thread of its own as learning the keywords is."""
    table = tmp_path / "pairs.csv"
    corpus = paired(60, 30)
    with table.open("w", newline="", encoding="utf-8") as stream:
        rows = csv.writer(stream)
        rows.writerow(["id", "de", "en"])
        rows.writerows(zip(corpus.ids, corpus.texts["de"], corpus.texts["en"], strict=True))
    # The jobs of a shell in the background, which tests may be, have Ctrl-C ignored.
    script = f"""
import signal, sys, time
from pathlib import Path
signal.signal(signal.SIGINT, signal.default_int_handler)
from gplsa.cli import main
from gplsa.keywords import KeywordRanker
def fit(*args, **kwargs):
    Path({str(tmp_path / "begun")!r}).touch()
    time.sleep({10 * PATIENCE})
KeywordRanker.fit = fit
sys.argv = ["gplsa", "train", {str(table)!r}, "--source", "de", "--target", "en"]
sys.argv += ["--out", {str(tmp_path / "m.gplsa")!r}]
sys.exit(main())
"""
    command = subprocess.Popen(
        [sys.executable, "-c", script], cwd=REPOSITORY, stderr=subprocess.PIPE, text=True
    )
    try:
        eventually(lambda: (tmp_path / "begun").exists() or command.poll() is not None)
        assert command.poll() is None, command.stderr and command.stderr.read()
        command.send_signal(number)
        command.wait(PATIENCE)
        assert command.returncode == (130 if number == signal.SIGINT else -signal.SIGTERM)
    finally:
        command.kill()
        command.communicate()
    assert not (tmp_path / "m.gplsa").exists()
