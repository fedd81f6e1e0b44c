"""Do pairs that do not belong together surface? Planted ones, found among true ones.

    python -m benchmarks.mismatch [--seeds 0 1 2 3 4] [--kinds swapped …]

1,000 pairs, 40 of them spoiled before training, which sees them like the rest:

swapped      the sides of 40 Europarl pairs have moved on among themselves
same debate  twenty neighbours of one Europarl debate have changed sides
half         the second half of one side is from another Europarl document
captions     swapped among 1,000 captions of multi30k, ten counted words each

Printed: how many of the 40 are among the 60, and among the 40, that rank most misaligned.
"""

import argparse
import time
from collections.abc import Callable

import numpy as np

from benchmarks import _corpora
from benchmarks._common import print_table
from gplsa.core.items import ItemCounts
from gplsa.evaluation.counterparts import agreement_of_counterparts
from gplsa.model.model import TrainedModel
from gplsa.model.settings import TrainSettings
from gplsa.retrieval.counterparts import Counterparts
from gplsa.retrieval.mismatch import pair_fit
from gplsa.training.train import train

N_PAIRS, N_SPOILED = 1000, 40
Texts = list[str]
Languages = tuple[str, str]
Spoiled = tuple[Texts, Texts, list[int]]
"""Both sides, and which of the pairs are spoiled."""
Spoiling = Callable[[np.random.Generator, Languages], Spoiled]


def speeches(rng: np.random.Generator, languages: Languages) -> tuple[Texts, Texts, list[str]]:
    """Both sides and the debate of every document, in the order of the sessions."""
    every = _corpora.rows(_corpora.SPEECHES)
    rows = [every[i] for i in np.sort(rng.permutation(len(every))[:N_PAIRS])]
    debates = [_corpora.debate_of(row) for row in rows]
    return [r[languages[0]] for r in rows], [r[languages[1]] for r in rows], debates


def moved_on(rng: np.random.Generator, texts: Texts) -> tuple[Texts, list[int]]:
    moved, spoiled = _corpora.moved_on(texts, N_SPOILED, rng)
    return moved, spoiled.tolist()


def swapped(rng: np.random.Generator, languages: Languages) -> Spoiled:
    first, second, _ = speeches(rng, languages)
    second, spoiled = moved_on(rng, second)
    return first, second, spoiled


def same_debate(rng: np.random.Generator, languages: Languages) -> Spoiled:
    first, second, debates = speeches(rng, languages)
    spoiled: list[int] = []
    for i in rng.permutation(N_PAIRS - 1):
        free = i not in spoiled and i + 1 not in spoiled
        if len(spoiled) < N_SPOILED and free and debates[i] == debates[i + 1]:
            second[i], second[i + 1] = second[i + 1], second[i]
            spoiled += [int(i), int(i) + 1]
    return first, second, spoiled


def half(rng: np.random.Generator, languages: Languages) -> Spoiled:
    first, second, _ = speeches(rng, languages)
    moved, spoiled = moved_on(rng, second)
    for i in spoiled:
        own, other = second[i].split(), moved[i].split()
        second[i] = " ".join(own[: len(own) // 2] + other[len(other) // 2 :])
    return first, second, spoiled


def captions(rng: np.random.Generator, languages: Languages) -> Spoiled:
    sides = [_corpora.captions(name) for name in languages]
    rows = rng.permutation(len(sides[0]))[:N_PAIRS]
    second, spoiled = moved_on(rng, [sides[1][row] for row in rows])
    return [sides[0][row] for row in rows], second, spoiled


SPOILINGS: dict[str, Spoiling] = {
    "swapped": swapped,
    "same debate": same_debate,
    "half": half,
    "captions": captions,
}


def baselines(model: TrainedModel, languages: Languages) -> dict[str, np.ndarray]:
    """Scores that rise with how well the sides of a pair fit."""
    first, second = languages
    there, back = model.rankers[first, second], model.rankers[second, first]
    both = Counterparts((there, back), [ItemCounts(model.counts[side], []) for side in languages])
    alone = [model.fold_in(model.counts[name], name) for name in languages]
    started = time.process_time()
    margin = pair_fit(there, back, counts=(model.counts[first], model.counts[second])).margin
    print(f"compared in {time.process_time() - started:.1f} s of processor time", flush=True)
    return {
        "mixtures as trained": agreement_of_counterparts(
            model.doc_topic[first], model.doc_topic[second]
        ),
        "mixtures, each side read alone": agreement_of_counterparts(*alone),
        "lexicon and CSLS, the pair included": np.diagonal(both.similarity()),
        "**pair_fit**": margin,
    }


def caught(scores: np.ndarray, spoiled: list[int]) -> tuple[int, int]:
    order = np.argsort(scores, kind="stable")
    return len({*order[:60]} & {*spoiled}), len({*order[:N_SPOILED]} & {*spoiled})


def run(kind: str, languages: Languages, seeds: list[int]) -> None:
    found: dict[str, list[tuple[int, int]]] = {}
    for seed in seeds:
        first, second, spoiled = SPOILINGS[kind](np.random.default_rng(seed), languages)
        corpus = _corpora.corpus_of(kind, {languages[0]: first, languages[1]: second})
        model = train(corpus, TrainSettings(seed=seed, check=False))
        for name, scores in baselines(model, languages).items():
            found.setdefault(name, []).append(caught(scores, spoiled))
    rows = [
        [name, *(f"{among_60} / {among_40}" for among_60, among_40 in figures)]
        for name, figures in found.items()
    ]
    header = ["ranked by", *(f"seed {seed}" for seed in seeds)]
    print_table(f"{kind}: of 40 spoiled pairs, among the 60 / 40 most suspicious", header, rows)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seeds", nargs="+", type=int, default=[0, 1, 2, 3, 4])
    parser.add_argument("--kinds", nargs="+", choices=SPOILINGS, default=list(SPOILINGS))
    options = parser.parse_args()
    for kind in options.kinds:
        run(kind, ("de", "en"), options.seeds)


if __name__ == "__main__":
    main()
