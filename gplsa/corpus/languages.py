"""Languages: their codes and names as people write them, and a guess from the text itself."""

import re
import threading
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any

from gplsa.wording import said

# ISO 639-1 code: English name, and every other way to write it in a header or a file name
# (ISO 639-2/3 codes, the language's own name, its German name).
_NAMES = {
    "ar": (said("Arabic"), "ara arabisch"),
    "bg": (said("Bulgarian"), "bul bulgarisch"),
    "bs": (said("Bosnian"), "bos bosnisch bosanski"),
    "ca": (said("Catalan"), "cat katalanisch català catala"),
    "cs": (said("Czech"), "cze ces tschechisch čeština cesky česky cz"),
    "cy": (said("Welsh"), "wel cym walisisch cymraeg"),
    "da": (said("Danish"), "dan dänisch daenisch dansk dk"),
    "de": (said("German"), "ger deu deutsch dt allemand ge tedesco aleman alemán"),
    "el": (said("Greek"), "gre ell griechisch gr ελληνικά"),
    "en": (said("English"), "eng englisch engl anglais inglese ingles inglés"),
    "eo": (said("Esperanto"), "epo"),
    "es": (said("Spanish"), "spa spanisch español espanol castellano espagnol spagnolo"),
    "et": (said("Estonian"), "est estnisch eesti"),
    "eu": (said("Basque"), "baq eus baskisch euskara"),
    "fa": (said("Persian"), "per fas persisch farsi"),
    "fi": (said("Finnish"), "fin finnisch suomi"),
    "fr": (
        said("French"),
        "fre fra französisch franzoesisch frz français francais francese frances",
    ),
    "ga": (said("Irish"), "gle irisch gaeilge"),
    "gl": (said("Galician"), "glg galicisch galego"),
    "he": (said("Hebrew"), "heb hebräisch hebraeisch iwrit"),
    "hi": (said("Hindi"), "hin"),
    "hr": (said("Croatian"), "hrv scr kroatisch hrvatski"),
    "hu": (said("Hungarian"), "hun ungarisch magyar"),
    "hy": (said("Armenian"), "arm hye armenisch"),
    "id": (said("Indonesian"), "ind indonesisch"),
    "is": (said("Icelandic"), "ice isl isländisch islaendisch"),
    "it": (said("Italian"), "ita italienisch italiano italien"),
    "ja": (said("Japanese"), "jpn japanisch jp"),
    "ka": (said("Georgian"), "geo kat georgisch"),
    "ko": (said("Korean"), "kor koreanisch kr"),
    "la": (said("Latin"), "lat lateinisch latein"),
    "lb": (said("Luxembourgish"), "ltz luxemburgisch"),
    "lt": (said("Lithuanian"), "lit litauisch"),
    "lv": (said("Latvian"), "lav lettisch"),
    "mk": (said("Macedonian"), "mac mkd mazedonisch"),
    "mt": (said("Maltese"), "mlt maltesisch"),
    "nb": (said("Bokmål"), "nob bokmaal"),
    "nl": (said("Dutch"), "dut nld niederländisch niederlaendisch nederlands holländisch"),
    "nn": (said("Nynorsk"), "nno"),
    "no": (said("Norwegian"), "nor norwegisch norsk"),
    "pl": (said("Polish"), "pol polnisch polski"),
    "pt": (said("Portuguese"), "por portugiesisch português portugues"),
    "ro": (said("Romanian"), "rum ron rumänisch rumaenisch română romana"),
    "ru": (said("Russian"), "rus russisch русский"),
    "sk": (said("Slovak"), "slo slk slowakisch slovenčina slovensky"),
    "sl": (said("Slovenian"), "slv slowenisch slovenščina slovene"),
    "sq": (said("Albanian"), "alb sqi albanisch shqip"),
    "sr": (said("Serbian"), "srp scc serbisch srpski"),
    "sv": (said("Swedish"), "swe schwedisch svenska se"),
    "tr": (said("Turkish"), "tur türkisch tuerkisch türkçe"),
    "uk": (said("Ukrainian"), "ukr ukrainisch українська"),
    "vi": (said("Vietnamese"), "vie vietnamesisch"),
    "zh": (said("Chinese"), "chi zho chinesisch cn"),
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
_LEAST_CONFIDENCE = 0.5

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
