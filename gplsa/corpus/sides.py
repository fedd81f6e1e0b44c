"""What is counted on each side of a corpus: words, visual words or columns, used in one way."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt
from scipy import sparse

from gplsa.corpus.corpus import FEATURES, IMAGE, Corpus
from gplsa.corpus.features import FeatureVocabulary
from gplsa.corpus.images import VisualVocabulary
from gplsa.corpus.images.vocabulary import PATCH_WORDS
from gplsa.corpus.lines import LineCounts
from gplsa.corpus.words import Vocabulary, WordOptions
from gplsa.progress import Progress, report


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
    def count_with_unknown(
        self, items: Any, /
    ) -> tuple[sparse.csr_matrix, list[dict[str, int]]]: ...
    def to_json(self) -> dict[str, Any]: ...
    def to_arrays(self) -> dict[str, np.ndarray]: ...


@dataclass(frozen=True, eq=False)
class CountedSide:
    """What is counted on one side, and how often it stands on each line of each document.

    A picture or a row of features is one line.
    """

    vocabulary: SideVocabulary
    lines: LineCounts


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
        seen, counts = VisualVocabulary.build(pictures, visual_words, progress, random_state=seed)
        return CountedSide(seen, LineCounts.one_each(counts))
    if kind == FEATURES:
        report(progress, 1.0, "Counting")
        columns, counts = FeatureVocabulary.build(corpus.features[modality])
        return CountedSide(columns, LineCounts.one_each(counts))
    options = options or WordOptions(language=corpus.languages[modality])
    return CountedSide(*Vocabulary.build_by_line(corpus.texts[modality], options, progress))


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
