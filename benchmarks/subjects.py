"""Whether the first keywords of a text say what it is about: words of headings that people gave it.

    python -m benchmarks.subjects [--seed 0]

German to English, catalogue records that were written in German, title and abstract, with the
English labels of the subject headings that librarians gave; 1,500 to learn from and 500 others.
Words of headings count that stand in the English text.

first, five  share of the texts with such a word as first keyword, among the first five;  recall@5
of five such words, or as many as there are, those there;  P@5, P@10  of the first five and ten
keywords, those that stand in the English text

Then the topics: how near two are in the tree (by their words, and beside it by their documents) and
on the map goes at this rank correlation with how like their headings are, Σ √(p q); each record
belongs to its largest topic alone, as two topics of the same records have the same headings.
"""

import argparse
from typing import Any

import numpy as np
from scipy.spatial.distance import pdist, squareform
from scipy.stats import spearmanr
from sklearn.preprocessing import MultiLabelBinarizer, normalize

from benchmarks._common import print_table
from benchmarks._corpora import corpus_of, rows
from benchmarks._extractors import stems
from gplsa.figures.placing import topic_places
from gplsa.keywords import Gist, OfTopics
from gplsa.model.model import TrainedModel
from gplsa.model.settings import TrainSettings
from gplsa.model.topics.hierarchy import topic_tree
from gplsa.training.train import train

SEEN, UNSEEN, LEAST_LETTERS, LONG = 1500, 500, 300, 10


def measure(model: TrainedModel, records: list[dict[str, str]], gist: Gist) -> list[str]:
    """The figures of the table."""
    counts = model.vocabularies["de"].count([row["de"] for row in records])
    found = model.rankers["de", "en"].keywords(counts, limit=LONG, least=LONG, gist=gist)
    forms = [*model.vocabularies["en"].forms, *model.phrasings["en"].chosen.forms]
    of_headings, right = [], np.zeros((len(records), LONG), dtype=bool)
    for row, one in enumerate(found):
        there = set(stems(records[row]["en"], "en"))
        shown = [set(stems(forms[keyword.term], "en")) for keyword in one.keywords]
        right[row, : len(shown)] = [words <= there for words in shown]
        subject = {w for label in records[row]["headings"] for w in stems(label, "en")} & there
        if subject and shown:
            met = subject & set().union(*shown[:5])
            recall = len(met) / min(len(subject), 5)
            of_headings.append((bool(subject & shown[0]), bool(met), recall))
    figures = (*np.mean(of_headings, axis=0), right[:, :5].mean(), right.mean())
    return [f"{figure:.3f}" for figure in figures]


def beside_headings(model: TrainedModel, records: list[dict[str, Any]]) -> list[list[object]]:
    held = MultiLabelBinarizer().fit_transform([row["headings"] for row in records])
    largest = model.mixtures.argmax(axis=1)[:, None] == np.arange(model.n_topics)
    root, above = np.sqrt(normalize(largest.T @ held, "l1")), np.triu_indices(model.n_topics, 1)
    far = {"map": squareform(pdist(topic_places(model)))}
    for name, given in (("words", model.topic_word.values()), ("documents", [model.mixtures.T])):
        far[f"tree, {name}"] = np.zeros_like(far["map"])
        branches: dict[int, tuple[int, ...]] = {z: (z,) for z in range(model.n_topics)}
        for number, one in enumerate(topic_tree(given), model.n_topics):
            branches[number], sides = one.topics, (branches[one.left], branches[one.right])
            for here, there in (sides, sides[::-1]):
                far[f"tree, {name}"][np.ix_(here, there)] = one.apart
    return [[n, spearmanr(-one[above], (root @ root.T)[above]).statistic] for n, one in far.items()]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seed", type=int, default=0)
    seed = parser.parse_args().seed
    found = [r for r in rows("tibkat/records.jsonl") if r["original"] == "de"]
    found = [row for row in found if len(row["de"]) > LEAST_LETTERS]
    order = np.random.default_rng(seed).permutation(len(found))
    seen, unseen = ([found[i] for i in order[a : a + n]] for a, n in ((0, SEEN), (SEEN, UNSEEN)))
    corpus = corpus_of("records", {side: [row[side] for row in seen] for side in ("de", "en")})
    model = train(corpus, TrainSettings(n_topics=None, seed=seed, check=False))
    texts, vocabulary = [row["de"] for row in unseen], model.vocabularies["de"]
    openings = vocabulary.count_openings(texts)
    doc_topic = model.fold_in(vocabulary.count(texts), "de")
    topics = OfTopics(doc_topic, model.topic_word["en"], model.in_general["en"])
    names = ("words alone", "and the opening", "and the topics", "and both")
    ways = (Gist(), Gist(openings), Gist(None, topics), Gist(openings, topics))
    print_table(
        f"records, de → en, {len(seen)} to learn from, {len(unseen)} others",
        ["ranked by", "first", "five", "recall@5", "P@5", "P@10"],
        [[name, *measure(model, unseen, gist)] for name, gist in zip(names, ways, strict=True)],
    )
    heads = [f"{model.n_topics} topics", "rank correlation with headings"]
    print_table("tree and map", heads, beside_headings(model, seen))


if __name__ == "__main__":
    main()
