"""Training on a corpus of which memory would hold a sample only: part by part, from the disk."""

import shutil
import tempfile
import time
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from gplsa.app.kept.library import Library
from gplsa.corpus.corpus import Corpus
from gplsa.corpus.parts.writing import write_counted
from gplsa.corpus.sides import CountedSide
from gplsa.progress import Progress, scaled
from gplsa.trained.public import Model
from gplsa.trained.settings import TrainSettings, default_topics
from gplsa.training.estimate import Estimate, estimate_in_parts
from gplsa.training.fitting import count_sides
from gplsa.training.parts import SAMPLE, train_parts

if TYPE_CHECKING:
    from gplsa.app.workshop.work import Counted

FOLDER = "parts-"
"""What the folders begin with that hold the parts while a training runs."""

_WRITTEN = 0.1  # of the time
_OLD = 3 * 24 * 3600  # seconds after which nobody trains on it any more


def may_be_cut(corpus: Corpus, library: Library) -> bool:
    """Whether its documents may lie on the disk for a while, and are texts alone."""
    return library.scratch is not None and corpus.modalities == list(corpus.texts)


def expected_in_parts(
    counted: "Counted", n_documents: int, settings: TrainSettings, sample: int
) -> Estimate:
    """Time and memory where the model holds a sample of so many documents."""
    return estimate_in_parts(
        n_documents,
        {m: found.kept for m, found in counted.sides.items()},
        {m: found.nonzeros for m, found in counted.sides.items()},
        settings.n_topics or default_topics(n_documents),
        sample,
    )


def train_in_parts(
    corpus: Corpus,
    settings: TrainSettings,
    affordable: int,
    scratch: Path | None,
    known: Mapping[str, CountedSide] | None,
    progress: Progress,
) -> Model:
    """Topics and lexicons of all documents; the model holds a sample of them.

    affordable  documents that memory holds;  known  sides that were counted already
    """
    with tempfile.TemporaryDirectory(prefix=FOLDER, dir=scratch) as name:
        counted = count_sides(corpus, settings, scaled(progress, 0.0, _WRITTEN / 2), known=known)
        written = scaled(progress, _WRITTEN / 2, _WRITTEN)
        sides = {m: CountedSide(counted.vocabularies[m], counted.lines[m]) for m in corpus.texts}
        parts = write_counted(corpus, sides, Path(name), written)
        del counted, sides
        sample = min(affordable, SAMPLE)
        model = train_parts(parts, settings, scaled(progress, _WRITTEN, 1.0), sample=sample)
    assert model.whole is not None
    return replace(
        model,
        corpus=replace(model.corpus, cleaning=corpus.cleaning),
        whole=model.whole._replace(parts=0),
    )


def remove_left_over(scratch: Path) -> None:
    """Remove the parts that killed trainings left, some days ago."""
    with suppress(OSError):
        for folder in scratch.glob(f"{FOLDER}*"):
            if folder.stat().st_mtime < time.time() - _OLD:
                shutil.rmtree(folder, ignore_errors=True)
