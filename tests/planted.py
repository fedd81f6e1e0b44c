"""A corpus with planted themes in invented languages that translate word by word."""

from dataclasses import replace

import numpy as np

from gplsa.corpus.corpus import Corpus
from gplsa.model.settings import TrainSettings
from gplsa.text import WordOptions

THEMES = 5
WORDS_PER_THEME = 30
SIDES = ("de", "en", "fr")
ENDINGS = {"de": "ek", "en": "ow", "fr": "aul"}


def word(side: str, number: int) -> str:
    """Word `number` of a side: letters that count, and an ending that tells the side."""
    letters = "bdfgklmnpr"
    return "".join(letters[int(digit)] + "a" for digit in f"{number:03d}") + ENDINGS[side]


def planted_corpus(n: int = 120, sides: tuple[str, ...] = ("de", "en"), seed: int = 0) -> Corpus:
    """`n` documents of four to seven lines; document d is about theme d % THEMES."""
    rng = np.random.default_rng(seed)
    texts: dict[str, list[str]] = {side: [] for side in sides}
    # A few words of each theme are common, most are rare.
    chance = 1 / np.arange(2, WORDS_PER_THEME + 2)
    for document in range(n):
        lines = []
        for _ in range(rng.integers(4, 8)):
            theme = document % THEMES if rng.random() < 0.9 else rng.integers(THEMES)
            drawn = rng.choice(WORDS_PER_THEME, 6, p=chance / chance.sum())
            lines.append(theme * WORDS_PER_THEME + drawn)
        for side in sides:
            texts[side].append(
                "\n".join(" ".join(word(side, number) for number in line) for line in lines)
            )
    return Corpus(
        name="planted",
        ids=[f"d{document}" for document in range(n)],
        texts=texts,
        fields={"theme": [str(document % THEMES) for document in range(n)]},
    )


def plain_settings(**changes) -> TrainSettings:
    """Settings for invented words: neither stems nor stop words."""
    words = {side: WordOptions(stop_words="none", base="none") for side in SIDES}
    return TrainSettings(**({"words": words, "max_iter": 40} | changes))


def with_wrong_pairs(corpus: Corpus, n_wrong: int) -> tuple[Corpus, np.ndarray]:
    """The English sides of so many documents have moved on by one; which pairs are right."""
    order = np.arange(len(corpus))
    order[:n_wrong] = np.roll(order[:n_wrong], 1)
    texts = corpus.texts | {"en": [corpus.texts["en"][row] for row in order]}
    return replace(corpus, texts=texts), np.arange(len(corpus)) >= n_wrong
