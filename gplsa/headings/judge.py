r"""From what speaks for a candidate to a probability: logistic regression.

p(h | d) = σ(w · (x − m)/s + b)
"""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from scipy.special import expit
from sklearn.linear_model import LogisticRegression

from gplsa.headings.parts import checked


@dataclass(frozen=True, eq=False)
class Judge:
    """mean, scale, weight  (features,);  bias  b"""

    mean: npt.NDArray[np.float64]
    scale: npt.NDArray[np.float64]
    weight: npt.NDArray[np.float64]
    bias: float

    @classmethod
    def learned(cls, features: npt.NDArray[np.float64], right: npt.NDArray[np.bool_]) -> "Judge":
        """features  (candidates, features);  right  whether a cataloguer gave each"""
        mean, scale = features.mean(axis=0), features.std(axis=0)
        scale[scale == 0] = 1.0
        fitted = LogisticRegression(max_iter=1000).fit((features - mean) / scale, right)
        return cls(mean, scale, fitted.coef_[0], float(fitted.intercept_[0]))

    def probabilities(self, features: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
        return np.asarray(expit((features - self.mean) / self.scale @ self.weight + self.bias))

    def parts(self) -> dict[str, np.ndarray]:
        return {
            "judge/linear": np.vstack([self.mean, self.scale, self.weight]),
            "judge/bias": np.array([self.bias]),
        }

    @classmethod
    def of_parts(cls, arrays: Mapping[str, np.ndarray], n_features: int) -> "Judge":
        mean, scale, weight = checked(arrays, "judge/linear", "f", (3, n_features))
        [bias] = checked(arrays, "judge/bias", "f", (1,))
        return cls(mean, scale, weight, float(bias))
