r"""A broader heading where no narrow one is sure: of several narrower ones, one is likely right.

p(broader) = 1 − Π (1 − p(narrower))
"""

from collections.abc import Collection, Sequence

from gplsa.headings.vocabulary import HeadingVocabulary

SURE = 0.5
"""Probability of a heading from which on no broader one is looked for."""
FEWEST_NARROWER = 2
NONE = -1

Chosen = tuple[int, float, int]
"""A concept, its probability, the number of the candidate; `NONE` where it is not one itself."""


def broader_of(
    ranked: Sequence[Chosen], vocabulary: HeadingVocabulary, never: Collection[int]
) -> list[Chosen]:
    """`ranked`, best first, with broader concepts among it where its first is not sure."""
    if not ranked or ranked[0][1] >= SURE:
        return [*ranked]
    missed: dict[int, list[float]] = {}
    for concept, p, _ in ranked:
        for broader in vocabulary.broader[concept]:
            missed.setdefault(broader, []).append(1 - p)
    known = {concept: (p, n) for concept, p, n in ranked}
    for broader, chances in missed.items():
        p = 1.0
        for chance in chances:
            p *= chance
        before, n = known.get(broader, (0.0, NONE))
        usable = broader not in never and not vocabulary.concepts[broader].deprecated
        if len(chances) >= FEWEST_NARROWER and usable and 1 - p > before:
            known[broader] = 1 - p, n
    listed = [(concept, p, n) for concept, (p, n) in known.items()]
    return sorted(listed, key=lambda one: -one[1])
