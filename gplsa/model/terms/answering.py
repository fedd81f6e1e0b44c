"""What a word or phrase is said by, for the lines of one word and for the whole lexicon alike."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from gplsa.model.direction import Direction
from gplsa.model.terms.bitext import Bitext, Said
from gplsa.model.terms.partners import Answer, Kinds, answers, by_lexicon, own_form
from gplsa.model.terms.side_words import SideWords
from gplsa.model.terms.sought import sought_of
from gplsa.model.terms.wholes import linked_by_lexicon, said_mostly
from gplsa.text.analysis import TERM


@dataclass(frozen=True, eq=False)
class Asked:
    """Lines of a direction that were read, to be asked for words."""

    direction: Direction
    read: Bitext
    _parts: dict[int, set[int]] = field(default_factory=dict)

    def answers(self, said: list[Said], numbers: Sequence[int], typed: str) -> Iterator[Answer]:
        """Of all places of some words, typed so, which they are said by; best first."""
        if len(numbers) > 1:
            return answers(self.read, said, length=len(numbers))
        typed = typed.strip()
        kinds = self._kinds(numbers[0], typed)
        said = linked_by_lexicon(self.read, said, kinds.known)
        # Whoever types the base form asks for the word in any form.
        if self.read.source.vocabulary.analyser.base(typed).casefold() != typed.casefold():
            said = own_form(self.read, said, typed, kinds)
        return answers(self.read, said, kinds)

    def _kinds(self, number: int, typed: str) -> Kinds:
        read, direction = self.read, self.direction
        of_parts = read.source.parts
        parts = of_parts.indices[of_parts.indptr[number] : of_parts.indptr[number + 1]].tolist()
        terms = sought_of(read.source.vocabulary, typed).terms
        counted = len(terms) == 1 and direction.leads
        known = _numbered(read.target, by_lexicon(direction, terms[0]) if counted else ())
        letters = len(typed) * read.lengths
        own, other = self._nouniness
        said = [self._said_mostly(part) for part in parts]
        return Kinds(said, own.get(number), other, known, letters)

    def _said_mostly(self, part: int) -> set[int]:
        """The same part stands in many compounds."""
        if part not in self._parts:
            self._parts[part] = said_mostly(self.read, part)
        return self._parts[part]

    @cached_property
    def _nouniness(self) -> list[dict[int, float]]:
        """Of the words of either side."""
        found = []
        sides = zip(self.direction.sides, (self.read.source, self.read.target), strict=True)
        for side, words in sides:
            phrasing = self.direction.model.phrasings.get(side)
            share = phrasing.traits.nouniness.tolist() if phrasing is not None else []
            found.append(_numbered(words, enumerate(share)))
        return found


def _numbered(words: SideWords, of_terms: Iterable[tuple[int, float]]) -> dict[int, float]:
    """What is known of terms, by the numbers of words."""
    terms, numbers = words.vocabulary.terms, words.numbers
    return {
        numbers[TERM, terms[term]]: value
        for term, value in of_terms
        if (TERM, terms[term]) in numbers
    }
