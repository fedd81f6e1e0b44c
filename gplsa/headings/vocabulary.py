"""A vocabulary of headings: concepts with labels in several languages, found by any of their names.

The terms are those of SKOS [Miles, Bechhofer 2009]: a concept has one preferred label a language,
any number of other ones, a notation, and broader concepts.
"""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

ANY = ""  # the language of labels that are of none: names, formulas, codes
_IDENTIFIER = re.compile(r"([A-Za-z]{0,3}) ?(\d[\dXx-]{4,})")
_SUBFIELD = re.compile(r"[$‡ƒ]{1,2}\w")


@dataclass(frozen=True, slots=True)
class Concept:
    """A heading.

    uri         by which it is known; of a vocabulary without one its label
    labels      the preferred ones, by language (ISO 639-1; "" where none is told)
    others      alternative and hidden ones, by language
    notation    a number or code of a classification
    broader     uris
    deprecated  known where it was assigned, never suggested
    """

    uri: str
    labels: Mapping[str, str]
    others: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    notation: str = ""
    broader: tuple[str, ...] = ()
    deprecated: bool = False

    def label(self, language: str = ANY) -> str:
        """As a reader of this language is shown it; in any other one where it has none, or the
        notation."""
        for code in (language, ANY, "en"):
            if code in self.labels:
                return self.labels[code]
        return next(iter(self.labels.values()), self.notation or self.uri)

    @property
    def is_value(self) -> bool:
        """Whether it is a value of a column, which has no other name."""
        return self.labels == {ANY: self.uri}

    @property
    def identifier(self) -> str:
        """As catalogues write it: what stands at the end of its URI."""
        return _end(self.uri) or self.uri

    def names(self, language: str) -> tuple[str, ...]:
        """All its labels of one language, the preferred one first."""
        preferred = (self.labels[language],) if language in self.labels else ()
        return preferred + self.others.get(language, ())


@dataclass(frozen=True, eq=False)
class HeadingVocabulary:
    """Concepts in a fixed order, whose places are their numbers.

    name  of the file that held them, "" where there was none
    """

    concepts: Sequence[Concept]
    name: str = ""

    @classmethod
    def of_values(cls, values: Iterable[str]) -> "HeadingVocabulary":
        """What a column holds, where there is no vocabulary: each value is a heading."""
        labels = dict.fromkeys(label for value in values if (label := " ".join(value.split())))
        return cls([Concept(label, {ANY: label}) for label in labels])

    def __len__(self) -> int:
        return len(self.concepts)

    @cached_property
    def is_of_values(self) -> bool:
        """Whether it is what a column held, so that new values of the column belong to it."""
        return all(one.is_value for one in self.concepts)

    @cached_property
    def languages(self) -> list[str]:
        """Of the labels, the one of most labels first."""
        held = Counter(code for one in self.concepts for code in {*one.labels, *one.others})
        return sorted(held, key=lambda code: (-held[code], code))

    def find(self, value: str) -> int | None:
        """The number of the concept that goes by this name: a URI, the end of one, a notation, or a
        label in any language; None where there is none.

        Of several that share a name it is the first that is in use; preferred labels go before
        other ones.  An identifier is found within what catalogues write around it, too, as is the
        first subfield: *(DE-588)4023080-8*, *gnd:4023080-8*, *$aHafen$2gnd*.
        """
        found = self.named(value)
        return self._within(value) if found is None else found

    def named(self, value: str) -> int | None:
        """The same where `value` is such a name as a whole."""
        return self._by_name.get(_key(value.strip().removeprefix("<").removesuffix(">")))

    def _within(self, value: str) -> int | None:
        parts = _IDENTIFIER.findall(value)
        written = ["".join(one) for one in parts] + [number for _, number in parts]
        for identifier in (*written, value.rpartition(":")[2]):
            if (found := self._by_identifier.get(_key(identifier))) is not None:
                return found
        subfields = _SUBFIELD.split(value)
        first = next((one for one in subfields if one.strip()), "")
        return self.named(first) if len(subfields) > 1 else None

    @cached_property
    def broader(self) -> list[tuple[int, ...]]:
        """By concept the numbers of the broader ones that the vocabulary has."""
        places = {concept.uri: place for place, concept in enumerate(self.concepts)}
        return [
            tuple(places[uri] for uri in concept.broader if uri in places)
            for concept in self.concepts
        ]

    @cached_property
    def _by_identifier(self) -> dict[str, int]:
        return {_key(one.identifier): place for place, one in enumerate(self.concepts)}

    @cached_property
    def _by_name(self) -> dict[str, int]:
        found: dict[str, int] = {}
        in_use = sorted(range(len(self)), key=lambda place: self.concepts[place].deprecated)
        kinds = (
            lambda one: (one.uri,),
            lambda one: (one.notation,),
            lambda one: (_end(one.uri),),
            lambda one: one.labels.values(),
            lambda one: (name for names in one.others.values() for name in names),
        )
        for names_of in kinds:
            for place in in_use:
                for name in names_of(self.concepts[place]):
                    if name:
                        found.setdefault(_key(name), place)
        return found


def _end(uri: str) -> str:
    """What stands behind the last slash or number sign of a URI; nothing of what is no URI."""
    return uri.rstrip("/").replace("#", "/").rpartition("/")[2] if "://" in uri else ""


def _key(name: str) -> str:
    return " ".join(unicodedata.normalize("NFC", name).casefold().split())
