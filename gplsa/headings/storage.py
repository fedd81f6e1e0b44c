"""What a stored suggester consists of, and whether that can be one.

Kept is what was counted and learned, never a text. All that follows from it is computed again.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec
import numpy as np
from scipy import sparse

from gplsa.errors import InputError
from gplsa.headings.calibrating import CalibratedSide
from gplsa.headings.calibrator import SECOND, WITHIN_TEXT, Calibrator
from gplsa.headings.measured import HeadingFigures
from gplsa.headings.pieces import N_PIECES
from gplsa.headings.sides import Side
from gplsa.headings.suggesting import Suggester
from gplsa.headings.vocabulary import Concept, HeadingVocabulary
from gplsa.keywords.scoring.boosting import Trees
from gplsa.message import Message
from gplsa.stored import converted

_SUGGESTING = Message("The part of the file that suggests headings")
_TREES = (("feature", "iu"), ("threshold", "f"), ("value", "f"))


class StoredSide(msgspec.Struct, frozen=True):
    """figures  where headings are suggested from this side"""

    name: str
    language: str
    stems: list[str]
    figures: HeadingFigures | None


@dataclass(frozen=True)
class StoredFacts:
    """ids       of the records, where they are not those of the model
    name      of the vocabulary;  by_words  as of a `Suggester`"""

    column: str
    vocabulary: list[Concept]
    sides: list[StoredSide]
    unknown: dict[str, int]
    ids: list[str] | None
    name: str = ""
    by_words: bool = False


def facts_of(suggester: Suggester, ids: Sequence[str]) -> dict[str, Any]:
    """What of `suggester_of` is JSON.  ids  of the records that the model holds"""
    figures = {name: found.figures for name, found in suggester.calibrated.items()}
    sides = [
        StoredSide(name, side.language, side.stems, figures.get(name))
        for name, side in suggester.sides.items()
    ]
    own = None if [*suggester.ids] == [*ids] else [*suggester.ids]
    concepts = [*suggester.vocabulary.concepts]
    unknown, name = dict(suggester.unknown), suggester.vocabulary.name
    facts = StoredFacts(suggester.column, concepts, sides, unknown, own, name, suggester.by_words)
    found = msgspec.to_builtins(facts).items()
    # Files of before have neither, and stay as they are.
    return {key: fact for key, fact in found if fact or key not in ("name", "by_words")}


def arrays_of(suggester: Suggester) -> dict[str, np.ndarray]:
    """The arrays from which, with the facts, `suggester_of` makes one that suggests the same."""
    arrays = _packed("held", suggester.held, values=False)
    calibrators = suggester.calibrators
    for number, (name, side) in enumerate(suggester.sides.items()):
        arrays |= _packed(f"{number}/rows", side.rows) | {f"{number}/weights": side.weights}
        arrays[f"{number}/columns"] = np.array([side.rows.shape[1]], dtype=np.int64)
        arrays |= _packed(f"{number}/words", side.words, values=False)
        if name in calibrators:
            found = calibrators[name].parts()
            arrays |= {f"{number}/judge/{part}": array for part, array in found.items()}
    return arrays


def suggester_of(facts: object, arrays: Mapping[str, np.ndarray], ids: Sequence[str]) -> Suggester:
    """Of what `facts_of` and `arrays_of` gave.  ids  of the records that the model holds"""
    stored = converted(facts, StoredFacts, _SUGGESTING)
    ids = ids if stored.ids is None else stored.ids
    n = len(ids)
    vocabulary = HeadingVocabulary(stored.vocabulary, stored.name)
    held = _unpacked(arrays, "held", (n, len(vocabulary)), values=False)
    sides = {}
    for number, one in enumerate(stored.sides):
        [columns] = _checked(arrays, f"{number}/columns", "iu", (1,))
        weights = _checked(arrays, f"{number}/weights", "f", (None,))
        if len(weights) not in (0, N_PIECES) or (len(weights) and columns != N_PIECES):
            raise _damaged(Message("its records do not fit together"))
        rows = _unpacked(arrays, f"{number}/rows", (n, int(columns)))
        shape = n, len(one.stems)
        words = _unpacked(arrays, f"{number}/words", shape, values=False)
        sides[one.name] = Side(one.language, rows, weights, one.stems, words)
    made = Suggester(stored.column, vocabulary, held, sides, stored.unknown, ids, stored.by_words)
    for number, one in enumerate(stored.sides):
        judge = f"{number}/judge"
        if one.figures is None and f"{judge}/linear" not in arrays:
            continue
        calibrator = calibrator_of(arrays, judge, made.sources[one.name].n_features)
        if one.figures is None:
            made.pair_calibrators[one.name] = calibrator
        elif any(found.number >= len(vocabulary) for found in one.figures.by_heading):
            raise _damaged(Message("its records do not fit together"))
        else:
            made.calibrated[one.name] = CalibratedSide(calibrator, one.figures)
    return made


def calibrator_of(
    arrays: Mapping[str, np.ndarray], name: str, n_features: Collection[int]
) -> Calibrator:
    """Of what `Calibrator.parts` gave;  n_features  numbers of them that it may be of"""
    mean, scale, weight = _checked(arrays, f"{name}/linear", "f", (3, None))
    [bias] = _checked(arrays, f"{name}/bias", "f", (1,))
    curve = _checked(arrays, f"{name}/curve", "f", (2, None))
    trees = Trees(
        *(_checked(arrays, f"{name}/tree_{part}", kinds, (None, None)) for part, kinds in _TREES)
    )
    plausible = (
        len(mean) in n_features
        and curve.size > 0
        and (np.diff(curve) >= 0).all()
        and 0 <= curve.min() <= curve.max() <= 1
        and (scale > 0).all()
        and trees.are_of(len(mean))
    )
    if not plausible:
        raise _damaged(Message("its records do not fit together"))
    second = None
    behind = f"{name}/{SECOND}"
    if not name.endswith(SECOND) and any(one.startswith(f"{behind}/") for one in arrays):
        second = calibrator_of(arrays, behind, [len(mean) + WITHIN_TEXT])
    return Calibrator(mean, scale, weight, float(bias), trees, curve, second)


def _packed(name: str, matrix: sparse.csr_matrix, values: bool = True) -> dict[str, np.ndarray]:
    found: dict[str, np.ndarray] = {
        f"{name}/indptr": matrix.indptr.astype(np.int64),
        f"{name}/indices": matrix.indices.astype(np.int32),
    }
    if values:
        found[f"{name}/data"] = matrix.data.astype(np.float32)
    return found


def _unpacked(
    arrays: Mapping[str, np.ndarray], name: str, shape: tuple[int, int], values: bool = True
) -> sparse.csr_matrix:
    """values  whether they are kept; else all are 1"""
    indptr = _checked(arrays, f"{name}/indptr", "iu", (shape[0] + 1,))
    indices = _checked(arrays, f"{name}/indices", "iu", (None,))
    fits = (
        indptr[0] == 0
        and indptr[-1] == len(indices)
        and not (indptr[:-1] > indptr[1:]).any()
        and 0 <= indices.min(initial=0) <= indices.max(initial=0) < max(shape[1], 1)
    )
    if not fits:
        raise _damaged(Message("its records do not fit together"))
    data = np.ones(len(indices), np.float32)
    if values:
        data = _checked(arrays, f"{name}/data", "f", (len(indices),)).astype(np.float32)
    entries = data, indices.astype(np.int32), indptr.astype(np.int64)
    return sparse.csr_matrix(entries, shape=shape)


def _checked(
    arrays: Mapping[str, np.ndarray], name: str, kinds: str, shape: tuple[int | None, ...]
) -> np.ndarray:
    """The array of this name; kinds: of numpy's types, any of them; None: any length."""
    found = arrays.get(name, np.array("none"))
    fits = (
        found.dtype.kind in kinds
        and len(found.shape) == len(shape)
        and all(n in (None, m) for n, m in zip(shape, found.shape, strict=True))
        and np.isfinite(found).all()
    )
    if not fits:
        raise _damaged(Message("“{name}” is missing or not what was written", name=name))
    return found


def _damaged(why: Message) -> InputError:
    return InputError("{what} is damaged: {why}.", what=_SUGGESTING, why=why)
