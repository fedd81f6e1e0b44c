"""What the page Compare shows as tables and HTML."""

from collections.abc import Sequence

import pandas as pd

from gplsa.app.show.cards import block
from gplsa.compare import BASELINES, MEASURES, Match, Outcome, Result, ahead
from gplsa.compare.advice import said_beside_best
from gplsa.html.escaping import markup, one_line
from gplsa.html.sides import side_color
from gplsa.html.verdicts import FAIR, GOOD, POOR
from gplsa.language import later, number, tr, translated
from gplsa.model.model import TrainedModel

ALIKE, RELATED = 0.8, 0.5
WORDS = 5
ARROWS = later("{what} (↑ more is better · ↓ less is better)")
DECIDING = {
    "coherence": later("Words of a topic that belong together (coherence)"),
    "accuracy": later("Topics that find your classes (accuracy)"),
}
EXPLAINED = later(
    "**Coherence**: whether the ten best words of a topic stand in the same texts (NPMI, −1 to 1)."
    "  \n**Repeated words**: what share of these words repeats one of another topic."
)
CLASSES_EXPLAINED = later(
    "**Accuracy** and **NMI**: how well as many clusters as there are classes match them (0 to 1)."
)
NOT_MEASURED = later("How good keywords would be is not measured here.")
COLUMNS = (
    later("topics"),
    later("regulariser"),
    later("model"),
    later("coherence"),
    later("repeated words"),
    later("accuracy"),
    later("NMI"),
    later("seconds"),
    BESIDE := later("compared with the best"),
)
"""Of the tables; those of measures are called as the measures are."""
BETTER = {one.title: "↓↑"[one.higher_is_better] for one in MEASURES.values()}
BETTER |= {"seconds": "↓", "coherence": "↑", "repeated words": "↓", "accuracy": "↑", "NMI": "↑"}


def beside_best(table: pd.DataFrame, found: Sequence[Outcome], measure: str) -> pd.DataFrame:
    """Of an `outcomes_table` the measure that matters, and how much worse than the best each
    setting is by it; the regulariser where there are several."""
    several = table["regulariser"].nunique() > 1
    shown = ["λ", "topics", *["regulariser"] * several, BESIDE, MEASURES[measure].title]
    said = [translated(text) for text in said_beside_best(found, measure)]
    return table.assign(**{BESIDE: said})[shown]


def verdict(found: Sequence[Result]) -> list[str]:
    """Which kind is ahead, and whether by more than chance; nothing of one alone."""
    classes = all(result.accuracy is not None for result in found)
    return [_ahead(found, one) for one in [*DECIDING][: 1 + classes] if len(found) > 1]


def _ahead(found: Sequence[Result], measure: str) -> str:
    best, near = ahead(found, measure)
    names = [translated(BASELINES[name].name) for name in near]
    about = {"measure": tr(DECIDING[measure]), "best": translated(BASELINES[best].name)}
    if len(near) == len(found) - 1:
        return tr("{measure}: these kinds do not differ by more than chance.", **about)
    if not near:
        return tr("{measure}: {best} is best, by more than chance.", **about)
    about["others"] = tr(" and ").join(filter(None, [", ".join(names[:-1]), names[-1]]))
    return tr("{measure}: {best} is best; {others} may be behind by chance only.", **about)


def explained(found: Sequence[Result]) -> str:
    """What the columns of `results_table` mean."""
    classes = any(result.accuracy is not None for result in found)
    return "  \n".join(map(tr, [EXPLAINED, *[CLASSES_EXPLAINED] * classes, NOT_MEASURED]))


def column_names(table: pd.DataFrame, alone: str = "") -> dict[str, str]:
    """What the columns of `outcomes_table` and `results_table` are called on the page.

    alone  a measure that has been named above as the only one
    """
    names = {}
    for name in table.columns:
        said = tr(name) if name in COLUMNS else tr("value") if name == alone else translated(name)
        names[name] = f"{said}\N{NO-BREAK SPACE}{BETTER[name]}" if name in BETTER else said
    return names


def matches(first: TrainedModel, second: TrainedModel, found: Sequence[Match]) -> str:
    rows = []
    for match in found:
        color = GOOD if match.likeness >= ALIKE else FAIR if match.likeness >= RELATED else POOR
        sides = ""
        for place, (model, topic) in enumerate(((first, match.first), (second, match.second))):
            name = f"<b>{markup(one_line(model.read_label(topic), 60))}</b>"
            if match.alone not in (None, place):
                name = f'<span class="soft">{tr("nearest: {topic}", topic=name)}</span>'
            sides += f"<div>{name}{_words(model, topic)}</div>"
        rows.append(
            f'<div class="match"><div class="small" style="--c:{color}"><span class="dot"></span>'
            f'<span class="num">{number(match.likeness, ".2f")}</span></div>{sides}</div>'
        )
    return block(f'<div class="matches">{"".join(rows)}</div>')


def _words(model: TrainedModel, topic: int) -> str:
    return "".join(
        f'<div class="small"><span class="side" style="--c:{side_color(model.modalities, m)}">'
        f"</span>{markup(', '.join(word for word, _ in model.top_words(m, topic, WORDS)))}</div>"
        for m in model.readable
    )
