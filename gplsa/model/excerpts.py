"""Which passages of documents found are shown: where what was asked for stands, and beside it."""

from collections.abc import Collection
from dataclasses import dataclass

from gplsa.corpus.corpus import Corpus
from gplsa.model.model import TrainedModel
from gplsa.text import Vocabulary
from gplsa.text.passages import counterpart, passage_with


@dataclass(frozen=True)
class Asked:
    """What was searched for, and where.

    source, target  the side of what was given, and that of what was found
    terms    of the text that was given;  partner  the row that it was taken from
    corpus   whose rows were found: that of the model, or a corpus folder
    """

    model: TrainedModel
    corpus: Corpus
    source: str
    target: str
    terms: frozenset[int]
    partner: int | None

    @property
    def has_texts(self) -> bool:
        return self.model.has_texts or self.corpus is not self.model.corpus

    def terms_in(self, modality: str, row: int, said: Collection[str] = ()) -> frozenset[int]:
        """Those of a text that were asked for, or whose words are among those `said` for them."""
        vocabulary = self.model.vocabularies[modality]
        if modality not in self.corpus.texts or not isinstance(vocabulary, Vocabulary):
            return frozenset()
        if self.corpus is self.model.corpus:
            held = frozenset(self.model.counts[modality][row].indices.tolist())
        else:
            spans = vocabulary.spans(self.corpus.texts[modality][row])
            held = frozenset(span.term for span in spans if span.term >= 0)
        terms = held & self.terms if modality == self.source else frozenset()
        return terms | {term for term in held if vocabulary.forms[term] in said}

    def begin(self, modality: str, row: int, limit: int, terms: frozenset[int]) -> int:
        """Where a passage of a text begins: around the first of these terms, unless its first
        `limit` characters hold one."""
        vocabulary = self.model.vocabularies[modality]
        if modality not in self.corpus.texts or not isinstance(vocabulary, Vocabulary):
            return 0
        return passage_with(self.corpus.texts[modality][row], vocabulary, terms, limit)

    def beside(self, modality: str, row: int, begin: int, limit: int, terms: frozenset[int]) -> int:
        """Where another side says what the passage that was found says; of no text, as `begin`."""
        texts = self.corpus.texts
        if self.target not in texts or modality not in texts:
            return self.begin(modality, row, limit, terms)
        return counterpart(texts[self.target][row], texts[modality][row], begin) if begin else 0
