"""gplsa behind the same contract, through what it gives everybody."""

import warnings
from collections.abc import Sequence
from typing import Self

import gplsa
from benchmarks._common import Array
from gplsa.retrieval.counterparts import Counterparts
from gplsa.text.languages import guess_side

A, B = "a", "b"


class Ours:
    """Multi-modal GPLSA as `gplsa.train` fits it, nothing chosen by hand."""

    def fit(self, texts_a: Sequence[str], texts_b: Sequence[str]) -> Self:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", gplsa.InputWarning)
            self.model = gplsa.train(_corpus(texts_a, texts_b))
        return self

    def keywords(self, text: str, n: int) -> list[str]:
        # As many as are asked for: by default a text gets no more than can be believed.
        [found] = self.model.keywords([text], A, B, limit=n, least=n)
        return found.words

    def likeness(self, texts_a: Sequence[str], texts_b: Sequence[str]) -> Array:
        there, back = self.model.rankers[A, B], self.model.rankers[B, A]
        read = [self.model.vocabularies[s].read(t) for s, t in ((A, texts_a), (B, texts_b))]
        return Counterparts((there, back), read).similarity()

    def translations(self, word: str, n: int) -> list[str]:
        found = self.model.concordance(word, A, B)
        return [partner.word for partner in found.partners[:n]]

    def topics(self, n: int) -> list[tuple[list[str], list[str]]]:
        found = self.model.topics(n)
        return [tuple([word for word, _ in one.words[s]] for s in (A, B)) for one in found]


def _corpus(texts_a: Sequence[str], texts_b: Sequence[str]) -> "gplsa.Corpus":
    languages = {A: guess_side(texts_a), B: guess_side(texts_b)}
    return gplsa.corpus_of({A: [*texts_a], B: [*texts_b]}, languages=languages)
