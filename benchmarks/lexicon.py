"""The bilingual lexicon against entries judged by hand, and how long a concordance takes.

    python -m benchmarks.lexicon [--model FILE] [--min-pairs 3] [--large 30000]

1,333 German–English documents of the European Parliament, trained as by default.  Printed: how many
entries there are, and the share of right ones among the 200 in `lexicon_de_en.tsv` that are still
entries.  Those were drawn at random from a lexicon made before, by D of lines without
links, and judged by their forms, the doubtful ones
by the lines behind them: right is what translates the other, in whatever form; wrong is what fits
only in part (*Inkrafttreten* and *entry*).  No setting was chosen by them.

With --large, words are asked for in the same documents taken over and over, up to so many.
"""

import argparse
import csv
import dataclasses
import json
from pathlib import Path

import numpy as np
from scipy import sparse

from benchmarks._common import DATA, print_table, seconds
from gplsa.corpus.corpus import Corpus
from gplsa.keywords import KeywordRanker, Pairs, PairTopics
from gplsa.model.public import Model
from gplsa.model.settings import TrainSettings
from gplsa.model.terms.lexicon import MIN_PAIRS
from gplsa.training.train import train

JUDGED = Path(__file__).with_name("lexicon_de_en.tsv")
ASKED = (
    "Fischerei",
    "Altfahrzeuge",
    "Wasser",
    "nachhaltige Entwicklung",
    "Herr Präsident",
    "nicht",
)


def europarl() -> Model:
    lines = (DATA / "europarl" / "docs.jsonl").read_text("utf-8").splitlines()
    rows = [json.loads(line) for line in lines]
    texts = {side: [row[side] for row in rows] for side in ("de", "en")}
    languages = {side: side for side in texts}
    corpus = Corpus("europarl", [row["id"] for row in rows], texts, languages)
    return train(corpus, TrainSettings(check=False))


def judged() -> dict[tuple[str, str], bool]:
    with JUDGED.open(encoding="utf-8", newline="") as file:
        return {(r["de"], r["en"]): r["right"] == "1" for r in csv.DictReader(file, delimiter="\t")}


def repeated(model: Model, n_documents: int) -> Model:
    """The same model with its documents taken over and over."""
    rows = np.arange(n_documents) % len(model.corpus)
    texts = {side: [own[row] for row in rows] for side, own in model.corpus.texts.items()}
    ids = [str(n) for n in range(n_documents)]
    corpus = Corpus("repeated", ids, texts, model.corpus.languages)
    counts = {side: sparse.csr_matrix(table[rows]) for side, table in model.counts.items()}
    doc_topic = {side: table[rows] for side, table in model.doc_topic.items()}
    phrasings = {
        side: dataclasses.replace(phrasing, counts=sparse.csr_matrix(phrasing.counts[rows]))
        for side, phrasing in model.phrasings.items()
    }
    rankers = {
        (source, target): KeywordRanker.from_arrays(
            ranker.to_arrays(),
            Pairs(
                counts[source],
                counts[target],
                traits=ranker.pairs.traits,
                phrases=phrasings[target].phrases,
            ),
            PairTopics(ranker.topics.topic_word, (doc_topic[source], doc_topic[target])),
        )
        for (source, target), ranker in model.rankers.items()
    }
    return dataclasses.replace(
        model,
        corpus=corpus,
        counts=counts,
        doc_topic=doc_topic,
        phrasings=phrasings,
        rankers=rankers,
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--model", help="a model of these documents, not to train again")
    parser.add_argument("--min-pairs", type=int, default=MIN_PAIRS)
    parser.add_argument("--large", type=int, help="documents to ask for words in")
    options = parser.parse_args()
    model = Model.load(options.model) if options.model else europarl()
    if options.large:
        large = repeated(model, options.large)
        large.concordance("Haus", "de", "en")  # compiles, and reads what every question needs
        rows = [
            [word, f"{seconds(lambda word=word: large.concordance(word, 'de', 'en')):.2f}"]
            for word in ASKED
        ]
        print_table(f"In {options.large:,} documents", ["word or phrase", "seconds"], rows)
        return
    entries = model.lexicon("de", "en", min_pairs=options.min_pairs)
    known = judged()
    found = [known[pair] for e in entries if (pair := (e.source, e.target)) in known]
    phrases = sum(" " in entry.source + entry.target for entry in entries)
    print_table(
        "Lexicon",
        ["entries", "with a phrase", "judged ones among them", "right"],
        [[f"{len(entries):,}", f"{phrases:,}", str(len(found)), f"{np.mean(found):.3f}"]],
    )


if __name__ == "__main__":
    main()
