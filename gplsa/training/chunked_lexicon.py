"""Lexicons of all documents of a corpus folder: pure tasks on its parts, and their sums."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np
from scipy import sparse

from gplsa.core.out_of_core.runner import Runner
from gplsa.core.out_of_core.store import FolderStore
from gplsa.core.types import FloatArray, Sides
from gplsa.corpus.chunks.folder import ChunkedCorpus
from gplsa.keywords import TrainingPairs
from gplsa.keywords.pairing.lexicon import ITERATIONS, Lexicon, expected_counts, first_translation
from gplsa.keywords.pairing.lines import Aligner, PairedLines
from gplsa.keywords.pairing.rows import located, normalise_rows
from gplsa.keywords.pairing.together import MAX_PAIRS
from gplsa.keywords.pairing.units import Units
from gplsa.keywords.pairs import Profiles
from gplsa.keywords.summed import ChunkSums, Pattern, Sums, strongest_pairs, words_together
from gplsa.progress import Progress, report
from gplsa.text.lines import LineCounts

_ARRAYS = ("data", "indices", "indptr")


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
    def n_words(self) -> tuple[int, ...]:
        """By side."""
        return self.corpus.n_words

    @property
    def parts(self) -> range:
        return range(self.corpus.n_chunks)


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
    sides, side_pairs = list(sample), _side_pairs(task)
    for place, (first, second) in enumerate(side_pairs):
        report(progress, 0.0, "Keywords")
        lines = sample[sides[first]], sample[sides[second]]
        frequencies = _aligned(task, (first, second), lines, runner)
        for views, direction in (((first, second), (0, 1)), ((second, first), (1, 0))):
            names = sides[views[0]], sides[views[1]]
            report(progress, (place + 0.2 + 0.4 * direction[0]) / len(side_pairs), "Keywords")
            found[names] = _lexicon(task, views, frequencies[direction[1]], profiles[names], runner)
    return found


def _aligned(
    task: LexiconContext,
    views: tuple[int, int],
    sample: tuple[LineCounts, LineCounts],
    runner: Runner,
) -> tuple[FloatArray, FloatArray]:
    """Store the units of every chunk; in how many of them each word of a side stands."""
    n_sample = int(sample[0].document[-1]) + 1
    aligner = runner.share(Aligner.learn(PairedLines.of(*sample, n_sample)))
    totals = np.zeros(task.n_words[views[0]]), np.zeros(task.n_words[views[1]])
    jobs = [(task, part, views, aligner) for part in task.parts]
    for of_part in runner.run(align_chunk, jobs):
        totals[0][:] += of_part[0]
        totals[1][:] += of_part[1]
    return totals


def _lexicon(
    task: LexiconContext,
    views: tuple[int, int],
    frequency: FloatArray,
    profiles: Profiles,
    runner: Runner,
) -> Lexicon:
    parts = task.parts
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
            expected[task.store.load(_own(views, "places"), part)] += counts
        translation = normalise_rows(pattern[0], expected)
    shared = runner.share(pattern)
    total = Sums(pattern, task.n_words[views[1]])
    for part, sums in enumerate(
        runner.run(count_chunk, [(task, part, views, shared) for part in parts])
    ):
        total.add(sums, task.store.load(_own(views, "places"), part))
    task.store.keep([name for one in _side_pairs(task) for name in _unit_names(one)])
    return total.lexicon(translation)


def align_chunk(
    task: LexiconContext, part: int, views: tuple[int, int], aligner: Aligner
) -> tuple[FloatArray, FloatArray]:
    """Cut the pairs of a part into units, which are kept; in how many each word stands."""
    if not task.store.has(_name(views, "document"), part):
        opened = task.corpus.chunk(part)
        source, target = (opened.lines(view) for view in views)
        units = aligner.align(PairedLines.of(source, target, opened.n_documents))
        _keep(task, part, views, units.of_documents(_learned_from(task, part, views)))
    units = _units(task, part, views)
    return (
        np.bincount(units.source.indices, minlength=units.source.shape[1]).astype(np.float64),
        np.bincount(units.target.indices, minlength=units.target.shape[1]).astype(np.float64),
    )


def propose_chunk(task: LexiconContext, part: int, views: tuple[int, int]) -> sparse.csr_matrix:
    """The pairs of words of a part, which are kept."""
    together = words_together(_units(task, part, views), task.most)
    task.store.save(_own(views, "indptr"), part, together.indptr.astype(np.int64))
    task.store.save(_own(views, "indices"), part, together.indices)
    return together


def locate_chunk(task: LexiconContext, part: int, views: tuple[int, int], pattern: Pattern) -> None:
    """Find those of the part among the pairs of words of all parts."""
    own = (
        task.store.load(_own(views, "indptr"), part),
        task.store.load(_own(views, "indices"), part),
    )
    indptr, words, places = located(*pattern, *own)
    task.store.save(_own(views, "starts"), part, indptr)
    task.store.save(_own(views, "words"), part, words)
    task.store.save(_own(views, "places"), part, places)


def expect_chunk(
    task: LexiconContext, part: int, views: tuple[int, int], translation: FloatArray
) -> FloatArray:
    """Expected counts of the pairs of words of a part."""
    units, (indptr, words) = _units(task, part, views), _own_pairs(task, part, views)
    places = task.store.load(_own(views, "places"), part)
    return expected_counts(units.source, units.target, indptr, words, translation[places])


def count_chunk(
    task: LexiconContext, part: int, views: tuple[int, int], pattern: Pattern
) -> ChunkSums:
    """How many pairs and units of a part hold what."""
    opened, learned = task.corpus.chunk(part), _learned_from(task, part, views)
    source, target = (opened.counts(view)[learned] for view in views)
    pairs = TrainingPairs(source, target, units=_units(task, part, views))
    return ChunkSums.of(pairs, pattern, _own_pairs(task, part, views))


def _own_pairs(task: LexiconContext, part: int, views: tuple[int, int]) -> Pattern:
    starts, words = (task.store.load(_own(views, what), part) for what in ("starts", "words"))
    return starts, words


def _learned_from(task: LexiconContext, part: int, views: tuple[int, int]) -> np.ndarray:
    """Which documents of a part have both sides and are not held out, as a mask."""
    opened = task.corpus.chunk(part)
    filled = [np.diff(opened.mapped(view)[0]) > 0 for view in views]
    learned = filled[0] & filled[1]
    learned[task.corpus.places(task.held_out, part)] = False
    return learned


def _own(views: tuple[int, int], what: str) -> str:
    """What is kept of the pairs of words of a part, for one direction."""
    return f"own-{views[0]}-{views[1]}-{what}"


def _side_pairs(task: LexiconContext) -> list[tuple[int, int]]:
    return list(combinations(range(len(task.n_words)), 2))


def _unit_names(views: tuple[int, int]) -> list[str]:
    arrays = [f"{name}-{array}" for name in ("source", "target") for array in _ARRAYS]
    return [_name(views, what) for what in (*arrays, "document")]


def _name(views: tuple[int, int], what: str) -> str:
    """Units are kept once for both directions."""
    return f"units-{min(views)}-{max(views)}-{what}"


def _keep(task: LexiconContext, part: int, views: tuple[int, int], units: Units) -> None:
    for name, counts in (("source", units.source), ("target", units.target)):
        for array in _ARRAYS:
            task.store.save(_name(views, f"{name}-{array}"), part, getattr(counts, array))
    # Last: a part that has it is whole.
    task.store.save(_name(views, "document"), part, units.document)


def _units(task: LexiconContext, part: int, views: tuple[int, int]) -> Units:
    document = task.store.load(_name(views, "document"), part)
    sides = []
    for name, view in (("source", min(views)), ("target", max(views))):
        arrays = [task.store.load(_name(views, f"{name}-{array}"), part) for array in _ARRAYS]
        shape = (len(document), task.n_words[view])
        sides.append(sparse.csr_matrix(tuple(arrays), shape=shape))
    units = Units(sides[0], sides[1], document)
    return units if views[0] < views[1] else units.swapped()
