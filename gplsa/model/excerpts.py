"""Which passages of documents found are shown: where what was asked for stands, and beside it."""

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain
from types import MappingProxyType
from typing import Any

import numpy as np

from gplsa.core.sums import entries_of
from gplsa.corpus.corpus import TEXT, Corpus
from gplsa.html.escaping import one_line
from gplsa.message import Message
from gplsa.model.asked import known_best, other_language
from gplsa.model.direction import Direction
from gplsa.model.links import Link
from gplsa.model.model import TrainedModel
from gplsa.model.rare_words import RARE, rare_places, typed_words, with_rare
from gplsa.model.search import Findings, Hit
from gplsa.model.terms.sought import other_with
from gplsa.text import Span
from gplsa.text.languages import language_name
from gplsa.text.passages import (
    as_written,
    best_passage,
    counterpart,
    from_place,
    passage_with,
    word_end,
    word_start,
)

WHOLE = 100_000
"""Characters of a text opened, in the lines that it has."""
MOST_UNKNOWN = 0.5
"""Share of its words that a side does not know from which on they are looked for on others."""
READ = 20_000
"""Characters of a text found that are read for what is asked for; a long one by its beginning."""


@dataclass(frozen=True)
class Excerpts:
    """What was searched for, and where.

    direction  from the side of what was given to that of what was found
    terms    of the text that was given;  partner  the row that it was taken from
    corpus   whose rows were found: that of the model, or a corpus folder
    typed    by the forms of these terms how they stand in it
    rare     words of it that are no terms, and stand in texts of its side
    n_parts  how many of its terms are parts of compounds alone
    """

    direction: Direction
    corpus: Corpus
    terms: frozenset[int]
    partner: int | None
    typed: Mapping[str, str] = field(default_factory=dict)
    rare: tuple[str, ...] = ()
    n_parts: int = 0
    _spans: dict[int, list[Span]] = field(default_factory=dict)

    @classmethod
    def of(
        cls,
        direction: Direction,
        item: Any,
        row: int | None,
        documents: Corpus | None = None,
        rare: tuple[str, ...] = (),
    ) -> "Excerpts":
        """Of a text or what else was given, and the row of the model that it was taken from.

        documents  whose rows were found: of a corpus folder, else those of the model
        rare       as in `Findings`
        """
        model, vocabulary, item = direction.model, direction.vocabulary, direction.asked(item)
        spans = vocabulary.spans(item)
        written = as_written(item, spans)
        words = {term: word for term, word in written.items() if term >= 0}
        if row is not None and documents is not None:
            name = model.corpus.ids[row]
            row = documents.ids.index(name) if name in documents.ids else None
        typed = {vocabulary.forms[term]: word for term, word in words.items()}
        parts = typed_words(item, spans).in_parts if typed else {}
        n_parts, documents = len({*chain(*parts.values())}), documents or model.corpus
        return cls(direction, documents, frozenset(words), row, typed, rare, n_parts)

    @property
    def model(self) -> TrainedModel:
        return self.direction.model

    @property
    def source(self) -> str:
        return self.direction.source

    @property
    def target(self) -> str:
        return self.direction.target

    @property
    def tells(self) -> bool:
        """Whether what was given says enough for topics: more than one word, or what is no text."""
        return len(self.terms) - self.n_parts > 1 or self.direction.vocabulary.kind != TEXT

    @property
    def compares(self) -> bool:
        """Whether a nearness tells something: what was given is no text, or has half as many
        different words as most texts of its side. A few words are never as near as a pair."""
        held = np.diff(self.model.counts[self.source].indptr)
        is_text = self.direction.vocabulary.kind == TEXT
        return not is_text or bool(2 * len(self.terms) >= np.median(held[held > 0]))

    def language_rather(self, text: Any, findings: Findings) -> Message | str:
        """The language, in words, that a text is rather in than in that of its side; "" for none:
        as its words are known, as it looks, or as most words of a few are known in another."""
        model, source, unknown = self.model, self.source, findings.unknown_words
        best = known_best(model, source, text) if isinstance(text, str) else ""
        if best:
            return "" if best == source else language_name(model.corpus.languages.get(best, ""))
        share = len(unknown) / max(len(unknown) + len(self.typed) + len(self.rare), 1)
        if looks := other_language(model, source, text, share):
            return looks
        is_known = findings.hits and share < MOST_UNKNOWN
        return "" if is_known else other_with(model, unknown, source)

    @property
    def has_texts(self) -> bool:
        return self.model.has_texts or self.corpus is not self.model.corpus

    def terms_in(self, modality: str, row: int, said: Collection[str] = ()) -> frozenset[int]:
        """Those of a text whose words are `said` among the reasons; where these name none of what
        was asked for, all of that. Words that are no terms count as `RARE` on any side: a name is
        the same there."""
        vocabulary = self.model.vocabularies[modality]
        if modality not in self.corpus.texts:
            return frozenset()
        if self.corpus is self.model.corpus:
            held = frozenset(entries_of(self.model.counts[modality], row)[0].tolist())
        else:
            spans = vocabulary.spans(self.corpus.texts[modality][row])
            held = frozenset(span.term for span in spans if span.term >= 0)
        named = frozenset(term for term in held if vocabulary.forms[term] in said)
        if modality == self.source:
            named = named or held & self.terms
        return named | frozenset([RARE] if self._rare_places(modality, row) else ())

    def _rare_places(self, modality: str, row: int) -> list[int]:
        """Where words of the query that are no terms stand in a text, in order."""
        text = self.corpus.texts[modality][row] if self.rare else ""
        return sorted(start for word in self.rare for start, _ in rare_places(text, word))

    def _only_asked(self, row: int, is_said: bool) -> list[int]:
        """Where the side asked in has words that the one found does not have: such as are no terms,
        else, where nothing of it `is_said`, any."""
        places = self._rare_places(self.source, row) if self.source != self.target else []
        if places or is_said or self.source not in self.corpus.texts:
            return places
        spans = self.direction.vocabulary.spans(self.corpus.texts[self.source][row])
        return [span.start for span in spans if span.term in self.terms]

    @property
    def _read(self) -> str:
        """The side of what was found whose texts are read: of pictures asked for, that asked in."""
        return self.target if self.target in self.corpus.texts else self.source

    def spans(self, row: int) -> list[Span]:
        """Where terms stand in a text that was found; none of what has no text."""
        vocabulary = self.model.vocabularies[self._read]
        if self._read not in self.corpus.texts:
            return []
        if row not in self._spans:
            text = self.corpus.texts[self._read][row]
            text = text[: text.find(" ", READ) + 1 or None]
            self._spans[row] = with_rare(vocabulary.spans(text), text, self.rare)
        return self._spans[row]

    def shown(self, modality: str, row: int, begin: int, limit: int) -> str:
        """So many characters of a text from `begin` on, on one line, or `WHOLE` of them, in its
        lines; nothing where there is none."""
        if not self.has_texts or modality not in self.corpus.texts:
            return ""
        text = self.corpus.texts[modality][row]
        return one_line(from_place(text, begin), limit) if limit < WHOLE else text[:limit]

    def spans_shown(self, modality: str, row: int, begin: int, shown: str) -> list[Span]:
        """Where terms stand in what is shown of a text from `begin` on."""
        vocabulary, cut = self.model.vocabularies[modality], int(begin > 0)
        if modality not in self.corpus.texts:
            return []
        body = shown[cut:].removesuffix("…")
        if modality != self.target or not self.corpus.texts[modality][row].startswith(body, begin):
            return with_rare(vocabulary.spans(shown), shown, self.rare)
        end, shift = begin + len(body), begin - cut
        return [
            Span(span.start - shift, span.end - shift, span.term)
            for span in self.spans(row)
            if begin <= span.start and span.end <= end
        ]

    def links(
        self, hit: Hit, begin: int = 0, shown: str = "", besides: str = ""
    ) -> tuple[list[Link], list[Link]]:
        """What speaks for a hit, as it stands in the text given and in the one found: in what is
        `shown` of that from `begin` on, or `besides`, and elsewhere in it; all of it where nothing
        is shown."""
        forms, every = self.model.vocabularies[self._read].forms, self.spans(hit.row)
        text = self.corpus.texts[self._read][hit.row] if every else ""
        inside = self.spans_shown(self._read, hit.row, begin, shown) if shown else []
        here, there = (
            {forms[term]: word for term, word in as_written(*written).items() if term >= 0}
            for written in ((shown, inside), (text, every))
        )
        at = defaultdict[str, list[Span]](list)
        for span in (span for span in every if span.term >= 0):
            at[forms[span.term]].append(span)
        found: tuple[list[Link], list[Link]] = [], []
        for link in hit.links:
            beside = (one.found for one in hit.links if one.asked == link.asked)
            others = [at[whole] for whole in beside if whole != link.found]
            if any(_is_part(text, at[link.found], spans) for spans in others):
                continue
            asked = self.typed.get(link.asked, link.asked)
            # What is in neither stands on the side asked in, as the same word.
            own = asked if link.is_alike else link.found
            elsewhere = bool(shown) and link.found in there.keys() - here.keys()
            if besides and link.is_alike and link.found not in here:
                places = self._own_places(besides, link.found)
                elsewhere = not places
                word = besides[slice(*places[0])] if places else own
                if not word.casefold().startswith(own.casefold()):  # *striking*
                    asked = own = word
            word = (there | here).get(link.found, own)
            # *Chinas* is *China*, word for word.
            asked = word if link.is_alike else asked
            found[elsewhere].append(replace(link, asked=asked, found=word))
        return found

    def begin(
        self,
        modality: str,
        row: int,
        limit: int,
        terms: frozenset[int],
        said: Mapping[str, float] = MappingProxyType({}),
    ) -> int:
        """Where a passage of a text begins: of what was found one with the most of these terms,
        those first whose words are `said`, by their weights; else around the first of them, unless
        its first `limit` characters hold one."""
        vocabulary = self.model.vocabularies[modality]
        if modality not in self.corpus.texts:
            return 0
        text = self.corpus.texts[modality][row]
        if modality == self.target:
            spans = [span for span in self.spans(row) if span.term in terms]
            if places := self._only_asked(row, bool(spans)) if RARE not in terms else []:
                given, before = self.corpus.texts[self.source][row], limit // 4
                return counterpart(given, text, max(places[0] - before, 0))
            if spans:
                forms = {term: vocabulary.forms[term] for term in terms if term >= 0}
                first = {term: said[form] for term, form in forms.items() if form in said}
                return best_passage(text, spans, first, terms, limit)
        return passage_with(text, vocabulary, terms, limit)

    def beside(self, modality: str, begin: int, limit: int, terms: frozenset[int], hit: Hit) -> int:
        """Where another side says what the passage that was found says, or has the same word as was
        asked for; of no text, as `begin`."""
        texts, row = self.corpus.texts, hit.row
        if self.target not in texts or modality not in texts:
            return self.begin(modality, row, limit, terms)
        text = texts[modality][row]
        at = counterpart(texts[self.target][row], text, begin) if begin else 0
        if modality == self.source:
            for word in (link.found for link in hit.links if link.is_alike):
                places = self._own_places(text, word)
                if places and not any(at <= first and last < at + limit for first, last in places):
                    return text.rfind(" ", 0, max(places[0][0] - limit // 4, 0)) + 1
        return at

    def _own_places(self, text: str, word: str) -> list[tuple[int, int]]:
        """Where a text of the side asked in has a word, whether that is a term or not."""
        vocabulary = self.direction.vocabulary
        term = vocabulary.number_of(word)
        spans = () if term is None else vocabulary.spans(text)
        return [one[:2] for one in spans if one.term == term] or rare_places(text, word)


def _is_part(text: str, spans: Sequence[Span], wholes: Sequence[Span]) -> bool:
    """Whether a word stands in longer ones alone, one of them another: *Platten*, *Plattformen*."""
    alone = (word_start(text, p.start) == p.start and word_end(text, p.end) == p.end for p in spans)
    within = (w.start <= p.start and p.end <= w.end for p in spans for w in wholes)
    return any(within) and not any(alone)
