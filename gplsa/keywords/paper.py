import numpy as np

from gplsa.core.types import FloatArray


def paper_rule(doc_topic: FloatArray, topic_word: FloatArray) -> FloatArray:
    r"""Score of every target word for every document: Σ_z φ_zw θ_dz.

    doc_topic θ (n_docs, n_topics), folded in on the source side; topic_word φ (n_topics, n_words)
    of the target side.  Returns (n_docs, n_words), rows sum to 1.  It favours frequent words.
    [Wang, Chang, Lyu: Efficient Algorithms for Graph Regularized PLSA, section 5.3]
    """
    theta = np.asarray(doc_topic, dtype=np.float64)
    phi = np.asarray(topic_word, dtype=np.float64)
    if theta.ndim != 2 or phi.ndim != 2 or theta.shape[1] != phi.shape[0]:
        raise ValueError(
            f"doc_topic {theta.shape} and topic_word {phi.shape} must share the number of topics"
        )
    return theta @ phi
