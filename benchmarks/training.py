"""Where the time of a training goes: seconds by phase, from texts to a saved model.

    python -m benchmarks.training [--rounds 3] [--corpora speeches talks] [--topics 50]

speeches  1,000 German–English documents of the European Parliament, about 320 words a side
talks     200 long ones: neighbours of one debate joined until the English side has 1,500 words

In the app the words are counted when a corpus is read, and training takes them over; alone, as on
the command line, training counts them.  The digest is of the model file: the same texts, settings
and seed give the same bytes.
"""

import argparse
import hashlib
import io
import json
import resource
import time
from collections.abc import Iterator
from itertools import groupby

import numpy as np

from benchmarks._common import DATA, print_table
from gplsa.corpus.corpus import Corpus
from gplsa.corpus.sides import count_side
from gplsa.model.settings import TrainSettings
from gplsa.training.memory import InMemory
from gplsa.training.train import train

SIDES = ("de", "en")
TALK_WORDS = 1_500
PHASES = ("Counting words", "Fitting", "Checking", "Keywords")


def speeches(n_documents: int = 1_000) -> Corpus:
    return _corpus("speeches", [[row[side] for side in SIDES] for row in _rows()[:n_documents]])


def talks(n_documents: int | None = 200) -> Corpus:
    joined = [talk for _, debate in groupby(_rows(), _debate) for talk in _talks_of(debate)]
    return _corpus("talks", joined[:n_documents])


def _rows() -> list[dict[str, str]]:
    lines = (DATA / "europarl" / "docs.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines]


def _debate(row: dict[str, str]) -> tuple[str, str]:
    return row["day"], row["chapter"]


def _talks_of(debate: Iterator[dict[str, str]]) -> Iterator[list[str]]:
    """Neighbours joined; what is left at the end of a debate is left out."""
    held: list[dict[str, str]] = []
    for row in debate:
        held.append(row)
        if sum(len(part["en"].split()) for part in held) >= TALK_WORDS:
            yield ["\n".join(part[side] for part in held) for side in SIDES]
            held = []


def _corpus(name: str, pairs: list[list[str]]) -> Corpus:
    columns = zip(*pairs, strict=True)
    texts = {side: [*column] for side, column in zip(SIDES, columns, strict=True)}
    ids = [str(number) for number in range(len(pairs))]
    return Corpus(name, ids, texts, {side: side for side in SIDES})


def measure(
    corpus: Corpus, settings: TrainSettings, as_in_the_app: bool
) -> tuple[list[float], str]:
    """(seconds of reading, of every phase and in all; digest of the model file)."""
    begin = last = time.perf_counter()
    spent = dict.fromkeys(PHASES, 0.0)

    def tell(fraction: float, phase: str) -> None:
        nonlocal last
        now = time.perf_counter()
        if phase in spent:
            spent[phase] += now - last
        last = now

    known = {m: count_side(corpus, m) for m in corpus.texts} if as_in_the_app else None
    reading = time.perf_counter() - begin
    last = time.perf_counter()
    model = train(InMemory(corpus, known), settings, tell)
    total = time.perf_counter() - begin
    stream = io.BytesIO()
    model.save(stream)
    return [reading, *spent.values(), total], hashlib.sha256(stream.getvalue()).hexdigest()[:12]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--corpora", nargs="+", default=["speeches", "talks"])
    parser.add_argument("--topics", type=int, help="default: as many as the app recommends")
    options = parser.parse_args()
    settings = TrainSettings(n_topics=options.topics)
    train(speeches(60), TrainSettings(n_topics=5))  # compiles the kernels
    rows = []
    for name in options.corpora:
        corpus = {"speeches": speeches, "talks": talks}[name]()
        n_words = sum(len(text.split()) for text in corpus.texts["en"]) / len(corpus)
        runs = {
            way: [measure(corpus, settings, way == "in the app") for _ in range(options.rounds)]
            for way in ("in the app", "alone")
        }
        for way, found in runs.items():
            digests = {digest for _, digest in found}
            medians = np.median([times for times, _ in found], axis=0).tolist()
            rows.append(
                [f"{len(corpus):,} {name} of {n_words:.0f} words", way, *medians, " ".join(digests)]
            )
    header = ("corpus", "", "reading", *(phase.lower() for phase in PHASES), "in all", "file")
    print_table("Seconds of a training, medians", header, rows)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"\nlargest memory of this process: {peak:,.0f} MB")


if __name__ == "__main__":
    main()
