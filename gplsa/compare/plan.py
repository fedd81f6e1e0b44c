"""What is tried, what is measured, and what came of it."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from typing import Any

from gplsa.errors import InputError
from gplsa.message import Message
from gplsa.model.settings import TrainSettings

LAMS = (0.1, 1.0, 10.0, 100.0)


@dataclass(frozen=True)
class Measure:
    """One figure: its name for people, what it says, which end is the good one, and its unit: “%”
    of a share, “s”, or none."""

    title: str
    explanation: str
    higher_is_better: bool = True
    unit: str = ""

    def said(self, figure: float) -> Message:
        """A figure as people read it."""
        if self.unit == "%":
            return Message("{figure:.1f} %", figure=100 * figure)
        if self.unit:
            return Message("{figure:.1f} s", figure=figure)
        if abs(figure) >= 100:
            return Message("{figure:,.1f}", figure=figure)
        return Message("{figure:.3f}", figure=figure)


MEASURES = {
    "prediction": Measure(
        Message("Doubt about the other side's words"),
        Message(
            "How many words the model hesitates between, for every word of a held-out text, "
            "when it has read the text's counterpart only (perplexity)."
        ),
        higher_is_better=False,
    ),
    "keywords": Measure(
        Message("Keywords that are right"),
        Message("Share of the ten best keywords of a held-out text that occur in its counterpart."),
        unit="%",
    ),
    "specific_keywords": Measure(
        Message("Right keywords, rare ones weigh more"),
        Message("The same, each right keyword weighed by how rare it is (idf)."),
    ),
    "overlap": Measure(
        Message("Keywords that matter"),
        Message(
            "Share of the 20 best keywords that are among the 20 most specific words of the "
            "counterpart."
        ),
        unit="%",
    ),
    "partners": Measure(
        Message("Counterparts found"),
        Message("Share of held-out texts whose counterpart comes first among all of them."),
        unit="%",
    ),
    "partners_by_topics": Measure(
        Message("Counterparts found by topics alone"),
        Message(
            "Mean of 1 / rank of the counterpart when texts are compared by their topics only."
        ),
    ),
    "perplexity": Measure(
        Message("Doubt about the text's own words"),
        Message(
            "The same as the doubt about the other side's words, for half of a held-out text when "
            "its other half has been read."
        ),
        higher_is_better=False,
    ),
    "agreement": Measure(
        Message("Agreement of the sides"),
        Message(
            "How alike the topics of the two sides of a held-out pair are, each read alone: 0 to 1."
        ),
    ),
    "coherence": Measure(
        Message("Coherence of the topics"),
        Message(
            "Whether the ten best words of a topic stand in the same texts of the training (NPMI): "
            "−1 to 1."
        ),
    ),
    "seconds": Measure(
        Message("Time"), Message("Seconds for one training."), higher_is_better=False, unit="s"
    ),
}
DECIDES = "prediction"
"""The measure that the recommendation goes by unless a person chooses another."""


@dataclass(frozen=True)
class Trial:
    """One training to try."""

    regularizer: str
    lam: float
    n_topics: int


@dataclass(frozen=True)
class Plan:
    """What to try, and on which held-out pairs.

    regularizers, lams, topics  every combination is tried; topics None: the default number
    base                        what all trials share: words, iterations, start, seed
    Raises InputError where a value is out of range.
    """

    regularizers: tuple[str, ...] = ("skl",)
    lams: tuple[float, ...] = LAMS
    topics: tuple[int, ...] | None = None
    base: TrainSettings = field(default_factory=TrainSettings)

    def __post_init__(self) -> None:
        if not self.regularizers or not self.lams or self.topics == ():
            raise InputError("Choose at least one regulariser, one λ and one number of topics.")
        for trial in self.trials(1):
            self.settings_of(trial)

    def trials(self, n_topics: int) -> list[Trial]:
        """Every combination, few topics first; `n_topics` where the plan names none."""
        return [
            Trial(regularizer, float(lam), topics)
            for topics in sorted(set(self.topics or (n_topics,)))
            for regularizer in dict.fromkeys(self.regularizers)
            for lam in sorted(set(self.lams))
        ]

    def settings_of(self, trial: Trial) -> TrainSettings:
        return replace(self.base, **asdict(trial))


@dataclass(frozen=True)
class Outcome:
    """What one trial came to: a figure for every measure that could be taken."""

    trial: Trial
    figures: Mapping[str, float]

    def to_json(self) -> dict[str, Any]:
        return {"trial": asdict(self.trial), "figures": dict(self.figures)}
