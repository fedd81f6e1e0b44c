"""Whether a model works, measured on pairs that were held out from it, and why it does not."""

from collections.abc import Mapping, Sequence

import numpy as np
from scipy import sparse

from gplsa.core.sums import present_in, row_sums
from gplsa.core.types import BoolArray, IntArray, Rng, Sides
from gplsa.corpus.corpus import IMAGE, Corpus
from gplsa.corpus.notes import DataWarning
from gplsa.evaluation.keywords import shown_precision
from gplsa.keywords import Gist, Keyword, KeywordRanker
from gplsa.keywords.pairing.copies import repeated
from gplsa.message import Message, count
from gplsa.model.keywords import RELATIVES
from gplsa.model.misaligned import misaligned_share
from gplsa.model.model import TrainedModel
from gplsa.model.summary import KeywordOptions
from gplsa.model.verdict import DirectionValidation, Example, Validation
from gplsa.retrieval.counterparts import Counterparts
from gplsa.training.counted import Counted, Side
from gplsa.training.source import Drawn

GOOD_GAIN, FAIR_GAIN = 0.5, 0.2
GOOD_PARTNERS = 0.7
HELD_OUT_SHARE = 0.1
FEWEST_HELD_OUT, MOST_HELD_OUT = 20, 100
FAIR_PARTNERS = 0.3
"""Share of the held-out documents whose counterpart is found, from which a model is fair."""
FEWEST_TO_CHECK = 40
FEW_PAIRS = 300
SHORT_TEXT = 15
MANY_MISALIGNED = 0.1
OF_PICTURES, OF_FEATURES = (
    Message(
        "Words found for a picture are guesses from its colours and textures: take them as "
        "suggestions."
    ),
    Message("Take words that features lead to for suggestions: they say less than texts."),
)
OUT_OF_STEP = ("shifted", "slips", "unrelated")


def hide_pairs(complete: BoolArray, rng: Rng) -> BoolArray:
    """Which documents to hide, (documents,): a tenth of the complete pairs, 20 to 100 of them.

    No document of fewer than `FEWEST_TO_CHECK` pairs, which need every pair for learning.
    """
    pairs = np.flatnonzero(complete)
    held_out = np.zeros(len(complete), dtype=bool)
    if len(pairs) >= FEWEST_TO_CHECK:
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
        cause, remedy = explain_weakness(deciding, seen, counted, n_held_out, noted)
    elif len(texts) < len(directions):
        pictures = any(side.kind == IMAGE for side in counted.sides.values())
        remedy = OF_PICTURES if pictures else OF_FEATURES
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
    return "fair" if gain >= FAIR_GAIN and partners >= FAIR_PARTNERS else "poor"


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


def why_unchecked(model: TrainedModel) -> Message:
    """Why a model has no validation."""
    present = present_in([*model.counts.values()])
    complete, pairs = int(present.all(axis=1).sum()), int((present.sum(axis=1) > 1).sum())
    checkable = model.settings.check and complete >= FEWEST_TO_CHECK
    different = int((~repeated(*model.counts.values())).sum()) if checkable else 0
    if checkable and different < FEWEST_TO_CHECK:
        return Message(
            "Without near copies {different} of {pairs} are left: too few to hold some out and "
            "validate, which takes {fewest}.",
            different=different,
            pairs=count(complete, "pair"),
            fewest=FEWEST_TO_CHECK,
        )
    if not model.settings.check or checkable:
        return Message("The validation was left out: nothing says how good the keywords are.")
    if pairs >= FEWEST_TO_CHECK:
        return Message(
            "{complete:,} of {pairs} have every side: too few to hold some out and validate, which "
            "takes {fewest}.",
            complete=complete,
            pairs=count(pairs, "pair"),
            fewest=FEWEST_TO_CHECK,
        )
    return Message(
        "{pairs} are too few to hold some out and validate, which takes {fewest}, and few to learn "
        "from: from about {few_pairs} on, keywords become reliable.",
        pairs=count(pairs, "pair"),
        fewest=FEWEST_TO_CHECK,
        few_pairs=FEW_PAIRS,
    )


def explain_weakness(
    directions: Mapping[Sides, DirectionValidation],
    seen: Counted,
    counted: Counted,
    n_held_out: int,
    noted: Sequence[DataWarning],
) -> tuple[str, str]:
    """The likely cause of a check that is not good, and what to do about it.

    noted  of the corpus when it was read
    """
    if out_of_step := [one.message for one in noted if one.kind in OUT_OF_STEP]:
        return out_of_step[0], Message("Put the rows right in the file and read it again.")
    if misaligned_share(counted.counts, counted.pair_weights) >= MANY_MISALIGNED:
        return (
            Message(
                "Pairs that do not seem to belong together are among the held-out ones, too: no "
                "keyword of theirs can be right."
            ),
            Message("Look at the pairs on the page Documents, the least trusted first."),
        )
    if any(seen.sides[source].by_regression for source, _ in directions):
        return (
            Message("Pictures and features say less about words than a translation does."),
            Message("Take the words for suggestions; more documents of the same kind help."),
        )
    partners = min(found.partners for found in directions.values()) / n_held_out
    return _of_texts(seen, n_held_out, partners)


def _of_texts(seen: Counted, n_held_out: int, partners: float) -> tuple[str, str]:
    """partners  share of the held-out documents that found theirs, in the weaker direction"""
    n_pairs = int(seen.complete.sum())
    totals = map(row_sums, seen.counts.values())
    length = min(float(np.median(total[total > 0])) for total in totals)
    if partners < FAIR_PARTNERS and length >= SHORT_TEXT and n_pairs >= FEW_PAIRS:
        return (
            Message(
                "Few held-out documents found their counterpart although the texts are long enough."
            ),
            Message(
                "Look at the pairs on the Corpus page: are the two sides of a row about the same?"
            ),
        )
    if n_pairs < FEW_PAIRS:
        return (
            Message("{value} pairs are few to learn from.", value=n_pairs + n_held_out),
            Message(
                "Add pairs if you can: from about {few_pairs} on, keywords become reliable.",
                few_pairs=FEW_PAIRS,
            ),
        )
    if length < SHORT_TEXT:
        return (
            Message(
                "The texts are short: half of them have at most {words:.0f} counted words.",
                words=max(length, 1),
            ),
            Message("Describe each picture in more words, or by several captions.")
            if any(side.by_regression for side in seen.sides.values())
            else Message("Join several short texts that belong together into one."),
        )
    return (
        Message("The words of the two sides do not go together closely."),
        Message(
            "Check the languages and the stop words on the Corpus page, and whether the sides say "
            "the same."
        ),
    )
