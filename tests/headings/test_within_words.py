"""Labels found by their pieces: as many, and as much of each, as if every label were looked at."""

import random

import numpy as np
import pytest
from scipy import sparse

from gplsa.headings.pieces import N_PIECES, pieces_of, weights_of
from gplsa.headings.within_words import LEAST_OF_PIECES, Compounds

SYLLABLES = "brück bau auto bahn recht straf schul haus turm licht wald see hoch spiel".split()


def held_one_by_one(labels, weights, texts):
    """Share of every label in every text."""
    weighed = labels.multiply(weights[None, :].astype(np.float64)).tocsr()
    mass = np.maximum(np.asarray(weighed.sum(axis=1)), 1e-9)
    return (texts @ weighed.T).toarray() / mass.T


@pytest.mark.parametrize("seed", range(8))
def test_no_label_is_missed_and_none_is_added(seed):
    draw = random.Random(seed)

    def words(n, parts):
        made = ("".join(draw.sample(SYLLABLES, draw.randint(1, parts))) for _ in range(n))
        return " ".join(made)

    labels = pieces_of([words(draw.randint(1, 3), 2) for _ in range(400)] + ["", "a"])
    texts = pieces_of([words(draw.randint(0, 30), 4) for _ in range(40)])
    labels.data[:], texts.data[:] = 1.0, 1.0
    weights = weights_of(texts)
    weights[labels.indices[:20]] = 0.0  # pieces that every text has
    found = Compounds(labels, weights).held(texts)
    expected = held_one_by_one(labels, weights, texts)
    close = np.abs(expected - LEAST_OF_PIECES) < 1e-5
    same = (found.toarray() > 0) == (expected >= LEAST_OF_PIECES)
    assert (same | close).all() and found.nnz > 100
    where = found.nonzero()
    assert np.allclose(found[where], expected[where], atol=1e-5)
    assert found.has_sorted_indices


def test_labels_and_texts_without_pieces():
    none = sparse.csr_matrix((2, N_PIECES), dtype=np.float32)
    weights = np.ones(N_PIECES, dtype=np.float32)
    assert Compounds(none, weights).held(pieces_of(["Hafen"])).nnz == 0
    assert Compounds(pieces_of(["Hafen"]), weights).held(none).shape == (2, 1)
    assert Compounds(none[:0], weights).held(pieces_of(["Hafen"])).shape == (1, 0)
