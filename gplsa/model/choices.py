"""The settings of a training, one line each: what may be chosen, what is said where it may not, how
the report names it, and how the command line asks for it.

No machinery is imported here, so that the command line can list them without waiting for it.
"""

from gplsa.language import later
from gplsa.message import Message
from gplsa.names import INITS, MAX_LAM, REGULARIZERS, WEIGHING
from gplsa.setting import REAL, Option, Setting, choice, number, switch, within

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
            "The number of topics must be a whole number from 1 to {max_topics}, not {n_topics}",
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
    "regularizer": choice(
        later("how the sides are compared"),
        REGULARIZERS,
        Message("The regulariser must be one of {among}, not {value!r}"),
        Option(
            ("--regularizer",),
            "divergence between the topic mixtures of the sides (default: skl)",
            choices=REGULARIZERS,
        ),
    ),
    "lam": number(
        later("how closely the sides must agree, λ"),
        (REAL, 0, MAX_LAM),
        Message("The agreement λ must be between 0 and {most:,.0f}, not {value}"),
        Option(
            ("--lam",),
            "agreement of the sides: 0 none, large values force it (default: 1)",
            "number",
            "λ",
        ),
    ),
    "seed": number(
        later("seed of chance"),
        (int, 0, MAX_SEED),
        Message("The seed must be a whole number from 0 to {most}, not {value}"),
        Option(
            ("--random-state", "--seed"),
            "the same corpus, settings and number give the same model file (default: 0)",
            "natural",
            "N",
        ),
    ),
    "max_iter": number(
        later("iterations at most"),
        (int, 1, MAX_ITERATIONS),
        Message("The number of iterations must be a whole number from 1 to {most}, not {value}"),
        Option(("--max-iter",), "iterations of EM at most (default: 200)", "whole", "N"),
    ),
    "tol": number(
        later("stops when the objective rises by less than"),
        (REAL, 0, 1),
        Message("The tolerance must be between 0 and 1, not {value}"),
    ),
    "visual_words": number(
        later("kinds of patches in pictures at most (256 of colours come with them)"),
        (int, 1, MOST_VISUAL_WORDS),
        Message(
            "The number of visual words must be a whole number from 1 to {most:,}, not {value}"
        ),
    ),
    "background": number(
        later("share of every text that is common to all"),
        (REAL, 0, MOST_BACKGROUND),
        Message("The background must be between 0 and {most}, not {value}"),
    ),
    "init": choice(
        later("start"),
        INITS,
        Message("The start must be one of {among}, not {value!r}"),
        Option(("--init",), "what the topics begin from (default: nmf, of tf-idf)", choices=INITS),
    ),
    "weigh_pairs": choice(
        later("pairs count less that do not seem to belong together"),
        WEIGHING,
        Message("Whether pairs are weighed must be one of {among}, not {value!r}"),
        Option(
            ("--weigh-pairs",),
            "let pairs count less that do not seem to belong together (default: auto, where a "
            "look at some of them finds that many do not)",
            choices=WEIGHING,
        ),
    ),
    "keep_texts": switch(later("the model holds the texts"), "keep_texts"),
    "check": switch(later("some pairs were held out to measure it"), "check"),
    "headings": Setting(
        later("column of the subject headings"),
        option=Option(("--headings",), "the column that holds subject headings", metavar="COLUMN"),
    ),
}
"""By their names in Python and in files, which `TrainSettings` gives their defaults."""
