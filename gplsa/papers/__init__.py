"""What the papers compare with: other families of models, the contract of `gplsa.models`."""

from gplsa.papers.coplsa import CoPLSA
from gplsa.papers.deep import DeepNMF, MultilayerBootstrapNetwork
from gplsa.papers.gnmf import GNMF
from gplsa.papers.gp_supervised import GPSupervisedLDA

__all__ = ["GNMF", "CoPLSA", "DeepNMF", "GPSupervisedLDA", "MultilayerBootstrapNetwork"]
