"""Topics supervised by a Gaussian process, in its parts."""

from gplsa.models.gp_supervised.model import GPSupervisedLDA

__all__ = ["GPSupervisedLDA"]
