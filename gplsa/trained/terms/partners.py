r"""What stands for a word on the other side.

For a word that training counted, its partners are those of the learned lexicon: words with t(e|f),
and phrases.  For anything else (a phrase, a rare word) they are counted in the aligned lines that
hold it.  They are ranked by the Dice coefficient of lines,

    D(f, e) = 2 P(e|f) P(f|e) / (P(e|f) + P(f|e)),

where P(e|f) is the share of the aligned lines with f that hold e; by √(t D) where t is known: what
a word is called need not stand for it alone.  A phrase takes the place of its words where it fits
better than they do.  What stands beside a word in a single pair or line stands there by chance,
unless the lexicon is sure of it.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from scipy import sparse

from gplsa.core.sums import column_sums
from gplsa.corpus.words import Vocabulary
from gplsa.gist.pairing.lexicon import Lexicon
from gplsa.gist.scoring.ranking import document_frequency
from gplsa.trained.model import TrainedModel
from gplsa.trained.phrasing import keyword_forms

MOST_PARTNERS = 15
LEAST_OF_BEST = 0.1
"""Partners with less than this share of the best one's score say nothing."""
LEAST_COUNTED = 0.15
"""D of partners that were only counted: below it stand words that are in any text."""
LEAST_LINES = LEAST_PAIRS = 2
SURE = 0.5
"""√(t D) from which a partner needs no second pair or line."""


@dataclass(frozen=True)
class Partner:
    """A word or phrase of the other side.

    number       its place among the words of that side, of a phrase behind them
    probability  t(e|f) of the lexicon; None where it was counted in lines instead
    line_share   P(e|f), the share of the aligned lines with the word sought that hold it
    strength     D(f, e), or √(t D) where t is known; 0 to 1
    pairs_both   pairs that hold the word sought and it;  pairs  that hold it at all
    """

    word: str
    number: int
    probability: float | None
    line_share: float
    strength: float
    pairs_both: int
    pairs: int


def lexicon_partners(model: TrainedModel, source: str, target: str, term: int) -> list[Partner]:
    """The partners of one counted word, best first."""
    there, back = model.gists[source, target], model.gists[target, source]
    uses = float(model.counts[source][:, [term]].sum())
    n_target = there.lexicon.n_target
    found = _of_row(there.lexicon, term, uses, column_sums(model.counts[target]), back.lexicon)
    phrasing = model.phrasings.get(target)
    if phrasing is not None and there.phrase_lexicon is not None:
        of_phrases = column_sums(phrasing.counts)
        found += [
            replace(partner, number=n_target + partner.number)
            for partner in _of_row(there.phrase_lexicon, term, uses, of_phrases, None)
        ]
    return _named(model, target, found)


def line_partners(
    model: TrainedModel,
    target: str,
    lines: Sequence[str],
    rows: np.ndarray,
    share_read: float,
) -> list[Partner]:
    """The partners of whatever `lines` of the target side stand beside, best first.

    rows        all rows that hold it;  share_read  of them, whose lines these are
    """
    vocabulary, phrasing = model.vocabularies[target], model.phrasings.get(target)
    if not lines or not isinstance(vocabulary, Vocabulary):
        return []
    held = [vocabulary.count(lines)]
    counts = [model.counts[target]]
    if phrasing is not None:
        held.append(phrasing.chosen.count_texts(vocabulary, lines))
        counts.append(phrasing.counts)
    together = document_frequency(sparse.csr_matrix(sparse.hstack(held)))
    everywhere = np.concatenate([column_sums(table) for table in counts])
    both = np.concatenate([document_frequency(table[rows]) for table in counts])
    numbers = np.flatnonzero(together >= min(LEAST_LINES, len(lines)))
    found = []
    for number in numbers.tolist():
        share = float(together[number]) / len(lines)
        back = min(float(together[number]) / share_read / max(float(everywhere[number]), 1.0), 1.0)
        strength = 2 * share * back / (share + back)
        if strength >= LEAST_COUNTED and both[number] >= LEAST_PAIRS:
            found.append(Partner("", number, None, share, strength, int(both[number]), 0))
    return _named(model, target, found)


def _of_row(
    lexicon: Lexicon, term: int, uses: float, target_uses: np.ndarray, back: Lexicon | None
) -> list[Partner]:
    found = []
    row = lexicon.row(term)
    for place in range(row.start, row.stop):
        number = int(lexicon.indices[place])
        share = float(lexicon.unit_chance[place])
        # As many lines hold both either way: P(f|e) n_e = P(e|f) n_f.
        reverse = min(share * uses / max(float(target_uses[number]), 1.0), 1.0)
        if back is not None:
            known = back.row(number)
            at = known.start + int(np.searchsorted(back.indices[known], term))
            if at < known.stop and back.indices[at] == term:
                reverse = float(back.unit_chance[at])
        dice = 2 * share * reverse / max(share + reverse, np.finfo(float).tiny)
        both = int(lexicon.cooccurrence[place])
        probability = float(lexicon.translation[place])
        strength = float(np.sqrt(probability * dice))
        # Shares are smoothed: of two lines a little less than two comes back.
        seen_twice = both >= LEAST_PAIRS and share * uses >= LEAST_LINES - 0.5
        if seen_twice or strength >= SURE:
            found.append(Partner("", number, probability, share, strength, both, 0))
    return found


def _named(model: TrainedModel, target: str, found: list[Partner]) -> list[Partner]:
    """The best of them with their words, each phrase in the place of the words it is made of."""
    phrasing, n_words = model.phrasings.get(target), len(model.vocabularies[target].terms)
    swallowed: dict[int, float] = {}
    for partner in found:
        if phrasing is not None and partner.number >= n_words:
            for word in phrasing.chosen.sequences[partner.number - n_words]:
                swallowed[word] = max(swallowed.get(word, 0.0), partner.strength)
    ranked = sorted(found, key=lambda partner: (-partner.strength, partner.number))
    best = ranked[0].strength if ranked else 0.0
    kept = [
        partner
        for partner in ranked
        if partner.strength >= max(LEAST_OF_BEST * best, swallowed.get(partner.number, 0.0))
    ][:MOST_PARTNERS]
    forms = keyword_forms(model.vocabularies[target], phrasing)
    words = document_frequency(model.counts[target])
    phrases = document_frequency(phrasing.counts) if phrasing is not None else np.empty(0)
    held = np.concatenate([words, phrases])
    return [
        replace(partner, word=forms[partner.number], pairs=int(held[partner.number]))
        for partner in kept
    ]
