"""Pairs that do not belong together, through whole trainings: what weighing brings and costs."""

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import permutations
from typing import Any

import numpy as np
from scipy.stats import rankdata

from benchmarks._common import Array, print_table
from benchmarks._comparable_corpora import (
    NTREX_CODE,
    PARAGRAPH,
    Texts,
    captions,
    exchange,
    leave_gaps,
    read_rows,
    speeches,
)
from benchmarks._comparable_tables import interval
from gplsa.compare.holdout import shown_figures
from gplsa.core.types import FloatArray
from gplsa.corpus.corpus import Corpus
from gplsa.evaluation import best_words, npmi_coherence, precision, ranks_of_counterparts
from gplsa.model.public import Model
from gplsa.model.settings import TrainSettings
from gplsa.names import AUTO, NEVER, WEIGHING
from gplsa.retrieval import counterpart_ranks, topic_similarity
from gplsa.training.train import train

Run = dict[str, Any]
MEASURES = {
    "held": "right keywords shown for an unseen document",
    "right": "share of the keywords shown that are right, %",
    "ten": "right among the ten best candidates, %",
    "stated": "what keywords shown state, mean probability, %",
    "partners": "unseen partners found first, %",
    "topics": "the same by topics alone, %",
    "npmi": "NPMI of the topics' ten most probable words in the texts of their side",
    "check_right": "the check: keywords right, %",
    "seconds": "seconds of a training",
    "judging": "of these, judging pairs, %",
}
DIGITS = {"held": 2, "npmi": 3, "seconds": 0, "judging": 0}


@dataclass(frozen=True)
class Collection:
    """texts  (generator) → texts by side;  gaps  share of the documents that lack a side"""

    texts: Callable[[np.random.Generator], Texts]
    n_learned: int
    n_unseen: int
    gaps: float = 0.0


def paragraphs(rng: np.random.Generator, n_lines: int = PARAGRAPH) -> Texts:
    """News in pieces of a few lines, translated."""
    found: Texts = {side: [] for side in NTREX_CODE}
    for row in read_rows("ntrex/docs.jsonl"):
        for side, code in NTREX_CODE.items():
            lines = row[code].split("\n")
            starts = range(0, len(lines), n_lines)
            found[side] += ["\n".join(lines[at : at + n_lines]) for at in starts]
    return found


def lines_of_news(rng: np.random.Generator) -> Texts:
    return paragraphs(rng, 1)


COLLECTIONS: Mapping[str, Collection] = {
    "captions": Collection(captions, 1000, 300),
    "captions, a side missing in 30%": Collection(captions, 1000, 300, gaps=0.3),
    "speeches": Collection(speeches, 500, 200),
    "paragraphs of news": Collection(paragraphs, 500, 150),
}


def corpus_of(texts: Texts) -> Corpus:
    names = [str(row) for row in range(len(next(iter(texts.values()))))]
    return Corpus("pairs", names, texts, {side: side for side in texts})


def measure(name: str, wrong: float, seed: int, ways: Sequence[str] = (NEVER, AUTO)) -> list[Run]:
    """A training for each way of weighing, on the same pairs."""
    collection, rng = COLLECTIONS[name], np.random.default_rng(seed)
    texts = collection.texts(rng)
    order = rng.permutation(len(next(iter(texts.values()))))
    cuts = [collection.n_learned, collection.n_learned + collection.n_unseen]
    seen, unseen, _ = np.split(order, cuts)
    learned = {side: [own[row] for row in seen] for side, own in texts.items()}
    right = exchange(learned, "en", wrong, rng)
    leave_gaps(learned, collection.gaps, rng)
    held = corpus_of({side: [own[row] for row in unseen] for side, own in texts.items()})
    runs = []
    for way in ways:
        run: Run = {"corpus": name, "wrong": wrong, "seed": seed, "way": way}
        phases, started = Phases(), time.perf_counter()
        model = train(corpus_of(learned), TrainSettings(seed=seed, weigh_pairs=way), phases)
        run["seconds"] = time.perf_counter() - started
        run["judging"] = 100 * phases.taken.get("Judging pairs", 0.0) / run["seconds"]
        runs.append(run | figures(model, held) | weights_found(model, right))
    return runs


class Phases:
    """What each phase of a training took between its first and its last report, in seconds."""

    def __init__(self) -> None:
        self.taken: dict[str, float] = {}
        self._now, self._since = "", time.perf_counter()

    def __call__(self, fraction: float, phase: str) -> None:
        now = time.perf_counter()
        if phase == self._now:
            self.taken[phase] = self.taken.get(phase, 0.0) + now - self._since
        self._now, self._since = phase, now


def figures(model: Model, unseen: Corpus) -> Run:
    found: dict[str, list[float]] = {name: [] for name in MEASURES}
    for source, target in permutations(unseen.modalities):
        shown = shown_figures(model, unseen, source, target)
        found["right"].append(100 * shown["share_right"])
        found["held"].append(shown["n"] * shown["share_right"])
        counts = [model.vocabularies[m].count(unseen.side(m)) for m in (source, target)]
        there, back = model.rankers[source, target], model.rankers[target, source]
        ten = there.keywords(counts[0], limit=10, least=10, with_phrases=False)
        ranked = [[keyword.term for keyword in one.keywords] for one in ten]
        found["ten"].append(100 * precision(ranked, counts[1]))
        stated = [k.probability for one in there.keywords(counts[0]) for k in one.keywords]
        found["stated"].append(100 * float(np.mean(stated)))
        ranks, _ = counterpart_ranks(there, back, *counts)
        found["partners"].append(100 * float((ranks == 1).mean()))
        read = [model.fold_in(c, m) for c, m in zip(counts, (source, target), strict=True)]
        centre = np.vstack([model.doc_topic[source], model.doc_topic[target]])
        ranks = ranks_of_counterparts(topic_similarity(*read, centre))
        found["topics"].append(100 * float((ranks == 1).mean()))
        top = best_words(model.topic_word[target])
        found["npmi"].append(float(npmi_coherence(top, model.counts[target]).mean()))
        if model.validation is not None:
            found["check_right"].append(
                100 * model.validation.directions[source, target].keyword_share
            )
    return {name: float(np.mean(values)) for name, values in found.items() if values}


def weights_found(model: Model, right: Array) -> Run:
    told: Run = {"share": model.doubted_share}
    weight: FloatArray | None = model.pair_weights
    if weight is None:
        return told
    told |= {"w_right": float(weight[right].mean())}
    if not right.all():
        ranks, n_right = rankdata(weight), right.sum()
        above = ranks[right].sum() - n_right * (n_right + 1) / 2
        told |= {
            "w_wrong": float(weight[~right].mean()),
            "area": float(above / (n_right * (~right).sum())),
        }
    return told


def print_tables(runs: Sequence[Run]) -> None:
    shares = sorted({run["wrong"] for run in runs})
    names = list(dict.fromkeys(run["corpus"] for run in runs))
    ways = [way for way in WEIGHING if any(run["way"] == way for run in runs)]

    def values(name: str, wrong: float, way: str, measure: str) -> list[float]:
        at = (name, wrong, way)
        return [
            run[measure]
            for run in runs
            if (run["corpus"], run["wrong"], run["way"]) == at and measure in run
        ]

    def cell(name: str, wrong: float, way: str, measure: str, digits: int) -> str:
        found = values(name, wrong, way, measure)
        return interval(found, digits) if found else "–"

    header = ["", "pairs weighed", *(f"{wrong:.0%} wrong" for wrong in shares)]
    told = {"share": "share that does not seem to belong together"}
    told |= {
        "w_right": "mean weight of right pairs",
        "w_wrong": "of wrong",
        "area": "area under ROC",
    }
    for measure, title in {**MEASURES, **told}.items():
        digits = DIGITS.get(measure, 2 if measure in told else 1)
        rows = [
            [name, way, *(cell(name, wrong, way, measure, digits) for wrong in shares)]
            for name in names
            for way in ways
            if measure in MEASURES or way != NEVER
        ]
        print_table(title, header, rows)
