"""One function for each group of figures: what a method gives, held against held-out pairs."""

import time
from collections.abc import Callable, Sequence
from itertools import combinations

import numpy as np
from scipy import sparse

from benchmarks.paired.contract import FindsPartners, GivesHeadings, HasTopics, Method, Translates
from benchmarks.paired.yardstick import Side, stems_of, words_of
from gplsa.evaluation.counterparts import (
    first_place_share,
    mean_reciprocal_rank,
    ranks_of_counterparts,
)

Figures = dict[str, float]

SHOWN, COMPARED = 10, 20
TOPIC_WORDS = 8
LEAST_TEXTS = 5
"""Texts that hold a word, for its translations to be measured."""


def keywords(method: Method, a: Side, b: Side) -> Figures:
    r"""Keywords of held-out texts against their true other side.

    precision@10      share of the first ten whose stems all stand there
    overlap@20        |first 20 ∩ its 20 stems of the highest (1 + log tf)·idf| / 20
    idf precision@10  mean of idf of the first ten, 0 where they do not stand there: frequent words,
                      which are right everywhere, weigh little
    A method that gives fewer than ten is measured as if the rest were wrong.
    """
    began = time.perf_counter()
    given = [method.keywords(text, COMPARED) for text in a.test]
    seconds = time.perf_counter() - began
    right, overlapping, weighed = [], [], []
    for row, found in enumerate(given):
        held = b.counts[[row]]
        present = set(held.indices.tolist())
        if not present:
            continue
        ranked = b.numbers(found)
        hits = [all(number in present for number in stems) for stems in ranked]
        right.append(sum(hits[:SHOWN]) / SHOWN)
        idf = [max(b.idf[s] if s >= 0 else 0.0 for s in stems) for stems in ranked]
        weighed.append(float(np.dot(hits[:SHOWN], idf[:SHOWN])) / SHOWN)
        score = (1 + np.log(held.data)) * b.idf[held.indices]
        best = set(held.indices[np.argsort(-score, kind="stable")[:COMPARED]].tolist())
        own = {number for stems in ranked[:COMPARED] for number in stems}
        overlapping.append(len(own & best) / COMPARED)
    return {
        "precision@10": float(np.mean(right)),
        "overlap@20": float(np.mean(overlapping)),
        "idf precision@10": float(np.mean(weighed)),
        "ms a text": 1000 * seconds / len(given),
    }


def partners(method: FindsPartners, a: Side, b: Side) -> Figures:
    """Each held-out text ranks all of the other side: mean reciprocal rank, first places."""
    likeness = np.asarray(method.likeness(a.test, b.test))
    return {
        f"{name} {way}": figure(ranks_of_counterparts(direction))
        for way, direction in (("a→b", likeness), ("b→a", likeness.T))
        for name, figure in (("MRR", mean_reciprocal_rank), ("P@1", first_place_share))
    }


def translations(method: Translates, a: Side, b: Side) -> Figures:
    """Translations of the words of held-out texts: does the other side of those texts hold them?

    Words in five texts to learn from or more that stand in a held-out one.  For each, the share of
    the held-out texts with it whose other side has its first translation, or one of its first
    three; the mean over words, so that rare ones count as much as frequent ones.  A word that is
    not translated counts 0.
    """
    seen = np.bincount(a.seen.indices, minlength=len(a.place))
    forms: dict[int, dict[str, None]] = {}
    for text in a.test:
        for word in words_of(text, a.language):
            [stems] = a.numbers([word]) or [[-1]]
            if len(stems) == 1 and stems[0] >= 0 and seen[stems[0]] >= LEAST_TEXTS:
                forms.setdefault(stems[0], {}).setdefault(word)
    present = sparse.csc_matrix(a.counts > 0)
    other = [set(b.counts[[row]].indices.tolist()) for row in range(len(b.test))]
    first, third, known = [], [], []
    for number, written in sorted(forms.items()):
        texts = present.indices[present.indptr[number] : present.indptr[number + 1]]
        found = b.numbers(method.translations(next(iter(written)), 3))[:3]
        known.append(bool(found))
        held = [[all(s in other[text] for s in stems) for stems in found] for text in texts]
        first.append(np.mean([row[:1] == [True] for row in held]))
        third.append(np.mean([any(row) for row in held]))
    return {
        "words": len(known),
        "translated": float(np.mean(known)),
        "first held": float(np.mean(first)),
        "one of three held": float(np.mean(third)),
    }


def listed_translations(
    method: Translates, listed: dict[str, set[str]], a: Side, b: Side
) -> Figures:
    """The same against translations that people judged, where both sides are in the corpus."""
    first, third = [], []
    for word, right in listed.items():
        accepted = [stems_of(one, b.language) for one in right]
        found = [stems_of(one, b.language) for one in method.translations(word, 3)]
        first.append(bool(found[:1]) and found[0] in accepted)
        third.append(any(one in accepted for one in found[:3]))
    return {"listed": len(listed), "P@1": float(np.mean(first)), "P@3": float(np.mean(third))}


def topics(method: HasTopics, a: Side, b: Side) -> Figures:
    r"""Can the topics be read? Figures of their first eight words over held-out texts.

    NPMI       log(p(v, w) / (p(v) p(w))) / −log p(v, w), the mean over pairs of words of one side
               [Lau, Newman, Baldwin 2014]; words that never stand together count −1
    CNPMI      the same of a word of one side and a word of the other, over held-out pairs
               [Hao, Boyd-Graber, Paul 2018]
    diversity  different words among all that are shown [Dieng, Ruiz, Blei 2020]
    Words that no held-out text holds are left out of the pairs, for every method alike.
    """
    found = method.topics(TOPIC_WORDS)
    shown = [
        [[s[0] for s in side.numbers(words) if len(s) == 1 and s[0] >= 0] for words in own]
        for side, own in zip((a, b), zip(*found, strict=True), strict=True)
    ]
    present = [sparse.csc_matrix(side.counts > 0, dtype=np.float64) for side in (a, b)]
    figures: Figures = {"topics": len(found)}
    for name, words, held in zip("ab", shown, present, strict=True):
        one = [_mean_npmi([*combinations(row, 2)], held, held) for row in words]
        figures[f"NPMI {name}"] = _mean(one)
    crossed = [
        _mean_npmi([(v, w) for v in first for w in second], *present)
        for first, second in zip(*shown, strict=True)
    ]
    figures["CNPMI"] = _mean(crossed)
    for name, words in zip("ab", shown, strict=True):
        every = [number for row in words for number in row]
        figures[f"diversity {name}"] = len(set(every)) / max(len(every), 1)
    return figures


def _mean_npmi(
    pairs: Sequence[tuple[int, int]], left: sparse.csc_matrix, right: sparse.csc_matrix
) -> float:
    n = left.shape[0]
    values = []
    for v, w in pairs:
        first, second = left[:, [v]], right[:, [w]]
        p_v, p_w = first.sum() / n, second.sum() / n
        if not p_v or not p_w:
            continue
        both = first.multiply(second).sum() / n
        if both in (0, 1):
            values.append(-1.0 if both == 0 else 0.0)
        else:
            values.append(float(np.log(both / (p_v * p_w)) / -np.log(both)))
    return _mean(values)


def _mean(values: Sequence[float]) -> float:
    """Of those that are numbers; NaN where none is."""
    known = [value for value in values if np.isfinite(value)]
    return float(np.mean(known)) if known else float("nan")


def headings(method: GivesHeadings, texts: Sequence[str], true: Sequence[Sequence[str]]) -> Figures:
    r"""Headings of held-out texts against those that their record has [Annif's names].

    F1@5     harmonic mean of |five ∩ true| / 5 and |five ∩ true| / |true|, the mean over texts
    nDCG@10  Σ_r [r-th is true] / log₂(1 + r), over the same sum of the best possible order
    """
    f1, gain = [], []
    for text, own in zip(texts, true, strict=True):
        if not own:
            continue
        found = list(dict.fromkeys(method.headings(text, SHOWN)))
        hits = [one in set(own) for one in found]
        common = sum(hits[:5])
        f1.append(2 * common / (5 + len(own)))
        discount = 1 / np.log2(np.arange(2, SHOWN + 2))
        gain.append(float(hits @ discount[: len(hits)]) / discount[: len(own)].sum())
    return {"F1@5": float(np.mean(f1)), "nDCG@10": float(np.mean(gain))}


GROUPS: dict[str, tuple[str, Callable[..., Figures]]] = {
    "keywords": ("keywords", keywords),
    "partners": ("likeness", partners),
    "translations": ("translations", translations),
    "topics": ("topics", topics),
}
"""By the name of a group: what a method must have, and what measures it."""
