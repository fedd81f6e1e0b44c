"""Which characters make words: classes for regular expressions, from Unicode's own tables."""

import unicodedata

# Letters, marks and numerals live in the first two planes; beyond are only Han characters, which
# NO_SPACES names, and variation selectors, which belong to no word.
_CODES = [*range(0xFE00), *range(0xFE10, 0x20000)]


_CATEGORIES = [(code, unicodedata.category(chr(code))) for code in _CODES]


def _ranges(*categories: str) -> str:
    """Every character of these Unicode categories, as the inside of a [character class]."""
    runs: list[list[int]] = []
    for code, category in _CATEGORIES:
        if category in categories:
            if runs and runs[-1][1] == code - 1:
                runs[-1][1] = code
            else:
                runs.append([code, code])
    return "".join(f"{chr(first)}-{chr(last)}" for first, last in runs)


# Vowel signs of Indic scripts, Arabic and Hebrew points, accents that no single letter holds.
MARKS = _ranges("Mn", "Mc")
# Superscripts, fractions, Roman numeral signs: regular expressions call them word characters.
NUMERALS = _ranges("Nl", "No")

# Scripts written without spaces between words: kana, Han, Thai, Lao, Burmese, Khmer.
NO_SPACES = (
    "\u3005-\u3007\u3040-\u30ff\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
    "\uff66-\uff9f\U00020000-\U0003ffff\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff"
)

CAPITAL_NOUNS = frozenset(["de", "lb"])
"""Languages that write nouns with a capital: *Französisch* is the language, *französisch* says of
something else that it is French."""
