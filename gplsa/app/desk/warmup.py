"""What is to be waited for, done early: kernels, half a minute to compile, and dictionaries.

`start` runs this module in a process of its own, so that pages stay quick meanwhile; numba keeps
what it compiled on the disk, where the app's own process finds it.
"""

import os
import subprocess
import sys
import time
from pathlib import Path
from threading import Thread

import gplsa.core
from gplsa.corpus.corpus import Corpus
from gplsa.model.keywords import summarize
from gplsa.model.model import TrainedModel
from gplsa.model.settings import TrainSettings
from gplsa.model.topics.passages import topic_passages
from gplsa.training.train import train

ROOT = Path(gplsa.core.__path__[0]).parents[1]  # where `python -m` finds the package
COMPILING = 28.0  # seconds on the computer of the estimate
_started: list[tuple[float, subprocess.Popen[bytes]]] = []
_read: set[tuple[str, ...]] = set()


def start() -> subprocess.Popen[bytes] | None:
    """Compile in the background, where it has not been done yet."""
    if _compiled():
        return None
    command, nowhere = [sys.executable, "-m", "gplsa.app.desk.warmup"], subprocess.DEVNULL
    process = subprocess.Popen(command, cwd=ROOT, stdout=nowhere, stderr=nowhere)
    _started.append((time.monotonic(), process))
    return process


def _compiled() -> bool:
    """Whether numba has kept the kernels: beside their source, or in the folder it was told."""
    if elsewhere := os.environ.get("NUMBA_CACHE_DIR"):
        return any(Path(elsewhere).glob("**/*.nbi"))
    return any(Path(gplsa.core.__path__[0]).glob("__pycache__/*.nbi"))


def under_way() -> bool:
    """Whether the kernels are being compiled, which a training now would have to wait for."""
    return any(process.poll() is None for _, process in _started)


def seconds_left(slower: float = 1.0) -> float:
    """How much longer that will take on a computer so many times slower; 0 where it is done."""
    if not under_way():
        return 0.0
    return max(slower * COMPILING - (time.monotonic() - _started[-1][0]), COMPILING / 4)


def read_ahead(model: TrainedModel) -> None:
    """Load the dictionaries of a model's languages, once: reading a text takes a second without."""
    languages = tuple(model.corpus.languages.values())
    if model.has_texts and languages not in _read:
        _read.add(languages)
        Thread(target=topic_passages, args=(model, 0, 0, None), daemon=True).start()


def main() -> None:
    if hasattr(os, "nice"):
        os.nice(10)
    # Enough pairs for every step of a training, the validation included.
    german, english = "Ernte Hafen Schule Markt".split(), "harvest harbour school market".split()
    sides = {
        name: [f"{words[n % 4]} {words[n // 4 % 4]}" for n in range(60)]
        for name, words in (("de", german), ("en", english))
    }
    corpus = Corpus("warm-up", [str(n) for n in range(60)], sides, {"de": "de", "en": "en"})
    model = train(corpus, TrainSettings(n_topics=3, max_iter=5))
    summarize(model.direction("de", "en"), corpus.texts["de"][:1])


if __name__ == "__main__":
    main()
