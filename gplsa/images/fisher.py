r"""Fisher vectors: in what the places of a picture differ from places as they usually are.

Places x_t, descriptors on their principal axes with where in the picture they lie, are taken for
draws from a mixture of K normal distributions with diagonal covariance (w, μ, σ).  The gradient of
their mean log-likelihood, in units of its standard deviation under the mixture,

    g_μk = Σ_t γ_tk (x_t − μ_k)/σ_k / (n √w_k),
    g_σk = Σ_t γ_tk ((x_t − μ_k)²/σ_k² − 1) / (n √(2 w_k)),        γ_tk = p(k | x_t),

says how the mixture would have to change to fit this picture, more than the numbers of its visual
words do.  Of every entry sign(g) √|g| is taken, and the whole scaled to length 1 [Perronnin,
Sánchez, Mensink 2010].
"""

import warnings
from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Self

import numpy as np
import numpy.typing as npt
from scipy import sparse
from scipy.special import softmax
from threadpoolctl import threadpool_limits

from gplsa.core.types import FloatArray, IntArray
from gplsa.images.descriptors import Places

COMPONENTS, AXES = 16, 64
STEPS = 50  # of EM, at most: the mixture need not be the likeliest one to tell pictures apart
PLACES_PER_COMPONENT = 50
MOST_PLACES = 24_000  # that a mixture is learned from, drawn where there are more
LEAST_VARIANCE = 1e-3
"""Of a component, in units of the mean variance of an axis: pictures of one colour have none."""
LEAST_SPREAD = 1e-3
GRAIN = 32_767
"""Steps from 0 to 1 that entries are rounded to: two bytes hold each in the file of a model."""


@dataclass(frozen=True, eq=False)
class PlaceMixture:
    """How the places of training pictures are spread, of patches or of colours.

    centre (length,), axes (length, n_axes)   x = (descriptor − centre) axes, one scale for all axes
    spread (2,)                               of x and y as shares of the picture: the last columns
    weights (K,), means (K, n_axes + 2), deviations (K, n_axes + 2)   of the mixture
    """

    centre: FloatArray
    axes: FloatArray
    spread: FloatArray
    weights: FloatArray
    means: FloatArray
    deviations: FloatArray

    @classmethod
    def fit(cls, descriptors: npt.ArrayLike, at: npt.ArrayLike, rng: np.random.Generator) -> Self:
        """Learn from places: descriptors (n, length), and where they lie (n, 2), 0..1."""
        from sklearn.exceptions import ConvergenceWarning
        from sklearn.mixture import GaussianMixture  # takes longer than all that reading needs

        rows, where = (np.asarray(one, dtype=np.float64) for one in (descriptors, at))
        if len(rows) > MOST_PLACES:
            drawn = rng.choice(len(rows), MOST_PLACES, replace=False)
            rows, where = rows[drawn], where[drawn]
        seed = int(rng.integers(2**31))
        # Threads would add the same numbers in another order: the same seed must give the same.
        with threadpool_limits(1):
            centre = rows.mean(axis=0)
            variance, turned = np.linalg.eigh((rows - centre).T @ (rows - centre) / len(rows))
            main = slice(-min(AXES, len(turned)), None)
            scale = np.sqrt(max(float(variance[main].mean()), np.finfo(float).tiny))
            # Where all places are the same there is no axis to go by: nothing is blown up.
            axes = turned[:, main] / scale if scale > 1e-6 else np.zeros_like(turned[:, main])
            spread = np.maximum(where.std(axis=0), LEAST_SPREAD)
            x = _points(rows, where, centre, axes, spread)
            size = max(min(COMPONENTS, len(x) // PLACES_PER_COMPONENT), 1)
            look = {"covariance_type": "diag", "reg_covar": LEAST_VARIANCE}
            mixture = GaussianMixture(size, max_iter=STEPS, random_state=seed, **look)
            with warnings.catch_warnings():
                warnings.simplefilter("ignore", ConvergenceWarning)  # stopped early on purpose
                mixture.fit(x)
        # Where fewer places differ than there are components, some have no place at all; in units
        # of their deviation under the mixture the least that is theirs would drown all others.
        kept = mixture.weights_ * len(x) >= 1
        weights = mixture.weights_[kept] / mixture.weights_[kept].sum()
        deviations = np.sqrt(mixture.covariances_[kept])
        return cls(centre, axes, spread, weights, mixture.means_[kept], deviations)

    @property
    def n_columns(self) -> int:
        return 2 * self.means.size

    def vector(self, places: Places) -> FloatArray:
        """The Fisher vector of one picture, (n_columns,), in steps of 1/`GRAIN`."""
        x = self._of(places)
        posterior = self._posterior(x)
        share = posterior.sum(axis=0)[:, None]
        first, second = posterior.T @ x, posterior.T @ (x * x)
        by_mean = (first - share * self.means) / self.deviations
        by_spread = (second - 2 * self.means * first + share * self.means**2) / self.deviations**2
        gradient = self._in_its_units(by_mean, by_spread - share) / len(x)
        found = np.sign(gradient) * np.sqrt(np.abs(gradient))
        found /= max(float(np.linalg.norm(found)), np.finfo(float).tiny)
        return np.asarray(np.round(found * GRAIN) / GRAIN)

    def responsibility(self, places: Places, words: IntArray, n_words: int) -> FloatArray:
        """What share of each column the places of each visual word have (n_words, n_columns).

        words  of every place.  A column is the sum of its places before the root; those that push
        it to the side where it ends share it, by how far.
        """
        x = self._of(places)
        z = (x[:, None, :] - self.means) / self.deviations
        posterior = self._posterior(x)[:, :, None]
        pushed = self._in_its_units(posterior * z, posterior * (z * z - 1))
        pushed = np.maximum(pushed * np.sign(pushed.sum(axis=0)), 0)
        pushed /= np.maximum(pushed.sum(axis=0), np.finfo(float).tiny)
        ones = (np.ones(len(words)), (words, np.arange(len(words))))
        return np.asarray(sparse.csr_matrix(ones, shape=(n_words, len(words))) @ pushed)

    def to_arrays(self, prefix: str) -> dict[str, np.ndarray]:
        return {f"{prefix}{one.name}": getattr(self, one.name) for one in fields(self)}

    @classmethod
    def from_arrays(cls, arrays: Mapping[str, np.ndarray], prefix: str, length: int) -> Self | None:
        """None where none was stored; ValueError where it is not of descriptors of this length."""
        if f"{prefix}{fields(cls)[0].name}" not in arrays:
            return None
        found = cls(*(arrays[f"{prefix}{one.name}"] for one in fields(cls)))
        n_axes, size = found.axes.shape[-1], len(found.weights)
        shapes = [(length,), (length, n_axes), (2,), (size,), *[(size, n_axes + 2)] * 2]
        parts = [getattr(found, one.name) for one in fields(cls)]
        if [part.shape for part in parts] != shapes or not all(
            part.dtype == np.float64 and np.isfinite(part).all() for part in parts
        ):
            raise ValueError("how the places of pictures are spread has another shape")
        whole = size > 0 and abs(found.weights.sum() - 1) < 1e-6 and (found.weights > 0).all()
        # No smaller than fitting leaves them, give or take rounding.
        wide = (found.deviations > np.sqrt(LEAST_VARIANCE / 2)).all()
        if not (whole and wide and (found.spread >= LEAST_SPREAD).all()):
            raise ValueError("how the places of pictures are spread is no distribution")
        return found

    def _of(self, places: Places) -> FloatArray:
        at = np.column_stack([places.x, places.y])
        return _points(places.descriptors, at, self.centre, self.axes, self.spread)

    def _posterior(self, x: FloatArray) -> FloatArray:
        """γ (n, K)."""
        precision = self.deviations**-2
        half = x * x @ precision.T - 2 * x @ (self.means * precision).T
        constant = (self.means**2 * precision).sum(axis=1) + 2 * np.log(self.deviations).sum(axis=1)
        return np.asarray(softmax(np.log(self.weights) - (half + constant) / 2, axis=1))

    def _in_its_units(self, by_mean: FloatArray, by_spread: FloatArray) -> FloatArray:
        """Both gradients (…, K, n) side by side, (…, n_columns)."""
        root = np.sqrt(self.weights)[:, None]
        both = np.concatenate([by_mean / root, by_spread / (np.sqrt(2) * root)], axis=-1)
        return both.reshape(*both.shape[:-2], -1)


def _points(
    descriptors: npt.NDArray[np.floating],
    at: npt.NDArray[np.floating],
    centre: FloatArray,
    axes: FloatArray,
    spread: FloatArray,
) -> FloatArray:
    return np.hstack([(descriptors.astype(np.float64) - centre) @ axes, at / spread])
