"""A small bilingual corpus whose lexicon is known: source word i means target word i."""

from dataclasses import dataclass

import numpy as np
from scipy import sparse

N_TOPICS = 5
N_WORDS = 60
WORDS_A_LINE = 6


@dataclass(frozen=True)
class Planted:
    source: sparse.csr_matrix
    target: sparse.csr_matrix
    source_lines: tuple[sparse.csr_matrix, np.ndarray]
    target_lines: tuple[sparse.csr_matrix, np.ndarray]
    topic_word: tuple[np.ndarray, np.ndarray]
    doc_topic: tuple[np.ndarray, np.ndarray]


def planted_pairs(n_docs: int, seed: int = 0, drop: float = 0.1) -> Planted:
    """Documents of three to six lines; every target word is left out with probability `drop`."""
    rng = np.random.default_rng(seed)
    words = np.full((N_TOPICS, N_WORDS), 0.2)
    size = N_WORDS // N_TOPICS
    for topic in range(N_TOPICS):
        words[topic, topic * size : (topic + 1) * size] += 4.0
    words /= words.sum(axis=1, keepdims=True)
    mixture = rng.dirichlet(np.full(N_TOPICS, 0.2), size=n_docs)
    lines, translated, document = [], [], []
    for d in range(n_docs):
        for _ in range(int(rng.integers(3, 7))):
            drawn = rng.choice(N_WORDS, size=WORDS_A_LINE, p=mixture[d] @ words)
            lines.append(np.bincount(drawn, minlength=N_WORDS))
            kept = drawn[rng.random(WORDS_A_LINE) >= drop]
            translated.append(np.bincount(kept, minlength=N_WORDS))
            document.append(d)
    documents = np.array(document)
    source_lines = sparse.csr_matrix(np.array(lines, dtype=float))
    target_lines = sparse.csr_matrix(np.array(translated, dtype=float))
    gather = sparse.csr_matrix((np.ones(len(documents)), (documents, np.arange(len(documents)))))
    return Planted(
        sparse.csr_matrix(gather @ source_lines),
        sparse.csr_matrix(gather @ target_lines),
        (source_lines, documents),
        (target_lines, documents),
        (words, words),
        (mixture, mixture),
    )
