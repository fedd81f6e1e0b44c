"""Estimators: matrices in, topics out."""

from gplsa.models.gplsa import GPLSA, MultimodalGPLSA
from gplsa.models.graph import knn_graph
from gplsa.models.plsa import PLSA

__all__ = ["GPLSA", "PLSA", "MultimodalGPLSA", "knn_graph"]
