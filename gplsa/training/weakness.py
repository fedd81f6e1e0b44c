from collections.abc import Mapping, Sequence

import numpy as np

from gplsa.core.sums import present_in, row_sums
from gplsa.core.types import Sides
from gplsa.corpus.notes import DataWarning
from gplsa.keywords.pairing.copies import repeated
from gplsa.message import Message, count
from gplsa.model.misaligned import misaligned_share
from gplsa.model.model import TrainedModel
from gplsa.model.verdict import DirectionValidation
from gplsa.training.counted import Counted

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
