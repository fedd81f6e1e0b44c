"""Words of one family that stems keep apart: *government* and *governmental*, *Schweden* and
*schwedisch*."""

from gplsa.text.language.stems import stem

_LEAST_ROOT = 5
_LEAST_ROOT_OF_SHORT = 6  # below it "polic-e" and "polic-y" would be one family

# What two stems of one family may differ by behind their common root.
_ENDINGS = {
    "en": {"", "ment", "mental", "ship", "n", "an", "ian", "al", "ial", "eri", "abl"},
    "de": {"", "isch", "sch", "lich", "ung", "ion"},
}
_SHORT_ENDINGS = {"en": {"", "i", "c", "ic", "t", "ci", "tic"}, "de": {"", "i", "isch"}}


def same_family(first: str, second: str, language: str) -> bool:
    """Whether two terms are forms of one word for a reader, by their stems and common endings.

    False for phrases and for languages without a list of endings.
    """
    if language not in _ENDINGS or " " in first + second:
        return False
    stems = [stem(term, language) for term in (first, second)]
    if stems[0] == stems[1]:
        return True
    pairs = zip(*stems, strict=False)
    root = next((n for n, (a, b) in enumerate(pairs) if a != b), min(map(len, stems)))
    rests = {word[root:] for word in stems}
    if root >= _LEAST_ROOT_OF_SHORT and rests <= _SHORT_ENDINGS[language]:
        return True
    return root >= _LEAST_ROOT and rests <= _ENDINGS[language]
