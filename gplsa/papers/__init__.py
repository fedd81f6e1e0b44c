"""What the papers compare with: other families of models, the contract of `gplsa.models`."""

from gplsa.papers.coplsa.model import CoPLSA
from gplsa.papers.deep.bootstrap_network import MultilayerBootstrapNetwork
from gplsa.papers.deep.deepnmf import DeepNMF
from gplsa.papers.gnmf.model import GNMF
from gplsa.papers.gp_supervised.model import GPSupervisedLDA

__all__ = ["GNMF", "CoPLSA", "DeepNMF", "GPSupervisedLDA", "MultilayerBootstrapNetwork"]
