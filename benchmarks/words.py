"""How fast text becomes counts: words per second, and how long Cancel takes.

    python -m benchmarks.words [--words 10000000] [--processes 0 1 2]

The texts are drawn by a random generator: words built of syllables whose frequencies follow Zipf's
law, with half a million distinct forms, capitals and full stops as in German, 300 words a document.
"""

import argparse
import os
import resource
import time

import numpy as np

from gplsa.errors import Cancelled
from gplsa.text import Vocabulary, WordOptions

_DISTINCT = 500_000
_WORDS_A_TEXT = 300


def random_texts(n_words: int, seed: int = 0) -> list[str]:
    """Texts of 300 words each."""
    rng = np.random.default_rng(seed)
    onsets = "b d f g h k l m n p r s t w z sch st br kl tr gr fl".split()
    rhymes = "a e i o u ä ö ü ei au an er in or un ell acht ung ich ar eit".split()
    syllables = np.array([onset + rhyme for onset in onsets for rhyme in rhymes])
    lengths = rng.integers(1, 5, _DISTINCT)
    drawn = rng.integers(len(syllables), size=(_DISTINCT, 4))
    words = ["".join(syllables[row[:length]]) for row, length in zip(drawn, lengths, strict=True)]
    nouns = rng.random(_DISTINCT) < 0.4
    words = [word.capitalize() if noun else word for word, noun in zip(words, nouns, strict=True)]
    frequencies = 1 / np.arange(1, _DISTINCT + 1) ** 1.05
    ranks = rng.choice(_DISTINCT, size=n_words, p=frequencies / frequencies.sum())
    return [
        " ".join(words[rank] for rank in ranks[start : start + _WORDS_A_TEXT]) + "."
        for start in range(0, n_words, _WORDS_A_TEXT)
    ]


def seconds_to_cancel(texts: list[str], after: float) -> float:
    """How long building goes on after the progress callback wants to stop it."""
    begin = time.perf_counter()
    wanted = begin + after

    def stop(fraction: float, phase: str) -> None:
        if time.perf_counter() > wanted:
            raise Cancelled

    try:
        Vocabulary.build(texts, WordOptions("de"), stop)
    except Cancelled:
        return time.perf_counter() - wanted
    raise SystemExit("building ended before it could be cancelled")


def measure(texts: list[str], options: WordOptions, n_processes: int) -> tuple[float, ...]:
    """Seconds a build takes, processor seconds here and in the workers (which other programs on a
    busy machine change little), and the longest time between two calls of its progress callback."""
    calls = [time.perf_counter()]
    before = os.times()
    Vocabulary.build(
        texts, options, lambda *_: calls.append(time.perf_counter()), n_processes=n_processes
    )
    calls.append(time.perf_counter())
    used = np.subtract(os.times(), before)
    here, workers = used[0] + used[1], used[2] + used[3]
    return calls[-1] - calls[0], here, workers, float(np.diff(calls).max())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--words", type=int, default=10_000_000)
    parser.add_argument("--processes", type=int, nargs="+", default=[0, 1, 2])
    arguments = parser.parse_args()
    texts = random_texts(arguments.words)
    n_words = sum(text.count(" ") + 1 for text in texts)
    print(f"{n_words:,} words, {sum(map(len, texts)) / 1e6:.0f} million characters")
    kinds = {
        "words": WordOptions("de"),
        "phrases of 2": WordOptions("de", ngrams=2),
        "compounds": WordOptions("de", split_compounds=True),
    }
    heading = ("processes", "seconds", "words/s", "CPU s here", "in workers", "longest pause, s")
    print(" " * 14 + "".join(f"{name:>{len(name) + 3}}" for name in heading))
    for kind, options in kinds.items():
        for n_processes in arguments.processes:
            seconds, here, workers, pause = measure(texts, options, n_processes)
            print(
                f"{kind:14}{n_processes:12}{seconds:10.1f}{n_words / seconds:10,.0f}{here:13.1f}"
                f"{workers:13.1f}{pause:19.2f}",
                flush=True,
            )
    for after in (1.0, 3.0):
        print(f"cancelled after {after:.0f} s: gone {seconds_to_cancel(texts, after):.2f} s later")
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"largest memory of this process: {peak:,.0f} MB")


if __name__ == "__main__":
    main()
