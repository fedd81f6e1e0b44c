"""The bilingual lexicon against entries judged by hand.

    python -m benchmarks.lexicon

1,333 German–English documents of the European Parliament: a model trained as by default, and words
learned without one. Printed: processor seconds of learning, how many entries there are, and the
share of right ones among the 200 in `lexicon_de_en.tsv` that are still entries. Those were drawn at
random from a lexicon made before, by D of lines without links, and judged by their forms, the
doubtful ones by the lines behind them: right is what translates the other, in whatever form; wrong
is what fits only in part (*Inkrafttreten* and *entry*). No setting was chosen by them.
"""

import argparse
import csv
import time
from functools import partial
from pathlib import Path

import numpy as np

from benchmarks._common import print_table
from benchmarks._corpora import speeches
from gplsa.model.settings import TrainSettings
from gplsa.training.train import train
from gplsa.training.words import learn_words

JUDGED = Path(__file__).with_name("lexicon_de_en.tsv")


def judged() -> dict[tuple[str, str], bool]:
    with JUDGED.open(encoding="utf-8", newline="") as file:
        return {(r["de"], r["en"]): r["right"] == "1" for r in csv.DictReader(file, delimiter="\t")}


def main() -> None:
    argparse.ArgumentParser(description=__doc__.split("\n")[0]).parse_args()
    corpus, known, rows = speeches(), judged(), []
    learn_words(corpus)  # compiles
    trained = partial(train, settings=TrainSettings())
    for name, learn in (("words alone", learn_words), ("a model", trained)):
        began = time.process_time()
        model = learn(corpus)
        seconds, entries = time.process_time() - began, model.lexicon("de", "en")
        found = [known[pair] for e in entries if (pair := (e.source, e.target)) in known]
        phrases = sum(" " in entry.source + entry.target for entry in entries)
        figures = f"{len(entries):,}", f"{phrases:,}", str(len(found)), f"{np.mean(found):.3f}"
        rows.append([name, f"{seconds:.1f}", *figures])
    head = ["learned", "seconds", "entries", "with a phrase", "judged ones among them", "right"]
    print_table("Lexicon", head, rows)


if __name__ == "__main__":
    main()
