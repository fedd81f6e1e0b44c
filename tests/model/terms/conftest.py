"""Letters of a harbour town in two languages, whose words translate in known ways."""

import itertools

import numpy as np
import pytest

from gplsa.corpus.corpus import Corpus
from gplsa.model.public import Model
from gplsa.model.settings import TrainSettings
from gplsa.training.train import train

NOUNS = (
    ("Ernte", "harvest"), ("Mühle", "mill"), ("Brücke", "bridge"), ("Schule", "school"),
    ("Kirche", "church"), ("Straße", "street"), ("Küche", "kitchen"), ("Werkstatt", "workshop"),
    ("Scheune", "barn"), ("Wiese", "meadow"), ("Quelle", "spring"), ("Mauer", "wall"),
)  # fmt: skip
PLAIN = (
    ("Die {} war gut.", "The {} was good."),
    ("Ohne die {} geht nichts.", "Nothing without {}."),
)
MINISTER = (
    ("Der Ministerpräsident lobte die {}.", "The prime minister praised the {}."),
    ("Die {} bekam der Ministerpräsident.", "The prime minister received the {}."),
)
HARBOUR = ("Im Hafen sah man {} und Mehlhafen.", "In the harbour there were {} and flour.")


def letters(n: int = 72) -> Corpus:
    """Letter d has four lines; of every third the second line is about the prime minister."""
    rng = np.random.default_rng(0)
    sides: dict[str, list[str]] = {"de": [], "en": []}
    nouns = itertools.cycle(NOUNS)
    for number in range(n):
        templates = [PLAIN[rng.integers(2)] for _ in range(4)]
        if number % 3 == 0:
            templates[1] = MINISTER[number % 2]
        if number % 4 == 0:
            templates[2] = HARBOUR
        drawn = [next(nouns) if rng.random() < 0.7 else NOUNS[rng.integers(12)] for _ in templates]
        for place, side in enumerate(sides):
            lines = [t[place].format(noun[place]) for t, noun in zip(templates, drawn, strict=True)]
            sides[side].append("\n".join(lines))
    return Corpus("letters", [f"l{d:02}" for d in range(n)], sides, {"de": "de", "en": "en"})


@pytest.fixture(scope="session")
def model() -> Model:
    return train(letters(), TrainSettings(n_topics=5, max_iter=30, check=False))


def trained_on(pairs):
    """A model of these pairs, six times each."""
    texts = {side: [pair[n] for pair in pairs] * 6 for n, side in enumerate(("de", "en"))}
    ids = [str(n) for n in range(6 * len(pairs))]
    corpus = Corpus("pairs", ids, texts, {"de": "de", "en": "en"})
    return train(corpus, TrainSettings(n_topics=2, max_iter=20, check=False))
