"""Cleaning done: a corpus put right, with a note of what was done to it."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from difflib import SequenceMatcher
from itertools import zip_longest

import numpy as np

from gplsa.corpus.cleaning.finding import COPIES, EXCHANGED, FOREIGN, KINDS, NEAR_COPIES
from gplsa.corpus.cleaning.languages import foreign_passage
from gplsa.corpus.cleaning.markup import ADDRESSES, ENTITIES, ENTITY, MAIL, SPACES, TAGS
from gplsa.corpus.cleaning.texts import REPEATED, TEXT_KINDS, tidied
from gplsa.corpus.corpus import Corpus, make_titles, retitled
from gplsa.corpus.notes import DataWarning, Done
from gplsa.corpus.storage import corpus_digest
from gplsa.message import Message, count
from gplsa.text.languages import language_name

_AROUND = 60  # characters
_LOOKED_AT = 500  # characters behind an excerpt, that what goes there has an end
_WORDS = re.compile(rf"{ENTITY.pattern}|\w+|[^\w\s]")
_SIGNS = re.compile(rf"{ENTITY.pattern}|.", re.DOTALL)

_DONE_TO_TEXTS = {
    TAGS: Message("tags removed"),
    ENTITIES: Message("codes read as the characters they stand for"),
    MAIL: Message("heads of e-mails removed"),
    ADDRESSES: Message("addresses removed"),
    REPEATED: Message("repeated lines removed"),
}


def clean(corpus: Corpus, warnings: Sequence[DataWarning]) -> Corpus:
    """The corpus with everything put right that these warnings of it name.

    warnings  of the kinds `KINDS`, as `find` gave them for this corpus; others are left aside
    Titles that are the beginning of a text follow it. What was done is added to `cleaning`; the
    warnings that are left belong to rows that may have moved, and go.
    """
    chosen = [warning for warning in warnings if warning.kind in KINDS and warning.rows]
    if not chosen:
        return corpus
    before = corpus_digest(corpus)
    done = [Done(d.kind, _done_message(corpus, d), len(d.rows), before) for d in chosen]
    kinds = {warning.kind for warning in chosen}
    texts = {m: tidied(column, kinds & {*TEXT_KINDS})[0] for m, column in corpus.texts.items()}
    left_out: set[int] = set()
    for warning in chosen:
        if warning.kind == EXCHANGED:
            first, second = texts.values()
            for row in warning.rows:
                first[row], second[row] = second[row], first[row]
        elif warning.kind in (FOREIGN, COPIES, NEAR_COPIES):
            left_out |= {*warning.rows}
    cleaned = replace(
        corpus,
        texts=texts,
        titles=retitled(corpus, make_titles([*texts.values()], len(corpus))),
        cleaning=[*corpus.cleaning, *done],
        warnings=[],
    )
    filled = np.any([cleaned.has(modality) for modality in cleaned.modalities], axis=0)
    kept = [row for row in range(len(corpus)) if filled[row] and row not in left_out]
    return cleaned if len(kept) == len(corpus) else cleaned.subset(kept)


Place = tuple[int, int]
Places = tuple[Place, ...]
Change = tuple[Place, Place]


@dataclass(frozen=True)
class Preview:
    """One place that cleaning would change: the side, the document, and the text around it; of a
    near copy in `before` that of the document which it nearly repeats;
    gone  where in `before` stands what goes;  come  where in `after` what stands for it"""

    side: str
    row: int
    before: str
    after: str
    gone: Places = ()
    come: Places = ()


def previews(corpus: Corpus, warning: DataWarning, limit: int = 3) -> list[Preview]:
    """The first change to each of the first texts that a warning about texts names; of near copies
    where each first differs from what it repeats."""
    if warning.kind == NEAR_COPIES:
        return [
            Preview(modality, row, *_around_change(*texts))
            for first, row in [*zip(warning.firsts, warning.rows, strict=True)][:limit]
            for modality, column in corpus.texts.items()
            if len({*(texts := [SPACES.sub(" ", column[one]) for one in (first, row)])}) > 1
        ]
    if warning.kind not in TEXT_KINDS:
        return []
    shown: list[Preview] = []
    # What repeats is known of all documents; the others are looked at by themselves.
    whole = warning.kind == REPEATED
    rows = warning.rows[:limit]
    for modality, column in corpus.texts.items():
        looked_at = column if whole else [column[row] for row in rows]
        cleaned, _ = tidied(looked_at, {warning.kind})
        for place, row in enumerate(rows):
            both = column[row], cleaned[row if whole else place]
            # Runs of spaces go all over a text: nobody sees that.
            old, new = (SPACES.sub(" ", text) for text in both)
            if new != old:
                shown.append(Preview(modality, row, *_around_change(old, new)))
    return sorted(shown, key=lambda change: change.row)


def deciding(corpus: Corpus, warning: DataWarning) -> Corpus:
    """The corpus with the texts that a warning calls foreign from where they are so."""
    if warning.kind != FOREIGN:
        return corpus
    column, own = [*corpus.texts[warning.side]], corpus.languages[warning.side]
    for row in warning.rows:
        column[row] = foreign_passage(column[row], own)
    return replace(corpus, texts=corpus.texts | {warning.side: column})


def _around_change(before: str, after: str) -> tuple[str, str, Places, Places]:
    """Both texts around the first place where they differ, and what differs of each."""
    pairs = enumerate(zip(before, after, strict=False))
    same = next((i for i, (a, b) in pairs if a != b), min(len(before), len(after)))
    start, end = max(same - _AROUND, 0), same + 2 * _AROUND
    start = start and max(before.find(" ", start, same) + 1, start)  # not within a word
    texts = (before, after)
    shown = ["…" * (start > 0) + text[start:end] + "…" * (end < len(text)) for text in texts]
    shift = start - (start > 0)
    changes = [*_changes(before, after, end)]
    gone, come = (
        tuple(
            (max(a, start) - shift, min(b, end) - shift)
            for a, b in places
            if max(a, start) < min(b, end)
        )
        for places in (zip(*changes, strict=True) if changes else ((), ()))
    )
    return shown[0], shown[1], gone, come


def _changes(before: str, after: str, end: int) -> Iterator[Change]:
    """Where a text and its cleaned one differ up to `end`, by lines, which keep their numbers."""
    begin, new_begin = 0, 0
    for old, new in zip_longest(before.split("\n"), after.split("\n"), fillvalue=""):
        if begin >= end:
            return
        if old != new:
            room = end - begin + _LOOKED_AT
            for gone, come in _differing(old[:room], new[:room]):
                yield _moved(gone, begin), _moved(come, new_begin)
        begin, new_begin = begin + len(old) + 1, new_begin + len(new) + 1


def _differing(old: str, new: str, pattern: re.Pattern[str] = _WORDS) -> Iterator[Change]:
    """Where two texts differ, by words and signs, within replaced ones by characters or codes."""
    places = [[one.span() for one in pattern.finditer(text)] for text in (old, new)]
    words = [old[slice(*place)] for place in places[0]], [new[slice(*place)] for place in places[1]]
    for kind, a, b, c, d in SequenceMatcher(None, *words, autojunk=False).get_opcodes():
        spans = (places[0][a:b], places[1][c:d])
        gone, come = ((of[0][0], of[-1][1]) if of else (0, 0) for of in spans)
        if kind == "replace" and pattern is _WORDS:
            for inner, other in _differing(old[slice(*gone)], new[slice(*come)], _SIGNS):
                yield _moved(inner, gone[0]), _moved(other, come[0])
        elif kind != "equal":
            yield gone, come


def _moved(place: Place, by: int) -> Place:
    return place[0] + by, place[1] + by


def _done_message(corpus: Corpus, warning: DataWarning) -> str:
    n = len(warning.rows)
    if warning.kind in _DONE_TO_TEXTS:
        done = _DONE_TO_TEXTS[warning.kind]
        return Message("{documents}: {done}", documents=count(n, "document"), done=done)
    if warning.kind == EXCHANGED:
        return Message("{rows}: exchanged sides fixed", rows=count(n, "row"))
    if warning.kind == FOREIGN:
        return Message(
            "{documents} left out that is not {name}"
            if n == 1
            else "{documents} left out that are not {name}",
            documents=count(n, "document"),
            name=language_name(corpus.languages[warning.side]),
        )
    return Message(
        "{pairs} left out that nearly repeated an earlier one"
        if warning.kind == NEAR_COPIES
        else "{pairs} left out that repeated an earlier one word by word",
        pairs=count(n, "pair"),
    )
