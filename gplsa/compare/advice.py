"""Which of the settings tried to take, and why, in words."""

from collections.abc import Sequence
from dataclasses import dataclass

from gplsa.compare.plan import DECIDES, MEASURES, Outcome, Trial
from gplsa.message import Message, listed
from gplsa.model.settings import TrainSettings

TIE = 0.005  # settings within this share of the best figure count as equally good


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
    tied = [trial for trial in found if not worse_by(found[trial], found[best])]
    fewest = min(trial.n_topics for trial in tied)
    usual = TrainSettings().lam
    chosen = max(
        (trial for trial in tied if trial.n_topics == fewest),
        key=lambda trial: (trial.lam == usual, sign * found[trial]),
    )
    asked = measure, found, chosen, best
    reasons = [_about_choice(*asked), _about_lam(*asked)]
    if len(tied) == len(found):  # then nothing else matters
        reasons.reverse()
    return Advice(chosen, tuple(filter(None, [*reasons, _about_topics(found, chosen)])))


def worse_by(figure: float, best: float) -> float:
    """By which share of the best figure another one is worse, 0 where there is no real
    difference."""
    apart = abs(figure - best)
    return 0.0 if apart <= TIE * abs(best) else apart / max(abs(best), 1e-9)


def said_beside_best(outcomes: Sequence[Outcome], measure: str) -> list[str]:
    """Of every outcome how much worse than the best it is by a measure, in words; "" where it has
    none."""
    figures = [outcome.figures.get(measure) for outcome in outcomes]
    known = [figure for figure in figures if figure is not None]
    best = max(known) if MEASURES[measure].higher_is_better else min(known)
    return ["" if figure is None else _beside(figure, best) for figure in figures]


def _beside(figure: float, best: float) -> str:
    if figure == best:
        return Message("best")
    if share := worse_by(figure, best):
        return Message("{percent:.1f} % worse", percent=100 * share)
    return Message("as good as the best")


def _about_choice(measure: str, found: dict[Trial, float], chosen: Trial, best: Trial) -> str:
    said = MEASURES[measure].said
    figure, other = said(found[chosen]), said(found[best])
    about = {"own_title": MEASURES[measure].title, "figure": figure, "n": len(found)}
    if chosen == best:
        return Message("“{own_title}”: {figure}, the best of the {n} settings tried.", **about)
    about["at"] = Message("λ = {lam:g}, {n_topics} topics", lam=best.lam, n_topics=best.n_topics)
    beside = [
        Message(
            "“{own_title}”: {figure}, as good as the best of the {n} settings tried ({at}).",
            **about,
        )
    ]
    if figure != other:
        beside = [
            Message(
                "“{own_title}”: {figure}; the best of the {n} settings tried has {other} ({at}).",
                other=other,
                **about,
            ),
            Message("That is no real difference."),
        ]
    if chosen.n_topics == best.n_topics:
        first = Message("So the usual λ is kept.")
    elif chosen.lam == best.lam:
        first = Message("So the fewer topics are taken.")
    else:
        first = Message("So fewer topics and the usual λ are taken.")
    return listed([*beside, first], " ")


def _about_lam(measure: str, found: dict[Trial, float], chosen: Trial, best: Trial) -> str:
    """How much λ matters at the number of topics and the regulariser chosen."""
    others = {
        trial.lam: figure
        for trial, figure in found.items()
        if (trial.n_topics, trial.regularizer) == (chosen.n_topics, chosen.regularizer)
        and trial.lam != chosen.lam
    }
    if not others:
        return ""
    equal = [lam for lam, figure in others.items() if not worse_by(figure, found[chosen])]
    if len(equal) == len(others):
        return Message(
            "λ hardly matters here: all values tried come within half a percent of each other."
        )
    worst = max(others, key=lambda lam: abs(others[lam] - found[chosen]))
    said = Message(
        "λ = {worst:g} would give {figure} ({beside}).",
        worst=worst,
        figure=MEASURES[measure].said(others[worst]),
        beside=_beside(others[worst], found[best]),
    )
    if not equal:
        return said
    lams = listed(Message("{lam:g}", lam=lam) for lam in sorted(equal))
    return listed([said, Message("As good as the choice: λ = {listed}.", listed=lams)], " ")


def _about_topics(found: dict[Trial, float], chosen: Trial) -> str:
    """Where the choice stands at an end of what was tried, the answer may lie beyond it."""
    tried = sorted({trial.n_topics for trial in found})
    if len(tried) < 2 or chosen.n_topics != tried[-1]:
        return ""
    return Message(
        "{tried} topics were the most that were tried: more might do better still.", tried=tried[-1]
    )
