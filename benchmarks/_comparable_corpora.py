"""Collections whose sides are translated, only comparable, partly missing, unequal or wrong."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from scipy import sparse

from benchmarks._corpora import NTREX_CODE, SPEECHES, Texts, moved_on, rows, texts_of
from gplsa.text import Vocabulary, WordOptions

Counts = dict[str, sparse.csr_matrix]
PARAGRAPH = 3  # lines of a news article
MOST_UNSEEN = 400
SHORT = 10  # how many times shorter


@dataclass(frozen=True, eq=False)
class Split:
    """Counts by side.

    learned    pairs to learn from; a side that is missing is an empty row
    choosing   unseen pairs on which λ and how to read may be chosen
    unseen     unseen pairs on which figures are taken
    right      which of the learned pairs belong together
    """

    learned: Counts
    choosing: Counts
    unseen: Counts
    right: np.ndarray


@dataclass(frozen=True)
class Setting:
    """What a collection is like, and how many pairs of it are learned from.

    texts  (generator) → texts by side, as they are in the collection
    gaps   share of the learned pairs of which one side is missing, drawn at random
    wrong  share of the learned pairs whose sides have moved on among themselves
    """

    name: str
    texts: Callable[[np.random.Generator], Texts]
    n_learned: int
    n_topics: int
    gaps: float = 0.0
    wrong: float = 0.0

    def split(self, seed: int) -> Split:
        rng = np.random.default_rng(seed)
        texts = self.texts(rng)
        sides = list(texts)
        order = rng.permutation(len(texts[sides[0]]))
        seen, unseen = np.split(order[: self.n_learned + MOST_UNSEEN], [self.n_learned])
        learned = {side: [texts[side][row] for row in seen] for side in sides}
        right = exchange(learned, sides[-1], self.wrong, rng)
        leave_gaps(learned, self.gaps, rng)
        found = Split({}, {}, {}, right)
        half = len(unseen) // 2
        for side in sides:
            vocabulary, found.learned[side] = Vocabulary.build(learned[side], WordOptions(side))
            parts = [[texts[side][row] for row in part] for part in (unseen[:half], unseen[half:])]
            found.choosing[side], found.unseen[side] = map(vocabulary.count, parts)
        return found


def exchange(texts: Texts, side: str, share: float, rng: np.random.Generator) -> np.ndarray:
    """Move a side of so many pairs on among themselves, in place; which pairs are still right."""
    n = len(texts[side])
    texts[side], wrong = moved_on(texts[side], round(share * n), rng)
    right = np.ones(n, dtype=bool)
    right[wrong] = False
    return right


def leave_gaps(texts: Texts, share: float, rng: np.random.Generator) -> None:
    """Empty one side, drawn at random, of so many documents, in place."""
    sides = list(texts)
    n = len(texts[sides[0]])
    for row in rng.choice(n, round(share * n), replace=False):
        texts[sides[rng.integers(len(sides))]][row] = ""


def captions(rng: np.random.Generator) -> Texts:
    """Five captions of a photo in each language, written independently of each other."""
    return texts_of(rows("comparable/captions.jsonl"))


def one_side_short(rng: np.random.Generator) -> Texts:
    """The captions, the English ones cut to a tenth of their words."""
    texts = captions(rng)
    cut = []
    for text in texts["en"]:
        words = text.split()
        start = rng.integers(len(words))
        cut.append(" ".join(np.roll(words, -start)[: max(len(words) // SHORT, 1)]))
    return {**texts, "en": cut}


def speeches(rng: np.random.Generator) -> Texts:
    """Translations: every speech as it is."""
    return texts_of(rows(SPEECHES))


def parts_of_speeches(sides: Sequence[str]) -> Callable[[np.random.Generator], Texts]:
    """Every side has another part of each speech: halves of two, thirds of three."""

    def texts(rng: np.random.Generator) -> Texts:
        found: Texts = {side: [] for side in sides}
        for row in rows(SPEECHES):
            for place, side in enumerate(rng.permutation(sides)):
                lines = row[side].split("\n")
                ends = [round(len(lines) * (place + at) / len(sides)) for at in (0, 1)]
                found[side].append("\n".join(lines[slice(*ends)]))
        return found

    return texts


def paragraphs_of_news(rng: np.random.Generator) -> Texts:
    """Of every article each side has half of the paragraphs, drawn without regard to the other."""
    found: Texts = {"de": [], "en": []}
    for row in rows("ntrex/docs.jsonl"):
        for side, kept in found.items():
            lines = row[NTREX_CODE[side]].split("\n")
            parts = [lines[at : at + PARAGRAPH] for at in range(0, len(lines), PARAGRAPH)]
            chosen = np.sort(rng.permutation(len(parts))[: -(-len(parts) // 2)])
            kept.append("\n".join(line for part in chosen for line in parts[part]))
    return found


def settings() -> list[Setting]:
    """Topics: as many as the library takes by default for that many pairs, fixed beforehand."""
    caption = {"texts": captions, "n_learned": 500, "n_topics": 36}
    return [
        Setting("translations", speeches, 300, 28),
        Setting("different halves", parts_of_speeches(("de", "en")), 300, 28),
        Setting("independent captions", **caption),
        Setting("news, random paragraphs", paragraphs_of_news, 83, 15),
        Setting("one side a tenth", one_side_short, 500, 36),
        *(
            Setting(f"a side missing in {share:.0%}", gaps=share, **caption)
            for share in (0.1, 0.5, 0.9)
        ),
        *(Setting(f"{share:.0%} wrong pairs", wrong=share, **caption) for share in (0.2, 0.4)),
        Setting(
            "three languages, thirds, gaps in half",
            parts_of_speeches(("de", "en", "fr")),
            300,
            28,
            0.5,
        ),
    ]
