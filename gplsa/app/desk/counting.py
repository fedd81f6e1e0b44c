"""The words of a corpus on a desk, counted, and what a training on them will take."""

from collections.abc import Mapping

import numpy as np

from gplsa.app.desk.desk import Desk
from gplsa.app.desk.state import COUNTED, CorpusState, Counted, WordsFound
from gplsa.app.library.library import CORPUS
from gplsa.corpus.corpus import Corpus
from gplsa.corpus.sides import CountedSide, count_side
from gplsa.errors import InputError
from gplsa.images.vocabulary import COLOR_WORDS, PATCH_WORDS
from gplsa.message import MEBIBYTE
from gplsa.model.settings import TrainSettings
from gplsa.model.sizes import size_of_side
from gplsa.progress import Progress, in_shares
from gplsa.sandbox.limits import memory_given
from gplsa.text import Vocabulary, WordOptions, usual_options
from gplsa.training.estimate import Estimate, estimate

WORDS_PER_PICTURE = 320  # distinct visual words, about
# Megabytes that one training may take
MEMORY_BUDGET = min(4000, memory_given() // 2 // MEBIBYTE)
SPARE = 4
"""Counted texts are kept where they take at most this part of the memory for corpora and models."""


def default_words(
    corpus: Corpus, chosen: Mapping[str, WordOptions] | None = None
) -> dict[str, WordOptions]:
    """The options of every side of texts, where none were chosen."""
    usual = {m: usual_options(corpus.languages[m], texts) for m, texts in corpus.texts.items()}
    return usual | {m: options for m, options in (chosen or {}).items() if m in usual}


def count_texts(
    corpus: Corpus, words: dict[str, WordOptions], progress: Progress | None
) -> dict[str, CountedSide | InputError]:
    """Every side of texts, counted, or why its options leave no word."""
    sides: dict[str, CountedSide | InputError] = {}
    for modality, part in in_shares(corpus.texts, progress):
        try:
            sides[modality] = count_side(corpus, modality, words[modality], progress=part)
        except InputError as error:
            # The person can change the settings that leave no word, so the corpus is of use.
            sides[modality] = error
    return sides


def words_found(options: WordOptions, side: CountedSide | InputError) -> WordsFound:
    """What the page Corpus tells about one side."""
    if isinstance(side, InputError):
        return WordsFound(options, 0, 0, [], [], [str(side)])
    vocabulary, counts = side.vocabulary, side.lines.by_document()
    assert isinstance(vocabulary, Vocabulary)
    frequent = np.argsort(-np.asarray(vocabulary.document_frequency), kind="stable")[:12]
    return WordsFound(
        vocabulary.options,
        len(vocabulary.terms),
        counts.nnz,
        [vocabulary.forms[word] for word in frequent],
        [dropped.word for dropped in vocabulary.dropped[:30]],
        vocabulary.warnings,
    )


def keep_counted(
    desk: Desk,
    state: CorpusState,
    corpus: Corpus,
    words: dict[str, WordOptions],
    sides: dict[str, CountedSide | InputError],
) -> None:
    """Keep what the page tells of a corpus, and, where there is room, what training need not count
    again."""
    found = {m: words_found(words[m], side) for m, side in sides.items()}
    pictures = {m: int(corpus.has(m).sum()) for m in corpus.pictures}
    others = {m: (PATCH_WORDS + COLOR_WORDS, WORDS_PER_PICTURE * n) for m, n in pictures.items()}
    others |= {m: (len(f.names), int(f.values.nnz)) for m, f in corpus.features.items()}
    counted = Counted(found, others, sum(pictures.values()))
    desk.library.remark(CORPUS, state.id, COUNTED, counted.to_json())
    kept = {m: side for m, side in sides.items() if isinstance(side, CountedSide)}
    has_room = sum(map(size_of_side, kept.values())) <= desk.library.recent.max_bytes // SPARE
    state.words, state.counted, state.texts = words, counted, kept if has_room else {}


def expected(counted: Counted, n_documents: int, settings: TrainSettings) -> Estimate:
    """Time and memory of a training on so many documents of the counted corpus."""
    words = counted.n_words, counted.nonzeros
    n_pictures = min(counted.n_pictures, n_documents * len(counted.others))
    return estimate(n_documents, *words, settings, n_pictures=n_pictures)


def affordable(counted: Counted, n_documents: int, settings: TrainSettings) -> int:
    """How many documents fit the memory that one training may take."""
    megabytes = expected(counted, n_documents, settings).megabytes
    if megabytes <= MEMORY_BUDGET:
        return n_documents
    return max(int(n_documents * MEMORY_BUDGET / megabytes), 2)
