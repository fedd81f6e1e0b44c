"""What of a corpus should be cleaned: one warning for each kind, with the documents it is in."""

from collections import Counter
from collections.abc import Collection, Mapping
from dataclasses import replace

from gplsa.corpus.cleaning.languages import other_languages_in
from gplsa.corpus.cleaning.markup import ADDRESSES, ENTITIES, MAIL, TAGS
from gplsa.corpus.cleaning.near import near_copies
from gplsa.corpus.cleaning.texts import REPEATED, TEXT_KINDS, tidied
from gplsa.corpus.corpus import Corpus
from gplsa.corpus.notes import DataWarning, doubt
from gplsa.message import Message, count, listed, quoted
from gplsa.progress import Progress, report
from gplsa.text.languages import language_name

EXCHANGED, FOREIGN, COPIES, NEAR_COPIES = "exchanged", "foreign", "duplicates", "near copies"
KINDS = (*TEXT_KINDS, EXCHANGED, FOREIGN, COPIES, NEAR_COPIES)  # what `clean` can put right
RECOMMENDED = frozenset(KINDS) - {NEAR_COPIES}
"""What it does unless told otherwise: near copies may be letters of one form, or refrains."""

_PHASE = "Checking the pairs"
# Of one document, and of several.
_FOUND = {
    TAGS: (
        Message("{documents} has tags, as of a web page (“<br>”)."),
        Message("{documents} have tags, as of a web page (“<br>”)."),
    ),
    ENTITIES: (
        Message("{documents} has characters written as codes (“&amp;”)."),
        Message("{documents} have characters written as codes (“&amp;”)."),
    ),
    MAIL: (
        Message("{documents} has the head of an e-mail."),
        Message("{documents} have the head of an e-mail."),
    ),
    ADDRESSES: (
        Message("{documents} has addresses of web pages or people."),
        Message("{documents} have addresses of web pages or people."),
    ),
    REPEATED: (
        Message("{documents} has lines that a tenth of all documents repeat."),
        Message("{documents} have lines that a tenth of all documents repeat."),
    ),
    COPIES: (
        Message("{pairs} repeats an earlier one word by word."),
        Message("{pairs} repeat an earlier one word by word."),
    ),
    NEAR_COPIES: (
        Message("{pairs} is nearly the same as an earlier one."),
        Message("{pairs} are nearly the same as earlier ones."),
    ),
}


def find(corpus: Corpus, progress: Progress | None = None) -> tuple[list[DataWarning], Corpus]:
    """What `clean` can put right, and the corpus with its texts as they are without markup."""
    report(progress, 0.0, _PHASE)
    found: dict[str, set[int]] = {}
    texts = {}
    for place, (modality, column) in enumerate(corpus.texts.items()):
        texts[modality], changed = tidied(column)
        for kind, rows in changed.items():
            found.setdefault(kind, set()).update(rows)
        report(progress, 0.4 * (place + 1) / len(corpus.texts), _PHASE)
    warnings = [_warning(kind, sorted(found[kind])) for kind in TEXT_KINDS if found.get(kind)]
    plain = replace(corpus, texts=texts)
    exchanged, foreign = other_languages_in(texts, corpus.languages)
    report(progress, 0.7, _PHASE)
    if exchanged:
        warnings.append(_exchanged(corpus, exchanged))
    warnings += [_foreign(corpus, modality, rows) for modality, rows in foreign.items() if rows]
    if copies := exact_copies(plain):
        warnings.append(_copies(COPIES, copies))
    near = {} if corpus.pictures or corpus.features else near_copies([*texts.values()])
    if near := {row: first for row, first in near.items() if row not in copies}:
        warnings.append(_copies(NEAR_COPIES, near))
    report(progress, 1.0, _PHASE)
    return warnings, plain


def exact_copies(corpus: Corpus) -> dict[int, int]:
    """Documents that are the same on every side, each time after the first, and that one."""
    if corpus.features:
        return {}
    seen: dict[tuple[str | bytes, ...], int] = {}
    copies = {}
    columns: list[list[str] | list[bytes]] = [*corpus.texts.values(), *corpus.pictures.values()]
    for row, sides in enumerate(zip(*columns, strict=True)):
        if (first := seen.setdefault(sides, row)) != row:
            copies[row] = first
    return copies


def _warning(kind: str, rows: Collection[int], noun: str = "document") -> DataWarning:
    counted = {f"{noun}s": count(len(rows), noun)}
    return doubt(kind, _FOUND[kind][len(rows) > 1], rows, **counted)


def _copies(kind: str, firsts: Mapping[int, int]) -> DataWarning:
    return replace(_warning(kind, firsts.keys(), "pair"), firsts=tuple(firsts.values()))


def _exchanged(corpus: Corpus, rows: list[int]) -> DataWarning:
    first, second = (language_name(code) for code in corpus.languages.values())
    return doubt(
        EXCHANGED,
        "{number} looks exchanged: {second} stands where {first} should, and the other way round."
        if len(rows) == 1
        else "{number} look exchanged: {second} stands where {first} should, and the other way "
        "round.",
        rows,
        number=count(len(rows), "row"),
        second=second,
        first=first,
    )


def _foreign(corpus: Corpus, modality: str, foreign: Mapping[int, str]) -> DataWarning:
    own, read = language_name(corpus.languages[modality]), Counter(foreign.values()).most_common()
    told = [Message("{n} {language}", n=n, language=language_name(code)) for code, n in read]
    found = doubt(
        FOREIGN,
        "{documents}: the side {side} is not {own} but {read}, as far as can be told.",
        sorted(foreign),
        documents=count(len(foreign), "document"),
        side=own if modality == corpus.languages[modality] else quoted(modality),
        own=own,
        read=listed(told) if len(read) > 1 else language_name(read[0][0]),
    )
    return replace(found, side=modality)
