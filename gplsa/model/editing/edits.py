"""What a person can do to the topics of a model, as plain values that a file can hold.

Topics are counted from 0 as they stand before the edit.
"""

import msgspec

MAX_NAME_LENGTH = 80
MAX_NOTE_LENGTH = 2000
MOST_PARTS = 10
MOST_SEEDS = 50


class _Edit(
    msgspec.Struct, frozen=True, tag_field="kind", tag=str.lower, forbid_unknown_fields=True
):
    """Files name the kind of an edit by its class."""


class Merge(_Edit, frozen=True):
    """Two or more topics become one, in the place of the first of them; those behind move up.

    Examples
    --------
    >>> from gplsa.shaping import Merge
    >>> Merge((6, 2)).topics
    (2, 6)
    """

    topics: tuple[int, ...]

    def __post_init__(self) -> None:
        msgspec.structs.force_setattr(self, "topics", tuple(sorted(set(self.topics))))


class Split(_Edit, frozen=True):
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


class Drop(_Edit, frozen=True):
    """Terms of a side are left out of all topics; a new training does not count them.

    Examples
    --------
    >>> from gplsa.shaping import Drop
    >>> Drop("en", ("gentlemen",))
    Drop(side='en', terms=('gentlemen',))
    """

    side: str
    terms: tuple[str, ...]


class Seed(_Edit, frozen=True):
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


class Rename(_Edit, frozen=True):
    """A name of one's own for a topic; an empty one takes it away.

    Examples
    --------
    >>> from gplsa.shaping import Rename
    >>> Rename(0, "Fisheries").name
    'Fisheries'
    """

    topic: int
    name: str


class Note(_Edit, frozen=True):
    """A note beside a topic; an empty one takes it away.

    Examples
    --------
    >>> from gplsa.shaping import Note
    >>> Note(0, "ask Anna about the two speeches of May").topic
    0
    """

    topic: int
    text: str


class Hide(_Edit, frozen=True):
    """Topics that need not be looked at.

    Examples
    --------
    >>> from gplsa.shaping import Hide
    >>> Hide((3,)).topics
    (3,)
    """

    topics: tuple[int, ...]


class Show(_Edit, frozen=True):
    """Hidden topics are looked at again.

    Examples
    --------
    >>> from gplsa.shaping import Show
    >>> Show((3,)).topics
    (3,)
    """

    topics: tuple[int, ...]


Edit = Merge | Split | Drop | Seed | Rename | Note | Hide | Show

STRUCTURAL = (Merge, Split, Drop)
"""Edits that change the numbers behind the topics."""
