"""What topics are called, and how coloured, after an edit: those that it does not touch as before,
but for parts, which are named anew beside each other."""

from collections.abc import Iterable, Sequence

from gplsa.model.editing.edits import Edit, Merge, Split
from gplsa.model.topics.naming import alike

MOST_MERGED = 3  # topics of which a merged one is named


def names_after(edit: Edit, names: Sequence[str]) -> list[str]:
    """Names of topics after an edit: of parts "", of merged topics the first word of each of them,
    of all others what it was."""
    found = [*names]
    if isinstance(edit, Split):
        found[edit.topic] = ""
        found += [""] * (edit.parts - 1)
    elif isinstance(edit, Merge):
        of_parts = [names[topic] for topic in edit.topics]
        found[edit.topics[0]] = _merged(of_parts) if all(of_parts) else ""
        found = [name for topic, name in enumerate(found) if topic not in edit.topics[1:]]
    return found


def places_after(edits: Iterable[Edit], n_topics: int) -> list[int]:
    """Where topics stood when they came, by which they have their colours, after edits of
    `n_topics`."""
    places = [*range(n_topics)]
    for edit in edits:
        if isinstance(edit, Split):
            places += range(max(places) + 1, max(places) + edit.parts)
        elif isinstance(edit, Merge):
            places = [one for topic, one in enumerate(places) if topic not in edit.topics[1:]]
    return places


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
