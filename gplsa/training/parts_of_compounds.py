r"""Which parts of compounds say something of the whole, learned from the other side.

*Umweltschutz* is said by *environmental protection*, *Treibstoff* by *fuel* and never by
*substance*: *Umwelt* and *Schutz* count where the first stands, *Stoff* does not where the second
does.  Both sides of every pair are cut into as many pieces as the side with fewer lines has.  With
T the words that a part goes with best where it stands alone (by Dice), the part says

    (P(T | whole) − P(T)) / (1 − P(T))

of the whole, P(T | whole) the share of the pieces with the whole that hold any of T, P(T) that of
all pieces.  Below `LEAST_SHARE` it does not count in that compound.  Where the whole or the part
alone is too rare to tell, it does.
"""

from collections.abc import Mapping

import numpy as np
from scipy import sparse

from gplsa.core.sums import document_frequency, entries_of
from gplsa.corpus.corpus import Corpus
from gplsa.corpus.sides import CountedSide, vocabularies_of_texts
from gplsa.keywords.pairing.lines import PairedLines, Units, proportional_units

LEAST_SHARE = 0.2
LEAST_PIECES = 5
SAID_BY = 3
OF_BEST = 0.5  # T are at most three words with at least half of the Dice coefficient of the best


def without_opaque_parts(
    corpus: Corpus, sides: Mapping[str, CountedSide]
) -> dict[str, CountedSide]:
    """The sides, those with compounds counted anew without the parts that say something else."""
    found, texts = dict(sides), vocabularies_of_texts(sides)
    for side, vocabulary in texts.items():
        if vocabulary.apart or not vocabulary.parts:
            continue
        counted = sides[side]
        beside = [sides[other].lines for other in texts if other != side]
        pairs_of = (PairedLines.of(counted.lines, other, len(corpus)) for other in beside)
        others = [*map(proportional_units, pairs_of)]
        if not others:
            continue
        encoded = counted.encoded or vocabulary.encode(corpus.texts[side])
        compounds = vocabulary.compounds(encoded)
        # What any other side says by the part is said.
        pairs = set.intersection(*[opaque_parts(compounds, units) for units in others])
        if pairs:
            narrowed, lines, encoded = vocabulary.with_apart(pairs).recounted(encoded)
            found[side] = CountedSide(narrowed, lines, encoded=encoded)
    return found


def opaque_parts(parts: sparse.csr_matrix, pieces: Units) -> set[tuple[int, int]]:
    """(compound, part) by number, of those parts that say something else than the whole.

    parts  (words, words) as `Vocabulary.compounds`;  pieces  of documents
    """
    source, target = pieces.source, pieces.target
    alone = alone_in(source, parts).sign()
    whole, other = source.sign().tocsc(), target.sign()
    columns = other.tocsc()
    uses, uses_alone, of_other = (document_frequency(m) for m in (source, alone, other))
    wholes, pieces_of = parts.nonzero()
    frequent = (uses[wholes] >= LEAST_PIECES) & (uses_alone[pieces_of] >= LEAST_PIECES)
    found = set()
    by_word = alone.T.tocsr()
    for part in np.unique(pieces_of[frequent]).tolist():
        together = by_word[[part]] @ other
        together.sort_indices()  # of equals the first is taken
        dice = 2 * together.data / (uses_alone[part] + of_other[together.indices])
        best = np.flatnonzero(dice >= OF_BEST * dice.max(initial=0.0))
        best = best[np.argsort(-dice[best], kind="stable")[:SAID_BY]]
        said = np.zeros(source.shape[0], dtype=bool)
        for word in together.indices[best].tolist():
            said[entries_of(columns, word)[0]] = True
        base = said.mean()
        for compound in wholes[frequent & (pieces_of == part)].tolist():
            if said[entries_of(whole, compound)[0]].mean() - base < LEAST_SHARE * (1 - base):
                found.add((compound, part))
    return found


def alone_in(counts: sparse.csr_matrix, parts: sparse.csr_matrix) -> sparse.csr_matrix:
    """Counts of words outside of the compounds that hold them."""
    if not parts.nnz:
        return counts
    left = sparse.csr_matrix(counts - counts @ parts)
    left.data = np.maximum(left.data, 0.0)
    left.eliminate_zeros()
    left.sort_indices()
    return left
