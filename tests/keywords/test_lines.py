"""Lines find their partners again after one side was cut differently."""

import numpy as np
import pytest
from scipy import sparse

from gplsa.keywords import align_lines
from gplsa.keywords.pairing.lines import Aligner, PairedLines
from tests.keywords.planted import planted_pairs


def merged(lines, first, second):
    """Lines `first` and `second` of a document become one."""
    counts, document = lines
    group = np.arange(len(document))
    group[second] = first
    _, number = np.unique(group, return_inverse=True)
    gather = sparse.csr_matrix((np.ones(len(number)), (number, np.arange(len(number)))))
    return sparse.csr_matrix(gather @ counts), document[np.unique(group)]


def test_equal_lines_are_joined_one_to_one():
    pairs = planted_pairs(120, drop=0.0)
    units = align_lines(pairs.source_lines, pairs.target_lines, 120)
    same = abs(units.source - units.target).sum(axis=1)
    assert (np.asarray(same).ravel() == 0).mean() > 0.97
    assert units.source.shape[0] > 0.95 * len(pairs.source_lines[1])
    assert (np.diff(units.document) >= 0).all()


def test_a_merged_line_is_found():
    pairs = planted_pairs(150, seed=1, drop=0.0)
    document = pairs.target_lines[1]
    first = int(np.searchsorted(document, 75))
    target_lines = merged(pairs.target_lines, first, first + 1)
    units = align_lines(pairs.source_lines, target_lines, 150)
    inside = units.document == 75
    difference = abs(units.source[inside] - units.target[inside]).sum()
    assert difference == 0
    assert inside.sum() == (document == 75).sum() - 1


def test_no_words_are_lost_or_invented():
    pairs = planted_pairs(60, seed=2)
    units = align_lines(pairs.source_lines, pairs.target_lines, 60)
    for aligned, whole in ((units.source, pairs.source), (units.target, pairs.target)):
        total = np.zeros(whole.shape)
        np.add.at(total, units.document, aligned.toarray())
        assert (total <= whole.toarray()).all()
        assert total.sum() > 0.97 * whole.sum()


def test_pairs_of_single_lines_need_no_words():
    """Nothing is learned for them, and units are those that a lexicon would find."""
    pairs = planted_pairs(60, seed=3)
    every = np.arange(60)
    source, target = (pairs.source, every), (pairs.target, every)
    units = align_lines(source, target, 60)
    lines = PairedLines.of(source, target, 60)
    learned = Aligner.learn(lines)
    assert len(learned.lexicon[1])
    known = learned.align(lines)
    np.testing.assert_array_equal(units.document, known.document)
    assert (units.source != known.source).nnz == (units.target != known.target).nnz == 0


def test_missing_sides_and_single_lines():
    words = sparse.csr_matrix(np.eye(5))
    source = (words, np.array([0, 0, 1, 2, 2]))
    target = (words[:3], np.array([0, 2, 2]))
    units = align_lines(source, target, 4)
    assert 1 not in units.document and 3 not in units.document
    only = units.document == 0
    np.testing.assert_array_equal(units.source[only].toarray(), [[1, 1, 0, 0, 0]])


def test_very_unequal_lengths_still_give_units():
    rng = np.random.default_rng(0)
    source = (sparse.csr_matrix(rng.poisson(1, (2, 8)).astype(float)), np.array([0, 0]))
    target = (sparse.csr_matrix(rng.poisson(1, (400, 8)).astype(float)), np.zeros(400, int))
    units = align_lines(source, target, 1)
    assert units.source.shape[0] >= 1
    assert units.source.sum() > 0 and units.target.sum() > 0


def test_swapped_units_turn_round():
    pairs = planted_pairs(20)
    units = align_lines(pairs.source_lines, pairs.target_lines, 20)
    assert units.swapped().source is units.target


def test_lines_that_do_not_fit_are_refused():
    words = sparse.csr_matrix(np.eye(3))
    with pytest.raises(ValueError, match="source_lines has 3 lines, but 2 documents"):
        align_lines((words, np.array([0, 1])), (words, np.array([0, 1, 2])), 3)
    with pytest.raises(ValueError, match=r"target_lines: documents must ascend within 0\.\.2"):
        align_lines((words, np.array([0, 1, 2])), (words, np.array([1, 0, 2])), 3)


def test_it_can_be_stopped_between_documents():
    pairs = planted_pairs(300, drop=0.0)
    told = []
    units = align_lines(
        pairs.source_lines, pairs.target_lines, 300, lambda fraction, phase: told.append(fraction)
    )
    assert len([fraction for fraction in told if fraction >= 0.4]) >= 3
    assert told == sorted(told)
    assert set(units.document) == set(range(300))
