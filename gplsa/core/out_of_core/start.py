r"""Where a fit over parts begins: NNDSVD of the whole corpus, from sums over its parts.

The right singular vectors V of A, all modalities side by side, are learned from a sample and then
turned towards those of all documents,

    V ← orth(Σ_i A_iᵀ (A_i V)),

subspace iteration [Halko, Martinsson, Tropp 2011], of which only words × topics leave a part. From
the sample alone a fit ends lower, however many documents follow: the start decides which optimum
it comes to.
"""

from collections.abc import Sequence

import numpy as np
from scipy import sparse

from gplsa.core.out_of_core.runner import Runner, Source
from gplsa.core.start import blurred_topics, from_random_documents, heavier_signs
from gplsa.core.sums import column_sums
from gplsa.core.types import Float32Array, FloatArray

# The sample's power iterations, as `nndsvd_start` does them over all documents.
_SAMPLE_ITERATIONS = 4


def nndsvd_topics(
    source: Source,
    sample: Sequence[sparse.csr_matrix],
    n_topics: int,
    iterations: int,
    runner: Runner,
    rng: np.random.Generator,
) -> list[FloatArray]:
    """Topics (n_words, n_topics) by modality.

    sample      by modality, the counts of some documents, which also tell the part of a singular
                vector that becomes the topic
    iterations  over all parts; none where the sample is the corpus
    """
    from sklearn.utils.extmath import randomized_svd

    joined = sparse.hstack(sample, format="csr")
    rank = min(n_topics, *joined.shape)
    left, _, right = randomized_svd(
        joined, rank, n_iter=_SAMPLE_ITERATIONS, random_state=int(rng.integers(2**31))
    )
    basis = right.T
    if joined.shape[0] < sum(source.n_documents):
        for _ in range(iterations):
            basis, _ = np.linalg.qr(_crossed(source, basis, runner))
        # Singular vectors within the subspace: those of the sample, seen through it.
        left, _, turned = np.linalg.svd(joined @ basis, full_matrices=False)
        basis = basis @ turned.T
    words = np.zeros((n_topics, joined.shape[1]))
    words[:rank] = np.maximum(heavier_signs(left, basis) * basis, 0.0).T
    if rank < n_topics:
        words[rank:] = from_random_documents(joined, n_topics - rank, rng)
    return blurred_topics(words, word_masses(source))


def random_topics(
    source: Source, sample: Sequence[sparse.csr_matrix], n_topics: int, rng: np.random.Generator
) -> list[FloatArray]:
    """Topics (n_words, n_topics) by modality, each of a few random documents of the sample."""
    words = from_random_documents(sparse.hstack(sample, format="csr"), n_topics, rng)
    return blurred_topics(words, word_masses(source))


def word_masses(source: Source) -> list[FloatArray]:
    """By modality, how much of each word stands in the whole corpus, (n_words,)."""
    masses = [np.zeros(n_words) for n_words in source.n_words]
    for chunk in range(len(source.n_documents)):
        for v, matrix in enumerate(source.matrices(chunk)):
            masses[v] += column_sums(matrix)
    return masses


def _crossed(source: Source, basis: FloatArray, runner: Runner) -> FloatArray:
    """Aᵀ A V, summed in the order of the parts."""
    token = runner.share(basis)
    jobs = [(source, chunk, token) for chunk in range(len(source.n_documents))]
    total = np.zeros_like(basis)
    for of_chunk in runner.run(cross_chunk, jobs):
        total += of_chunk
    return total


def cross_chunk(source: Source, number: int, basis: FloatArray) -> Float32Array:
    """A_iᵀ (A_i V) of one part, (words of all modalities, rank), in 4 bytes for the way."""
    joined = sparse.hstack(source.matrices(number), format="csr")
    return np.asarray(joined.T @ (joined @ basis), dtype=np.float32)
