"""The language of every row and side: rows whose sides are exchanged, and rows in a third language.

A classifier of languages is slow and errs on short texts. It is asked about those rows only that
mostly lack the words which stand everywhere on their side, and a row is judged where both agree.
It reads the text piece by piece: a long title in another language does not make it foreign.
"""

import random
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from statistics import median

from gplsa.text.languages import CERTAIN, alike, guess_side, likely_language

_LOOKED_AT = 400  # characters
_MOST_PIECES = 20
_MOST = 2 / 3  # of a text: less may be a title, or a summary
_FREQUENT = 60  # words of a side
_SAMPLED = 2_000
_SAMPLED_ROWS = 60
_LEAST_LETTERS = 40
_LEAST_WORDS = 7
_MANY = 0.1  # of all rows
_FEW = 0.35  # of what is usual: other languages share some words by accident
_LEAST_TO_CHOOSE = 15  # letters to choose between two languages by
_WORD = re.compile(r"[^\W\d_]+")
_PIECE = re.compile(r".{80,400}?(?:\n|\Z)|.{1,400}", re.DOTALL)  # lines, where they are no longer


def other_languages_in(
    texts: Mapping[str, Sequence[str]], languages: Mapping[str, str]
) -> tuple[list[int], dict[str, dict[int, str]]]:
    """Rows whose text on one side is in the language of the other, and the other way; by side,
    {row: language} of texts in a language that is not that of their side. None of short texts.

    languages  by side, as it is called. A side whose texts as a whole are in another language, or
    in an unknown one, has no rows that are exceptions.
    """
    sides = {m: languages[m] for m in texts if languages[m]}
    known = {m: code for m, code in sides.items() if guess_side(texts[m]) == code}
    frequent = _frequent_words({m: texts[m] for m in known})
    foreign: dict[str, dict[int, str]] = {m: {} for m in known}
    for modality, code in known.items():
        own = _of_one_language(frequent[modality], texts[modality], code)
        for row in _candidates(texts[modality], own):
            if found := other_language_of(texts[modality][row], code):
                foreign[modality][row] = found
    exchanged: list[int] = []
    if len(sides) == len(texts) == 2 and not alike(*sides.values()):
        n_rows = len(texts[min(texts)])
        odd = sorted({row for found in foreign.values() for row in found})
        crossed = [row for row in odd if _crossed(row, texts, sides, foreign)]
        if len(known) < 2 or len(crossed) > _MANY * n_rows:
            # Where both languages are on both sides, frequent words tell none of them.
            crossed = [row for row in range(n_rows) if _crossed(row, texts, sides, {})]
        # Sides of which nearly all rows are exchanged are called by each other's name.
        exchanged = crossed if len(crossed) < (1 - _MANY) * n_rows else []
    for rows in foreign.values():
        for row in exchanged:
            rows.pop(row, None)
    return exchanged, foreign


def _crossed(
    row: int,
    texts: Mapping[str, Sequence[str]],
    known: Mapping[str, str],
    foreign: Mapping[str, Mapping[int, str]],
) -> bool:
    """Whether each side of a row is in the language of the other; one of them may be short."""
    first, second = known
    for modality, other in ((first, known[second]), (second, known[first])):
        start = texts[modality][row][:_LOOKED_AT]
        read = foreign.get(modality, {}).get(row, "")
        if not read and sum(map(str.isalpha, start)) >= _LEAST_TO_CHOOSE:
            read, _ = likely_language(start, (known[modality], other))
        if read != other:
            return False
    return True


def _frequent_words(texts: Mapping[str, Sequence[str]]) -> dict[str, set[str]]:
    """By side the words that most of its documents have, and no other side as often."""
    ranked = {}
    for modality, column in texts.items():
        filled = [text for text in column if text]
        counted: Counter[str] = Counter()
        for text in filled[:: max(len(filled) // _SAMPLED, 1)]:
            counted.update([*dict.fromkeys(_words(text))])  # in order: of equal ones the first
        ranked[modality] = {word for word, _ in counted.most_common(_FREQUENT)}
    sides = Counter(word for words in ranked.values() for word in words)
    return {m: {word for word in words if sides[word] == 1} for m, words in ranked.items()}


def _of_one_language(frequent: set[str], texts: Sequence[str], own: str) -> set[str]:
    """Without the words of another language that many rows are in, as some rows show."""
    starts = [text[:_LOOKED_AT] for text in texts if text]
    judged: dict[bool, list[set[str]]] = {True: [], False: []}
    for start in random.Random(0).sample(starts, min(_SAMPLED_ROWS, len(starts))):
        judged[bool(other_language_of(start, own))].append(set(_words(start)))
    shares = {
        foreign: {w: sum(w in row for row in rows) / max(len(rows), 1) for w in frequent}
        for foreign, rows in judged.items()
    }
    return {word for word in frequent if shares[True][word] <= shares[False][word]}


def _candidates(texts: Sequence[str], frequent: set[str]) -> list[int]:
    """Rows long enough to judge that have few of the words which are frequent on their side."""
    shares: dict[int, float] = {}
    for row, text in enumerate(texts):
        words = _words(text)
        if len(words) >= _LEAST_WORDS:
            shares[row] = sum(word in frequent for word in words) / len(words)
    few = _FEW * median(shares.values()) if shares else 0.0
    return [row for row, share in shares.items() if share <= few]


def foreign_passage(text: str, own: str) -> str:
    """The text from where the other language begins that most is in, after "…"; all if unsure."""
    other = other_language_of(text, own)
    start = next((at for at, _, code in _pieces(text) if code == other != ""), 0)
    return "…" * (start > 0) + text[start:]


def other_language_of(text: str, own: str) -> str:
    """The language most of a text is in, if it is not its own; "" where that is not certain."""
    letters: Counter[str] = Counter()
    for _, length, code in _pieces(text):
        letters[code] += length
    others = {code: n for code, n in letters.items() if code and not alike(code, own)}
    most = sum(others.values()) > _MOST * letters.total()
    return max(others, key=others.__getitem__) if most else ""


def _pieces(text: str) -> Iterator[tuple[int, int, str]]:
    """Pieces from all over a text: where they begin, their length, their language, "" if unsure."""
    found = [*_PIECE.finditer(text)]
    for piece in found[:: len(found) // _MOST_PIECES + 1]:
        code, certainty = "", 0.0
        if sum(map(str.isalpha, piece[0])) >= _LEAST_LETTERS:
            code, certainty = likely_language(piece[0])
        yield piece.start(), len(piece[0]), code if certainty >= CERTAIN else ""


def _words(text: str) -> list[str]:
    return _WORD.findall(text[:_LOOKED_AT].lower())
