"""Subject headings of a column, learned beside a model."""

from gplsa.corpus.corpus import Corpus
from gplsa.headings.learning import learn_headings
from gplsa.headings.suggesting import Suggester
from gplsa.headings.vocabulary import HeadingVocabulary
from gplsa.model.headings import rows_of_pictures
from gplsa.model.settings import TrainSettings
from gplsa.progress import Progress
from gplsa.training.counted import Counted


def learn_suggester(
    corpus: Corpus,
    settings: TrainSettings,
    vocabulary: HeadingVocabulary | None,
    counted: Counted,
    progress: Progress | None = None,
) -> Suggester | None:
    """None where `settings.headings` names no column.

    counted  the corpus, as it was trained on
    """
    if not settings.headings:
        return None
    rows = {
        name: rows_of_pictures(side.counts, side.visual_features, side.counts, side.visual_features)
        for name, side in counted.sides.items()
        if side.by_regression
    }
    return learn_headings(
        corpus,
        settings.headings,
        vocabulary,
        rows=rows,
        random_state=settings.seed,
        progress=progress,
    )


def vocabulary_again(suggester: Suggester | None) -> HeadingVocabulary | None:
    """For another training; None where it is what a column holds, which may be more by then."""
    return None if suggester is None or suggester.vocabulary.is_of_values else suggester.vocabulary
