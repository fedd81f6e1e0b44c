"""Which of the settings tried to take, and why, in words."""

from collections.abc import Sequence
from dataclasses import dataclass

from gplsa.laboratory.plan import DECIDES, MEASURES, Outcome, Trial
from gplsa.trained.settings import TrainSettings
from gplsa.wording import said

TIE = 0.005
"""Settings within this share of the best figure count as equally good."""


@dataclass(frozen=True)
class Advice:
    """The trial to take, and the sentences that say why."""

    trial: Trial
    reasons: tuple[str, ...]


def recommend(outcomes: Sequence[Outcome], measure: str = DECIDES) -> Advice:
    """The fewest topics that come within half a percent of the best figure, and a λ for them.

    Few topics are easier to browse, so they win where the measure cannot tell them apart; of λ
    that it cannot tell apart the usual one wins, else the best.
    Raises ValueError where no outcome has the measure.
    """
    found = {o.trial: o.figures[measure] for o in outcomes if measure in o.figures}
    if not found:
        raise ValueError(f"no outcome has the measure {measure!r}")
    sign = 1.0 if MEASURES[measure].higher_is_better else -1.0
    best = max(found, key=lambda trial: sign * found[trial])
    tied = [trial for trial in found if _equal(found[trial], found[best])]
    fewest = min(trial.n_topics for trial in tied)
    usual = TrainSettings().lam
    chosen = max(
        (trial for trial in tied if trial.n_topics == fewest),
        key=lambda trial: (trial.lam == usual, sign * found[trial]),
    )
    reasons = [_about_choice(measure, found, chosen, best), _about_lam(found, chosen)]
    return Advice(chosen, tuple(filter(None, [*reasons, _about_topics(found, chosen)])))


def _equal(figure: float, best: float) -> bool:
    return abs(figure - best) <= TIE * abs(best)


def _about_choice(measure: str, found: dict[Trial, float], chosen: Trial, best: Trial) -> str:
    own_title = MEASURES[measure].title
    figure, other = _number(found[chosen]), _number(found[best])
    n = len(found)
    if chosen == best:
        return said(f"“{own_title}”: {figure}, the best of the {n} settings tried.")
    at = said(f"λ = {best.lam:g}, {best.n_topics} topics")
    if figure == other:
        beside = [
            said(f"“{own_title}”: {figure}, as good as the best of the {n} settings tried ({at}).")
        ]
    else:
        beside = [
            said(
                f"“{own_title}”: {figure}; the best of the {n} settings tried has {other} ({at})."
            ),
            said("That is no real difference."),
        ]
    return " ".join([*beside, said("Fewer topics and the usual λ go first.")])


def _about_lam(found: dict[Trial, float], chosen: Trial) -> str:
    """How much λ matters at the number of topics and the regulariser chosen."""
    others = {
        trial.lam: figure
        for trial, figure in found.items()
        if (trial.n_topics, trial.regularizer) == (chosen.n_topics, chosen.regularizer)
        and trial.lam != chosen.lam
    }
    if not others:
        return ""
    equal = [lam for lam, figure in others.items() if _equal(figure, found[chosen])]
    if len(equal) == len(others):
        return said(
            "λ hardly matters here: all values tried come within half a percent of each other."
        )
    worst = max(others, key=lambda lam: abs(others[lam] - found[chosen]))
    figure = _number(others[worst])
    if not equal:
        return said(f"λ = {worst:g} would give {figure}.")
    listed = ", ".join(f"{lam:g}" for lam in sorted(equal))
    return said(f"λ = {worst:g} would give {figure}; as good as the choice: λ = {listed}.")


def _about_topics(found: dict[Trial, float], chosen: Trial) -> str:
    """Where the choice stands at an end of what was tried, the answer may lie beyond it."""
    tried = sorted({trial.n_topics for trial in found})
    if len(tried) < 2 or chosen.n_topics != tried[-1]:
        return ""
    return said(f"{tried[-1]} topics were the most that were tried: more might do better still.")


def _number(figure: float) -> str:
    return f"{figure:,.0f}" if abs(figure) >= 100 else f"{figure:.3f}"
