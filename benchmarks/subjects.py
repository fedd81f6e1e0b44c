"""Whether the first keywords of a text say what it is about: words of headings that people gave it.

    python -m benchmarks.subjects [--seed 0]

German to English, catalogue records that were written in German, title and abstract, with the
English labels of the subject headings that librarians gave; 1,500 to learn from and 500 others.
Words of headings count that stand in the English text.

first, five   share of the texts with such a word as first keyword, among the first five
recall@5      of five such words, or as many as there are, those among the first five keywords
P@5, P@10     of the first five and ten keywords, those that stand in the English text
"""

import argparse
import re

import numpy as np

from benchmarks import _extractors as extractors
from benchmarks._common import print_table
from benchmarks._corpora import corpus_of, rows
from gplsa.corpus.corpus import Corpus
from gplsa.corpus.sides import count_openings
from gplsa.keywords import Gist, OfTopics
from gplsa.model.model import TrainedModel
from gplsa.model.settings import TrainSettings
from gplsa.training.train import train

SEEN, UNSEEN, LEAST_LETTERS = 1500, 500, 300
LONG = 10
_LETTERS = re.compile(r"[^\W\d_]+")


def stems(text: str) -> list[str]:
    return [extractors.snowball(word, "en") for word in _LETTERS.findall(text.lower())]


def records(seed: int) -> tuple[Corpus, Corpus, list[set[str]]]:
    """What to learn from, others, and the words of the headings of these."""
    found = [
        row
        for row in rows("tibkat/records.jsonl")
        if row["original"] == "de" and len(row["de"]) > LEAST_LETTERS
    ]
    order = np.random.default_rng(seed).permutation(len(found))
    seen, unseen = ([found[i] for i in order[a:b]] for a, b in ((0, SEEN), (SEEN, SEEN + UNSEEN)))
    sides = [
        corpus_of("records", {side: [row[side] for row in part] for side in ("de", "en")})
        for part in (seen, unseen)
    ]
    return *sides, [{w for label in row["headings"] for w in stems(label)} for row in unseen]


def measure(model: TrainedModel, unseen: Corpus, wanted: list[set[str]], gist: Gist) -> list[float]:
    """The figures of the table."""
    counts = model.vocabularies["de"].count(unseen.texts["de"])
    found = model.rankers["de", "en"].keywords(counts, limit=LONG, least=LONG, gist=gist)
    phrasing = model.phrasings["en"]
    forms = [stems(f) for f in [*model.vocabularies["en"].forms, *phrasing.chosen.forms]]
    first, five, recall, right = [], [], [], []
    for one, text, of_headings in zip(found, unseen.texts["en"], wanted, strict=True):
        there = set(stems(text))
        shown = [forms[keyword.term] for keyword in one.keywords]
        right.append([set(words) <= there for words in shown] + [False] * (LONG - len(shown)))
        subject = of_headings & there
        if subject:
            met = subject & {word for words in shown[:5] for word in words}
            first.append(bool(subject & set(shown[0])) if shown else False)
            five.append(bool(met))
            recall.append(len(met) / min(len(subject), 5))
    means = (np.mean(first), np.mean(five), np.mean(recall))
    return [*map(float, means), float(np.mean(np.array(right)[:, :5])), float(np.mean(right))]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    seen, unseen, wanted = records(options.seed)
    model = train(seen, TrainSettings(n_topics=None, seed=options.seed, check=False))
    texts, vocabulary = unseen.texts["de"], model.vocabularies["de"]
    openings = count_openings(vocabulary, texts)
    doc_topic = model.fold_in(vocabulary.count(texts), "de")
    topics = OfTopics(doc_topic, model.topic_word["en"], model.topic_share())
    ways = {
        "words alone": Gist(),
        "and the opening": Gist(openings),
        "and the topics": Gist(None, topics),
        "and both": Gist(openings, topics),
    }
    print_table(
        f"records, de → en, {len(seen)} to learn from, {len(unseen)} others",
        ["ranked by", "first", "five", "recall@5", "P@5", "P@10"],
        [
            [name, *(f"{figure:.3f}" for figure in measure(model, unseen, wanted, gist))]
            for name, gist in ways.items()
        ],
    )


if __name__ == "__main__":
    main()
