"""From a file of texts to keywords with a corpus in chunks: time and memory of every step.

    python -m benchmarks.scale_journey [--documents 10000 30000] [--topics 100] [--folder DIR]

Pairs of texts, ten lines a side, are drawn from real words (`benchmarks/_pairs_of_texts.py`).  The
file is built into a corpus folder, a model is trained on it, and 100 texts that are new get their
keywords, each in a process of its own.  GB: the largest process of a step.  Growth: the exponent
of the seconds of a step between the smallest and the largest corpus.
"""

import argparse
import json
import shutil
import tempfile
import time
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import Any
from unittest.mock import patch

import numpy as np

from benchmarks._common import in_own_process, peak_memory, print_table
from benchmarks._pairs_of_texts import SIDES, draw_pairs, write_pairs
from gplsa.corpus.chunks.folder import ChunkedCorpus
from gplsa.model.public import Model
from gplsa.model.settings import TrainSettings
from gplsa.reading.chunks import build as building
from gplsa.training import keywords, out_of_core
from gplsa.training import train as training

ASKED, ASKED_SEED = 100, 1
STEPS: dict[str, list[tuple[Any, str, str]]] = {
    "build": [
        (building, "find_words", "find the words"),
        (building, "_chunks", "count them by line"),
    ],
    "train": [
        (ChunkedCorpus, "verify", "check the chunks"),
        (out_of_core, "fit_topics_of_chunks", "fit the topics"),
        (training, "read_phrases", "phrases of the sample"),
        (out_of_core, "pretrained_on_all", "lexicons"),
        (keywords, "fit_rankers", "calibrate"),
        (keywords, "validate_keywords", "check"),
    ],
    "ask": [],
}
WHOLE = {"build": "BUILD", "train": "TRAIN", "ask": f"KEYWORDS of {ASKED} new texts"}


def watched(step: str, work: Callable[[], object]) -> list[dict[str, Any]]:
    """Seconds of each part of a step, and the peak of memory by its end; the whole last."""
    seconds: dict[str, float] = {}
    peaks: dict[str, float] = {}

    def over(name: str, function: Callable[..., Any]) -> Callable[..., Any]:
        def timed(*args: Any, **kwargs: Any) -> Any:
            before = time.perf_counter()
            result = function(*args, **kwargs)
            seconds[name] = seconds.get(name, 0.0) + time.perf_counter() - before
            peaks[name] = peak_memory()
            return result

        return timed

    with ExitStack() as stack:
        for place, attribute, name in STEPS[step]:
            found = over(name, getattr(place, attribute))
            stack.enter_context(patch.object(place, attribute, found))
        over(WHOLE[step], work)()
    return [{"step": name, "seconds": seconds[name], "gb": peaks[name]} for name in seconds]


def measure(step: str, folder: Path, n_documents: int, n_topics: int) -> list[dict[str, Any]]:
    pairs, corpus, model = (folder / name for name in ("pairs.jsonl", "corpus", "m.gplsa"))
    if step == "draw":
        write_pairs(pairs, n_documents)
        return []
    if step == "build":
        shutil.rmtree(corpus, ignore_errors=True)
        return watched(step, lambda: building.build([pairs], SIDES, corpus))
    if step == "train":
        settings = TrainSettings(n_topics=n_topics, seed=0)
        opened = ChunkedCorpus.open(corpus)
        return watched(step, lambda: training.train(opened, settings).save(model))
    texts = [pair["de"] for pair in draw_pairs(ASKED, ASKED_SEED)]
    return watched(step, lambda: Model.load(model).keywords(texts, "de", "en"))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--documents", type=int, nargs="+", default=[10_000, 30_000, 100_000])
    parser.add_argument("--topics", type=int, default=100)
    parser.add_argument("--folder", default=str(Path(tempfile.gettempdir()) / "gplsa-journey"))
    parser.add_argument("--one", choices=("draw", *STEPS), help=argparse.SUPPRESS)
    options = parser.parse_args()
    folder = Path(options.folder)
    if options.one:
        [n] = options.documents
        print(json.dumps(measure(options.one, folder / str(n), n, options.topics)))
        return
    found: dict[str, list[dict[str, Any]]] = {}
    for n_documents in options.documents:
        given = ["--documents", n_documents, "--topics", options.topics, "--folder", folder]
        for step in ("draw", *STEPS):
            for one in in_own_process("scale_journey", "--one", step, *given):
                found.setdefault(one["step"], []).append(one)
    rows = []
    for step, ones in found.items():
        cells = [cell for one in ones for cell in (one["seconds"], one["gb"])]
        ratio = ones[-1]["seconds"] / max(ones[0]["seconds"], 1e-9)
        sizes = options.documents[-1] / options.documents[0]
        rows.append([step, *cells, float(np.log(ratio) / np.log(sizes)) if sizes > 1 else None])
    header = ["step", *(f"{n:,}: {unit}" for n in options.documents for unit in ("s", "GB"))]
    print_table("From JSONL to keywords", [*header, "growth"], rows)


if __name__ == "__main__":
    main()
