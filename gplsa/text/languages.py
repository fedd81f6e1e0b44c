"""Languages: their codes and names as people write them, and a guess from the text itself."""

import re
import threading
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from copy import copy
from functools import lru_cache
from typing import Any

from gplsa.message import Message

# ISO 639-1 code: English name, and every other way to write it in a header or a file name
# (ISO 639-2/3 codes, the language's own name, its German name).
_NAMES = {
    "ar": (Message("Arabic"), "ara arabisch"),
    "bg": (Message("Bulgarian"), "bul bulgarisch"),
    "bs": (Message("Bosnian"), "bos bosnisch bosanski"),
    "ca": (Message("Catalan"), "cat katalanisch català catala"),
    "cs": (Message("Czech"), "cze ces tschechisch čeština cesky česky cz"),
    "cy": (Message("Welsh"), "wel cym walisisch cymraeg"),
    "da": (Message("Danish"), "dan dänisch daenisch dansk dk"),
    "de": (Message("German"), "ger deu deutsch dt allemand ge tedesco aleman alemán"),
    "el": (Message("Greek"), "gre ell griechisch gr ελληνικά"),
    "en": (Message("English"), "eng englisch engl anglais inglese ingles inglés"),
    "eo": (Message("Esperanto"), "epo"),
    "es": (Message("Spanish"), "spa spanisch español espanol castellano espagnol spagnolo"),
    "et": (Message("Estonian"), "est estnisch eesti"),
    "eu": (Message("Basque"), "baq eus baskisch euskara"),
    "fa": (Message("Persian"), "per fas persisch farsi"),
    "fi": (Message("Finnish"), "fin finnisch suomi"),
    "fr": (
        Message("French"),
        "fre fra französisch franzoesisch frz français francais francese frances",
    ),
    "ga": (Message("Irish"), "gle irisch gaeilge"),
    "gl": (Message("Galician"), "glg galicisch galego"),
    "he": (Message("Hebrew"), "heb hebräisch hebraeisch iwrit"),
    "hi": (Message("Hindi"), "hin"),
    "hr": (Message("Croatian"), "hrv scr kroatisch hrvatski"),
    "hu": (Message("Hungarian"), "hun ungarisch magyar"),
    "hy": (Message("Armenian"), "arm hye armenisch"),
    "id": (Message("Indonesian"), "ind indonesisch"),
    "is": (Message("Icelandic"), "ice isl isländisch islaendisch"),
    "it": (Message("Italian"), "ita italienisch italiano italien"),
    "ja": (Message("Japanese"), "jpn japanisch jp"),
    "ka": (Message("Georgian"), "geo kat georgisch"),
    "ko": (Message("Korean"), "kor koreanisch kr"),
    "la": (Message("Latin"), "lat lateinisch latein"),
    "lb": (Message("Luxembourgish"), "ltz luxemburgisch"),
    "lt": (Message("Lithuanian"), "lit litauisch"),
    "lv": (Message("Latvian"), "lav lettisch"),
    "mk": (Message("Macedonian"), "mac mkd mazedonisch"),
    "mt": (Message("Maltese"), "mlt maltesisch"),
    "nb": (Message("Bokmål"), "nob bokmaal"),
    "nl": (Message("Dutch"), "dut nld niederländisch niederlaendisch nederlands holländisch"),
    "nn": (Message("Nynorsk"), "nno"),
    "no": (Message("Norwegian"), "nor norwegisch norsk"),
    "pl": (Message("Polish"), "pol polnisch polski"),
    "pt": (Message("Portuguese"), "por portugiesisch português portugues"),
    "ro": (Message("Romanian"), "rum ron rumänisch rumaenisch română romana"),
    "ru": (Message("Russian"), "rus russisch русский"),
    "sk": (Message("Slovak"), "slo slk slowakisch slovenčina slovensky"),
    "sl": (Message("Slovenian"), "slv slowenisch slovenščina slovene"),
    "sq": (Message("Albanian"), "alb sqi albanisch shqip"),
    "sr": (Message("Serbian"), "srp scc serbisch srpski"),
    "sv": (Message("Swedish"), "swe schwedisch svenska se"),
    "tr": (Message("Turkish"), "tur türkisch tuerkisch türkçe"),
    "uk": (Message("Ukrainian"), "ukr ukrainisch українська"),
    "vi": (Message("Vietnamese"), "vie vietnamesisch"),
    "zh": (Message("Chinese"), "chi zho chinesisch cn"),
}

# Marks that mostly mean something else ("id" an identifier, "no" a number, "lit" literature).
_AMBIGUOUS = "id no is he la lit per cat est mac fin pol dan ind geo por alb ice arm"

_CODE_OF = {
    word.lower(): code
    for code, (name, others) in _NAMES.items()
    for word in (code, name, *others.split())
}

# What Latin-script texts are told apart by; longer stretches change no decision, only cost time.
_GUESS_CHARACTERS = 4000
_LEAST_LETTERS = 12
_SAMPLED_TEXTS = 40
_SAMPLED_CHARACTERS = 100
_ROW_CHARACTERS = 400
_LEAST_CONFIDENCE = 0.5
CERTAIN = 0.95  # confidence from which a text of a few words is in a language that nobody named
_MOSTLY = 0.8

# Told apart by a classifier no better than by chance in a few words.
_ALIKE = (
    {"da", "nb", "nn", "no", "sv"}, {"bs", "hr", "sr", "sl"}, {"cs", "sk"}, {"de", "lb"},
    {"es", "gl", "ca", "pt"}, {"bg", "mk", "ru", "uk", "sr"}, {"eo", "es", "it", "la"},
)  # fmt: skip

_lock = threading.Lock()


def language_name(code: str) -> str:
    """ "German" for "de"; the code itself where it is not in the list."""
    return _NAMES[code][0] if code in _NAMES else code


def language_of(mark: str) -> str:
    """ISO 639-1 code of a mark such as "de", "deu", "de-AT" or "German"; "" where it is none."""
    word = mark.strip().lower()
    return _CODE_OF.get(word) or _CODE_OF.get(re.split(r"[-_]", word, maxsplit=1)[0], "")


def is_ambiguous_mark(mark: str) -> bool:
    """Whether a mark is a language code but usually means something else ("id", "no")."""
    return mark.strip().lower() in _AMBIGUOUS.split()


@lru_cache(maxsize=1)
def _all_languages() -> Any:
    from py3langid.langid import MODEL_FILE, LanguageIdentifier

    return LanguageIdentifier.from_model_file(MODEL_FILE, norm_probs=True)


@lru_cache(maxsize=8)
def _identifier(candidates: tuple[str, ...]) -> Any:
    identifier = copy(_all_languages())
    known = set(identifier.labels)
    identifier.set_languages([code for code in candidates if code in known] or None)
    return identifier


def guess_language(text: str, candidates: Iterable[str] | None = None) -> str:
    """ISO 639-1 code of the language a text is most likely in; "" where there is too little of it.

    candidates restricts the answer; by default it is the list of languages this module names.
    Works offline (py3langid's model is a file of 4.6 MB that comes with the library).
    """
    sample = text[:_GUESS_CHARACTERS]
    if sum(map(str.isalpha, sample)) < _LEAST_LETTERS:
        return ""
    code, confidence = likely_language(sample, candidates)
    return code if confidence >= _LEAST_CONFIDENCE else ""


def likely_language(text: str, candidates: Iterable[str] | None = None) -> tuple[str, float]:
    """The likeliest language of a text of any length, and its probability among the candidates.

    The classifier is too sure of itself: short texts that it gives to a language with a
    probability of .9 are often in another.
    """
    with _lock:
        identifier = _identifier(tuple(sorted(set(candidates if candidates else _NAMES))))
    code, confidence = identifier.classify(text)
    return str(code), float(confidence)


def alike(first: str, second: str) -> bool:
    """Whether two languages are one, or cannot be told from each other by a few words."""
    return first == second or any({first, second} <= group for group in _ALIKE)


def likely_languages(
    text: str, candidates: Sequence[str] = tuple(_NAMES)
) -> list[tuple[str, float]]:
    """Those candidates that are known, the likeliest first, with probabilities that sum to 1."""
    with _lock:
        identifier = _identifier(tuple(sorted(set(candidates))))
    found = identifier.rank(text)
    return [(str(code), float(share)) for code, share in found if code in candidates]


def guess_side(texts: Sequence[str]) -> str:
    """ISO 639-1 code of a column of texts, by beginnings from all over it; "" if unsure."""
    filled = [text for text in texts if text]
    some = filled[:: max(len(filled) // _SAMPLED_TEXTS, 1)][:_SAMPLED_TEXTS]
    return guess_language("\n".join(text[:_SAMPLED_CHARACTERS] for text in some))


def guess_sides(sides: Mapping[str, Sequence[str]]) -> dict[str, str]:
    """`guess_side` of each; of originals and translations, whose languages change from row to row,
    those that stand there most often."""
    found = {side: guess_side(texts) for side, texts in sides.items()}
    if len(found) != 2 or len({*found.values()}) == 2:
        return found
    rows = [pair for pair in zip(*sides.values(), strict=True) if all(pair)]
    rows = rows[:: max(len(rows) // _SAMPLED_TEXTS, 1)][:_SAMPLED_TEXTS]
    read = Counter(tuple(guess_language(text[:_ROW_CHARACTERS]) for text in row) for row in rows)
    first, second = max(read, key=read.__getitem__, default=("", ""))
    apart = first != second and read[first, second] + read[second, first] >= _MOSTLY * len(rows)
    return dict(zip(found, (first, second), strict=True)) if apart else found
