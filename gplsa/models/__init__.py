"""Estimators: matrices in, topics out."""

from gplsa.models.coplsa import CoPLSA
from gplsa.models.deep import DeepNMF, MultilayerBootstrapNetwork
from gplsa.models.gnmf import GNMF
from gplsa.models.gp_supervised import GPSupervisedLDA
from gplsa.models.gplsa import GPLSA, MultimodalGPLSA
from gplsa.models.graph import knn_graph
from gplsa.models.judged_pairs import pair_weights
from gplsa.models.lda import LDA
from gplsa.models.linkplsa import LinkPLSA
from gplsa.models.plsa import PLSA

__all__ = [
    "GNMF",
    "GPLSA",
    "LDA",
    "PLSA",
    "CoPLSA",
    "DeepNMF",
    "GPSupervisedLDA",
    "LinkPLSA",
    "MultilayerBootstrapNetwork",
    "MultimodalGPLSA",
    "knn_graph",
    "pair_weights",
]
