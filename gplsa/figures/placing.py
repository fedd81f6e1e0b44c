"""Where topics and their names stand on a map."""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt
import plotly.graph_objects as go

from gplsa.figures.common import INK_ON_DARK, INK_ON_LIGHT
from gplsa.html.escaping import markup
from gplsa.model.model import TrainedModel

# Of a letter and of a line of names, as shares of the map: on a wide page and on a telephone.
WIDE, NARROW = (0.0072, 0.032), (0.024, 0.08)
LARGEST_RADIUS, ASPECT = 0.045, 0.68
"""Of the largest circle, as a share of the height; how much less of the width that is."""
SIDES = np.array(
    [[0, 1], [0, -1], [1, 0], [-1, 0], [0.7, 0.7], [0.7, -0.7], [-0.7, 0.7], [-0.7, -0.7]]
)
FEW = 8
MIDDLE, REACH = 0.515, 0.6
"""Of a figure, and from there to its left and right end."""


def topic_places(model: TrainedModel) -> npt.NDArray[np.float64]:
    """(topics, 2): classical scaling of Hellinger distances between the topics' documents."""
    weight = model.mixtures
    root = np.sqrt(weight / np.maximum(weight.sum(axis=0), np.finfo(float).tiny)).T
    centred = root - root.mean(axis=0)
    # Topics × topics: the singular vectors of topics × documents take seconds of many documents.
    values, vectors = np.linalg.eigh(centred @ centred.T)
    kept = min(2, len(values))
    places = np.zeros((len(root), 2))
    places[:, :kept] = (vectors * np.sqrt(np.maximum(values, 0.0)))[:, ::-1][:, :kept]
    # The largest part of a direction is positive, whoever computes it.
    signs = np.sign(places[np.abs(places).argmax(axis=0), [0, 1]])
    return np.asarray(places * np.where(signs == 0, 1.0, signs))


def spread(places: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """Places in 0..1, half by distance and half by rank, so that a crowd comes apart."""
    extent = np.maximum(np.ptp(places, axis=0), np.finfo(float).tiny)
    ranks = np.argsort(np.argsort(places, axis=0), axis=0) / max(len(places) - 1, 1)
    return 0.5 * (places - places.min(axis=0)) / extent + 0.5 * ranks


def label_places(
    points: npt.NDArray[np.float64],
    weights: npt.NDArray[np.float64],
    labels: Sequence[str],
    letter: float,
    height: float,
) -> npt.NDArray[np.float64]:
    """The middle of the label of each point, (n, 2): above, below or beside its circle.

    points  (n, 2) in 0..1;  weights  (n,) areas of the circles
    letter, height  of a letter and of a line, as shares of the figure
    The heaviest point chooses first, and each takes the side where it covers least of labels before
    it and of the circles of others.
    """
    radius = LARGEST_RADIUS * np.sqrt(weights / max(float(weights.max(initial=0.0)), 1e-12))
    extent = radius[:, None] * [ASPECT, 1]
    size = _sizes(labels, letter, height)
    middles = points.astype(np.float64)
    placed: list[int] = []
    for point in np.argsort(-weights, kind="stable").tolist():
        tried = points[point] + SIDES * extent[point] + np.sign(SIDES) * size[point] / 2
        covered = _covered(tried, size[point], middles[placed], size[placed])
        # A label on the circle of another topic would name that one.
        others = np.arange(len(points)) != point
        beside = _covered(tried, size[point], points[others], 2 * extent[others])
        beyond = np.abs(tried[:, 0] - MIDDLE) + size[point, 0] / 2 > REACH
        middles[point] = tried[np.argmin(10 * (covered + beyond) + beside)]
        placed.append(point)
    return middles


def legible(
    middles: npt.NDArray[np.float64],
    weights: npt.NDArray[np.float64],
    labels: Sequence[str],
    letter: float,
    height: float,
) -> npt.NDArray[np.bool_]:
    """(n,) which labels lie on no other, the heaviest first, and within the figure: of few none is
    left out for that."""
    size, shown = _sizes(labels, letter, height), list[int]()
    for point in np.argsort(-weights, kind="stable").tolist():
        reach = abs(middles[point, 0] - MIDDLE) + size[point, 0] / 2
        others = middles[shown], size[shown]
        within = reach < REACH or len(labels) <= FEW
        if within and not _covered(middles[[point]], size[point], *others).any():
            shown.append(point)
    return np.isin(np.arange(len(middles)), shown)


def _sizes(labels: Sequence[str], letter: float, height: float) -> npt.NDArray[np.float64]:
    return np.array([[letter * len(label), height] for label in labels]).reshape(-1, 2)


def _covered(
    middles: npt.NDArray[np.float64],
    size: npt.NDArray[np.float64],
    others: npt.NDArray[np.float64],
    sizes: npt.NDArray[np.float64],
) -> npt.NDArray[np.float64]:
    """(n,) how much of some boxes a box of this size covers, in each of n places."""
    gap = np.abs(middles[:, None, :] - others) - (size + sizes) / 2
    return np.asarray(np.prod(np.minimum(gap, 0.0), axis=2).sum(axis=1))


def add_labels(
    figure: go.Figure, middles: npt.NDArray[np.float64], labels: Sequence[str], *, dark: bool
) -> None:
    """Text in a figure, without a place in its legend."""
    figure.add_scatter(
        x=middles[:, 0],
        y=middles[:, 1],
        mode="text",
        text=[markup(label) for label in labels],
        textfont={"size": 11, "color": INK_ON_DARK if dark else INK_ON_LIGHT},
        hoverinfo="skip",
        showlegend=False,
    )
