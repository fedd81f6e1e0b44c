"""Lexicons of all documents of a corpus folder: pure tasks on its parts, and their sums."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np
from scipy import sparse

from gplsa.core.out_of_core.runner import Runner
from gplsa.core.out_of_core.store import FolderStore
from gplsa.core.sums import document_frequency
from gplsa.core.types import FloatArray, Sides
from gplsa.corpus.chunks.folder import ChunkedCorpus
from gplsa.keywords import TrainingPairs
from gplsa.keywords.pairing.lexicon import ITERATIONS, Lexicon, expected_counts, first_translation
from gplsa.keywords.pairing.lines import Aligner, PairedLines, Units
from gplsa.keywords.pairing.rows import located, normalise_rows
from gplsa.keywords.pairing.together import MAX_PAIRS
from gplsa.keywords.pairs import Profiles
from gplsa.keywords.summed import ChunkSums, Pattern, Sums, strongest_pairs, words_together
from gplsa.progress import Progress, report
from gplsa.text.lines import LineCounts

_ARRAYS = ("data", "indices", "indptr")
_UNITS = (*(f"{side}-{array}" for side in ("source", "target") for array in _ARRAYS), "document")

Views = tuple[int, int]  # two sides, by their places


@dataclass(frozen=True)
class LexiconContext:
    """What every task works with; sent along with each, so it holds no large array.

    held_out  documents, ascending, counted over all parts, to be left out
    most      pairs of words carried along
    """

    corpus: ChunkedCorpus
    held_out: Sequence[int]
    store: FolderStore
    most: int = MAX_PAIRS

    @property
    def side_pairs(self) -> list[Views]:
        return list(combinations(range(len(self.corpus.n_words)), 2))

    def save(self, part: int, name: str, arrays: Mapping[str, np.ndarray]) -> None:
        for what, array in arrays.items():
            self.store.save(f"{name}-{what}", part, array)

    def load(self, part: int, name: str, *arrays: str) -> list[np.ndarray]:
        return [self.store.load(f"{name}-{what}", part) for what in arrays]


def lexicons_of_chunks(
    task: LexiconContext,
    sample: Mapping[str, LineCounts],
    profiles: Mapping[Sides, Profiles],
    runner: Runner,
    progress: Progress | None = None,
) -> dict[Sides, Lexicon]:
    """One for every direction, of all documents that are not held out.

    sample    lines of the documents that teach the alignment its first lexicon
    profiles  by direction, `PairTopics.profiles`
    Chunks whose units are in the store already are not aligned again.
    """
    found: dict[Sides, Lexicon] = {}
    sides, side_pairs = list(sample), task.side_pairs
    for place, (first, second) in enumerate(side_pairs):
        report(progress, 0.0, "Keywords")
        lines = sample[sides[first]], sample[sides[second]]
        frequencies = _aligned(task, (first, second), lines, runner)
        for turned, views in enumerate(((first, second), (second, first))):
            names = sides[views[0]], sides[views[1]]
            report(progress, (place + 0.2 + 0.4 * turned) / len(side_pairs), "Keywords")
            found[names] = _lexicon(task, views, frequencies[1 - turned], profiles[names], runner)
    return found


def _aligned(
    task: LexiconContext, views: Views, sample: tuple[LineCounts, LineCounts], runner: Runner
) -> tuple[FloatArray, FloatArray]:
    """Store the units of every chunk; in how many of them each word of a side stands."""
    aligner = runner.share(Aligner.learn(PairedLines.of(*sample, int(sample[0].document[-1]) + 1)))
    totals = np.zeros(task.corpus.n_words[views[0]]), np.zeros(task.corpus.n_words[views[1]])
    jobs = [(task, part, views, aligner) for part in range(task.corpus.n_chunks)]
    for of_part in runner.run(align_chunk, jobs):
        totals[0][:] += of_part[0]
        totals[1][:] += of_part[1]
    return totals


def _lexicon(
    task: LexiconContext, views: Views, frequency: FloatArray, profiles: Profiles, runner: Runner
) -> Lexicon:
    parts = range(task.corpus.n_chunks)
    found: sparse.csr_matrix | None = None
    for of_part in runner.run(propose_chunk, [(task, part, views) for part in parts]):
        found = of_part if found is None else sparse.csr_matrix(found + of_part)
        if found.nnz > 2 * task.most:
            found = strongest_pairs(found, frequency, task.most)
    assert found is not None
    together = strongest_pairs(found, frequency, task.most).sorted_indices()
    pattern: Pattern = together.indptr.astype(np.int64), together.indices.astype(np.int32)
    shared = runner.share(pattern)
    for _ in runner.run(locate_chunk, [(task, part, views, shared) for part in parts]):
        pass
    translation = first_translation(*pattern, profiles)
    for _ in range(ITERATIONS):
        shared = runner.share(translation)
        jobs = [(task, part, views, shared) for part in parts]
        expected = np.zeros(len(translation))
        # In the order of the parts: floating-point sums depend on it.
        for part, counts in enumerate(runner.run(expect_chunk, jobs)):
            expected[task.load(part, _own(views), "places")[0]] += counts
        translation = normalise_rows(pattern[0], expected)
    shared = runner.share(pattern)
    total = Sums(pattern, task.corpus.n_words[views[1]])
    jobs = [(task, part, views, shared) for part in parts]
    for part, sums in enumerate(runner.run(count_chunk, jobs)):
        total.add(sums, task.load(part, _own(views), "places")[0])
    task.store.keep([f"{_units_of(one)}-{what}" for one in task.side_pairs for what in _UNITS])
    return total.lexicon(translation)


def align_chunk(
    task: LexiconContext, part: int, views: Views, aligner: Aligner
) -> tuple[FloatArray, FloatArray]:
    """Cut the pairs of a part into units, which are kept; in how many each word stands."""
    if not task.store.has(f"{_units_of(views)}-document", part):
        opened = task.corpus.chunk(part)
        source, target = (opened.lines(view) for view in views)
        units = aligner.align(PairedLines.of(source, target, opened.n_documents))
        units = units.of_documents(_learned_from(task, part, views))
        sides = units.source, units.target
        arrays = [getattr(side, array) for side in sides for array in _ARRAYS]
        arrays.append(units.document)  # the last one: a part that has it is whole
        task.save(part, _units_of(views), dict(zip(_UNITS, arrays, strict=True)))
    units = _units(task, part, views)
    return document_frequency(units.source), document_frequency(units.target)


def propose_chunk(task: LexiconContext, part: int, views: Views) -> sparse.csr_matrix:
    """The pairs of words of a part, which are kept."""
    together = words_together(_units(task, part, views), task.most)
    starts = together.indptr.astype(np.int64)
    task.save(part, _own(views), {"indptr": starts, "indices": together.indices})
    return together


def locate_chunk(task: LexiconContext, part: int, views: Views, pattern: Pattern) -> None:
    """Find those of the part among the pairs of words of all parts."""
    starts, words, places = located(*pattern, *task.load(part, _own(views), "indptr", "indices"))
    task.save(part, _own(views), {"starts": starts, "words": words, "places": places})


def expect_chunk(
    task: LexiconContext, part: int, views: Views, translation: FloatArray
) -> FloatArray:
    """Expected counts of the pairs of words of a part."""
    units = _units(task, part, views)
    starts, words, places = task.load(part, _own(views), "starts", "words", "places")
    return expected_counts(units.source, units.target, starts, words, translation[places])


def count_chunk(task: LexiconContext, part: int, views: Views, pattern: Pattern) -> ChunkSums:
    """How many pairs and units of a part hold what."""
    opened, learned = task.corpus.chunk(part), _learned_from(task, part, views)
    source, target = (opened.counts(view)[learned] for view in views)
    pairs = TrainingPairs(source, target, units=_units(task, part, views))
    starts, words = task.load(part, _own(views), "starts", "words")
    return ChunkSums.of(pairs, pattern, (starts, words))


def _learned_from(task: LexiconContext, part: int, views: Views) -> np.ndarray:
    """Which documents of a part have both sides and are not held out, as a mask."""
    opened = task.corpus.chunk(part)
    filled = [np.diff(opened.mapped(view)[0]) > 0 for view in views]
    learned = filled[0] & filled[1]
    learned[task.corpus.places(task.held_out, part)] = False
    return learned


def _own(views: Views) -> str:
    """What is kept of the pairs of words of a part, for one direction."""
    return f"own-{views[0]}-{views[1]}"


def _units_of(views: Views) -> str:
    """Units are kept once for both directions."""
    return f"units-{min(views)}-{max(views)}"


def _units(task: LexiconContext, part: int, views: Views) -> Units:
    *arrays, document = task.load(part, _units_of(views), *_UNITS)
    shapes = ((len(document), task.corpus.n_words[view]) for view in sorted(views))
    held = zip((arrays[:3], arrays[3:]), shapes, strict=True)
    source, target = (sparse.csr_matrix(tuple(one), shape=shape) for one, shape in held)
    units = Units(source, target, document)
    return units if views[0] < views[1] else units.swapped()
