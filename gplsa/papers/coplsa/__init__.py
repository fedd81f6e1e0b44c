"""PLSAs of several views that agree on which documents are alike."""

from gplsa.papers.coplsa.model import CoPLSA

__all__ = ["CoPLSA"]
