"""Where topics and their names stand on a map."""

from collections.abc import Sequence
from itertools import product
from textwrap import wrap

import numpy as np
import plotly.graph_objects as go
from scipy.spatial.distance import cdist
from scipy.stats import rankdata

from gplsa.core.types import BoolArray, FloatArray, IntArray
from gplsa.figures.common import INK_ON_DARK, INK_ON_LIGHT
from gplsa.html.escaping import markup, one_line
from gplsa.language import language
from gplsa.model.model import TrainedModel
from gplsa.model.topics.hierarchy import words_of_topics

LETTER, LINE = 6.5 / 11, 14 / 11  # of a name: a letter, a line, by the size of its letters
GAP, EDGE = 8.0, 5.0  # pixels between two names; that a point leaves free
LOWER = 3  # pixels: a browser writes a name above the middle of its lines
SIZES, SIZES_NARROW = (13, 11), (12,)  # of names, the first with which all find a place
LONGEST, SHORT = 28, 15  # letters of a line, and of one of a telephone
FINGER = 10.0  # of a circle of a telephone at least, from its middle
WIDTH, NARROW, HEIGHT, CROWD = 760, 340, 520, 36
"""Pixels of a map of so many topics, also on a telephone; of fewer it is lower, of more higher, and
where they do not find their places there, by these factors:"""
TALLER = (1.0, 1.1, 1.25, 1.4, 1.6, 1.8, 2.0, 2.5, 3.0)
SMALLER = 0.75  # circles of a telephone
BELOW = 10  # pixels of margins
_STEPS, _PUSHES, _EFFORT, _TOUCH = 60, 400, 4_000_000, 1e-6


def topic_places(model: TrainedModel) -> FloatArray:
    """(topics, 2) in 0..1, all over the square: two as far as √ of how many are nearer by words.

    As of points that lie evenly: what has little in common with the rest takes no more room.
    By least squares [De Leeuw 1977], from classical scaling of Hellinger distances; the disc that
    becomes of it is stretched to a square."""
    root = np.sqrt(words_of_topics(model.topic_word.values()))
    # Rounded: topics of the same words have the same place.
    nearer = rankdata(-(root @ root.T).round(9), axis=1, method="min") - 1
    aim = np.sqrt(nearer + nearer.T)
    centred = root - root.mean(axis=0)
    # Topics × topics: the singular vectors of topics × words take longer.
    values, vectors = np.linalg.eigh(centred @ centred.T)
    kept = min(2, len(values))
    places = np.zeros((len(root), 2))
    places[:, :kept] = (vectors * np.sqrt(np.maximum(values, 0.0)))[:, ::-1][:, :kept]
    # The largest part of a direction is positive, whoever computes it.
    signs = np.sign(places[np.abs(places).argmax(axis=0), [0, 1]])
    places *= np.where(signs == 0, 1.0, signs)
    for _ in range(_STEPS):
        pull = aim / np.maximum(cdist(places, places), _TOUCH)
        places = (pull.sum(axis=1)[:, None] * places - pull @ places) / len(root)
    places *= (np.hypot(*places.T) / np.maximum(np.abs(places).max(axis=1), _TOUCH))[:, None]
    extent = np.maximum(np.ptp(places, axis=0), np.finfo(float).tiny)
    return np.asarray((places - places.min(axis=0)) / extent)


def apart(middles: FloatArray, sizes: FloatArray, room: FloatArray) -> FloatArray:
    """Where boxes stand once those that lie on each other have pushed each other away, (n, 2).

    middles, sizes  (n, 2) of boxes, width and height;  room  (2,) from 0, which none leaves
    Two boxes give way by half, in the direction in which less is needed.  Where the room is too
    small some still lie on each other in the end."""
    low = sizes / 2
    high = np.maximum(room - low, low)
    places, least = np.clip(middles, low, high), (sizes[:, None] + sizes) / 2
    # Of two at one place the later goes on.
    order = np.where(np.tri(len(sizes), k=-1, dtype=bool), 1.0, -1.0)[..., None]
    for _ in range(min(_PUSHES, _EFFORT // max(len(sizes), 1) ** 2)):
        lies = _on_each_other(places, sizes)
        if not lies.any():
            break
        away = places[:, None] - places
        lack = least - np.abs(away)
        nearer = lack.argmin(axis=2)[..., None] == [0, 1]
        sign = np.where(away == 0, order, np.sign(away))
        push = np.where(lies[..., None] & nearer, sign * lack / 2, 0.0)
        shared = np.sqrt(np.maximum((push != 0).sum(axis=1), 1))
        places = np.clip(places + push.sum(axis=1) / shared, low, high)
    return places


def _on_each_other(middles: FloatArray, sizes: FloatArray) -> BoolArray:
    """(n, n) which two boxes lie on each other."""
    lack = (sizes[:, None] + sizes) / 2 - np.abs(middles[:, None] - middles)
    return (lack > _TOUCH).all(axis=2) & ~np.eye(len(sizes), dtype=bool)


def _written(lines: Sequence[Sequence[str]]) -> FloatArray:
    """(names, 2) how wide and high they are, by the size of their letters."""
    sizes = [[LETTER * max(map(len, name)), LINE * len(name)] for name in lines]
    return np.array(sizes).reshape(-1, 2)


def names_read(model: TrainedModel, topics: Sequence[int]) -> tuple[list[str], str]:
    """What topics are called on the side of the reader's language, else on the first, where there
    is no room for more; and that side."""
    languages = [model.corpus.languages.get(side) for side in model.readable]
    read = languages.index(language()) if language() in languages else 0
    names = [model.short_label(topic).split(" · ") for topic in topics]
    first = [read * (topic in model.topic_names) for topic in topics]  # of others what is read
    found = [name[min(at, len(name) - 1)] for name, at in zip(names, first, strict=True)]
    return found, model.readable[read]


def _on_lines(name: str) -> list[str]:
    """A name with a line for each side that calls it otherwise."""
    sides = name.split(" · ")
    own = dict.fromkeys(map(str.casefold, sides))
    return [one_line(next(s for s in sides if s.casefold() == one), LONGEST) for one in own]


def broken(name: str) -> list[str]:
    """A name on short lines, up to three of them, where one does not hold it; no word is cut that
    fits a line of its own."""
    lines = wrap(name, SHORT, max_lines=3, break_long_words=False, placeholder=" …")
    return [one_line(line, LONGEST) for line in lines] or [name]


class Named:
    """Topics as circles that lie apart, and below each its name, a line for each side.

    circles, labels  (topics, 2) their middles, in pixels of the room;  lines  the names
    side  whose names they are alone; "" where they are those of all
    """

    def __init__(
        self, model: TrainedModel, topics: Sequence[int], radii: FloatArray, *, narrow: bool = False
    ) -> None:
        """narrow  for a telephone: as high as it must be, names on the side of the reader's
        language alone"""
        self.radii = np.maximum(radii * SMALLER, FINGER) if narrow else radii
        if narrow:
            names, self.side = names_read(model, topics)
            self.lines = [broken(name) for name in names]
        else:
            self.side = ""
            self.lines = [_on_lines(model.short_label(topic)) for topic in topics]
        across, down = np.array([1.0, 0.0]), np.array([0.0, 1.0])
        disc = 2 * self.radii[:, None]
        places = topic_places(model)[list(topics)]
        height = HEIGHT * np.clip(len(topics) / CROWD, 0.5, 2.0)
        for taller, self.size in product(TALLER, SIZES_NARROW if narrow else SIZES):
            self.written = _written(self.lines) * self.size
            sizes = np.maximum(self.written, disc * across) + disc * down + GAP
            self.room = np.array([NARROW if narrow else WIDTH, height * taller])
            boxes = apart(places * self.room, sizes, self.room)
            if not _on_each_other(boxes, sizes - GAP).any():
                break
        self.circles = boxes + self.written / 2 * down
        self.labels = boxes - self.radii[:, None] * down

    def shown(self, weights: FloatArray) -> IntArray:
        """The topics whose names are written: what lies on no other, on no other's circle and
        within the figure, the heaviest first, and none of weight 0."""
        discs, shown = 2 * self.radii[:, None] * [0.8, 0.8], list[int]()  # an edge may be touched
        for topic in np.argsort(-weights, kind="stable")[: np.count_nonzero(weights)].tolist():
            others = np.arange(len(discs)) != topic
            middles = np.vstack([self.labels[shown], self.circles[others]])
            taken = np.vstack([self.written[shown], discs[others]])
            away = np.abs(self.labels[topic] - middles) >= (self.written[topic] + taken) / 2
            inside = np.abs(self.labels[topic] - self.room / 2) + self.written[topic] / 2
            if away.any(axis=1).all() and (inside <= self.room / 2 + GAP).all():
                shown.append(topic)
        return np.array(sorted(shown), dtype=np.intp)

    def beside(self, places: FloatArray, weights: FloatArray) -> FloatArray:
        """Places, (n, 2), of which those on a name that is written stand at its nearest edge."""
        places = places.copy()
        for topic in self.shown(weights):
            away = places - self.labels[topic]
            lack = self.written[topic] / 2 + EDGE - np.abs(away)
            on = np.flatnonzero((lack > 0).all(axis=1))
            nearer = lack[on].argmin(axis=1)
            places[on, nearer] += np.where(away[on, nearer] < 0, -1, 1) * lack[on, nearer]
        return places

    def _written_as(self, topic: int) -> str:
        """The line of the reader's side bold, where there are those of others."""
        first, *others = map(markup, self.lines[topic])
        return "<br>".join([first if self.side else f"<b>{first}</b>", *others])

    def write(
        self, figure: go.Figure, weights: FloatArray, numbers: Sequence[int], *, dark: bool
    ) -> None:
        """Names in a figure, those `shown`, without a place in its legend; each bears a number as
        `customdata`."""
        shown = self.shown(weights)
        figure.add_scatter(
            x=self.labels[shown, 0].round(1),
            y=(self.labels[shown, 1] - LOWER).round(1),
            mode="text",
            text=[self._written_as(n) for n in shown.tolist()],
            cliponaxis=False,
            textfont={"size": self.size, "color": INK_ON_DARK if dark else INK_ON_LIGHT},
            customdata=[[numbers[n]] for n in shown.tolist()],
            hoverinfo="none",  # of what can be clicked
            showlegend=False,
        )

    def frame(self, figure: go.Figure, above: int) -> None:
        """The axes of the figure, and so many pixels above it: a pixel is a pixel where it is as
        wide as it was thought."""
        hidden = {"showticklabels": False, "showgrid": False, "zeroline": False, "title": ""}
        hidden["automargin"] = False  # for labels that are hidden it would take 34 pixels
        width, height = self.room
        figure.update_xaxes(range=[-GAP, width + GAP], **hidden)
        figure.update_yaxes(range=[-GAP, height + GAP], **hidden)
        margin = {"l": 10, "r": 10, "t": above, "b": BELOW}
        figure.update_layout(height=height + above + BELOW, margin=margin)
