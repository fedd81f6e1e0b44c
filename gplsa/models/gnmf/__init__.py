"""Matrix factorisation on a graph, and its two losses."""

from gplsa.models.gnmf.model import GNMF

__all__ = ["GNMF"]
