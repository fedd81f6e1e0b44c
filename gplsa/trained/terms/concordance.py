"""Concordance: where a word stands, in context, beside the line that says the same.

Kwic(before, match, after)  keyword in context [Luhn 1960], for a column of its own
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from gplsa.corpus.words import Vocabulary
from gplsa.errors import InputError
from gplsa.message import listed
from gplsa.names import LINE_SORTS
from gplsa.trained.model import TrainedModel
from gplsa.trained.phrasing import Phrasing
from gplsa.trained.terms.aligned import AlignedLine, align_pairs, text_sides
from gplsa.trained.terms.partners import Partner, lexicon_partners, line_partners
from gplsa.trained.terms.sought import Place, Sought, rows_with, sought_of, sought_phrase

MOST_LINES = 50
DOUBTFUL = 0.4
"""Share of the lines with a word below which no partner can be what it is mostly called."""
MOST_READ = 40
"""Pairs whose lines are aligned for one question: they take a third of a second."""


class Kwic(NamedTuple):
    """A word with what stands before and behind it."""

    before: str
    match: str
    after: str


@dataclass(frozen=True)
class Line:
    """One aligned line that holds the word: the texts of both sides, and the places to mark.

    partner  the first partner that stands in the other side; "" where none does
    """

    row: int
    source: str
    source_places: list[Place]
    target: str
    target_places: list[Place]
    partner: str

    def kwic(self, width: int = 60) -> Kwic:
        """The first place in context, at most `width` characters on either side."""
        start, end = self.source_places[0]
        before, after = self.source[:start], self.source[end:]
        cut = before if len(before) <= width else "…" + before[-width:].split(" ", 1)[-1]
        rest = after if len(after) <= width else after[:width].rsplit(" ", 1)[0] + "…"
        return Kwic(cut, self.source[start:end], rest)


@dataclass(frozen=True)
class Concordance:
    """What a word is on the other side, and where that is seen.

    word      as typed;  source, target  the sides
    pairs     how many pairs hold it; all_known: False where there may be more
    partners  best first;  lines  in the order of the corpus, at most as many as asked for
    known     words of it that training counted, also parts of a compound: what else to look for
    frequent  whether it stands in more texts than a word may that is counted
    """

    word: str
    source: str
    target: str
    pairs: int
    all_known: bool
    partners: list[Partner]
    lines: list[Line]
    known: list[str]
    frequent: bool

    @property
    def doubtful(self) -> bool:
        """Whether no partner stands in most of its lines, or it stands nearly everywhere itself:
        what it is mostly called may stand in so many texts that it is not counted."""
        shares = [partner.line_share for partner in self.partners]
        return bool(shares) and (self.frequent or max(shares) < DOUBTFUL)

    def sorted_lines(self, by: str = "corpus") -> list[Line]:
        """The lines by what stands before or after the word, by partner, or as in the corpus."""
        if by == "before":
            # Read backwards from the word, as concordances are.
            return sorted(self.lines, key=lambda line: line.kwic().before.casefold().split()[::-1])
        if by == "after":
            return sorted(self.lines, key=lambda line: line.kwic().after.casefold().split())
        if by == "partner":
            place = {partner.word: number for number, partner in enumerate(self.partners)}
            return sorted(self.lines, key=lambda line: place.get(line.partner, len(place)))
        if by != "corpus":
            raise InputError(
                "Lines are sorted by one of {join}, not by {by!r}.", join=listed(LINE_SORTS), by=by
            )
        return list(self.lines)


def concordance(
    model: TrainedModel,
    word: str,
    source: str,
    target: str,
    *,
    partner: str = "",
    limit: int = MOST_LINES,
) -> Concordance:
    """How `word` of side `source` is said on side `target`, with the lines that show it.

    word     a word, in any of its forms, or a phrase as it stands
    partner  one of the partners: only lines that hold it, too
    limit    lines at most, 0 for none
    Without its texts a model tells partners only.
    Raises InputError where the sides are no texts, or nothing is typed.
    """
    vocabulary, other = text_sides(model, source, target)
    if (source, target) not in model.gists or (target, source) not in model.gists:
        raise InputError(
            "This model does not lead from {source!r} to {target!r}.", source=source, target=target
        )
    sought = sought_of(vocabulary, word)
    found = rows_with(model, source, sought)
    is_word = len(sought.terms) == 1
    partners = lexicon_partners(model, source, target, sought.terms[0]) if is_word else []
    about = word, source, target, len(found.rows), found.all_known
    frequent = not is_word and len(found.rows) > vocabulary.options.max_df * len(model.corpus)
    forms = vocabulary.forms
    known = [forms[t] for t in dict.fromkeys(s.term for s in vocabulary.spans(word)) if t >= 0]
    if not model.has_texts or (is_word and not limit):
        return Concordance(*about, partners, [], known, frequent)
    read = _spread(found.rows, MOST_READ)
    if partner and is_word:
        read = _with_partner(model, target, found.rows, partners, partner)
    aligned = align_pairs(model, source, target, read)
    here = [
        (line, places)
        for line in aligned.lines
        if (places := sought.places(vocabulary, line.source)) and line.target
    ]
    if not is_word:
        share = len(read) / max(len(found.rows), 1)
        beside = [line.target for line, _ in here]
        partners = line_partners(model, target, beside, found.rows, share)
    phrasing = model.phrasings.get(target)
    lines = _marked(other, phrasing, here, partners, partner)[:limit]
    return Concordance(*about, partners, lines, known, frequent)


def _marked(
    vocabulary: Vocabulary,
    phrasing: Phrasing | None,
    here: Sequence[tuple[AlignedLine, list[Place]]],
    partners: Sequence[Partner],
    wanted: str,
) -> list[Line]:
    """The lines with the first partner that each holds; only those with `wanted`, if any."""
    sought = {
        partner.word: _sought_partner(phrasing, len(vocabulary.terms), partner)
        for partner in partners
        if not wanted or partner.word == wanted
    }
    found = []
    for line, places in here:
        spans = vocabulary.spans(line.target)
        marked = (
            (word, there)
            for word, one in sought.items()
            if (there := one.places(vocabulary, line.target, spans))
        )
        word, there = next(marked, ("", []))
        if word or not wanted:
            found.append(Line(line.row, line.source, places, line.target, there, word))
    return found


def _sought_partner(phrasing: Phrasing | None, n_words: int, partner: Partner) -> Sought:
    """A partner as it is found in texts."""
    if phrasing is None or partner.number < n_words:
        return Sought((partner.number,), ())
    return sought_phrase(phrasing.chosen, partner.number - n_words)


def _with_partner(
    model: TrainedModel,
    target: str,
    rows: np.ndarray,
    partners: Sequence[Partner],
    wanted: str,
) -> np.ndarray:
    """The first rows that hold one of the partners, too."""
    number = next((p.number for p in partners if p.word == wanted), None)
    if number is None:
        raise InputError("“{wanted}” is none of the partners found.", wanted=wanted)
    n_words, phrasing = len(model.vocabularies[target].terms), model.phrasings.get(target)
    counts = model.counts[target]
    if phrasing is not None and number >= n_words:
        counts, number = phrasing.counts, number - n_words
    both = np.diff(counts[:, [number]].tocsr().indptr)[rows] > 0
    return _spread(rows[both], MOST_READ)


def _spread(rows: np.ndarray, most: int) -> np.ndarray:
    """At most so many of the rows, evenly spread over the corpus."""
    if len(rows) <= most:
        return rows
    return rows[np.linspace(0, len(rows) - 1, most).round().astype(np.int64)]
