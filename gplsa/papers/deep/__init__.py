"""Topics from a stack of random clusterings."""

from gplsa.papers.deep.bootstrap_network import MultilayerBootstrapNetwork
from gplsa.papers.deep.deepnmf import DeepNMF

__all__ = ["DeepNMF", "MultilayerBootstrapNetwork"]
