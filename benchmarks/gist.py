"""Keywords and counterparts beside the baselines, on documents that nothing was tuned on.

    python -m benchmarks.gist [--corpora europarl …] [--topics 50 100 400] [--seeds 0 1]
                              [--pairs de-en de-fr] [--split-compounds] [--base stem]
                              [--pairs-to-train N]

Corpora: europarl (random split), debates (Europarl split by whole debates), ntrex (news, 80 to
train on), multi30k (captions, ten lines a document), captions (multi30k line by line), short
(Europarl cut to 24 running words a side, about half of them counted), talks (German and English,
neighbours of a debate joined to 1,500 words), records (2,000 of the catalogue records with an
abstract in German and one in English, in chance order; 500 held out).  Every split, stop-word list
(NLTK's) and figure is that of `python -m gplsa evaluate`, but keywords are held against the true
side by Snowball's stems, whatever --base the words are counted by.
"""

import argparse
import os
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from scipy import sparse

from benchmarks import _corpora
from benchmarks import gist_baselines as baselines
from benchmarks._common import DATA, print_table
from benchmarks._corpora import NTREX_CODE
from benchmarks.paired.counting import cosines
from gplsa.core.items import ItemCounts
from gplsa.core.sums import inverse_document_frequency
from gplsa.evaluation.calibration import calibration_error, calibration_table
from gplsa.evaluation.counterparts import (
    first_place_share,
    mean_reciprocal_rank,
    ranks_of_counterparts,
)
from gplsa.evaluation.keywords import attainable_precision, idf_precision, overlap, precision
from gplsa.keywords import (
    TELLING,
    KeywordRanker,
    PairTopics,
    TrainingPairs,
    Traits,
    Units,
    align_lines,
    paper_rule,
)
from gplsa.model.phrasing import traits_of
from gplsa.model.settings import BACKGROUND
from gplsa.models import MultimodalGPLSA
from gplsa.names import BASES
from gplsa.retrieval.counterparts import Counterparts
from gplsa.retrieval.mixtures import centred_correlation, topic_similarity
from gplsa.text import COMPOUND_LANGUAGES, Vocabulary, WordOptions
from gplsa.text.analysis import lower
from gplsa.text.lines import LineCounts
from gplsa.text.sequence.surroundings import in_order, word_traits
from gplsa.training.fitting import document_weights

CORPORA = ("europarl", "debates", "ntrex", "multi30k", "captions", "short", "talks", "records")
SHORT_WORDS = 24
LINES_A_DOCUMENT = 10
RECORDS, LEAST_LETTERS = 2000, 300
MEASURED = 20
FOLD_IN_STEPS = 3
TELLINGS = (0.0, 0.2, TELLING, 0.6, 0.8, 1.0)
SHARED = 1e4
"""λ at which the two sides of a pair share one mixture: link-PLSA."""


@dataclass(frozen=True)
class Side:
    """One language: counts of the training and test documents, the training lines, what kind of
    word each term is, and what predictions are measured by."""

    train: sparse.csr_matrix
    test: sparse.csr_matrix
    lines: LineCounts
    traits: Traits | None = None
    yardstick: "Yardstick | None" = None


@dataclass(frozen=True)
class Yardstick:
    """The stems of one language, so that figures are the same for whatever words are counted by.

    train, test  counts of stems;  stem_of  (n_terms) the stem of the most frequent form of each
                 term; behind the last one where it is none that is counted
    """

    train: sparse.csr_matrix
    test: sparse.csr_matrix
    stem_of: np.ndarray

    @classmethod
    def of(cls, vocabulary: Vocabulary, seen: list[str], unseen: list[str]) -> "Yardstick":
        stems, train = Vocabulary.build(seen, replace(vocabulary.options, base="stem"))
        place = {term: number for number, term in enumerate(stems.terms)}
        stem = stems.analyser.base
        language = vocabulary.options.language
        stem_of = [place.get(stem(lower(f, language)), len(place)) for f in vocabulary.forms]
        tables = [
            sparse.csr_matrix((t.data, t.indices, t.indptr), shape=(t.shape[0], len(place) + 1))
            for t in (train, stems.count(unseen))
        ]
        return cls(tables[0], tables[1], np.array(stem_of))

    def ranked(self, terms: np.ndarray) -> list[int]:
        """Each stem once, where its first term is."""
        return list(dict.fromkeys(self.stem_of[terms].tolist()))[:MEASURED]


def read_pairs(corpus: str, languages: tuple[str, str]) -> tuple[list[list[str]], list[str]]:
    """Texts of both languages, and the group that each document belongs to."""
    if corpus in ("multi30k", "captions"):
        size = LINES_A_DOCUMENT if corpus == "multi30k" else 1
        texts = [_corpora.captions(language, size) for language in languages]
    elif corpus == "talks":
        texts = _corpora.talks(languages)
    elif corpus == "records":
        records = _corpora.rows(_corpora.RECORDS)
        # Shorter ones are mostly lists of numbers.
        records = [r for r in records if min(len(r["de"]), len(r["en"])) >= LEAST_LETTERS]
        order = np.random.default_rng(0).permutation(len(records))[:RECORDS]
        texts = [[records[row][language] for row in order] for language in languages]
    elif corpus == "ntrex":
        rows = _corpora.rows("ntrex/docs.jsonl")
        texts = [[row[NTREX_CODE[language]] for row in rows] for language in languages]
    else:
        rows = _corpora.rows(_corpora.SPEECHES)
        texts = [[row[language] for row in rows] for language in languages]
        if corpus == "short":
            texts = [[" ".join(text.split()[:SHORT_WORDS]) for text in side] for side in texts]
        return texts, [_corpora.debate_of(row) for row in rows]
    return texts, [""] * len(texts[0])


def split_rows(corpus: str, groups: list[str], seed: int) -> tuple[np.ndarray, np.ndarray]:
    """Training and test documents."""
    n = len(groups)
    rng = np.random.default_rng(seed)
    n_test = {"europarl": 333, "short": 333, "debates": 333, "ntrex": 43}.get(corpus, round(n / 4))
    if corpus != "debates":
        order = rng.permutation(n)
        return order[: n - n_test], order[n - n_test :]
    names = sorted(set(groups))
    chosen: set[str] = set()
    for place in rng.permutation(len(names)):
        if sum(group in chosen for group in groups) >= n_test:
            break
        chosen.add(names[place])
    inside = np.array([group in chosen for group in groups])
    return np.flatnonzero(~inside), np.flatnonzero(inside)


def prepare(
    corpus: str,
    languages: tuple[str, str],
    seed: int,
    compounds: bool,
    n_train: int | None = None,
    base: str | None = None,
) -> list[Side]:
    """Both sides of one corpus, split and counted."""
    texts, groups = read_pairs(corpus, languages)
    train, test = split_rows(corpus, groups, seed)
    train = train[:n_train]
    sides = []
    for language, side in zip(languages, texts, strict=True):
        seen, unseen = ([side[row] for row in rows] for rows in (train, test))
        sides.append(count_side(language, seen, unseen, compounds, base)[0])
    return sides


def count_side(
    language: str, seen: list[str], unseen: list[str], compounds: bool, base: str | None = None
) -> tuple[Side, Vocabulary]:
    """One language of training and test documents, and what was counted."""
    split = compounds and language in COMPOUND_LANGUAGES
    # Where NLTK has no list, short words that stand everywhere are found in the texts.
    stop = "nltk" if language in NTREX_CODE else "builtin"
    options = WordOptions(language, stop_words=stop, split_compounds=split, base=base)
    vocabulary, lines, encoded = Vocabulary.build_encoded(seen, options)
    traits = traits_of(vocabulary, word_traits(vocabulary, in_order(vocabulary, seen)), encoded)
    yardstick = Yardstick.of(vocabulary, seen, unseen)
    return Side(lines.by_document(), vocabulary.count(unseen), lines, traits, yardstick), vocabulary


def keyword_row(scores: np.ndarray, target: Side) -> list[float]:
    """precision@10, overlap@20, idf precision@10, precision@3 and of the attainable."""
    ranked = np.argsort(-scores, axis=1, kind="stable")[:, : 2 * MEASURED]
    return _figures(list(ranked), target)


def _figures(ranked: list[np.ndarray] | list[list[int]], target: Side) -> list[float]:
    train, test = target.train, target.test
    if target.yardstick is not None:
        train, test = target.yardstick.train, target.yardstick.test
        ranked = [target.yardstick.ranked(np.asarray(terms)) for terms in ranked]
    idf = inverse_document_frequency(train)
    return [
        precision(ranked, test),
        overlap(ranked, test, idf),
        idf_precision(ranked, test, idf),
        precision(ranked, test, 3),
        attainable_precision(ranked, test),
    ]


def measure_baselines(source: Side, target: Side, seed: int) -> dict[str, list[float]]:
    """Figures of every method without our topics."""
    methods: dict[str, Callable[..., np.ndarray]] = {
        "frequent words": baselines.frequent_words,
        "10 nearest documents, tf-idf": baselines.nearest_documents,
        "CL-LSI, 400 dimensions, tf-idf": baselines.cross_language_lsi,
        "ridge regression, tf-idf": baselines.ridge,
        "Dice lexicon, power 4": baselines.dice,
    }
    rows = {
        name: keyword_row(method(source.train, target.train, source.test), target)
        for name, method in methods.items()
    }
    return rows | {"Dice lexicon on aligned lines": dice_on_lines_row(source, target, seed)}


def dice_on_lines_row(source: Side, target: Side, seed: int) -> list[float]:
    """Power and weighting are chosen for each figure on a fifth of the training pairs, learned from
    the others."""
    n = source.train.shape[0]
    units = align_lines(source.lines, target.lines, n)
    inner = inner_rows(n, seed)
    chosen = Side(target.train[~inner], target.train[inner], target.lines)
    seen = units.of_documents(~inner)
    tried = {
        choice: keyword_row(scores, chosen)
        for choice, scores in baselines.dice_on_lines(
            seen, source.train[~inner], source.train[inner]
        )
    }
    final = {
        choice: keyword_row(scores, target)
        for choice, scores in baselines.dice_on_lines(units, source.train, source.test)
    }
    return best_of_each(tried, final)


def inner_rows(n: int, seed: int) -> np.ndarray:
    """A fifth of the training pairs, as a mask, to choose on."""
    inner = np.zeros(n, dtype=bool)
    inner[np.random.default_rng(seed).permutation(n)[: n // 5]] = True
    return inner


def best_of_each(tried: dict[Any, list[float]], final: dict[Any, list[float]]) -> list[float]:
    """Each figure of `final` under the choice that has the best of it in `tried`."""
    n_figures = len(next(iter(final.values())))
    best = [max(tried, key=lambda choice: tried[choice][i]) for i in range(n_figures)]
    return [final[choice][i] for i, choice in enumerate(best)]


def fit_topics(sides: list[Side], n_topics: int, lam: float, seed: int) -> MultimodalGPLSA:
    """As a training fits them by default."""
    counts = {"source": sides[0].train, "target": sides[1].train}
    model = MultimodalGPLSA(n_topics, lam=lam, background_weight=BACKGROUND, random_state=seed)
    return model.fit(counts, sample_weight=document_weights(counts))


def of_sides(model: MultimodalGPLSA) -> Iterator[tuple[Any, Any]]:
    """p(w|z), then p(z|d), each of the source and the target."""
    return ((held["source"], held["target"]) for held in (model.topic_word_, model.doc_topic_))


def measure_topics(
    sides: list[Side], n_topics: int, seed: int
) -> tuple[dict[str, list[float]], dict[str, list[float]], list[list[str]]]:
    """Keyword figures, counterpart figures and the calibration table for one number of topics."""
    source, target = sides
    n_topics = min(n_topics, source.train.shape[0] // 2)
    model = fit_topics(sides, n_topics, 1.0, seed)
    shared = fit_topics(sides, n_topics, SHARED, seed)
    mixtures = model.transform({"source": source.test, "target": target.test})
    words, theta = of_sides(model)
    units = align_lines(source.lines, target.lines, source.train.shape[0])
    started = time.perf_counter()
    ranker = KeywordRanker.fit(
        TrainingPairs(source.train, target.train, units=units, traits=target.traits),
        PairTopics(words, theta),
        random_state=seed,
    )
    seconds = time.perf_counter() - started
    back = KeywordRanker.fit(
        TrainingPairs(target.train, source.train, units=units.swapped()),
        PairTopics(words[::-1], theta[::-1]),
        random_state=seed,
    )
    linked = shared.transform({"source": source.test})["source"]
    by_telling = rows_by_telling(ranker, source.test, target)
    tried = rows_on_inner(sides, units, n_topics, seed)
    keywords = {
        f"link-PLSA, the paper's rule, K={n_topics}": keyword_row(
            paper_rule(linked, shared.topic_word_["target"]), target
        ),
        f"GPLSA sKL λ=1, the paper's rule, K={n_topics}": keyword_row(
            paper_rule(mixtures["source"], words[1]), target
        ),
        f"gist, the surest words, K={n_topics}": by_telling[0.0],
        f"gist, chosen for each figure as Dice is, K={n_topics}": best_of_each(tried, by_telling),
        f"**gist**, K={n_topics} ({seconds:.1f} s)": by_telling[TELLING],
    }
    read = ItemCounts(source.test, []), ItemCounts(target.test, [])
    short = model.transform({"source": source.test, "target": target.test}, max_iter=FOLD_IN_STEPS)
    similarities = {
        f"the paper's rule, K={n_topics}": centred_correlation(
            mixtures["source"], mixtures["target"]
        ),
        f"√θ, 3 steps, centred, K={n_topics}": topic_similarity(
            short["source"], short["target"], np.vstack(theta)
        ),
        f"**lexicon both ways, CSLS**, K={n_topics}": Counterparts(
            (ranker, back), read
        ).similarity(),
    }
    counterparts = {name: counterpart_row(similarity) for name, similarity in similarities.items()}
    return keywords, counterparts, _calibration(ranker, source, target)


def rows_by_telling(
    ranker: KeywordRanker, unseen: sparse.csr_matrix, counterparts: Side
) -> dict[Any, list[float]]:
    """The figures of `keyword_row` at every place between sure and telling, and by p·idf."""
    expected = ranker.probabilities(unseen).toarray() * ranker.idf
    rows: dict[Any, list[float]] = {"p·idf": keyword_row(expected, counterparts)}
    return rows | {
        telling: _figures(
            [
                [keyword.term for keyword in result.keywords]
                for result in ranker.keywords(
                    unseen, telling=telling, limit=2 * MEASURED, least=2 * MEASURED
                )
            ],
            counterparts,
        )
        for telling in TELLINGS
    }


def rows_on_inner(
    sides: list[Side], units: Units, n_topics: int, seed: int
) -> dict[Any, list[float]]:
    """`rows_by_telling` on a fifth of the training pairs, everything learned from the others."""
    source, target = sides
    inner = inner_rows(source.train.shape[0], seed)
    # Emptied, not removed, so that units keep the numbers of their documents.
    empty = sparse.diags_array((~inner).astype(np.float64), format="csr")
    seen = [replace(side, train=sparse.csr_matrix(empty @ side.train)) for side in sides]
    for side in seen:
        side.train.eliminate_zeros()
    model = fit_topics(seen, min(n_topics, int((~inner).sum()) // 2), 1.0, seed)
    ranker = KeywordRanker.fit(
        TrainingPairs(*(side.train for side in seen), units=units, traits=target.traits),
        PairTopics(*of_sides(model)),
        random_state=seed,
    )
    held_out = Side(target.train[~inner], target.train[inner], target.lines)
    return rows_by_telling(ranker, source.train[inner], held_out)


def counterpart_row(similarity: np.ndarray) -> list[float]:
    return [
        figure(ranks_of_counterparts(direction))
        for direction in (similarity, similarity.T)
        for figure in (mean_reciprocal_rank, first_place_share)
    ]


def lsi_counterparts(source: Side, target: Side) -> list[float]:
    left, right = baselines.lsi_spaces(source.train, target.train)
    first = baselines.tfidf(source.test, source.train) @ left
    return counterpart_row(cosines(first, baselines.tfidf(target.test, target.train) @ right))


def _calibration(ranker: KeywordRanker, source: Side, target: Side) -> list[list[str]]:
    stated = ranker.probabilities(source.test)
    happened = np.asarray(target.test[stated.nonzero()] > 0).ravel()
    table = calibration_table(stated.data, happened)
    error = calibration_error(stated.data, happened)
    rows = [
        [f"{b.low:.1f}–{b.high:.1f}", str(b.n), f"{b.stated:.3f}", f"{b.observed:.3f}"]
        for b in table
    ]
    return [*rows, ["expected calibration error", "", "", f"{error:.4f}"]]


def mean_rows(rows: list[dict[str, list[float]]]) -> list[list[object]]:
    """Mean over seeds; what differs in a name (a time) is taken from the first."""
    keys = [list(row) for row in rows]
    return [
        [name, *(f"{value:.4f}" for value in np.mean([row[k[i]] for row, k in both], axis=0))]
        for i, name in enumerate(keys[0])
        for both in [list(zip(rows, keys, strict=True))]
    ]


def run(corpus: str, languages: tuple[str, str], options: argparse.Namespace) -> None:
    keywords, counterparts, calibration = [], [], []
    for seed in options.seeds:
        n_train = options.pairs_to_train
        source, target = sides = prepare(
            corpus, languages, seed, options.split_compounds, n_train, options.base
        )
        found = measure_baselines(source, target, seed)
        paired = {"CL-LSI, 400 dimensions": lsi_counterparts(*sides)}
        for n_topics in options.topics:
            more, pairs, calibration = measure_topics(sides, n_topics, seed)
            found, paired = found | more, paired | pairs
        keywords.append(found)
        counterparts.append(paired)
    where = f"{corpus}, {languages[0]} → {languages[1]}, mean of seeds {options.seeds}"
    header = ["keywords", "precision@10", "overlap@20", "idf precision@10", "precision@3"]
    print_table(where, [*header, "of attainable"], mean_rows(keywords))
    header = ["counterparts", "MRR →", "P@1 →", "MRR ←", "P@1 ←"]
    print_table(where, header, mean_rows(counterparts))
    print_table(f"{where}: calibration", ["stated", "cases", "mean", "observed"], calibration)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--corpora", nargs="+", choices=CORPORA, default=["europarl"])
    parser.add_argument("--topics", nargs="+", type=int, default=[50, 100, 400])
    parser.add_argument("--seeds", nargs="+", type=int, default=[0, 1])
    parser.add_argument("--pairs", nargs="+", default=["de-en", "en-de", "de-fr", "fr-de"])
    parser.add_argument("--split-compounds", action="store_true", help="German compounds")
    parser.add_argument("--base", choices=BASES, help="what words are counted by")
    parser.add_argument("--pairs-to-train", type=int, help="fewer training pairs")
    options = parser.parse_args()
    os.environ.setdefault("NLTK_DATA", str(DATA / "nltk_data"))
    for corpus in options.corpora:
        for pair in options.pairs:
            source, target = pair.split("-")
            run(corpus, (source, target), options)


if __name__ == "__main__":
    main()
