"""Topics from a stack of random clusterings."""

from gplsa.models.deep.bootstrap_network import MultilayerBootstrapNetwork
from gplsa.models.deep.deepnmf import DeepNMF

__all__ = ["DeepNMF", "MultilayerBootstrapNetwork"]
