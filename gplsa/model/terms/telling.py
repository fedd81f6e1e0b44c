"""Words to begin with: what a corpus speaks of, where their translation is sure; what lines tell
of words that training left out."""

from collections.abc import Iterator, Sequence

import numpy as np

from gplsa.core.sums import column_sums, document_frequency
from gplsa.core.types import FloatArray
from gplsa.model.direction import Direction
from gplsa.model.terms.concordance import concordance, is_read
from gplsa.model.terms.partners import lexicon_partners

FEWEST_DOCUMENTS = 3
MOST_WORDS = 3
USUAL = 1 / 3
"""Share of the lines with a word."""


def telling_words(direction: Direction, n: int) -> dict[str, str]:
    r"""The `n` most telling words of one side, each with what it is first said by where it is
    looked up, if that is sure and in a third of its lines; "" where the lines have not been read.
    Long phrases are left out, any that a phrase says (*ministère*, of *ministère public*), and
    names, which are the same on both sides or within: *Roa*, *Roa Hotel*, *Trumps*.

    The higher log(df) · [log(N / df) + log(1 − e^(−cf / N))] the more telling: a word that is
    frequent, and in fewer documents than words are that stand anywhere [residual IDF; Church and
    Gale 1995].
    """
    told, known = dict[str, str](), is_read(direction) or not direction.model.has_texts
    for word in _told(direction):
        answer = _answer(direction, word) if known else ""
        if (answer and answer not in told.values()) or not known:
            told[word] = answer
        if len(told) == n:
            break
    return told


def lines_tell(direction: Direction, words: Sequence[str]) -> dict[str, str]:
    """What `words` are on the other side, as far as its lines, if they have been read, or the
    spelling tell without doubt, but for those that are the same there."""
    told = dict[str, str]()
    for word in words if is_read(direction) else ():
        partners = concordance(direction, word, limit=0).partners
        best = next((one.word for one in partners if not one.doubtful), word)
        if best.casefold() != word.casefold():
            told[word] = best
    return told


def _answer(direction: Direction, word: str) -> str:
    best = next(iter(concordance(direction, word, limit=0).partners), None)
    sure = best is not None and not best.doubtful and best.share >= USUAL
    return best.word if best and sure and _is_telling(word, best.word, MOST_WORDS) else ""


def _is_telling(word: str, answer: str, most: int) -> bool:
    said = [one.removesuffix("s") for one in answer.casefold().split()]
    return 0 < len(said) <= most and word.casefold().removesuffix("s") not in said


def _told(direction: Direction) -> Iterator[str]:
    if not direction.leads:
        return
    counts, forms = direction.model.counts[direction.source], direction.turned.forms
    documents, uses = document_frequency(counts), column_sums(counts)
    held = np.flatnonzero(documents >= FEWEST_DOCUMENTS)
    n, df = counts.shape[0], documents[held]
    alone = 4 * _within_phrases(direction) <= uses
    score = np.log(df) * (np.log(n / df) + np.log1p(-np.exp(-uses[held] / n)))
    for term in held[np.argsort(-score, kind="stable")].tolist():
        best = next(iter(lexicon_partners(direction, term)), None)
        # What is in few of its pairs has not learned the word but what is said along with it.
        if best is None or best.doubtful or 2 * best.lines < best.of:
            continue
        if _is_telling(forms[term], best.word, MOST_WORDS if alone[term] else 1):
            yield forms[term]


def _within_phrases(direction: Direction) -> FloatArray:
    """How often each word of the source side stands in one of its phrases."""
    found = np.zeros(direction.model.counts[direction.source].shape[1])
    if phrasing := direction.turned.phrasing:
        uses = column_sums(phrasing.counts)
        for words, n in zip(phrasing.chosen.sequences, uses, strict=True):
            found[[word for word in {*words} if word < len(found)]] += n
    return found
