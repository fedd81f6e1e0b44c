"""Can a person read the topics? Figures of shown words, for our model and for its simple baselines.

    python -m benchmarks.readers topics [--corpora europarl …] [--languages de en] [--topics 25 50]
                                        [--seeds 0 1] [--names]

Corpora: europarl, ntrex (news in pieces of five lines), news (the same texts whole), chapters
(whole debates of Europarl), multi30k (captions, ten lines a document), captions (five written for
one photo in each language).  A quarter of the documents is held out, pieces of one text together.
A model is trained as the command `train` does it; NMF (KL loss, nndsvda) and LDA of scikit-learn
learn from the same counts, each side for itself.  --names lists the topics as the page shows them.

Every figure is taken of the ten words shown of a topic, the mean over topics:

- NPMI: normalised pointwise mutual information over the documents that were trained on, and over
  those kept out (a pair that never stands together there counts −1, for every method alike)
- diversity: different words among all that are shown
- own: p(z|w) of a shown word with equal topics, φ_zw / Σ_z φ_zw
- frequent: how many of them are among the hundred words in most documents
- translated: words with one of their three likeliest partners, by Dice over documents or aligned
  lines, shown on the other side
- stability: Jaccard overlap of the most probable words of topics matched one to one between seeds
"""

import argparse
import json
import re
import time
import warnings
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy import sparse
from scipy.optimize import linear_sum_assignment
from sklearn.decomposition import NMF, LatentDirichletAllocation
from sklearn.exceptions import ConvergenceWarning

from benchmarks._common import DATA, print_table
from gplsa.corpus.corpus import Corpus
from gplsa.evaluation import best_words, npmi_coherence, topic_diversity
from gplsa.model.model import TrainedModel
from gplsa.model.settings import TrainSettings
from gplsa.model.topics.shown import RELEVANCE
from gplsa.training.fitting import document_weights, topic_model
from gplsa.training.train import train

Array = NDArray[np.float64]
Words = NDArray[np.int64]

CORPORA = ("europarl", "ntrex", "news", "chapters", "multi30k", "captions")
SHOWN = 10
FREQUENT = 100
PARTNERS = 3
LDA_ITERATIONS = 20
OTHER_SEED = 100
LINES_A_DOCUMENT = 10
LINES_A_PIECE = 5
NTREX_CODE = {"de": "deu", "en": "eng", "fr": "fra", "es": "spa", "it": "ita"}


@dataclass(frozen=True)
class Side:
    """One language: counts of the documents to train on, of those kept out, and of lines."""

    train: sparse.csr_matrix
    held_out: sparse.csr_matrix
    lines: tuple[sparse.csr_matrix, Words]


def read_texts(corpus: str, languages: Sequence[str]) -> tuple[dict[str, list[str]], list[str]]:
    """Texts by language, and a group for each document: groups are kept out as a whole."""
    if corpus == "multi30k":
        found = {}
        for language in languages:
            path = DATA / "multi30k" / f"train.{language}"
            lines = path.read_text(encoding="utf-8").splitlines()
            starts = range(0, len(lines) - LINES_A_DOCUMENT + 1, LINES_A_DOCUMENT)
            found[language] = ["\n".join(lines[i : i + LINES_A_DOCUMENT]) for i in starts]
        n = len(found[languages[0]])
        return found, [str(row) for row in range(n)]
    file = {
        "ntrex": "ntrex/docs.jsonl",
        "news": "ntrex/docs.jsonl",
        "captions": "comparable/captions.jsonl",
    }.get(corpus, "europarl/docs.jsonl")
    rows = [json.loads(line) for line in (DATA / file).read_text(encoding="utf-8").splitlines()]
    codes = {name: NTREX_CODE[name] if "ntrex" in file else name for name in languages}
    texts = {name: [_text(row[code]) for row in rows] for name, code in codes.items()}
    groups = [str(row["id"]) for row in rows]
    if corpus == "ntrex":
        return _in_pieces(texts, groups)
    if corpus == "chapters":
        return _joined(texts, [f"{row['day']} {row['chapter']}" for row in rows])
    return texts, groups


def _text(value: str | list[str]) -> str:
    return value if isinstance(value, str) else "\n".join(value)


def _in_pieces(
    texts: dict[str, list[str]], groups: list[str]
) -> tuple[dict[str, list[str]], list[str]]:
    """Pieces of five lines, each in the group of its text."""
    pieces: dict[str, list[str]] = {}
    owners: list[str] = []
    for language, side in texts.items():
        pieces[language], owners = [], []
        for text, group in zip(side, groups, strict=True):
            lines = text.split("\n")
            for start in range(0, len(lines), LINES_A_PIECE):
                pieces[language].append("\n".join(lines[start : start + LINES_A_PIECE]))
                owners.append(group)
    return pieces, owners


def _joined(
    texts: dict[str, list[str]], groups: list[str]
) -> tuple[dict[str, list[str]], list[str]]:
    """One document for each group."""
    names = sorted(set(groups))
    found = {
        language: [
            "\n".join(t for t, g in zip(side, groups, strict=True) if g == name) for name in names
        ]
        for language, side in texts.items()
    }
    return found, names


def split(corpus: str, languages: Sequence[str], seed: int) -> tuple[Corpus, Corpus]:
    """Documents to train on, and a quarter of the groups, drawn by seed, that are kept out."""
    texts, groups = read_texts(corpus, languages)
    names = sorted(set(groups))
    order = np.random.default_rng(seed).permutation(len(names))
    out = {names[place] for place in order[: len(names) // 4]}
    kept = np.array([group in out for group in groups])
    ids = [str(row) for row in range(len(groups))]
    whole = Corpus(corpus, ids, texts, dict(zip(languages, languages, strict=True)))
    return whole.subset(np.flatnonzero(~kept)), whole.subset(np.flatnonzero(kept))


def sides_of(model: TrainedModel, seen: Corpus, unseen: Corpus) -> dict[str, Side]:
    """The counts that a model was trained on, and those that it never saw, in the same words."""
    return {
        side: Side(
            model.counts[side],
            model.vocabularies[side].count(unseen.texts[side]),
            model.vocabularies[side].count_lines(seen.texts[side]),
        )
        for side in model.modalities
    }


def partners(first: Side, second: Side) -> sparse.csr_matrix:
    """Which words of two sides translate each other, (words, words): Dice over aligned lines.

    Lines where both sides of a document have equally many, else the document.  A word's three best
    partners that stand with it in two units at least; no topic has a part in this.
    """
    x, y = _units(first, second)
    together = (x.T @ y).tocsr()
    n_first, n_second = (np.asarray(m.sum(axis=0)).ravel() for m in (x, y))
    dice = together.tocoo()
    often = dice.data >= 2
    rows, columns, both = dice.row[often], dice.col[often], dice.data[often]
    value = 2 * both / (n_first[rows] + n_second[columns])
    best = np.zeros(len(value), dtype=bool)
    for own in (rows, columns):
        order = np.lexsort((-value, own))
        starts = np.searchsorted(own[order], own[order])
        best[order[np.arange(len(order)) - starts < PARTNERS]] = True
    ones = np.ones(int(best.sum()))
    return sparse.csr_matrix((ones, (rows[best], columns[best])), shape=together.shape)


def _units(first: Side, second: Side) -> tuple[sparse.csr_matrix, sparse.csr_matrix]:
    n = first.train.shape[0]
    sizes = [np.bincount(side.lines[1], minlength=n) for side in (first, second)]
    even = sizes[0] == sizes[1]
    found = []
    for side in (first, second):
        counts, document = side.lines
        parts = [counts[even[document]], side.train[~even]]
        units = sparse.vstack(parts).tocsr()
        units.data[:] = 1.0
        found.append(units)
    return found[0], found[1]


def reading_figures(
    shown: Mapping[str, Words], topic_word: Mapping[str, Array], sides: Mapping[str, Side]
) -> dict[str, dict[str, float]]:
    """By side: npmi, npmi of documents held out, diversity, own, frequent."""
    found = {}
    for name, side in sides.items():
        if name not in shown:
            continue
        words = shown[name]
        frequency = np.bincount(side.train.indices, minlength=side.train.shape[1])
        often = np.argsort(-frequency, kind="stable")[:FREQUENT]
        phi = topic_word[name] / topic_word[name].sum(axis=1, keepdims=True)
        own = phi / np.maximum(phi.sum(axis=0), np.finfo(float).tiny)
        found[name] = {
            "npmi": float(npmi_coherence(words, side.train).mean()),
            "kept out": float(npmi_coherence(words, side.held_out).mean()),
            "diversity": topic_diversity(words),
            "own": float(np.take_along_axis(own, words, axis=1).mean()),
            "frequent": float(np.isin(words, often).mean()),
        }
    return found


def translation_share(first: Words, second: Words, translates: sparse.csr_matrix) -> float:
    """Share of the words shown on both sides whose partner is shown in the same topic."""
    found = 0
    for one, other in zip(first, second, strict=True):
        block = translates[one][:, other]
        found += int((block.sum(axis=1) > 0).sum()) + int((block.sum(axis=0) > 0).sum())
    return found / (first.size + second.size)


def stability(first: Words, second: Words) -> float:
    """Mean Jaccard overlap of the words of two sets of topics matched one to one."""
    n_shared = np.array([[len(np.intersect1d(a, b)) for b in second] for a in first])
    overlap = n_shared / (first.shape[1] + second.shape[1] - n_shared)
    rows, columns = linear_sum_assignment(-overlap)
    return float(overlap[rows, columns].mean())


def distinct_share(names: Sequence[str]) -> float:
    """Share of names that no other topic has, small and capital letters alike."""
    plain = [re.sub(r"\s+", " ", name).casefold() for name in names]
    return len(set(plain)) / max(len(plain), 1)


def nmf_topics(counts: sparse.csr_matrix, n_topics: int, seed: int) -> Array:
    """Topics of scikit-learn's NMF with the KL loss, rows of sum 1."""
    model = NMF(
        n_topics,
        init="nndsvda",
        solver="mu",
        beta_loss="kullback-leibler",
        max_iter=200,
        random_state=seed,
    )
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)
        model.fit(counts)
    words = model.components_ + np.finfo(float).tiny
    return np.asarray(words / words.sum(axis=1, keepdims=True))


def lda_topics(counts: sparse.csr_matrix, n_topics: int, seed: int) -> Array:
    """Topics of scikit-learn's LDA."""
    model = LatentDirichletAllocation(n_topics, max_iter=LDA_ITERATIONS, random_state=seed)
    words = model.fit(counts).components_
    return np.asarray(words / words.sum(axis=1, keepdims=True))


def shown_words(model: TrainedModel, relevance: float) -> dict[str, Words]:
    return {
        side: np.array(
            [model.reading.words(side, z, SHOWN, relevance) for z in range(model.n_topics)]
        )
        for side in model.modalities
    }


def refitted(model: TrainedModel, n_topics: int, seed: int) -> dict[str, Words]:
    """The most probable words of topics learned from the same counts with another seed."""
    topics = topic_model(model.settings, n_topics, np.random.default_rng(seed))
    topics.fit(model.counts, sample_weight=document_weights(model.counts))
    return {side: best_words(topic_word, SHOWN) for side, topic_word in topics.topic_word_.items()}


def measure(
    corpus: str, n_topics: int, seed: int, options: argparse.Namespace
) -> list[list[object]]:
    """Rows of the table: one for every way to choose words and every side."""
    seen, unseen = split(corpus, options.languages, seed)
    n_topics = min(n_topics, len(seen) // 4)
    started = time.perf_counter()
    model = train(seen, TrainSettings(n_topics=n_topics, seed=seed, check=False))
    seconds = time.perf_counter() - started
    sides = sides_of(model, seen, unseen)
    first, second = options.languages
    translates = partners(sides[first], sides[second])
    again = refitted(model, n_topics, seed + OTHER_SEED)
    names = [model.topic_label(z) for z in range(n_topics)]
    print(
        f"\n{corpus}, {len(seen)} documents, {n_topics} topics, seed {seed}: {seconds:.1f} s, "
        f"{distinct_share(names):.0%} of the names are distinct, {len(model.uninformative)} filler"
    )
    if options.names:
        for z in np.argsort(-model.topic_share()):
            words = (", ".join(w for w, _ in model.top_words(side, z, 8)) for side in sides)
            print(f"- **{names[z]}** {' | '.join(words)} {model.uninformative.get(int(z), '')}")
    rows: list[list[object]] = []
    for title, relevance in (("gplsa, as shown", RELEVANCE), ("gplsa, p(w|z)", 1.0)):
        shown = shown_words(model, relevance)
        found = reading_figures(shown, model.topic_word, sides)
        translated = translation_share(shown[first], shown[second], translates)
        for side, figures in found.items():
            same = stability(shown[side], again[side]) if relevance == 1.0 else None
            rows.append([title, side, *figures.values(), translated, same])
    for title, fit in (("NMF, KL loss", nmf_topics), ("LDA", lda_topics)):
        for name, side in sides.items():
            topics = fit(side.train, n_topics, seed)
            words = {name: best_words(topics, SHOWN)}
            figures = reading_figures(words, {name: topics}, sides)[name]
            rows.append([title, name, *figures.values(), None, None])
    return rows


def main(arguments: Sequence[str]) -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.readers topics")
    parser.add_argument("--corpora", nargs="+", choices=CORPORA, default=["europarl", "ntrex"])
    parser.add_argument("--languages", nargs=2, default=["de", "en"])
    parser.add_argument("--topics", nargs="+", type=int, default=[25, 50, 100])
    parser.add_argument("--seeds", nargs="+", type=int, default=[0])
    parser.add_argument("--names", action="store_true")
    options = parser.parse_args(arguments)
    header = ["words", "side", "NPMI", "kept out", "diversity", "own", "frequent", "translated"]
    for corpus in options.corpora:
        for n_topics in options.topics:
            by_seed = [measure(corpus, n_topics, seed, options) for seed in options.seeds]
            rows = [
                [*found[0][:2], *_mean([row[2:] for row in found])]
                for found in zip(*by_seed, strict=True)
            ]
            title = f"{corpus}, {n_topics} topics, seeds {options.seeds}"
            print_table(title, [*header, "stability"], rows)


def _mean(rows: Sequence[Sequence[object]]) -> list[object]:
    return [
        None if column[0] is None else float(np.mean(np.array(column, dtype=float)))
        for column in zip(*rows, strict=True)
    ]
