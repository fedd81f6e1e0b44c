"""How many topics: what words kept out say, and what is found again in half of the documents.

    python -m benchmarks.topic_numbers [--corpora europarl ntrex …] [--topics 8 12 18 25 …]

The first so many pairs in an order drawn once (europarl: 1,000, 300 and 100), four fifths to learn
from.  Of the others, *own*: perplexity of half of the words of a side, given the other half; and
*partner*: perplexity of the English side, given the German one.  *found again*: the share of topics
that two fits to seven tenths of the learned pairs have in common, as those whose words are alike by
more than 0.7 (Bhattacharyya) in the best matching of topics.
"""

import argparse
import json
from dataclasses import dataclass

import numpy as np
from scipy import sparse
from scipy.optimize import linear_sum_assignment

from benchmarks._common import DATA, print_table
from benchmarks.gist import read_pairs
from gplsa.model.settings import BACKGROUND, default_topics
from gplsa.models import MultimodalGPLSA
from gplsa.text import Vocabulary, WordOptions
from gplsa.training.fitting import document_weights

SIDES = ("de", "en")
TOPICS = (5, 8, 12, 18, 25, 35, 50, 70, 100, 150)
SIZES = {"europarl": (1_000, 300, 100), "captions": (3_000,)}
STEPS = 10
ALIKE = 0.7
FLOOR = 1e-12


@dataclass(frozen=True)
class Split:
    """Counts by side: learned from, and of the held-out pairs one half of the words and the
    other."""

    learned: dict[str, sparse.csr_matrix]
    given: dict[str, sparse.csr_matrix]
    held_out: dict[str, sparse.csr_matrix]


def split(corpus: str, n_pairs: int | None) -> Split:
    if corpus == "comparable":
        lines = (DATA / corpus / "captions.jsonl").read_text(encoding="utf-8").splitlines()
        rows = [json.loads(line) for line in lines]
        sides = [["\n".join(row[side]) for row in rows] for side in SIDES]
    else:
        sides, _ = read_pairs(corpus, SIDES)
    rng = np.random.default_rng(5)
    order = rng.permutation(len(sides[0]))[:n_pairs]
    seen = round(0.8 * len(order))
    found = Split({}, {}, {})
    for side, texts in zip(SIDES, sides, strict=True):
        shuffled = [texts[row] for row in order]
        vocabulary, found.learned[side] = Vocabulary.build(shuffled[:seen], WordOptions(side))
        held_out = vocabulary.count(shuffled[seen:])
        half = held_out.copy()
        half.data = rng.binomial(held_out.data.astype(int), 0.5).astype(np.float64)
        found.given[side], found.held_out[side] = half, sparse.csr_matrix(held_out - half)
    return found


def fit(counts: dict[str, sparse.csr_matrix], n_topics: int) -> MultimodalGPLSA:
    model = MultimodalGPLSA(n_topics, background_weight=BACKGROUND, random_state=0)
    return model.fit(counts, sample_weight=document_weights(counts))


def perplexity(
    model: MultimodalGPLSA, side: str, mixtures: np.ndarray, counts: sparse.csr_matrix
) -> float:
    rows, words = counts.nonzero()
    topics = (mixtures[rows] * model.topic_word_[side][:, words].T).sum(axis=1)
    p = (1 - BACKGROUND) * topics + BACKGROUND * np.ravel(model.background_[side])[words]
    values = np.ravel(counts[rows, words])
    return float(np.exp(-(values @ np.log(np.maximum(p, FLOOR))) / values.sum()))


def found_again(learned: dict[str, sparse.csr_matrix], n_topics: int) -> float:
    words = []
    n = learned[SIDES[0]].shape[0]
    for seed in (1, 2):
        rows = np.random.default_rng(seed).permutation(n)[: round(0.7 * n)]
        model = fit({side: counts[rows] for side, counts in learned.items()}, n_topics)
        words.append(np.sqrt(np.hstack([model.topic_word_[side] for side in SIDES]) / len(SIDES)))
    likeness = words[0] @ words[1].T
    return float((likeness[linear_sum_assignment(-likeness)] > ALIKE).mean())


def measure(pairs: Split, n_topics: int) -> list[str]:
    model = fit(pairs.learned, n_topics)
    own = model.transform(pairs.given, max_iter=STEPS)
    whole = pairs.given["de"] + pairs.held_out["de"]
    by_partner = model.transform({"de": whole}, max_iter=STEPS)["de"]
    partner = pairs.given["en"] + pairs.held_out["en"]
    return [
        *(f"{perplexity(model, side, own[side], pairs.held_out[side]):.0f}" for side in SIDES),
        f"{perplexity(model, 'en', by_partner, partner):.0f}",
        f"{found_again(pairs.learned, n_topics):.2f}",
    ]


def main() -> None:
    corpora = ("europarl", "ntrex", "multi30k", "captions", "comparable")
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--corpora", nargs="+", choices=corpora, default=corpora)
    parser.add_argument("--topics", nargs="+", type=int, default=TOPICS)
    options = parser.parse_args()
    for corpus in options.corpora:
        for n_pairs in SIZES.get(corpus, (None,)):
            pairs = split(corpus, n_pairs)
            n_learned = pairs.learned["de"].shape[0]
            most = min(n_learned // 2, *(counts.shape[1] for counts in pairs.learned.values()))
            rows = [[k, *measure(pairs, k)] for k in options.topics if k < most]
            print_table(
                f"{corpus}, {n_learned} pairs to learn from, by default "
                f"{default_topics(n_learned)} topics",
                ["topics", *(f"own, {side}" for side in SIDES), "partner", "found again"],
                rows,
            )


if __name__ == "__main__":
    main()
