"""What a person can set before training, checked in one place."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

from gplsa.errors import InputError
from gplsa.images.vocabulary import PATCH_WORDS
from gplsa.message import Message, listed
from gplsa.names import AUTO, INITS, MAX_LAM, REGULARIZERS, WEIGHING
from gplsa.text import WordOptions

MAX_TOPICS = 1000
MAX_ITERATIONS = 5000
MOST_VISUAL_WORDS = 10_000
BACKGROUND, MOST_BACKGROUND = 0.5, 0.9
FEWEST_TOPICS, MOST_TOPICS = 5, 100


def default_topics(n_pairs: int) -> int:
    """Topics to browse in a corpus of this many pairs: clip(round(1.6·√pairs), 5, 100)."""
    return min(max(round(1.6 * n_pairs**0.5), FEWEST_TOPICS), MOST_TOPICS)


@dataclass(frozen=True)
class TrainSettings:
    """One training run.

    n_topics     number of topics; None: `default_topics`, as far as the corpus carries them
    regularizer  divergence between the topic mixtures of the sides: "skl", "l2" or "l1"
    lam          agreement λ ≥ 0: 0 leaves each side its own view, large values force a shared one
    seed         the same corpus, settings and seed give the same model file
    max_iter     iterations at most;  tol  relative rise of the objective at which fitting stops
    init         start of the fit: "nmf", "nndsvd" or "random"
    words        how text becomes words, by modality; the rest get `WordOptions` of their language
    background   share of every text that no topic has to explain, as it stands everywhere: 0 to 0.9
    keep_texts   whether the model file holds the training texts
    visual_words  kinds of patches to tell apart in pictures, at most
    check        whether some pairs are hidden to measure how well the model works
    weigh_pairs  whether pairs count less that do not seem to belong together: "always", "never",
                 or "auto", where a look at some of them finds that many do not
    headings     the column that holds the subject headings of the documents, "" for none

    Raises InputError naming everything that is out of range.
    """

    n_topics: int | None = None
    regularizer: str = "skl"
    lam: float = 1.0
    seed: int = 0
    max_iter: int = 200
    tol: float = 1e-5
    init: str = "nmf"
    background: float = BACKGROUND
    words: Mapping[str, WordOptions] = field(default_factory=dict)
    keep_texts: bool = True
    check: bool = True
    visual_words: int = PATCH_WORDS
    weigh_pairs: str = AUTO
    headings: str = ""

    def __post_init__(self) -> None:
        problems = [message for holds, message in self._requirements() if not holds]
        if problems:
            raise InputError("{problems}.", problems=listed(problems, "; "))

    def _requirements(self) -> list[tuple[bool, Message]]:
        return [
            (
                self.n_topics is None or _whole(self.n_topics, 1, MAX_TOPICS),
                Message(
                    "The number of topics must be between 1 and {max_topics}, not {n_topics}",
                    max_topics=MAX_TOPICS,
                    n_topics=self.n_topics,
                ),
            ),
            (
                self.regularizer in tuple(REGULARIZERS),
                Message(
                    "The regulariser must be one of {join}, not {regularizer!r}",
                    join=listed(REGULARIZERS),
                    regularizer=self.regularizer,
                ),
            ),
            (
                _number(self.lam, 0, MAX_LAM),
                Message(
                    "The agreement λ must be between 0 and {max_lam:,.0f}, not {lam}",
                    max_lam=MAX_LAM,
                    lam=self.lam,
                ),
            ),
            (
                _whole(self.seed, 0, 2**32 - 1),
                Message(
                    "The seed must be a whole number from 0 to {value}, not {seed}",
                    value=2**32 - 1,
                    seed=self.seed,
                ),
            ),
            (
                _whole(self.max_iter, 1, MAX_ITERATIONS),
                Message(
                    "The number of iterations must be between 1 and {max_iterations}, not "
                    "{max_iter}",
                    max_iterations=MAX_ITERATIONS,
                    max_iter=self.max_iter,
                ),
            ),
            (
                _number(self.tol, 0, 1),
                Message("The tolerance must be between 0 and 1, not {tol}", tol=self.tol),
            ),
            (
                _whole(self.visual_words, 1, MOST_VISUAL_WORDS),
                Message(
                    "The number of visual words must be between 1 and {most_visual_words:,}, not "
                    "{visual_words}",
                    most_visual_words=MOST_VISUAL_WORDS,
                    visual_words=self.visual_words,
                ),
            ),
            (
                _number(self.background, 0, MOST_BACKGROUND),
                Message(
                    "The background must be between 0 and {most_background}, not {background}",
                    most_background=MOST_BACKGROUND,
                    background=self.background,
                ),
            ),
            (
                self.init in INITS,
                Message(
                    "The start must be one of {join}, not {init!r}",
                    join=listed(INITS),
                    init=self.init,
                ),
            ),
            (
                self.weigh_pairs in WEIGHING,
                Message(
                    "Whether pairs are weighed must be one of {join}, not {weigh_pairs!r}",
                    join=listed(WEIGHING),
                    weigh_pairs=self.weigh_pairs,
                ),
            ),
        ]

    def to_json(self) -> dict[str, Any]:
        plain = {name: value for name, value in asdict(self).items() if name != "words"}
        # Left out as it was before there was a choice: the same training, the same bytes.
        if self.weigh_pairs == AUTO:
            del plain["weigh_pairs"]
        if not self.headings:
            del plain["headings"]
        return plain | {"words": {name: self.words[name].to_json() for name in self.words}}

    @classmethod
    def from_json(cls, content: Mapping[str, Any]) -> "TrainSettings":
        """Raises InputError, TypeError or ValueError for content that is not of `to_json`.

        Files of version 1 name no background: their models had none.
        """
        words = {name: WordOptions.from_json(value) for name, value in content["words"].items()}
        return cls(**{"background": 0.0, **content, "words": words})


def _whole(value: Any, least: int, most: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and least <= value <= most


def _number(value: Any, least: float, most: float) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and least <= value <= most
