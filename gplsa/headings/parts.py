"""What a stored suggester consists of, and whether that can be one.

Records and vocabulary are kept as they are and all that follows from them is computed again; kept
as arrays is what was learned from them at length.
"""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from scipy import sparse

from gplsa.errors import InputError
from gplsa.headings.vocabulary import Concept
from gplsa.message import Message
from gplsa.stored import converted

_WHAT = Message("The part of the file that suggests headings")


@dataclass(frozen=True)
class StoredFacts:
    """texts, mates (by language)  of the records learned from;  unknown  as of the suggester"""

    language: str
    vocabulary: list[Concept]
    texts: list[str]
    mates: dict[str, list[str]]
    unknown: dict[str, int]


def checked_parts(
    facts: object, arrays: Mapping[str, np.ndarray]
) -> tuple[StoredFacts, sparse.csr_matrix]:
    """The facts, and which record has which heading, (records, concepts)."""
    stored = converted(facts, StoredFacts, _WHAT)
    n, n_concepts = len(stored.texts), len(stored.vocabulary)
    rows = checked(arrays, "rows", "iu", (n,))
    used = checked(arrays, "used", "f", (n_concepts,))
    indptr = checked(arrays, "held/indptr", "iu", (n + 1,))
    indices = checked(arrays, "held/indices", "iu", (None,))
    plausible = (
        n > 0
        and all(len(others) == n for others in stored.mates.values())
        and rows.min() >= 0
        and used.min(initial=0) >= 0
        and indptr[0] == 0
        and indptr[-1] == len(indices) > 0
        and not (indptr[:-1] > indptr[1:]).any()
        and 0 <= indices.min() <= indices.max() < n_concepts
    )
    if not plausible:
        raise damaged(Message("its records do not fit together"))
    entries = np.ones(len(indices)), indices.astype(np.int64), indptr.astype(np.int64)
    return stored, sparse.csr_matrix(entries, shape=(n, n_concepts))


def checked(
    arrays: Mapping[str, np.ndarray], name: str, kinds: str, shape: tuple[int | None, ...]
) -> np.ndarray:
    """The array of this name; kinds: of numpy's types, any of them; None: any length.

    Raises InputError where there is none or another one, or one with values that are no numbers.
    """
    found = arrays.get(name, np.array("none"))
    fits = (
        found.dtype.kind in kinds
        and len(found.shape) == len(shape)
        and all(n in (None, m) for n, m in zip(shape, found.shape, strict=True))
        and np.isfinite(found).all()
    )
    if not fits:
        raise damaged(Message("“{name}” is missing or not what was written", name=name))
    return found


def damaged(why: Message) -> InputError:
    return InputError("{what} is damaged: {why}.", what=_WHAT, why=why)
