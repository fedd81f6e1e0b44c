"""The last step of a training: subject headings, where a column holds some."""

from collections.abc import Mapping

from scipy import sparse

from gplsa.core.types import VisualFeatures
from gplsa.corpus.corpus import Corpus
from gplsa.corpus.sides import SideVocabulary
from gplsa.headings.learning import learn_headings
from gplsa.headings.suggesting import Suggester
from gplsa.headings.vocabulary import HeadingVocabulary
from gplsa.model.headings import rows_of_sides
from gplsa.model.settings import TrainSettings
from gplsa.progress import Progress


def learn_suggester(
    corpus: Corpus,
    settings: TrainSettings,
    vocabulary: HeadingVocabulary | None,
    sides: tuple[
        Mapping[str, SideVocabulary], Mapping[str, sparse.csr_matrix], Mapping[str, VisualFeatures]
    ],
    progress: Progress | None = None,
) -> Suggester | None:
    """None where `settings.headings` names no column.

    sides  vocabularies, counts and visual features, as they were trained on
    Raises InputError as `learn_headings`.
    """
    if not settings.headings:
        return None
    return learn_headings(
        corpus,
        settings.headings,
        vocabulary,
        rows=rows_of_sides(*sides),
        seed=settings.seed,
        progress=progress,
    )


def vocabulary_again(suggester: Suggester | None) -> HeadingVocabulary | None:
    """For another training; None where it is what a column holds, which may be more by then."""
    if suggester is None or suggester.vocabulary.is_of_values:
        return None
    return suggester.vocabulary
