"""Whether a model works, measured on pairs that were held out from it."""

from collections.abc import Mapping

import numpy as np
from scipy import sparse

from gplsa.core.sums import row_sums
from gplsa.core.types import BoolArray, IntArray, Rng, Sides
from gplsa.corpus.corpus import IMAGE, Corpus
from gplsa.evaluation.keywords import shown_precision
from gplsa.keywords import Gist, Keyword, KeywordRanker
from gplsa.model.keywords import RELATIVES
from gplsa.model.summary import KeywordOptions
from gplsa.model.verdict import DirectionValidation, Example, Validation
from gplsa.retrieval.counterparts import Counterparts
from gplsa.training import weakness
from gplsa.training.counted import Counted, Side
from gplsa.training.source import Drawn

GOOD_GAIN, FAIR_GAIN = 0.5, 0.2
GOOD_PARTNERS = 0.7
HELD_OUT_SHARE = 0.1
FEWEST_HELD_OUT, MOST_HELD_OUT = 20, 100


def hide_pairs(complete: BoolArray, rng: Rng) -> BoolArray:
    """Which documents to hide, (documents,): a tenth of the complete pairs, 20 to 100 of them.

    No document of fewer than `FEWEST_TO_CHECK` pairs, which need every pair for learning.
    """
    pairs = np.flatnonzero(complete)
    held_out = np.zeros(len(complete), dtype=bool)
    if len(pairs) >= weakness.FEWEST_TO_CHECK:
        n_held_out = min(max(round(HELD_OUT_SHARE * len(pairs)), FEWEST_HELD_OUT), MOST_HELD_OUT)
        held_out[rng.choice(pairs, n_held_out, replace=False)] = True
    return held_out


def validate_keywords(
    rankers: Mapping[Sides, KeywordRanker], seen: Counted, drawn: Drawn
) -> Validation:
    """Measure on the held-out pairs what rankers that learned from the others would show.

    seen  the others, as if the held-out ones had never been read;  drawn  all
    """
    counted, held_out = drawn.counted, drawn.held_out
    held = counted.like(seen, held_out)
    # Whether “patch 17” is right says nothing to anybody: what leads to words is checked.
    worded = [one for one in rankers if not counted.sides[one[1]].by_regression]
    whole, unseen = counted.of(held_out), drawn.corpus.subset(np.flatnonzero(held_out))
    shown = {one: _shown(rankers[one], held, whole, unseen, one) for one in worded or rankers}
    directions = {}
    for (source, target), found in shown.items():
        both = rankers[source, target], rankers[target, source]
        sides = held.sides[source], held.sides[target]
        ranks, _ = Counterparts(both, sides).ranks()
        directions[source, target] = _measure(
            found, sides[1].keywords_of(), seen.sides[target].counts, int((ranks == 1).sum())
        )
    # What pictures say of words does not tell how well texts of two languages go together.
    texts = {one: of for one, of in directions.items() if not counted.sides[one[0]].by_regression}
    deciding, n_held_out = texts or directions, int(held_out.sum())
    first = next(iter(directions))
    example = _example(first, shown[first], held.sides[first[1]], np.flatnonzero(held_out))
    verdict = verdict_of(deciding, n_held_out)
    cause, remedy = "", ""
    if verdict != "good":
        noted = drawn.corpus.warnings
        cause, remedy = weakness.explain_weakness(deciding, seen, counted, n_held_out, noted)
    elif len(texts) < len(directions):
        pictures = any(side.kind == IMAGE for side in counted.sides.values())
        remedy = weakness.OF_PICTURES if pictures else weakness.OF_FEATURES
    return Validation(n_held_out, directions, example, verdict, cause, remedy)


def _shown(
    ranker: KeywordRanker, held: Counted, whole: Counted, unseen: Corpus, direction: Sides
) -> list[list[Keyword]]:
    """What a person would be shown of each document, given what is known of its words.

    whole, unseen  the same documents with all their words, and as they were written
    """
    source, target = held.sides[direction[0]], held.sides[direction[1]]
    openings = source.vocabulary.count_openings(unseen.side(direction[0]))
    found = ranker.keywords(
        source.counts,
        limit=KeywordOptions.limit + RELATIVES,
        unknown=row_sums(whole.sides[direction[0]].counts) - row_sums(source.counts),
        visual_features=source.visual_features,
        gist=Gist(None if openings is None else openings[:, source.numbers]),
    )
    return [target.families.fold(one.keywords, KeywordOptions.limit) for one in found]


def verdict_of(directions: Mapping[Sides, DirectionValidation], n_held_out: int) -> str:
    """ "good", "fair" or "poor": the weakest direction decides."""
    gain = min(found.gain for found in directions.values())
    partners = min(found.partners for found in directions.values()) / n_held_out
    if gain >= GOOD_GAIN and partners >= GOOD_PARTNERS:
        return "good"
    return "fair" if gain >= FAIR_GAIN and partners >= weakness.FAIR_PARTNERS else "poor"


def _measure(
    shown: list[list[Keyword]],
    counterparts: sparse.csr_matrix,
    training: sparse.csr_matrix,
    partners: int,
) -> DirectionValidation:
    document_frequency = np.bincount(training.indices, minlength=training.shape[1])
    frequent = np.argsort(-document_frequency, kind="stable")
    ranked = [[keyword.term for keyword in keywords] for keywords in shown]
    n_shown = sum(map(len, ranked))
    n_true = np.diff(counterparts.indptr)
    attainable = sum(min(len(words), n) for words, n in zip(ranked, n_true, strict=True))
    return DirectionValidation(
        partners=partners,
        keyword_share=shown_precision(ranked, counterparts),
        frequent_share=shown_precision([frequent[: len(words)] for words in ranked], counterparts),
        attainable_share=float(attainable / max(n_shown, 1)),
        keywords_shown=n_shown / len(shown),
    )


def _example(direction: Sides, shown: list[list[Keyword]], target: Side, rows: IntArray) -> Example:
    """The held-out document whose keywords are as good as the median's: neither best nor worst."""
    forms, counterparts = target.families.forms, target.keywords_of()
    marked = [
        tuple((forms[k.term], bool(counterparts[row, k.term] > 0)) for k in keywords)
        for row, keywords in enumerate(shown)
    ]
    share = [sum(held for _, held in words) / max(len(words), 1) for words in marked]
    middle = int(np.argsort(share, kind="stable")[len(share) // 2])
    return Example(int(rows[middle]), *direction, marked[middle])
