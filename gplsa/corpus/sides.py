"""What is counted on each side of a corpus: words, visual words or columns, used in one way."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Self

import numpy as np
import numpy.typing as npt
from scipy import sparse

from gplsa.core.items import SideVocabulary
from gplsa.core.types import Arrays, BoolArray, IntArray, VisualFeatures
from gplsa.corpus.corpus import FEATURES, IMAGE, Corpus
from gplsa.corpus.features import FeatureVocabulary
from gplsa.images import VisualVocabulary
from gplsa.images.fisher import GRAIN
from gplsa.images.vocabulary import PATCH_WORDS
from gplsa.progress import Progress, report
from gplsa.text import Vocabulary, WordOptions
from gplsa.text.encoded import Encoded
from gplsa.text.lines import LineCounts


@dataclass(frozen=True, eq=False)
class CountedSide:
    """What is counted on one side, and how often it stands on each line of each document.

    A picture or a row of features is one line.
    visual_features  of pictures, as in `ItemCounts`
    words  which of the vocabulary are counted, by number, ascending; all where None
    encoded  the texts as they were read, for what needs the order of words; None once it is known
    """

    vocabulary: SideVocabulary
    lines: LineCounts
    visual_features: VisualFeatures | None = None
    words: IntArray | None = None
    encoded: Encoded | None = None

    @cached_property
    def counts(self) -> sparse.csr_matrix:
        """(n_documents, n_words), the sums of the lines."""
        return self.lines.by_document()

    @property
    def kind(self) -> str:
        """ "text", "image" or "features"."""
        return self.vocabulary.kind

    @property
    def numbers(self) -> IntArray:
        """Of the words, in the vocabulary."""
        return np.arange(len(self.vocabulary.terms)) if self.words is None else self.words

    def known_from(self, documents: BoolArray) -> IntArray:
        """The words that stand in so many of some documents as the vocabulary asks for."""
        held = self.counts[documents]
        frequency = np.bincount(held.indices, minlength=held.shape[1])
        return np.flatnonzero(frequency >= self.vocabulary.min_df)

    def of(self, documents: BoolArray, words: IntArray | None = None) -> Self:
        """Some documents, by a mask, and of what is counted those words alone; all where None."""
        return replace(
            self,
            lines=self.lines.of(documents, words),
            visual_features=None
            if self.visual_features is None
            else self.visual_features[documents],
            words=self.words if words is None else self.numbers[words],
            encoded=None,
        )


def count_side(
    corpus: Corpus,
    modality: str,
    options: WordOptions,
    *,
    visual_words: int = PATCH_WORDS,
    seed: int = 0,
    progress: Progress | None = None,
) -> CountedSide:
    """Build the vocabulary of one side and count it, looking at every document once.

    options       how a text becomes words
    visual_words  words of patches to look for in pictures at most;  seed  draws their clusters
    Raises InputError where nothing is left to count.
    """
    kind = corpus.kind(modality)
    if kind == IMAGE:
        pictures = corpus.pictures[modality]
        seen, found = VisualVocabulary.build(pictures, visual_words, progress, random_state=seed)
        return CountedSide(seen, LineCounts.one_each(found.counts), found.visual_features)
    if kind == FEATURES:
        report(progress, 1.0, "Counting")
        columns, counts = FeatureVocabulary.build(corpus.features[modality])
        return CountedSide(columns, LineCounts.one_each(counts))
    vocabulary, lines, encoded = Vocabulary.build_encoded(corpus.texts[modality], options, progress)
    return CountedSide(vocabulary, lines, encoded=encoded)


def vocabularies_of_texts(sides: Mapping[str, CountedSide]) -> dict[str, Vocabulary]:
    """Of those sides that are of texts."""
    found = {name: side.vocabulary for name, side in sides.items()}
    return {name: words for name, words in found.items() if isinstance(words, Vocabulary)}


def pack_visual_features(visual_features: VisualFeatures) -> npt.NDArray[np.int16]:
    """As they are stored: whole numbers of their steps, two bytes each."""
    return np.round(visual_features * GRAIN).astype(np.int16)


def unpack_visual_features(stored: np.ndarray, shape: tuple[int, int]) -> VisualFeatures:
    """Raises ValueError where `stored` is something else."""
    if stored.dtype != np.int16 or stored.shape != shape:
        raise ValueError(f"the visual features have the shape {stored.shape}, not {shape}")
    if (stored < -GRAIN).any():
        raise ValueError("a visual feature is below −1")
    return np.asarray(stored / GRAIN, dtype=np.float32)


def vocabulary_from_parts(content: Mapping[str, Any], arrays: Arrays) -> SideVocabulary:
    """The vocabulary that `to_json` and `to_arrays` stored; errors as in their own readers."""
    kind = content.get("kind")
    if kind == IMAGE:
        return VisualVocabulary.from_parts(content, arrays)
    if kind == FEATURES:
        return FeatureVocabulary.from_json(content)
    return Vocabulary.from_json(content)
