"""Languages: their codes and names as people write them, and a guess from the text itself."""

import re
import threading
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any

# ISO 639-1 code: English name, then every other way to write it in a header or a file name
# (ISO 639-2/3 codes, the language's own name, its German name).
_NAMES = {
    "ar": "Arabic ara arabisch",
    "bg": "Bulgarian bul bulgarisch",
    "bs": "Bosnian bos bosnisch bosanski",
    "ca": "Catalan cat katalanisch català catala",
    "cs": "Czech cze ces tschechisch čeština cesky česky cz",
    "cy": "Welsh wel cym walisisch cymraeg",
    "da": "Danish dan dänisch daenisch dansk dk",
    "de": "German ger deu deutsch dt allemand ge tedesco aleman alemán",
    "el": "Greek gre ell griechisch gr ελληνικά",
    "en": "English eng englisch engl anglais inglese ingles inglés",
    "eo": "Esperanto epo",
    "es": "Spanish spa spanisch español espanol castellano espagnol spagnolo",
    "et": "Estonian est estnisch eesti",
    "eu": "Basque baq eus baskisch euskara",
    "fa": "Persian per fas persisch farsi",
    "fi": "Finnish fin finnisch suomi",
    "fr": "French fre fra französisch franzoesisch frz français francais francese frances",
    "ga": "Irish gle irisch gaeilge",
    "gl": "Galician glg galicisch galego",
    "he": "Hebrew heb hebräisch hebraeisch iwrit",
    "hi": "Hindi hin",
    "hr": "Croatian hrv scr kroatisch hrvatski",
    "hu": "Hungarian hun ungarisch magyar",
    "hy": "Armenian arm hye armenisch",
    "id": "Indonesian ind indonesisch",
    "is": "Icelandic ice isl isländisch islaendisch",
    "it": "Italian ita italienisch italiano italien",
    "ja": "Japanese jpn japanisch jp",
    "ka": "Georgian geo kat georgisch",
    "ko": "Korean kor koreanisch kr",
    "la": "Latin lat lateinisch latein",
    "lb": "Luxembourgish ltz luxemburgisch",
    "lt": "Lithuanian lit litauisch",
    "lv": "Latvian lav lettisch",
    "mk": "Macedonian mac mkd mazedonisch",
    "mt": "Maltese mlt maltesisch",
    "nb": "Bokmål nob bokmaal",
    "nl": "Dutch dut nld niederländisch niederlaendisch nederlands holländisch",
    "nn": "Nynorsk nno",
    "no": "Norwegian nor norwegisch norsk",
    "pl": "Polish pol polnisch polski",
    "pt": "Portuguese por portugiesisch português portugues",
    "ro": "Romanian rum ron rumänisch rumaenisch română romana",
    "ru": "Russian rus russisch русский",
    "sk": "Slovak slo slk slowakisch slovenčina slovensky",
    "sl": "Slovenian slv slowenisch slovenščina slovene",
    "sq": "Albanian alb sqi albanisch shqip",
    "sr": "Serbian srp scc serbisch srpski",
    "sv": "Swedish swe schwedisch svenska se",
    "tr": "Turkish tur türkisch tuerkisch türkçe",
    "uk": "Ukrainian ukr ukrainisch українська",
    "vi": "Vietnamese vie vietnamesisch",
    "zh": "Chinese chi zho chinesisch cn",
}

# Marks that mostly mean something else ("id" an identifier, "no" a number, "lit" literature).
_AMBIGUOUS = "id no is he la lit per cat est mac fin pol dan ind geo por alb ice arm"

_CODE_OF = {word.lower(): code for code, names in _NAMES.items() for word in (code, *names.split())}

# What Latin-script texts are told apart by; longer stretches change no decision, only cost time.
_GUESS_CHARACTERS = 4000
_LEAST_LETTERS = 12
_SAMPLED_TEXTS = 40
_SAMPLED_CHARACTERS = 100
_LEAST_CONFIDENCE = 0.5

_lock = threading.Lock()


def language_name(code: str) -> str:
    """ "German" for "de"; the code itself where it is not in the list."""
    return _NAMES[code].split()[0] if code in _NAMES else code


def language_of(mark: str) -> str:
    """ISO 639-1 code of a mark such as "de", "deu", "de-AT" or "German"; "" where it is none."""
    word = mark.strip().lower()
    return _CODE_OF.get(word) or _CODE_OF.get(re.split(r"[-_]", word, maxsplit=1)[0], "")


def is_ambiguous_mark(mark: str) -> bool:
    """Whether a mark is a language code but usually means something else ("id", "no")."""
    return mark.strip().lower() in _AMBIGUOUS.split()


@lru_cache(maxsize=8)
def _identifier(candidates: tuple[str, ...]) -> Any:
    from py3langid.langid import MODEL_FILE, LanguageIdentifier

    identifier = LanguageIdentifier.from_model_file(MODEL_FILE, norm_probs=True)
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


def sample_of(texts: Sequence[str]) -> str:
    """Beginnings of texts from all over a column: enough to tell its language by."""
    filled = [text for text in texts if text]
    step = max(len(filled) // _SAMPLED_TEXTS, 1)
    return "\n".join(text[:_SAMPLED_CHARACTERS] for text in filled[::step][:_SAMPLED_TEXTS])


def guess_side(texts: Sequence[str]) -> str:
    """ISO 639-1 code of the language of a column of texts; "" where it cannot be told."""
    return guess_language(sample_of(texts))
