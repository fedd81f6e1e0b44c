"""Coupled PLSA [Platt, Toutanova, Yih 2010]: posteriors that give a topic the same share of sides.

Link-PLSA shares θ between the sides of a pair, but how often a topic is *used* may still differ
between them.  Here the E step is held to posteriors under which every topic has the same share of
all sides: multipliers ν tilt the mixture of each, m_v ∝ θ e^ν_v, until the expected shares

    q_vz = m_vz Σ_w x^v_w φ^v_zw / (m_v φ^v)_w

are their geometric mean; a few fixed-point steps ν_v += ½ (mean_u log q_u − log q_v) an iteration.
Then θ is the mean of the q_v, and φ the expected counts, as ever.
"""

from typing import Any

import numpy as np
from scipy import sparse

from benchmarks._common import Array
from gplsa.core.compile import inlined, kernel

ITERATIONS, STEPS = 40, 4
FLOOR = 1e-12


def coupled_plsa(
    counts: list[sparse.csr_matrix], offsets: list[Array], doc_topic: Array, topics: list[Array]
) -> tuple[Array, list[Array]]:
    """Mixtures (n_docs, n_topics) and topics (n_topics, n_words) by side.

    counts    rows scaled to the weight of the document;  offsets  the background, by side
    doc_topic, topics  where to begin: link-PLSA's
    """
    sizes = [matrix.shape[1] for matrix in counts]
    glued = sparse.hstack(counts, format="csr")
    side_of_word = np.repeat(np.arange(len(counts)), sizes)
    offset = np.concatenate(offsets)
    phi = np.ascontiguousarray(np.hstack(topics).T)
    theta = np.maximum(doc_topic, FLOOR)
    for _ in range(ITERATIONS):
        expected, shares = np.zeros_like(phi), np.zeros_like(theta)
        parts = (glued.indptr, glued.indices, glued.data)
        _iteration(*parts, side_of_word, len(counts), offset, theta, phi, STEPS, expected, shares)
        for side in range(len(counts)):
            rows = side_of_word == side
            phi[rows] = expected[rows] / np.maximum(expected[rows].sum(axis=0), FLOOR)
        theta = np.maximum(shares, FLOOR)
        theta /= theta.sum(axis=1, keepdims=True)
    return theta, [np.ascontiguousarray(p.T) for p in np.split(phi, np.cumsum(sizes)[:-1])]


@inlined()
def _expect(
    first: int,
    last: int,
    words: Any,
    values: Any,
    side_of_word: Any,
    offset: Any,
    mixture: Any,
    phi: Any,
    q: Any,
    expected: Any,
    counted: bool,
) -> None:
    """q (n_sides, n_topics) of one document; added to `expected`, too, where it is `counted`."""
    q[:] = 0.0
    for i in range(first, last):
        w, v = words[i], side_of_word[words[i]]
        p = offset[w]
        for z in range(q.shape[1]):
            p += mixture[v, z] * phi[w, z]
        ratio = values[i] / max(p, 1e-300)
        for z in range(q.shape[1]):
            part = ratio * mixture[v, z] * phi[w, z]
            q[v, z] += part
            if counted:
                expected[w, z] += part


@inlined()
def _shares_of(q: Any, share: Any) -> int:
    """Rows of q scaled to sum 1, not below the floor; how many sides there are."""
    n_present = 0
    for v in range(q.shape[0]):
        total = q[v].sum()
        share[v] = 0.0
        if total > 0.0:
            n_present += 1
            for z in range(q.shape[1]):
                share[v, z] = max(q[v, z] / total, 1e-12)
    return n_present


@inlined()
def _tilt(share: Any, n_present: int, mixture: Any) -> None:
    """One fixed-point step of ν, in the mixtures that it tilts."""
    n_sides, n_topics = share.shape
    for z in range(n_topics):
        middle = 0.0
        for v in range(n_sides):
            if share[v, z] > 0.0:
                middle += np.log(share[v, z]) / n_present
        for v in range(n_sides):
            if share[v, z] > 0.0:
                mixture[v, z] *= np.exp(0.5 * (middle - np.log(share[v, z])))
    for v in range(n_sides):
        mixture[v] /= mixture[v].sum()


@kernel()
def _iteration(
    indptr: Any,
    words: Any,
    values: Any,
    side_of_word: Any,
    n_sides: int,
    offset: Any,
    theta: Any,
    phi: Any,
    n_steps: int,
    expected: Any,
    shares: Any,
) -> None:
    """Add to `expected` (n_words, n_topics); write the sum of the sides' shares into `shares`."""
    n_topics = theta.shape[1]
    mixture, q = np.empty((n_sides, n_topics)), np.empty((n_sides, n_topics))
    share = np.empty((n_sides, n_topics))
    for d in range(theta.shape[0]):
        for v in range(n_sides):
            mixture[v] = theta[d]
        for step in range(n_steps + 1):
            ended = step == n_steps
            _expect(
                indptr[d],
                indptr[d + 1],
                words,
                values,
                side_of_word,
                offset,
                mixture,
                phi,
                q,
                expected,
                ended,
            )
            n_present = _shares_of(q, share)
            if not ended and n_present > 1:
                _tilt(share, n_present, mixture)
        for v in range(n_sides):
            shares[d] += share[v]
