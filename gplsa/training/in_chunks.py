"""Training on a corpus of which memory would hold a sample only: part by part, from the disk."""

import logging
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from gplsa.corpus.corpus import Corpus
from gplsa.corpus.sides import CountedSide
from gplsa.headings import HeadingVocabulary
from gplsa.model.public import Model
from gplsa.model.settings import TrainSettings
from gplsa.progress import Progress, scaled
from gplsa.reading.chunks.build import write_counted
from gplsa.scratch import remove_scratch, scratch_folder
from gplsa.training.counted import count_sides
from gplsa.training.out_of_core import SAMPLE, OutOfCore
from gplsa.training.train import train

log = logging.getLogger(__name__)

FOLDER = "parts-"  # what the folders begin with that hold the parts while a training runs

_WRITTEN = 0.1  # of the time
_OLD = 3 * 24 * 3600  # seconds after which nobody trains on it any more


def may_be_cut(corpus: Corpus) -> bool:
    """Whether its documents are texts alone."""
    return corpus.modalities == list(corpus.texts)


def train_in_chunks(
    corpus: Corpus,
    settings: TrainSettings,
    affordable: int,
    scratch: Path,
    known: Mapping[str, CountedSide] | None,
    progress: Progress | None,
    vocabulary: HeadingVocabulary | None = None,
) -> Model:
    """Topics and lexicons of all documents; the model holds a sample of them.

    affordable  documents that memory holds;  known  sides that were counted already
    vocabulary  of the headings that `settings` name
    scratch     a folder where the parts may lie meanwhile
    """
    with scratch_folder(scratch, FOLDER) as folder:
        counted = count_sides(corpus, settings, scaled(progress, 0.0, _WRITTEN / 2), known=known)
        written = scaled(progress, _WRITTEN / 2, _WRITTEN)
        parts = write_counted(corpus, counted.sides, folder, written)
        del counted
        source = OutOfCore(parts, sample=min(affordable, SAMPLE))
        model = train(source, settings, scaled(progress, _WRITTEN, 1.0), vocabulary=vocabulary)
    assert model.whole is not None
    return replace(
        model,
        corpus=replace(model.corpus, cleaning=corpus.cleaning),
        whole=model.whole._replace(parts=0),
    )


def remove_left_over(scratch: Path) -> None:
    """Remove the parts that killed trainings left, some days ago."""
    for folder in remove_scratch(scratch, FOLDER, _OLD):
        log.info("removed %s, which a training that ended early had left", folder)
