"""Topics: their words, their map, the objective of their fit, and settings compared."""

import base64
from collections.abc import Iterator, Sequence
from textwrap import wrap

import numpy as np
import pandas as pd
import plotly.express as px
import plotly.graph_objects as go

from gplsa.compare import MEASURES, Outcome, Trial
from gplsa.core.types import FloatArray
from gplsa.figures.common import TEMPLATE, localized_figure
from gplsa.figures.placing import BELOW, Named
from gplsa.html.escaping import markup, one_line
from gplsa.html.sides import side_color, side_name
from gplsa.images.showing import thumbnail
from gplsa.language import number, tr, translated
from gplsa.model.model import TrainedModel
from gplsa.model.topics.order import shown_topics
from gplsa.model.topics.pictures import typical_rows
from gplsa.model.topics.shown import RELEVANCE

LARGEST_CIRCLE, SMALLEST_CIRCLE = 46, 5  # pixels across of circles
PICTURE_SIZES, RING = (84, 48), 6  # and of pictures on them, at most and at least
ABOVE = 36  # pixels of what is said above a map
MOST_OF_TITLE = 30  # letters in a line on a phone


def objective_curve(history: Sequence[float] | FloatArray) -> go.Figure:
    """The objective at the start and after each iteration, as of `Model.objective_history`.

    Examples
    --------
    >>> figures.objective_curve([-9.5, -8.0, -7.75]).data[0].y
    array([-9.5 , -8.  , -7.75])
    """
    figure = px.line(
        x=np.arange(len(history)),
        y=np.asarray(history),
        template=TEMPLATE,
        labels={"x": tr("iteration"), "y": tr("fit (objective J)")},
        title=tr("How the fit went up, iteration by iteration"),
    )
    figure.update_layout(height=300, margin={"l": 10, "r": 10, "t": 50, "b": 10})
    return localized_figure(figure)


def topic_words(
    model: TrainedModel, topic: int, n: int = 20, relevance: float = RELEVANCE
) -> dict[str, go.Figure]:
    """The words of one topic, a figure for every side in its colour; all on the same scale.

    topic  from 0 (`Topic.index`);  n  words a side
    relevance  which words: 0 distinctive … 1 the most probable
    Returns the figures by side; `model.readable` names them.

    Examples
    --------
    >>> bars = figures.topic_words(model, 0, n=2)
    >>> list(bars), len(bars["de"].data[0].y)
    (['de', 'en'], 2)
    """
    share = "share"
    words = {
        m: sorted(model.top_words(m, topic, n, relevance), key=lambda word: -word[1])
        for m in model.readable
    }
    most = 105 * max((p for side in words.values() for _, p in side), default=1.0)
    figures = {}
    for modality, found in words.items():
        rows = [
            (f"{place}. {markup(word)}", 100 * probability)
            for place, (word, probability) in enumerate(found, 1)
        ]
        figure = px.bar(
            pd.DataFrame(rows, columns=["word", share]),
            x=share,
            y="word",
            orientation="h",
            color_discrete_sequence=[side_color(model.modalities, modality)],
            range_x=[0, most],
            labels={share: tr("share of the topic, %"), "word": tr("word")},
            title=tr("{side} words of this topic", side=markup(side_name(model.corpus, modality))),
        )
        figure.update_yaxes(autorange="reversed", title="")
        figure.update_layout(height=90 + 24 * n, margin={"l": 10, "r": 10, "t": 50, "b": 10})
        figures[modality] = localized_figure(figure)
    return figures


def topic_map(
    model: TrainedModel,
    topics: Sequence[int] | None = None,
    *,
    dark: bool = False,
    narrow: bool = False,
    share: FloatArray | None = None,
    titled: bool = True,
) -> go.Figure:
    """Topics in the plane: near where they hold the same words, large where they are large.

    Each has its own colour (`topic_colors`) and its name, and of pictures its most typical one.

    topics  those to show, from 0 (`Topic.index`); all that are not hidden where None
    dark    whether the ground will be dark, which the ink of the labels goes by
    narrow  whether it is for a telephone: high, with short names
    share   (topics,) how large they are; their shares of the corpus where None
    titled  whether it says what it is

    Examples
    --------
    >>> figure = figures.topic_map(model)
    >>> sorted(figure.data[1].text)
    ['<b>harvest</b><br>Ernte', '<b>port</b><br>Hafen']
    """
    if topics is None:
        topics = shown_topics(model)
    share = model.topic_share() if share is None else share
    weights = share[list(topics)]
    pictures = [*model.corpus.pictures][:1] if model.has_texts else []
    largest, smallest = PICTURE_SIZES if pictures else (LARGEST_CIRCLE, SMALLEST_CIRCLE)
    across = largest * np.sqrt(weights / max(float(weights.max(initial=0.0)), 1e-12))
    named = Named(model, topics, np.maximum(across, smallest) / 2, narrow=narrow)
    figure = go.Figure(_circles(model, topics, named, weights))
    for side in pictures:
        figure.update_layout(images=[*_pictures(model, side, topics, named)])
    named.write(figure, weights, topics, dark=dark)
    said = [tr("Map of the topics")] if titled else []
    if named.side and titled:
        side = markup(side_name(model.corpus, named.side))
        said.append(f"<sub>{tr('with the names of the {side} side', side=side)}</sub>")
    named.frame(figure, ABOVE * len(said) or BELOW)
    figure.update_layout(title={"text": "<br>".join(said)}, clickmode="event+select")
    return localized_figure(figure)


def _circles(
    model: TrainedModel, topics: Sequence[int], named: Named, weights: FloatArray
) -> go.Scatter:
    return go.Scatter(
        x=named.circles[:, 0].round(1),
        y=named.circles[:, 1].round(1),
        mode="markers",
        cliponaxis=False,
        marker={
            "size": (2 * named.radii).tolist(),
            "color": [model.topic_colors[topic] for topic in topics],
            "opacity": 0.75,
            "line": {"width": 1, "color": "#ffffff"},
        },
        # What was clicked is opened; the others stay as they are.
        unselected={"marker": {"opacity": 0.75}},
        customdata=[[topic] for topic in topics],
        hovertext=[
            tr(
                "{name}<br>{share:.1f} % of the corpus",
                name=markup(one_line(model.read_label(topic), 40)),
                share=100 * float(weight),
            )
            for topic, weight in zip(topics, weights, strict=True)
        ],
        hoverinfo="text",
        showlegend=False,
    )


def _pictures(
    model: TrainedModel, side: str, topics: Sequence[int], named: Named
) -> Iterator[dict[str, object]]:
    """On each circle the picture that its topic takes most of."""
    for place, topic in enumerate(topics):
        for row in typical_rows(model, side, topic, 1):
            small = base64.b64encode(thumbnail(model.corpus.pictures[side][row])).decode("ascii")
            size = 2 * named.radii[place] - RING
            yield {
                **{"xref": "x", "yref": "y", "xanchor": "center", "yanchor": "middle"},
                **{"x": round(named.circles[place, 0], 1), "y": round(named.circles[place, 1], 1)},
                **{"sizex": size, "sizey": size, "layer": "above", "sizing": "contain"},
                "source": f"data:image/jpeg;base64,{small}",
            }


def comparison_curves(
    outcomes: Sequence[Outcome], measure: str, *, narrow: bool = False, advised: Trial | None = None
) -> go.Figure:
    """One measure over λ, a line for every number of topics; over topics where λ is one.

    outcomes  of `gplsa.compare.run`, as the page Compare tries them
    measure   one of `gplsa.compare.MEASURES`
    narrow    drawn to fit a phone
    advised   the setting that is marked as recommended

    Examples
    --------
    >>> from gplsa.compare import Outcome, Trial
    >>> tried = [Outcome(Trial("skl", lam, 10), {"keywords": 0.5 + lam}) for lam in (0.1, 0.3)]
    >>> figures.comparison_curves(tried, "keywords").data[0].y
    array([0.6, 0.8])
    """
    measured = MEASURES[measure]
    over_lam = len({outcome.trial.lam for outcome in outcomes}) > 1
    ordered = sorted(outcomes, key=lambda o: (o.trial.n_topics, o.trial.lam))
    table = pd.DataFrame(
        {
            "agreement λ": [number(outcome.trial.lam, "g") for outcome in ordered],
            "topics": [str(outcome.trial.n_topics) for outcome in ordered],
            "regulariser": [outcome.trial.regularizer for outcome in ordered],
            measured.title: [outcome.figures.get(measure) for outcome in ordered],
        }
    )
    several = len({outcome.trial.regularizer for outcome in outcomes}) > 1
    lams = [number(lam, "g") for lam in sorted({outcome.trial.lam for outcome in outcomes})]
    topics = [str(n) for n in sorted({outcome.trial.n_topics for outcome in outcomes})]
    lines = wrap(translated(measured.title), MOST_OF_TITLE if narrow else 100)
    name = "<br>".join(lines)
    higher = tr("{measure}<br><sub>higher is better</sub>", measure=name)
    lower = tr("{measure}<br><sub>lower is better</sub>", measure=name)
    figure = px.line(
        table,
        template=TEMPLATE,
        x="agreement λ" if over_lam else "topics",
        y=measured.title,
        color="topics" if over_lam else "agreement λ",
        **(dict.fromkeys(("line_dash", "symbol"), "regulariser") if several else {}),
        markers=True,
        category_orders={"agreement λ": lams, "topics": topics},
        labels={
            "agreement λ": tr("agreement λ"),
            "topics": tr("topics"),
            "regulariser": tr("regulariser"),
            measured.title: translated(measured.title),
        },
        title=higher if measured.higher_is_better else lower,
    )
    figure.update_xaxes(type="category")
    # The title says what is drawn, and of one line the page what it is of.
    form = ".1~%" if measured.unit == "%" else ","
    range_ = _honest_range(table[measured.title].dropna().to_numpy())
    figure.update_yaxes(range=range_, title=None, tickformat=form)
    top = 30 + 20 * len(lines)
    margin = {"l": 10, "r": 0, "t": top, "b": 10}
    figure.update_layout(height=240 + top, margin=margin, showlegend=len(figure.data) > 1)
    for outcome in outcomes:
        if outcome.trial == advised:
            at = number(advised.lam, "g") if over_lam else str(advised.n_topics)
            _mark_advised(figure, at, outcome.figures[measure])
    return localized_figure(figure)


def _mark_advised(figure: go.Figure, x: str, y: float) -> None:
    ring = {"size": 17, "symbol": "circle-open", "color": "#8a8f94", "line": {"width": 2}}
    # No annotation: on an axis of names it takes a name that is a number for a place.
    said = {"mode": "markers+text", "text": [tr("recommended")], "textposition": "top center"}
    point = {"x": [x], "y": [y], "marker": ring, "hoverinfo": "skip", "cliponaxis": False}
    figure.add_scatter(**point, **said, showlegend=False)


def _honest_range(values: FloatArray) -> list[float] | None:
    """At least two percent to either side: what differs by less should not look like a cliff."""
    if not len(values):
        return None
    low, high = float(values.min()), float(values.max())
    margin = max(0.02 * max(abs(low), abs(high)), 0.1 * (high - low), 1e-6)
    return [low - margin, high + margin]
