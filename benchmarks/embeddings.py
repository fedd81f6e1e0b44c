"""Keywords and counterparts by vectors, a person's own or built from the corpus, beside gplsa.

    python -m benchmarks.embeddings [--corpus europarl] [--pair de-en] [--seeds 5] [--topics 50]
    python -m benchmarks.embeddings --corpus letters.csv --write-texts FOLDER
    python -m benchmarks.embeddings --documents labse.npz e5.npz
    python -m benchmarks.embeddings --words muse wiki.de.vec wiki.en.vec

A corpus is one of `benchmarks.gist`, or a file of pairs that gplsa reads, whose columns or marks
are the languages of the pair; a quarter of it is hidden.

Nothing is downloaded: encoders and aligned word vectors are read from files that a person has.
--write-texts writes FOLDER/de.txt and FOLDER/en.txt, one document a line; a file of --documents is
an .npz with an array of as many rows for each language.  --words takes a name and a file of each
language, source first, in the text format of word2vec and fastText (.vec, .txt).

The splits, counts and figures are those of `benchmarks.gist`.  Counterparts: cosine of the two
documents, scaled against hubs (CSLS) as ours are.  Keywords, where words have vectors: target
words by cosine to the document, or by Σ_f (1 + log tf_f) cos(f, e)^p as through a lexicon, the
best of these for each figure on a fifth of the training pairs; where documents alone have vectors:
the words of the ten nearest documents of the target language.  Mean and 95 % interval (Student's t
over the splits).
"""

import argparse
import os
from collections.abc import Iterator
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from scipy import sparse
from sklearn.preprocessing import normalize

import gplsa
from benchmarks._common import DATA, interval, print_table
from benchmarks._vectors import (
    BUILT,
    Builder,
    Trial,
    Vectors,
    aligned_words,
    read_documents,
)
from benchmarks.gist import (
    CORPORA,
    best_of_each,
    count_side,
    counterpart_row,
    fit_topics,
    inner_rows,
    keyword_row,
    read_pairs,
    rows_by_telling,
    split_rows,
)
from benchmarks.gist_baselines import NEAREST, tfidf
from gplsa.keywords import TELLING, KeywordRanker, Pairs, PairTopics, align_lines
from gplsa.retrieval import counterpart_similarity, local_scaling

Array = NDArray[np.float64]

POWERS = (2, 4, 8)
WORDS_AT_ONCE = 1000
KEYWORDS = ("precision@10", "overlap@20", "idf precision@10")
COUNTERPARTS = ("MRR →", "P@1 →", "MRR ←", "P@1 ←")


def read_texts(corpus: str, languages: tuple[str, str]) -> tuple[list[list[str]], list[str]]:
    """Texts of both sides, of a corpus by name or of a file that gplsa reads, and their groups."""
    if corpus in CORPORA:
        return read_pairs(corpus, languages)
    try:
        found = gplsa.read(corpus, sides=languages)
    except gplsa.InputError as error:
        raise SystemExit(str(error)) from None
    whole = np.flatnonzero(found.complete())
    texts = [[found.texts[side][row] or "" for row in whole] for side in languages]
    return texts, [""] * len(whole)


def draw(corpus: str, languages: tuple[str, str], seed: int) -> Trial:
    texts, groups = read_texts(corpus, languages)
    train, test = split_rows(corpus, groups, seed)
    counted = []
    for language, side in zip(languages, texts, strict=True):
        seen, unseen = ([side[row] for row in rows] for rows in (train, test))
        counted.append(count_side(language, seen, unseen, True))
    (source, words), (target, others) = counted
    return Trial((source, target), (words.forms, others.forms), train, test)


def of_vectors(build: Builder, trial: Trial, seed: int) -> tuple[list[float], list[float]]:
    """Figures of keywords and of counterparts."""
    vectors = build(trial)
    first, second = (normalize(test) for test in vectors.test)
    counterparts = counterpart_row(local_scaling(first @ second.T))
    if vectors.words is None:
        keywords = keyword_row(nearest(vectors, trial), trial.sides[1])
        return keywords[: len(KEYWORDS)], counterparts
    held = inner_rows(len(trial.train), seed)
    inner = trial.inner(held)
    tried = dict(scored(build(inner), inner))
    found = best_of_each(tried, dict(scored(vectors, trial)))
    return found[: len(KEYWORDS)], counterparts


def nearest(vectors: Vectors, trial: Trial) -> Array:
    """tf-idf of the ten nearest target documents of the training, weighted by cosine."""
    cosine = normalize(vectors.test[0]) @ normalize(vectors.train[1]).T
    far = np.argsort(-cosine, axis=1, kind="stable")[:, NEAREST:]
    cosine = np.maximum(cosine, 0.0)
    np.put_along_axis(cosine, far, 0.0, axis=1)
    target = trial.sides[1].train
    return np.asarray(cosine @ tfidf(target, target))


def scored(vectors: Vectors, trial: Trial) -> Iterator[tuple[str, list[float]]]:
    """Figures by each way from vectors of words to keywords."""
    assert vectors.words is not None
    source, target = (words.astype(np.float32) for words in vectors.words)
    direct = normalize(vectors.test[0]) @ normalize(target).T
    yield "cosine", keyword_row(direct, trial.sides[1])
    counts = sparse.csr_matrix(trial.sides[0].test, dtype=np.float32, copy=True)
    counts.data = 1 + np.log(counts.data)
    scores = {power: np.empty(direct.shape) for power in POWERS}
    for start in range(0, len(target), WORDS_AT_ONCE):
        part = slice(start, start + WORDS_AT_ONCE)
        likeness = np.maximum(source @ target[part].T, 0.0)
        for power in POWERS:
            scores[power][:, part] = counts @ likeness**power
    for power in POWERS:
        yield f"lexicon, power {power}", keyword_row(scores[power], trial.sides[1])


def ours(trial: Trial, n_topics: int, seed: int) -> dict[str, tuple[list[float], list[float]]]:
    """gplsa's keywords, at their surest and as by default, and its counterparts."""
    source, target = trial.sides
    model = fit_topics([source, target], n_topics, 1.0, seed)
    words = model.topic_word_["source"], model.topic_word_["target"]
    theta = model.doc_topic_["source"], model.doc_topic_["target"]
    units = align_lines(source.lines, target.lines, source.train.shape[0])
    there = KeywordRanker.fit(
        Pairs(source.train, target.train, units, target.traits),
        PairTopics(words, theta),
        random_state=seed,
    )
    back = KeywordRanker.fit(
        Pairs(target.train, source.train, units.swapped()),
        PairTopics(words[::-1], theta[::-1]),
        random_state=seed,
    )
    counterparts = counterpart_row(counterpart_similarity(there, back, source.test, target.test))
    rows = rows_by_telling(there, source.test, target)
    return {
        "**gplsa**, surest words": (rows[0.0][: len(KEYWORDS)], counterparts),
        "**gplsa**, as by default": (rows[TELLING][: len(KEYWORDS)], counterparts),
    }


def write_texts(folder: Path, corpus: str, languages: tuple[str, str]) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for language, side in zip(languages, read_texts(corpus, languages)[0], strict=True):
        lines = [" ".join(text.split()) for text in side]
        (folder / f"{language}.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")
        print(f"{folder / language}.txt: {len(lines):,} documents")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--corpus", default="europarl", help="a name, or a file of pairs")
    parser.add_argument("--pair", default="de-en", help="from the one read to the other")
    parser.add_argument("--seeds", type=int, default=5)
    parser.add_argument("--topics", type=int, default=50)
    parser.add_argument("--documents", nargs="+", type=Path, default=[], metavar="FILE")
    parser.add_argument("--words", nargs=3, action="append", default=[], metavar="WORD",
                        help="a name, and a file of each language")  # fmt: skip
    parser.add_argument("--write-texts", type=Path, metavar="FOLDER")
    options = parser.parse_args()
    os.environ.setdefault("NLTK_DATA", str(DATA / "nltk_data"))
    first, second = options.pair.split("-")
    languages = first, second
    if options.write_texts:
        write_texts(options.write_texts, options.corpus, languages)
        return
    n_documents = len(read_texts(options.corpus, languages)[1])
    builders = dict(BUILT)
    for name, source, target in options.words:
        builders[name] = aligned_words((Path(source), Path(target)))
    for path in options.documents:
        builders[path.stem] = read_documents(path, languages, n_documents)
    runs: dict[str, list[tuple[list[float], list[float]]]] = {}
    for seed in range(options.seeds):
        trial = draw(options.corpus, languages, seed)
        found = {name: of_vectors(build, trial, seed) for name, build in builders.items()}
        for name, figures in (found | ours(trial, options.topics, seed)).items():
            runs.setdefault(name, []).append(figures)
    rows = [
        [name, *(interval([run[kind][i] for run in all_runs]) for i in range(width))]
        for kind, width in ((0, len(KEYWORDS)), (1, len(COUNTERPARTS)))
        for name, all_runs in runs.items()
    ]
    where = f"{options.corpus}, {first} → {second}, {options.seeds} splits"
    print_table(f"Keywords, {where}", ["", *KEYWORDS], rows[: len(runs)])
    counterparts = rows[
        len(runs) : 2 * len(runs) - 1
    ]  # ours are the same for both kinds of keywords
    counterparts[-1][0] = "**gplsa**"
    print_table(f"Mates, {where}", ["", *COUNTERPARTS], counterparts)


if __name__ == "__main__":
    main()
