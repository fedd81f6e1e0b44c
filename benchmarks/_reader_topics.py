"""Can a person read the topics? Figures of shown words, for our model and for its simple baselines.

    python -m benchmarks.readers topics [--corpora europarl …] [--languages de en] [--topics 25 50]
                                        [--seeds 0 1] [--names]

Corpora: europarl, ntrex (news in pieces of five lines), news (the same texts whole), chapters
(whole debates of Europarl), multi30k (captions, ten lines a document), captions (five written for
one photo in each language).  A quarter of the documents is held out, pieces of one text together.
A model is trained as the command `train` does it; scikit-learn's NMF (of tf-idf; of counts by KL
loss) and LDA learn from the same counts, each side for itself.
--names lists the topics as the page shows them.

Every figure is taken of the ten words shown of a topic, the mean over topics:

- NPMI: normalised pointwise mutual information over the documents that were trained on, and over
  those held out (a pair that never stands together there counts −1, for every method alike)
- diversity: different words among all that are shown
- frequent: how many of them are among the hundred words in most documents
"""

import argparse
import re
import time
import warnings
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy import sparse
from sklearn.decomposition import NMF, LatentDirichletAllocation
from sklearn.exceptions import ConvergenceWarning
from sklearn.feature_extraction.text import TfidfTransformer

from benchmarks import _corpora
from benchmarks._common import Array, print_table
from benchmarks._corpora import NTREX_CODE, Texts
from gplsa.core.sums import rows_to_one
from gplsa.corpus.corpus import Corpus
from gplsa.evaluation.topics import best_words, npmi_coherence, topic_diversity
from gplsa.model.model import TrainedModel
from gplsa.model.settings import TrainSettings
from gplsa.model.topics.shown import RELEVANCE
from gplsa.training.train import train

Words = NDArray[np.int64]
Grouped = tuple[Texts, list[str]]
"""Texts by language, and a group for each document: groups are held out as a whole."""

CORPORA = ("europarl", "ntrex", "news", "chapters", "multi30k", "captions")
SHOWN = 10
FREQUENT = 100
LDA_ITERATIONS = 20
LINES_A_DOCUMENT = 10
LINES_A_PIECE = 5


@dataclass(frozen=True)
class Side:
    """One language: counts of the documents to train on, and of those held out."""

    train: sparse.csr_matrix
    held_out: sparse.csr_matrix


def read_texts(corpus: str, languages: Sequence[str]) -> Grouped:
    if corpus == "multi30k":
        found = {name: _corpora.captions(name, LINES_A_DOCUMENT) for name in languages}
        n = len(found[languages[0]])
        return found, [str(row) for row in range(n)]
    folder = "ntrex" if corpus in ("ntrex", "news") else "europarl"
    rows = _corpora.rows(
        "comparable/captions.jsonl" if corpus == "captions" else f"{folder}/docs.jsonl"
    )
    codes = {name: NTREX_CODE[name] if folder == "ntrex" else name for name in languages}
    texts = {name: [row[code] for row in rows] for name, code in codes.items()}
    groups = [str(row["id"]) for row in rows]
    if corpus == "ntrex":
        return _in_pieces(texts, groups)
    if corpus == "chapters":
        return _joined(texts, [_corpora.debate_of(row) for row in rows])
    return texts, groups


def _in_pieces(texts: Texts, groups: list[str]) -> Grouped:
    """Pieces of five lines, each in the group of its text."""
    pieces: Texts = {}
    owners: list[str] = []
    for language, side in texts.items():
        pieces[language], owners = [], []
        for text, group in zip(side, groups, strict=True):
            lines = text.split("\n")
            for start in range(0, len(lines), LINES_A_PIECE):
                pieces[language].append("\n".join(lines[start : start + LINES_A_PIECE]))
                owners.append(group)
    return pieces, owners


def _joined(texts: Texts, groups: list[str]) -> Grouped:
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
    """Documents to train on, and a quarter of the groups, drawn by seed, that are held out."""
    texts, groups = read_texts(corpus, languages)
    names = sorted(set(groups))
    order = np.random.default_rng(seed).permutation(len(names))
    out = {names[place] for place in order[: len(names) // 4]}
    kept = np.array([group in out for group in groups])
    whole = _corpora.corpus_of(corpus, texts)
    return whole.subset(np.flatnonzero(~kept)), whole.subset(np.flatnonzero(kept))


def sides_of(model: TrainedModel, unseen: Corpus) -> dict[str, Side]:
    """The counts that a model was trained on, and those that it never saw, in the same words."""
    return {
        side: Side(model.counts[side], model.vocabularies[side].count(unseen.texts[side]))
        for side in model.modalities
    }


def reading_figures(words: Words, side: Side) -> list[float]:
    """NPMI, NPMI of documents held out, diversity, frequent."""
    frequency = np.bincount(side.train.indices, minlength=side.train.shape[1])
    often = np.argsort(-frequency, kind="stable")[:FREQUENT]
    return [
        float(npmi_coherence(words, side.train).mean()),
        float(npmi_coherence(words, side.held_out).mean()),
        topic_diversity(words),
        float(np.isin(words, often).mean()),
    ]


def distinct_share(names: Sequence[str]) -> float:
    """Share of names that no other topic has, small and capital letters alike."""
    plain = [re.sub(r"\s+", " ", name).casefold() for name in names]
    return len(set(plain)) / max(len(plain), 1)


def nmf_topics(counts: sparse.csr_matrix, n_topics: int, seed: int) -> Array:
    """Topics of scikit-learn's NMF with the KL loss, rows of sum 1."""
    how = {"init": "nndsvda", "solver": "mu", "beta_loss": "kullback-leibler", "max_iter": 200}
    return rows_to_one(NMF(n_topics, random_state=seed, **how).fit(counts).components_)


def tfidf_topics(counts: sparse.csr_matrix, n_topics: int, seed: int) -> Array:
    """The same of its NMF of tf-idf, by squared errors."""
    model = NMF(n_topics, init="nndsvd", max_iter=400, random_state=seed)
    weights = TfidfTransformer(sublinear_tf=True).fit_transform(counts)
    return rows_to_one(model.fit(weights).components_)


def lda_topics(counts: sparse.csr_matrix, n_topics: int, seed: int) -> Array:
    """Topics of scikit-learn's LDA."""
    model = LatentDirichletAllocation(n_topics, max_iter=LDA_ITERATIONS, random_state=seed)
    return rows_to_one(model.fit(counts).components_)


def shown_words(model: TrainedModel, relevance: float) -> dict[str, Words]:
    return {
        side: np.array(
            [model.reading.words(side, z, SHOWN, relevance) for z in range(model.n_topics)]
        )
        for side in model.modalities
    }


def measure(
    corpus: str, n_topics: int, seed: int, options: argparse.Namespace
) -> list[list[object]]:
    """Rows of the table: one for every way to choose words and every side."""
    seen, unseen = split(corpus, options.languages, seed)
    n_topics = min(n_topics, len(seen) // 4)
    started = time.perf_counter()
    model = train(seen, TrainSettings(n_topics=n_topics, seed=seed, check=False))
    seconds = time.perf_counter() - started
    sides = sides_of(model, unseen)
    labels = [model.topic_label(z) for z in range(n_topics)]
    print(
        f"\n{corpus}, {len(seen)} documents, {n_topics} topics, seed {seed}: {seconds:.1f} s, "
        f"{distinct_share(labels):.0%} of the names are distinct, {len(model.uninformative)} filler"
    )
    if options.names:
        for z in np.argsort(-model.topic_share()):
            words = (", ".join(w for w, _ in model.top_words(side, z, 8)) for side in sides)
            print(f"- **{labels[z]}** {' | '.join(words)} {model.uninformative.get(int(z), '')}")
    rows: list[list[object]] = []
    for title, relevance in (("gplsa, as shown", RELEVANCE), ("gplsa, p(w|z)", 1.0)):
        for name, words in shown_words(model, relevance).items():
            rows.append([title, name, *reading_figures(words, sides[name])])
    others = {"NMF of tf-idf": tfidf_topics, "NMF, KL loss": nmf_topics, "LDA": lda_topics}
    for title, fit in others.items():
        for name, side in sides.items():
            words = best_words(fit(side.train, n_topics, seed), SHOWN)
            rows.append([title, name, *reading_figures(words, side)])
    return rows


def main(arguments: Sequence[str]) -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.readers topics")
    parser.add_argument("--corpora", nargs="+", choices=CORPORA, default=["europarl", "ntrex"])
    parser.add_argument("--languages", nargs=2, default=["de", "en"])
    parser.add_argument("--topics", nargs="+", type=int, default=[25, 50, 100])
    parser.add_argument("--seeds", nargs="+", type=int, default=[0])
    parser.add_argument("--names", action="store_true")
    options = parser.parse_args(arguments)
    warnings.simplefilter("ignore", ConvergenceWarning)
    header = ["words", "side", "NPMI", "held out", "diversity", "frequent"]
    for corpus in options.corpora:
        for n_topics in options.topics:
            by_seed = [measure(corpus, n_topics, seed, options) for seed in options.seeds]
            rows = [
                [*found[0][:2], *map(float, np.mean([row[2:] for row in found], axis=0))]
                for found in zip(*by_seed, strict=True)
            ]
            title = f"{corpus}, {n_topics} topics, seeds {options.seeds}"
            print_table(title, header, rows)
