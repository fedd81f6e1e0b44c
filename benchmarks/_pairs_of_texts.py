"""Pairs of texts of real words, as many as are wanted: topics, lines, compounds, names.

Topics are drawn over places in a list of 15,000 words, of which German has the word at this rank of
its frequencies in the European Parliament and English the one at the same rank of its own.  Some
words are compounds of two German ones, some are names, so that there are more words the more texts
there are; of every line either side lacks some words.
"""

import json
from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import chain
from pathlib import Path

import numpy as np

from benchmarks._corpora import SPEECHES, rows
from benchmarks.scale import CONCENTRATION

SIDES = ["de", "en"]
N_TOPICS, N_WORDS, SHARED_WORDS = 100, 15_000, 60
LINES, WORDS_A_LINE = 10, 20
NAMES, COMPOUNDS, LOST = 0.01, 0.03, 0.15
"""Shares of the places: a name, a compound; of the words of one side that the other lacks."""
_SYLLABLES = [a + b for a in "bdfgklmnprstvz" for b in ("a", "e", "i", "o", "u", "an", "el", "or")]


@cache
def _frequent_words(language: str) -> list[str]:
    """The words of the European Parliament in this language, the most frequent first."""
    counts = Counter(chain.from_iterable(row[language].split() for row in rows(SPEECHES)))
    words = sorted((word for word in counts if word.isalpha()), key=lambda word: -counts[word])
    return words[:N_WORDS]


def draw_pairs(n_documents: int, seed: int = 0) -> Iterator[dict[str, str]]:
    """Pairs of texts, the same ones for the same seed."""
    rng = np.random.default_rng(seed)
    german, english = (_frequent_words(language) for language in SIDES)
    n_words = min(len(german), len(english))
    ranks = np.array(
        [[*range(SHARED_WORDS), *rng.permutation(np.arange(SHARED_WORDS, n_words))]] * N_TOPICS
    )
    for of_topic in ranks:
        rng.shuffle(of_topic[SHARED_WORDS:])
    for number in range(n_documents):
        mixture = rng.dirichlet(np.full(N_TOPICS, CONCENTRATION))
        texts: dict[str, list[str]] = {side: [] for side in SIDES}
        for _ in range(LINES):
            size = rng.integers(WORDS_A_LINE // 2, 2 * WORDS_A_LINE)
            topics = rng.choice(N_TOPICS, size, p=mixture)
            drawn = np.exp(rng.random((2, size)) * np.log(n_words + 1)).astype(np.int64) - 1
            words, others = ranks[topics, np.minimum(drawn, n_words - 1)]
            kind, lost = rng.random(size), rng.random((2, size)) < LOST
            names = (rng.random(size) ** 3 * 2 * (number + 1000)).astype(np.int64)
            line: tuple[list[str], list[str]] = [], []
            for place in range(size):
                first, second = int(words[place]), int(others[place])
                if kind[place] < NAMES:
                    both = [_name(int(names[place]))] * 2
                elif kind[place] < NAMES + COMPOUNDS:
                    both = [
                        german[first] + german[second].lower(),
                        f"{english[first]} {english[second]}",
                    ]
                else:
                    both = [german[first], english[first]]
                for side in (0, 1):
                    if not lost[side, place]:
                        line[side].append(both[side])
            for side, own in zip(SIDES, line, strict=True):
                texts[side].append(" ".join(own) + " .")
        yield {
            "id": f"d{number}",
            **{side: "\n".join(lines) for side, lines in texts.items()},
        }


def _name(number: int) -> str:
    name = ""
    while number or not name:
        number, last = divmod(number, len(_SYLLABLES))
        name += _SYLLABLES[last]
    return (name + "st").capitalize()


def write_pairs(path: Path, n_documents: int) -> None:
    """Once: a file that is there stays."""
    if path.is_file():
        return
    new = path.with_suffix(".new")
    new.parent.mkdir(parents=True, exist_ok=True)
    with new.open("w", encoding="utf-8") as file:
        for pair in draw_pairs(n_documents):
            file.write(json.dumps(pair, ensure_ascii=False) + "\n")
    new.rename(path)
