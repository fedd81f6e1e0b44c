"""Topics supervised by a Gaussian process, in its parts."""

from gplsa.papers.gp_supervised.model import GPSupervisedLDA

__all__ = ["GPSupervisedLDA"]
