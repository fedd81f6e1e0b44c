"""What topics are called, how coloured, and whether uninformative, after an edit: those that it
does not touch as before, but for parts, which are named anew beside each other."""

from collections.abc import Iterable, Mapping, Sequence
from typing import TypeVar

from gplsa.html.topics import TOPIC_COLORS, shade, topic_color
from gplsa.model.editing.edits import Drop, Edit, Merge, Split
from gplsa.model.topics.naming import alike

T = TypeVar("T")
MOST_MERGED = 3  # topics of which a merged one is named


def names_after(edit: Edit, names: Sequence[str]) -> list[str]:
    """Names of topics after an edit: of parts "", of merged topics the first word of each of them,
    of all others what it was."""
    found = _after(edit, names, "")
    if isinstance(edit, Merge):
        of_parts = [names[topic] for topic in edit.topics]
        found[edit.topics[0]] = _merged(of_parts) if all(of_parts) else ""
    return found


def flags_after(
    edits: Sequence[Edit], n_topics: int, before: Mapping[int, str], found: Mapping[int, str]
) -> dict[int, str]:
    """Why topics are uninformative after edits of `n_topics`: those that were merged or split as is
    `found` now, the others as `before`, for the middle topic, by which it is told, has changed with
    them; all as is found where words were left out."""
    if any(isinstance(edit, Drop) for edit in edits):
        return dict(found)
    flags: list[str | None] = [before.get(topic, "") for topic in range(n_topics)]
    for edit in edits:
        flags = _after(edit, flags, None)
    said = (found.get(z, "") if flag is None else flag for z, flag in enumerate(flags))
    return {topic: why for topic, why in enumerate(said) if why}


def colors_after(edits: Iterable[Edit], n_topics: int) -> list[str]:
    """The colours of topics after edits of `n_topics`: of a part the largest has that of the topic,
    others one that none has had, or else none has now, or else a shade of it."""
    colors = [topic_color(topic) for topic in range(n_topics)]
    had = {*colors}
    for edit in edits:
        if isinstance(edit, Split):
            for _ in range(edit.parts - 1):
                new = [color for color in TOPIC_COLORS if color not in had]
                free = new or [color for color in TOPIC_COLORS if color not in colors]
                colors.append(free[0] if free else shade(colors[edit.topic], colors))
                had.add(colors[-1])
        elif isinstance(edit, Merge):
            colors = [color for z, color in enumerate(colors) if z not in edit.topics[1:]]
    return colors


def _after(edit: Edit, of_topics: Sequence[T], made: T) -> list[T]:
    """What each topic has after an edit: `made` are those that are split or merged."""
    found = [*of_topics]
    if isinstance(edit, Split):
        found[edit.topic] = made
        found += [made] * (edit.parts - 1)
    elif isinstance(edit, Merge):
        found[edit.topics[0]] = made
        found = [one for topic, one in enumerate(found) if topic not in edit.topics[1:]]
    return found


def _merged(names: Sequence[str]) -> str:
    """On every side the first words that say something else than those before them."""
    chosen: list[tuple[str, ...]] = []
    for name in names[:MOST_MERGED]:
        for words in zip(*(side.split(", ") for side in name.split(" · ")), strict=False):
            before = [pair for said in chosen for pair in zip(words, said, strict=False)]
            if not any(alike(one.casefold(), other.casefold()) for one, other in before):
                chosen.append(words)
                break
    return " · ".join(", ".join(words) for words in zip(*chosen, strict=False))
