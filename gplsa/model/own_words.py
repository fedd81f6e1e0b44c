"""Keywords that no training text has: names that a document comes back to, and words that its
language and the other have in common."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from gplsa.model.direction import Direction
from gplsa.model.summary import NAME, KeywordOptions, ShownKeyword, WordEvidence
from gplsa.text import Unseen
from gplsa.text.language.cognates import cognate
from gplsa.text.lines import opening_of

NAMED_ALIKE, COGNATE = 0.75, 0.8
"""That a translation has a name that its document comes back to, in the same letters, and a word
that the languages have in common: between what `benchmarks.readers` finds of catalogue records, of
news and of speeches, which have few."""
_OFTEN, _MOST = 2, 3


class OwnWord(NamedTuple):
    """word, as it is shown;  as_written, as the document has it;  probability"""

    word: str
    as_written: str
    probability: float


def own_words(
    direction: Direction, text: Any, unknown: Mapping[str, int], passed: Unseen
) -> list[OwnWord]:
    """Names first, then words in common that the document has twice, or once in its opening.

    unknown  words that training never saw, with how often the document has them
    """
    found = [OwnWord(name, name, NAMED_ALIKE) for name in passed.subjects]
    if not isinstance(text, str):
        return found
    languages = direction.model.corpus.languages
    source, target = (languages.get(side, "") for side in (direction.source, direction.target))
    names = {part for name, _ in passed.names for part in name.split()}
    opening, uses, as_written = opening_of(text), Counter[str](), dict[str, str]()
    for word, often in unknown.items():
        noun = source != "de" or word[0].isupper()
        if noun and word not in names and (other := cognate(word, source, target)) is not None:
            as_written.setdefault(other, word)
            uses[other] += often + (word in opening)
    common = [word for word, often in uses.most_common(_MOST) if often >= _OFTEN]
    return found + [OwnWord(word, as_written[word], COGNATE) for word in common]


def with_own(
    shown: list[ShownKeyword], own: Sequence[OwnWord], options: KeywordOptions
) -> list[ShownKeyword]:
    """What is `shown`, those of the document first, in place of words of theirs: with terms from
    `NAME` downwards and the score of what would be first."""
    new = {*not_said([one.word for one in own], shown)}
    first: list[ShownKeyword] = []
    for word, as_written, probability in (one for one in own if one.word in new):
        term, why = NAME - len(first), None
        if options.evidence:
            why = WordEvidence([(as_written, 1.0)], [term], [], "", 0, 0, [])
        first.append(ShownKeyword(word, probability, shown[0].score, term, why))
    words = {part for one in first for part in one.word.split()}
    return [*first, *(one for one in shown if one.word not in words)][: options.limit]


def not_said(names: Sequence[str], keywords: Sequence[ShownKeyword]) -> list[str]:
    """Those that no keyword holds, as whole words."""
    said = [f" {keyword.word.casefold()} " for keyword in keywords]
    return [name for name in names if not any(f" {name.casefold()} " in word for word in said)]
