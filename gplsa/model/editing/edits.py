"""What a person can do to the topics of a model, as plain values that a file can hold.

Topics are counted from 0 as they stand before the edit.
"""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any, ClassVar

import msgspec

MAX_NAME_LENGTH = 80
MAX_NOTE_LENGTH = 2000
MOST_PARTS = 10
MOST_SEEDS = 50


@dataclass(frozen=True)
class Merge:
    """Two or more topics become one, in the place of the first of them; those behind move up.

    Examples
    --------
    >>> from gplsa.shaping import Merge
    >>> Merge((6, 2)).topics
    (2, 6)
    """

    topics: tuple[int, ...]
    kind: ClassVar[str] = "merge"

    def __post_init__(self) -> None:
        object.__setattr__(self, "topics", tuple(sorted(set(self.topics))))


@dataclass(frozen=True)
class Split:
    """One topic becomes `parts` that its documents hold: the largest in its place, the others
    behind all topics. The same seed gives the same parts.

    Examples
    --------
    >>> from gplsa.shaping import Split
    >>> Split(2, parts=3)
    Split(topic=2, parts=3, seed=0)
    """

    topic: int
    parts: int = 2
    seed: int = 0
    kind: ClassVar[str] = "split"


@dataclass(frozen=True)
class Drop:
    """Terms of a side are left out of all topics; a new training does not count them.

    Examples
    --------
    >>> from gplsa.shaping import Drop
    >>> Drop("en", ("gentlemen",))
    Drop(side='en', terms=('gentlemen',))
    """

    side: str
    terms: tuple[str, ...]
    kind: ClassVar[str] = "drop"


@dataclass(frozen=True)
class Seed:
    """With the next training a topic holds these words of a side; a new topic where `topic` is
    None. Nothing changes before.

    Examples
    --------
    >>> from gplsa.shaping import Seed
    >>> Seed(None, "de", ("Fischerei", "Quote"))
    Seed(topic=None, side='de', words=('Fischerei', 'Quote'))
    """

    topic: int | None
    side: str
    words: tuple[str, ...]
    kind: ClassVar[str] = "seed"


@dataclass(frozen=True)
class Rename:
    """A name of one's own for a topic; an empty one takes it away.

    Examples
    --------
    >>> from gplsa.shaping import Rename
    >>> Rename(0, "Fisheries").name
    'Fisheries'
    """

    topic: int
    name: str
    kind: ClassVar[str] = "rename"


@dataclass(frozen=True)
class Note:
    """A note beside a topic; an empty one takes it away.

    Examples
    --------
    >>> from gplsa.shaping import Note
    >>> Note(0, "ask Anna about the two speeches of May").topic
    0
    """

    topic: int
    text: str
    kind: ClassVar[str] = "note"


@dataclass(frozen=True)
class Hide:
    """Topics that need not be looked at.

    Examples
    --------
    >>> from gplsa.shaping import Hide
    >>> Hide((3,)).topics
    (3,)
    """

    topics: tuple[int, ...]
    kind: ClassVar[str] = "hide"


@dataclass(frozen=True)
class Show:
    """Hidden topics are looked at again.

    Examples
    --------
    >>> from gplsa.shaping import Show
    >>> Show((3,)).topics
    (3,)
    """

    topics: tuple[int, ...]
    kind: ClassVar[str] = "show"


Edit = Merge | Split | Drop | Seed | Rename | Note | Hide | Show

_KINDS: dict[str, type[Edit]] = {
    one.kind: one for one in (Merge, Split, Drop, Seed, Rename, Note, Hide, Show)
}
STRUCTURAL = (Merge, Split, Drop)
"""Edits that change the numbers behind the topics."""


def edit_to_json(edit: Edit) -> dict[str, Any]:
    content = {name: list(v) if isinstance(v, tuple) else v for name, v in asdict(edit).items()}
    return {"kind": edit.kind, **content}


def edit_from_json(content: Mapping[str, Any]) -> Edit:
    """Raises KeyError or ValueError for what `edit_to_json` did not write."""
    given = dict(content)
    kind = _KINDS[given.pop("kind")]
    if not given.keys() <= kind.__dataclass_fields__.keys():
        raise ValueError("an edit of the topics is damaged")
    return msgspec.convert(given, kind)
