"""What a ranker of keywords learned, as plain arrays, and back."""

from collections.abc import Mapping
from dataclasses import astuple
from typing import Any

import numpy as np

from gplsa.core.sums import are_counts
from gplsa.core.types import FloatArray, IntArray
from gplsa.keywords.checks import checked_lexicon, checked_trees
from gplsa.keywords.fitting import KeywordCalibration
from gplsa.keywords.pairing.lexicon import Lexicon
from gplsa.keywords.phrases import learned
from gplsa.keywords.scoring import specificity
from gplsa.keywords.scoring.boosting import Calibration
from gplsa.keywords.scoring.choosing import AS_BEFORE, Thresholds
from gplsa.keywords.scoring.probability import N_FEATURES

Arrays = Mapping[str, np.ndarray]


def lexicon_arrays(lexicon: Lexicon, prefix: str = "") -> dict[str, np.ndarray]:
    """The lexicon's arrays by name."""
    names = ("indptr", "indices", "translation", "cooccurrence", "unit_chance")
    arrays = {prefix + name: getattr(lexicon, name) for name in names}
    if (known := lexicon.learned_from) is not None:
        arrays[f"{prefix}source_frequency"] = known.source
        arrays[f"{prefix}target_frequency"] = known.target
        arrays[f"{prefix}n_pairs"] = np.array([known.n_pairs], dtype=np.int64)
    return arrays


def calibration_arrays(calibration: KeywordCalibration) -> dict[str, np.ndarray]:
    """Weights and trees of the three probabilities."""
    arrays = _scores("", calibration.occurring)
    arrays["needs"] = np.array(astuple(calibration.thresholds))
    if calibration.specificity is not None:
        arrays |= _scores("telling_", calibration.specificity)
    return arrays | _scores("phrase_", calibration.phrases)


def checked_calibration(arrays: Arrays) -> KeywordCalibration:
    """The inverse of `calibration_arrays`; ValueError where the arrays cannot be one.

    Files of the first version know nothing of the specific words and of phrases, those of later
    ones nothing of what keywords need.
    """
    thresholds = AS_BEFORE
    if "needs" in arrays:
        stored = np.asarray(arrays["needs"], dtype=np.float64)
        sound = stored.shape in ((2,), (3,), (4,), (5,)) and are_counts(stored)
        if not sound:
            raise ValueError("needs must be two to five numbers of at least 0")
        thresholds = Thresholds(*stored.tolist()[:4], *astuple(AS_BEFORE)[len(stored) :])
    occurring = Calibration(*checked_trees(arrays, "", 3, N_FEATURES))
    if "telling_weights" not in arrays:
        phrases = Calibration.default(learned.DEFAULT_WEIGHTS)
        return KeywordCalibration(occurring, None, phrases, thresholds)
    telling, of_phrases = (
        Calibration(*checked_trees(arrays, prefix, of.N_LINEAR, of.N_FEATURES))
        for prefix, of in (("telling_", specificity), ("phrase_", learned))
    )
    return KeywordCalibration(occurring, telling, of_phrases, thresholds)


def stored_copies(arrays: Arrays, n_pairs: int) -> IntArray:
    """Rows that were not counted; files of earlier versions counted all."""
    rows = np.asarray(arrays.get("copies", np.empty(0, dtype=np.int64)))
    if rows.ndim != 1 or rows.dtype.kind not in "iu" or ((rows < 0) | (rows >= n_pairs)).any():
        raise ValueError("copies must be rows of the training pairs")
    return rows.astype(np.int64)


def stored_alike(arrays: Arrays, n_source: int, n_target: int) -> IntArray | None:
    """Names in the same letters; None in files of earlier versions."""
    if "alike" not in arrays:
        return None
    alike = np.asarray(arrays["alike"])
    sound = alike.shape == (n_source,) and alike.dtype.kind in "iu"
    if not sound or ((alike < -1) | (alike >= n_target)).any():
        raise ValueError("alike must hold a target term for every source term")
    return alike.astype(np.int64)


def stored_nouns(arrays: Arrays, n_source: int) -> FloatArray | None:
    """Shares of uses as a noun; None in files of earlier versions."""
    if "nouns" not in arrays:
        return None
    nouns = np.asarray(arrays["nouns"], dtype=np.float64)
    if nouns.shape != (n_source,) or not ((nouns >= 0) & (nouns <= 1)).all():
        raise ValueError("nouns must hold a share for every source term")
    return nouns


def stored_phrase_lexicon(arrays: Arrays, n_source: int, n_phrases: int) -> Lexicon | None:
    """The lexicon of phrases; None where none was stored."""
    own = {
        name.removeprefix("phrase_"): array
        for name, array in arrays.items()
        if name.startswith("phrase_")
    }
    return checked_lexicon(own, n_source, n_phrases) if "indptr" in own else None


def _scores(prefix: str, of: Calibration) -> dict[str, Any]:
    return {
        f"{prefix}weights": of.weights,
        f"{prefix}tree_feature": of.trees.feature,
        f"{prefix}tree_threshold": of.trees.threshold,
        f"{prefix}tree_value": of.trees.value,
    }
