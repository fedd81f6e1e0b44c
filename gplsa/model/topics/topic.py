from dataclasses import dataclass

from gplsa.model import notebook
from gplsa.renamed import old_names


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
        words = {side: found for side, found in self.words.items() if side in self.readable}
        return notebook.topic_html(self.name, facts, list(self.words), words)

    def line(self, side: str) -> str:
        """The words of a side, one after the other."""
        return ", ".join(word for word, _ in self.words[side])
