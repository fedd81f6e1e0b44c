r"""German compounds: *Erntejahr* is also about *Ernte* and *Jahr*.

Of all ways to write a word as a chain of known words the one with the highest geometric mean of
their frequencies is taken, the word itself being one of the ways:

    argmax_S ( Π_{p ∈ S} count(p) )^(1/|S|)         [Koehn and Knight 2003, section 4.2]

Parts are content words that occur in the corpus. Between parts a linking element may stand
(Arbeit-s-zeit, Jahr-es-tag), and the last letter of a part may be lost (Schul-e → Schulamt). Which
word a part is tells its capital: *Sprach-* in *Sprachkurs* is *Sprache* and no form of *sprechen*.
"""

import math
import re
from collections import Counter
from collections.abc import Mapping, Sequence

from gplsa.text.language.lemmas import is_entry

_LEAST_PART = 4
_LEAST_COUNT = 2
_MOST_PARTS = 4
_LINKS = ("", "s", "es")
_LOST = ("e", "en", "n")
Chain = tuple[tuple[int, int, str], ...]
_AGAINST, _WITHOUT = ("anti", "nicht"), re.compile("(?:frei|los)(?:e[mnrs]?)?", re.IGNORECASE)


def compound_parts(counts: Mapping[str, int]) -> dict[str, int]:
    """The words that can be part of a compound, as mostly written, from all and their uses."""
    often: Counter[str] = Counter()
    written: dict[str, str] = {}
    for word, count in counts.items():
        small = word.lower()
        often[small] += count
        if count > counts.get(written.get(small, ""), 0):
            written[small] = word
    return {
        written[small].capitalize() if written[small][0].isupper() else small: count
        for small, count in often.items()
        if count >= _LEAST_COUNT and len(small) >= _LEAST_PART
    }


def says_otherwise(word: str, parts: Sequence[str]) -> bool:
    """Whether a compound denies its parts (*barrierefrei*), or is no German: *Nationwide*."""
    denied = parts[0].lower() in _AGAINST or _WITHOUT.fullmatch(parts[-1]) is not None
    return denied or (is_entry(word, "en") and not is_entry(word, "de"))


class Splitter:
    """Splits words into `parts`, known words with how often each occurs.

    parts      in small letters;  written  how each is written
    shortened  parts by what is left of them where their last letters are lost
    cased      whether capitals are told; vocabularies of before have none
    """

    def __init__(self, parts: Mapping[str, int]) -> None:
        self.written = {word.lower(): word for word in parts}
        self.parts = {word.lower(): count for word, count in parts.items()}
        self.cased = self.written.keys() != parts.keys()
        ended = ((word, lost) for lost in reversed(_LOST) for word in self.parts)
        left = [(word[: -len(lost)], word) for word, lost in ended if word.endswith(lost)]
        if self.cased:
            left.sort(key=lambda pair: self.parts[pair[1]])
        self.shortened = dict(left)  # the most frequent of several

    def split(self, word: str) -> list[tuple[int, int, str]]:
        """Start, end and known word of each part of a word in small letters; [] of a whole one."""
        parts, length = self.parts, len(word)
        if length < 2 * _LEAST_PART or not self._may_end(word):
            return []
        # best[n][end]: the largest Σ log count of n parts that fill word[:end], and these parts.
        best: list[dict[int, tuple[float, Chain]]] = [{0: (0.0, ())}]
        for _ in range(_MOST_PARTS):
            longer: dict[int, tuple[float, Chain]] = {}
            for begin, (score, chain) in best[-1].items():
                for end, after, part in self._parts_at(word, begin):
                    total = score + math.log(parts[part])
                    if after not in longer or total > longer[after][0]:
                        longer[after] = total, (*chain, (begin, end, part))
            best.append(longer)
        whole = math.log(parts[word]) if word in parts else -math.inf
        ways = range(2, _MOST_PARTS + 1)
        means = [(best[n][length][0] / n, -n) for n in ways if length in best[n]]
        if not means or max(means)[0] <= whole:
            return []
        _, chain = best[-max(means)[1]][length]
        return [(begin, end, self.written[part]) for begin, end, part in chain]

    def _may_end(self, word: str) -> bool:
        """Whether any known word can be the last part: what most words fail by, at little cost."""
        starts = range(_LEAST_PART, len(word) - _LEAST_PART + 1)
        return any(word[begin:] in self.parts for begin in starts)

    def _parts_at(self, word: str, begin: int) -> list[tuple[int, int, str]]:
        """Parts that start here: where each ends, where the next one starts, the known word."""
        found = []
        parts, length, least = self.parts, len(word), begin + _LEAST_PART
        for end in range(least, length):
            piece = word[begin:end]
            if piece in parts:
                for link in _LINKS:
                    after = end + len(link)
                    if length - after >= _LEAST_PART and word.startswith(link, end):
                        found.append((end, after, piece))
            if piece in self.shortened and (self.cased or piece not in parts):
                found.append((end, end, self.shortened[piece]))
        if begin and length >= least and word[begin:] in parts:
            found.append((length, length, word[begin:]))
        return found
