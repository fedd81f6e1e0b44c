"""What of a corpus should be cleaned: one doubt for each kind, with the documents it is in."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace

from gplsa.corpus.cleaning.languages import judge_rows
from gplsa.corpus.cleaning.markup import ADDRESSES, ENTITIES, MAIL, TAGS
from gplsa.corpus.cleaning.near import near_copies
from gplsa.corpus.cleaning.texts import REPEATED, TEXT_KINDS, tidied
from gplsa.corpus.corpus import Corpus
from gplsa.corpus.languages import language_name
from gplsa.corpus.notes import Doubt
from gplsa.progress import Progress, report
from gplsa.wording import count

EXCHANGED, FOREIGN, COPIES, NEAR_COPIES = "exchanged", "foreign", "duplicates", "near copies"
KINDS = (*TEXT_KINDS, EXCHANGED, FOREIGN, COPIES, NEAR_COPIES)
"""What `clean` can put right."""
RECOMMENDED = frozenset(KINDS) - {NEAR_COPIES}
"""What it does unless told otherwise: near copies may be letters of one form, or refrains."""

_PHASE = "Checking the pairs"
_FOUND_IN_TEXTS = {
    TAGS: "tags, as of a web page (“<br>”)",
    ENTITIES: "characters written as codes (“&amp;”)",
    MAIL: "the head of an e-mail",
    ADDRESSES: "addresses of web pages or people",
    REPEATED: "lines that a tenth of all documents repeat",
}


def find(corpus: Corpus, progress: Progress | None = None) -> tuple[list[Doubt], Corpus]:
    """What `clean` can put right, and the corpus with its texts as they are without markup."""
    report(progress, 0.0, _PHASE)
    found: dict[str, set[int]] = {}
    texts = {}
    for place, (modality, column) in enumerate(corpus.texts.items()):
        texts[modality], changed = tidied(column)
        for kind, rows in changed.items():
            found.setdefault(kind, set()).update(rows)
        report(progress, 0.4 * (place + 1) / len(corpus.texts), _PHASE)
    doubts = [
        _doubt_about_texts(kind, sorted(found[kind])) for kind in TEXT_KINDS if found.get(kind)
    ]
    plain = replace(corpus, texts=texts)
    judged = judge_rows(texts, corpus.languages)
    report(progress, 0.7, _PHASE)
    if judged.exchanged:
        doubts.append(_exchanged(corpus, judged.exchanged))
    for modality, foreign in judged.foreign.items():
        if foreign:
            doubts.append(_foreign(corpus, modality, foreign))
    if copies := exact_copies(plain):
        verb = "repeats" if len(copies) == 1 else "repeat"
        message = f"{count(len(copies), 'pair')} {verb} an earlier one word by word."
        doubts.append(Doubt(COPIES, message, tuple(copies)))
    if not (corpus.pictures or corpus.features):
        near = sorted(set(near_copies([*texts.values()])) - set(copies))
        if near:
            verb = (
                "is nearly the same as an earlier one"
                if len(near) == 1
                else ("are nearly the same as earlier ones")
            )
            doubts.append(Doubt(NEAR_COPIES, f"{count(len(near), 'pair')} {verb}.", tuple(near)))
    report(progress, 1.0, _PHASE)
    return doubts, plain


def exact_copies(corpus: Corpus) -> list[int]:
    """Documents that are the same on every side, each time after the first."""
    if corpus.features:
        return []
    seen: set[tuple[str | bytes, ...]] = set()
    copies = []
    columns: list[list[str] | list[bytes]] = [*corpus.texts.values(), *corpus.pictures.values()]
    for row, sides in enumerate(zip(*columns, strict=True)):
        if sides in seen:
            copies.append(row)
        seen.add(sides)
    return copies


def _doubt_about_texts(kind: str, rows: list[int]) -> Doubt:
    verb = "has" if len(rows) == 1 else "have"
    message = f"{count(len(rows), 'document')} {verb} {_FOUND_IN_TEXTS[kind]}."
    return Doubt(kind, message, tuple(rows))


def _exchanged(corpus: Corpus, rows: list[int]) -> Doubt:
    first, second = (language_name(code) for code in corpus.languages.values())
    verb = "looks" if len(rows) == 1 else "look"
    message = (
        f"{count(len(rows), 'row')} {verb} exchanged: {second} stands where {first} should, and "
        "the other way round."
    )
    return Doubt(EXCHANGED, message, tuple(rows))


def _foreign(corpus: Corpus, modality: str, foreign: Mapping[int, str]) -> Doubt:
    code, number = Counter(foreign.values()).most_common(1)[0]
    read = language_name(code) if number == len(foreign) else f"mostly {language_name(code)}"
    name = language_name(corpus.languages[modality])
    own = name if modality == corpus.languages[modality] else f"{name} in “{modality}”"
    verb = "is" if len(foreign) == 1 else "are"
    message = f"{count(len(foreign), 'document')} {verb} not {own}: {read}, as far as can be told."
    return Doubt(FOREIGN, message, tuple(sorted(foreign)), modality)
