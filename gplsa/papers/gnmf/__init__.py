"""Matrix factorisation on a graph, and its two losses."""

from gplsa.papers.gnmf.model import GNMF

__all__ = ["GNMF"]
