"""Estimators: matrices in, topics out."""

from gplsa.models.gplsa import GPLSA, MultimodalGPLSA
from gplsa.models.graph import knn_graph
from gplsa.models.lda import LDA
from gplsa.models.linkplsa import LinkPLSA
from gplsa.models.pair_weights import pair_weights
from gplsa.models.plsa import PLSA

__all__ = ["GPLSA", "LDA", "PLSA", "LinkPLSA", "MultimodalGPLSA", "knn_graph", "pair_weights"]
