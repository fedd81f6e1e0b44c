"""The settings of a training, one line each: what may be chosen, what is said where it may not, how
the report names it, and how the command line asks for it.

No machinery is imported here, so that the command line can list them without waiting for it.
"""

from gplsa.language import later
from gplsa.message import Message, listed
from gplsa.names import INITS, MAX_LAM, REGULARIZERS, WEIGHING
from gplsa.setting import REAL, Option, Setting, within

MAX_TOPICS = 1000
MAX_ITERATIONS = 5000
MAX_SEED = 2**32 - 1
MOST_VISUAL_WORDS = 10_000
MOST_BACKGROUND = 0.9

SETTINGS = {
    "n_topics": Setting(
        later("number of topics"),
        lambda value: value is None or within(value, int, 1, MAX_TOPICS),
        lambda value: Message(
            "The number of topics must be between 1 and {max_topics}, not {n_topics}",
            max_topics=MAX_TOPICS,
            n_topics=value,
        ),
        Option(
            ("--n-topics", "--topics"),
            "number of topics (default: 1.6·√pairs, 5 to 100)",
            "whole",
            "K",
        ),
    ),
    "regularizer": Setting(
        later("how the sides are compared"),
        lambda value: value in tuple(REGULARIZERS),
        lambda value: Message(
            "The regulariser must be one of {join}, not {regularizer!r}",
            join=listed(REGULARIZERS),
            regularizer=value,
        ),
        Option(
            ("--regularizer",),
            "divergence between the topic mixtures of the sides (default: skl)",
            choices=REGULARIZERS,
        ),
    ),
    "lam": Setting(
        later("how closely the sides must agree, λ"),
        lambda value: within(value, REAL, 0, MAX_LAM),
        lambda value: Message(
            "The agreement λ must be between 0 and {max_lam:,.0f}, not {lam}",
            max_lam=MAX_LAM,
            lam=value,
        ),
        Option(
            ("--lam",),
            "agreement of the sides: 0 none, large values force it (default: 1)",
            "number",
            "λ",
        ),
    ),
    "seed": Setting(
        later("seed of chance"),
        lambda value: within(value, int, 0, MAX_SEED),
        lambda value: Message(
            "The seed must be a whole number from 0 to {value}, not {seed}",
            value=MAX_SEED,
            seed=value,
        ),
        Option(
            ("--random-state", "--seed"),
            "the same corpus, settings and number give the same model file (default: 0)",
            "natural",
            "N",
        ),
    ),
    "max_iter": Setting(
        later("iterations at most"),
        lambda value: within(value, int, 1, MAX_ITERATIONS),
        lambda value: Message(
            "The number of iterations must be between 1 and {max_iterations}, not {max_iter}",
            max_iterations=MAX_ITERATIONS,
            max_iter=value,
        ),
        Option(("--max-iter",), "iterations of EM at most (default: 200)", "whole", "N"),
    ),
    "tol": Setting(
        later("stops when the objective rises by less than"),
        lambda value: within(value, REAL, 0, 1),
        lambda value: Message("The tolerance must be between 0 and 1, not {tol}", tol=value),
    ),
    "visual_words": Setting(
        later("kinds of patches in pictures, at most"),
        lambda value: within(value, int, 1, MOST_VISUAL_WORDS),
        lambda value: Message(
            "The number of visual words must be between 1 and {most_visual_words:,}, not "
            "{visual_words}",
            most_visual_words=MOST_VISUAL_WORDS,
            visual_words=value,
        ),
    ),
    "background": Setting(
        later("share of every text that is common to all"),
        lambda value: within(value, REAL, 0, MOST_BACKGROUND),
        lambda value: Message(
            "The background must be between 0 and {most_background}, not {background}",
            most_background=MOST_BACKGROUND,
            background=value,
        ),
    ),
    "init": Setting(
        later("start"),
        lambda value: value in INITS,
        lambda value: Message(
            "The start must be one of {join}, not {init!r}", join=listed(INITS), init=value
        ),
        Option(("--init",), "what the topics begin from (default: nmf, of tf-idf)", choices=INITS),
    ),
    "weigh_pairs": Setting(
        later("pairs count less that do not seem to belong together"),
        lambda value: value in WEIGHING,
        lambda value: Message(
            "Whether pairs are weighed must be one of {join}, not {weigh_pairs!r}",
            join=listed(WEIGHING),
            weigh_pairs=value,
        ),
        Option(
            ("--weigh-pairs",),
            "let pairs count less that do not seem to belong together (default: auto, where a "
            "look at some of them finds that many do not)",
            choices=WEIGHING,
        ),
    ),
    "keep_texts": Setting(later("the model holds the texts")),
    "check": Setting(later("some pairs were held out to measure it")),
    "headings": Setting(
        later("column of the subject headings"),
        option=Option(("--headings",), "the column that holds subject headings", metavar="COLUMN"),
    ),
}
"""By their names in Python and in files, which `TrainSettings` gives their defaults."""
