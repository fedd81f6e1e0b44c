"""What is counted on each side of a corpus: words, visual words or columns, used in one way."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, NamedTuple, Protocol, Self

import numpy as np
import numpy.typing as npt
from scipy import sparse

from gplsa.core.types import BoolArray, IntArray, Look, VisualFeatures
from gplsa.corpus.corpus import FEATURES, IMAGE, Corpus
from gplsa.corpus.features import FeatureVocabulary
from gplsa.images import VisualVocabulary
from gplsa.images.fisher import GRAIN
from gplsa.images.vocabulary import PATCH_WORDS
from gplsa.progress import Progress, report
from gplsa.text import Vocabulary, WordOptions, usual_options
from gplsa.text.encoded import Encoded
from gplsa.text.lines import LineCounts, opening_of


class SideVocabulary(Protocol):
    """What is counted on one side: `Vocabulary`, `VisualVocabulary` or `FeatureVocabulary`.

    kind     "text", "image" or "features"
    terms    their names;  forms  how each is shown
    min_df   in how many documents a term stands at least
    Items are what `Corpus.side` holds of this modality: texts, encoded pictures, or features.
    """

    @property
    def kind(self) -> str: ...
    @property
    def terms(self) -> list[str]: ...
    @property
    def forms(self) -> list[str]: ...
    @property
    def document_frequency(self) -> npt.NDArray[np.int64]: ...
    @property
    def min_df(self) -> int: ...
    def count(self, items: Any, progress: Progress | None = None, /) -> sparse.csr_matrix: ...
    def to_json(self) -> dict[str, Any]: ...
    def to_arrays(self) -> dict[str, np.ndarray]: ...


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
        every = np.arange(len(self.vocabulary.terms))
        return every if self.words is None else self.words

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
    options: WordOptions | None = None,
    *,
    visual_words: int = PATCH_WORDS,
    seed: int = 0,
    progress: Progress | None = None,
) -> CountedSide:
    """Build the vocabulary of one side and count it, looking at every document once.

    options       how a text becomes words; those of its language where None
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
    options = options or usual_options(corpus.languages[modality], corpus.texts[modality])
    vocabulary, lines, encoded = Vocabulary.build_encoded(corpus.texts[modality], options, progress)
    return CountedSide(vocabulary, lines, encoded=encoded)


class ItemCounts(NamedTuple):
    """Documents as a vocabulary reads them.

    counts           (n_documents, n_words)
    unknown          of each the words that the vocabulary does not know, with their counts
    visual_features  of pictures (n_documents, n_features): what the counts of visual words leave
                     out; None of other sides
    """

    counts: sparse.csr_matrix
    unknown: list[dict[str, int]]
    visual_features: VisualFeatures | None = None


def read_items(vocabulary: SideVocabulary, items: Any) -> ItemCounts:
    """Raises InputError where a picture cannot be decoded, or columns are none that it knows."""
    if isinstance(vocabulary, Vocabulary):
        return ItemCounts(*vocabulary.count_with_unknown(items))
    if isinstance(vocabulary, VisualVocabulary):
        counts, visual_features = vocabulary.read(items)
    else:
        counts, visual_features = vocabulary.count(items), None
    # Every patch is most like some visual word, and a column never seen is no word to look up.
    return ItemCounts(counts, [{} for _ in range(counts.shape[0])], visual_features)


def count_openings(vocabulary: SideVocabulary, items: Any) -> sparse.csr_matrix | None:
    """Counts of what may be the titles of texts, an empty row where a text has nothing else; None
    of other sides."""
    if not isinstance(vocabulary, Vocabulary):
        return None
    openings = ((text, opening_of(text)) for text in items)
    own = ["" if opening == text.strip() else opening for text, opening in openings]
    if not any(own):
        return sparse.csr_matrix((len(own), len(vocabulary.terms)))
    return vocabulary.count(own)


def look_closely(vocabulary: SideVocabulary, item: Any) -> Look | None:
    """The visual features of one picture, and which visual words make them; None of other sides."""
    return vocabulary.look(item) if isinstance(vocabulary, VisualVocabulary) and item else None


def n_visual_features(vocabulary: SideVocabulary) -> int:
    return vocabulary.n_visual_features if isinstance(vocabulary, VisualVocabulary) else 0


def pack_visual_features(visual_features: VisualFeatures) -> npt.NDArray[np.int16]:
    """As they are stored: whole numbers of their steps, two bytes each."""
    return np.round(visual_features * GRAIN).astype(np.int16)


def unpack_visual_features(stored: np.ndarray, shape: tuple[int, int]) -> VisualFeatures:
    """Raises ValueError where `stored` is something else."""
    if stored.dtype != np.int16 or stored.shape != shape:
        raise ValueError(f"the looks of pictures have the shape {stored.shape}, not {shape}")
    if (stored < -GRAIN).any():
        raise ValueError("an entry of the looks of pictures is below −1")
    return np.asarray(stored / GRAIN, dtype=np.float32)


def vocabulary_from_parts(
    content: Mapping[str, Any], arrays: Mapping[str, np.ndarray]
) -> SideVocabulary:
    """The vocabulary that `to_json` and `to_arrays` stored; errors as in their own readers."""
    kind = content.get("kind")
    if kind == IMAGE:
        return VisualVocabulary.from_parts(content, arrays)
    if kind == FEATURES:
        return FeatureVocabulary.from_json(content)
    return Vocabulary.from_json(content)
