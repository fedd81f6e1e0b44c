"""Possible names in unseen German texts: how many of them stand in the true English side.

    python -m benchmarks.names [--corpora europarl ntrex] [--examples 40]

Half of the documents, in an order drawn once, make the vocabulary; the others are read.  A name is
right where the English side has it in the same letters, but for a genitive s: *Nizza* is wrong.
"""

import argparse
from collections import Counter

import numpy as np

from benchmarks._common import print_table
from benchmarks.gist import read_pairs
from gplsa.text import Vocabulary, WordOptions, unseen


def names(corpus: str) -> tuple[Counter[str], Counter[str]]:
    """(right, wrong), by how many documents each is shown with."""
    (german, english), _ = read_pairs(corpus, ("de", "en"))
    order = np.random.default_rng(3).permutation(len(german))
    half = len(order) // 2
    vocabulary, _ = Vocabulary.build([german[row] for row in order[:half]], WordOptions("de"))
    right: Counter[str] = Counter()
    wrong: Counter[str] = Counter()
    for row in order[half:]:
        counterpart = _plain(english[row])
        for name, _ in unseen(vocabulary, german[row]).names:
            stands = _plain(name) in counterpart or (
                name[-1] == "s" and _plain(name[:-1]) in counterpart
            )
            (right if stands else wrong)[name] += 1
    return right, wrong


def _plain(text: str) -> str:
    return " ".join(text.lower().replace("-", " ").split())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--corpora", nargs="+", default=["europarl", "ntrex"])
    parser.add_argument("--examples", type=int, default=40)
    options = parser.parse_args()
    for corpus in options.corpora:
        right, wrong = names(corpus)
        shown = right.total() + wrong.total()
        share = f"{right.total() / max(shown, 1):.2f}"
        print_table(corpus, ["shown", "right", "share"], [[shown, right.total(), share]])
        for title, found in (("right", right), ("wrong", wrong)):
            print(f"\n{title}: " + ", ".join([*found][: options.examples]))


if __name__ == "__main__":
    main()
