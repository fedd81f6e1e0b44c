"""A topic, and the topics of a model as a list; both as HTML for notebooks.

Everything is inline, mid-toned or mixed with the colour of the text around it, so that a cell can
be read on light ground and on dark and needs nothing from elsewhere; words of a corpus are escaped.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from gplsa.html.elements import Html, tag
from gplsa.html.escaping import one_line
from gplsa.html.sides import side_color
from gplsa.message import count
from gplsa.model.model import TrainedModel
from gplsa.renamed import old_names
from gplsa.setting import check_share, check_whole

WORDS, TOPICS = 8, 10
"""Shown in a notebook."""

_SOFT = "color:color-mix(in srgb, currentColor 70%, transparent)"
_TABLE = "border-collapse:collapse;font:inherit;color:inherit"
_CELL = "text-align:left;vertical-align:top;background:none;padding:.1em .9em .1em 0"
_COLUMNS, _COLUMN = "display:flex;flex-wrap:wrap;gap:.3em 2em", "min-width:11em"
_DOT = (
    "display:inline-block;width:.55em;height:.55em;border-radius:50%;margin-right:.4em;background:"
)
_BAR = "margin:1px 0;padding:0 .4em;border-radius:.2em;background:linear-gradient(90deg, "


@old_names(filler="uninformative")
@dataclass(frozen=True, repr=False)
class Topic:
    """A topic, as `Model.topics` gives it.

    number     from 1, as the app and the command line show it;  index  from 0, as the methods of
               the model and `gplsa.figures` take it
    name       the one a person gave, else words of the topic
    words      by side, (word, p(w|z)), best first
    readable   the sides whose terms are words to read
    share      of the corpus, 0 to 1;  hidden  whether a person put it away
    agreement  share of ten words a side that translate each other, 0 to 1, or None where fewer than
               two sides are of words (`TrainedModel.topic_agreement`)
    uninformative  why it says nothing about the collection, in a few words; "" where it does
    note       what a person wrote beside it

    Examples
    --------
    >>> from gplsa import Topic
    >>> harvest = Topic(0, "harvest", {"en": [("grain", 0.2), ("rain", 0.1)]}, ("en",), 0.25, 1.0)
    >>> harvest
    <Topic 1 “harvest”, 25.0 % of the corpus; en: grain, rain>
    """

    index: int
    name: str
    words: dict[str, list[tuple[str, float]]]
    readable: tuple[str, ...]
    share: float
    agreement: float | None
    hidden: bool = False
    uninformative: str = ""
    note: str = ""

    @property
    def number(self) -> int:
        return self.index + 1

    def __repr__(self) -> str:
        words = "; ".join(f"{side}: {self.line(side)}" for side in self.readable)
        share = f"{100 * self.share:.1f} % of the corpus"
        return f"<Topic {self.number} “{self.name}”, {share}; {words}>"

    def _repr_html_(self) -> str:
        facts = f"topic {self.number} · {100 * self.share:.1f} % of the corpus"
        if self.agreement is not None:
            facts += f" · {10 * self.agreement:.0f} of 10 words translated"
        sides = [*self.words]
        columns = (
            tag("div", _side(sides, side), *_bars(found, side_color(sides, side)), style=_COLUMN)
            for side, found in self.words.items()
            if side in self.readable
        )
        return _headed(self.name, facts, tag("div", *columns, style=_COLUMNS))

    def line(self, side: str) -> str:
        """The words of a side, one after the other."""
        return ", ".join(word for word, _ in self.words[side])


def topics_of(model: TrainedModel, n_words: int, relevance: float) -> Iterator[Topic]:
    """In the order of their numbers, with their `n_words` best words a side."""
    check_whole("n_words", n_words, 1)
    check_share("relevance", relevance)
    share, agreement = model.topic_share(), model.topic_agreement()
    for topic in range(model.n_topics):
        yield Topic(
            index=topic,
            name=model.topic_label(topic),
            words={
                side: model.top_words(side, topic, n_words, relevance) for side in model.modalities
            },
            readable=model.readable,
            share=float(share[topic]),
            agreement=None if agreement is None else float(agreement[topic]),
            hidden=topic in model.hidden_topics,
            uninformative=model.uninformative.get(topic, ""),
            note=model.topic_notes.get(topic, ""),
        )


def model_as_html(model: TrainedModel, relevance: float) -> str:
    """The largest topics that say something, then those that do not."""
    sides, readable = model.modalities, model.readable
    shown = [one for one in topics_of(model, WORDS, relevance) if not one.hidden]
    shown.sort(key=lambda topic: (bool(topic.uninformative), -topic.share))
    titles = ["", "share", *(_side(sides, side) for side in readable)]
    head = tag("tr", *(tag("th", title, style=_CELL) for title in titles))
    cells = (
        [str(topic.number), f"{100 * topic.share:.1f} %", *map(topic.line, readable)]
        for topic in shown[:TOPICS]
    )
    rows = (tag("tr", *(tag("td", cell, style=_CELL) for cell in topic)) for topic in cells)
    table = tag("table", tag("thead", head), tag("tbody", *rows), style=_TABLE)
    rest = len(shown) - TOPICS
    more = tag("div", f"… and {rest:,} more: model.topics()", style=_SOFT) if rest > 0 else ""
    check = "not validated on held-out pairs"
    if found := model.validation:
        check = f"validation on {count(found.n_held_out, 'held-out pair')}: {found.verdict}"
    size = f"{count(model.n_topics, 'topic')} of {count(model.n_documents, 'document')}; {check}"
    return _headed(model.name, size, table, more)


def _headed(name: str, facts: str, *content: object) -> Html:
    head = tag("b", one_line(name)), " ", tag("span", facts, style=_SOFT)
    return tag("div", *head, *content, style="line-height:1.5")


def _side(sides: Sequence[str], side: str) -> Html:
    """The name of a side, with its colour."""
    dot = tag("i", style=f"{_DOT}{side_color(sides, side)}")
    return tag("span", dot, side, style="font-weight:600")


def _bars(words: Sequence[tuple[str, float]], color: str) -> Iterator[Html]:
    most = max((probability for _, probability in words), default=1.0) or 1.0
    for word, probability in words:
        filled = f"{color}40 {100 * probability / most:.0f}%"
        yield tag("div", word, style=f"{_BAR}{filled}, transparent 0)")
