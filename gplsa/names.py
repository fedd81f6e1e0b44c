"""What choices are called, in the models, the settings, the command line and the app, and names
that are given once.

No machinery is imported here, so that the command line can list them without waiting for it.
"""

from typing import NamedTuple

from gplsa.language import later


class Regularizer(NamedTuple):
    """A divergence between topic mixtures that a user may choose.

    divergence  module and class, which `gplsa.core.divergences.divergence.divergence_of` takes
    short, label  what it is called, in few words and in a list to choose from
    does  what measuring by it comes to, in a line
    iterations  after how many fits come to rest as a rule
    """

    divergence: str
    short: str
    label: str
    does: str
    iterations: int


_D = "gplsa.core.divergences."
REGULARIZERS = {
    "skl": Regularizer(
        _D + "skl:SKL",
        "sKL",
        later("ratios of shares, symmetric KL (recommended)"),
        later("Small topics count, too: it goes by how many times larger a topic is on one side."),
        80,
    ),
    "l2": Regularizer(
        _D + "l2:L2",
        "ℓ2",
        later("squared differences, ℓ2"),
        later("Large differences count most, small topics hardly; it takes a larger λ."),
        110,
    ),
    "l1": Regularizer(
        _D + "l1:L1",
        "ℓ1",
        later("absolute differences, ℓ1"),
        later("All differences count alike: most of them vanish, and few stay."),
        180,
    ),
}
"""By the name they have in files, on the command line and in Python; the first is the default."""

MAX_LAM = 1e6
"""The largest agreement λ, and weight of an edge of a graph."""

INITS = ("nmf", "nndsvd", "random")
"""How a fit starts: topics of tf-idf by NMF, of counts by NNDSVD, or random documents."""

AUTO, ALWAYS, NEVER = WEIGHING = ("auto", "always", "never")
"""Whether pairs are weighed by how sure it is that their sides belong together."""

RULES = ("gist", "paper")
"""How keywords are chosen."""

STOP_WORD_SOURCES = ("builtin", "nltk", "none")
"""Where the words that are not counted come from."""

BASES = ("lemma", "stem", "none")
"""What the inflected forms of a word are counted by."""

LINE_SORTS = ("corpus", "before", "after", "partner")
"""Orders of the lines of a concordance."""

HEADING_FORMATS = ("csv", "annif")
KEYWORD_FORMATS = ("text", "csv")
TERM_FORMATS = ("csv", "tbx")
"""How a bilingual lexicon is written."""

TIME_UNITS = ("day", "month", "year", "decade")
"""Periods that documents are grouped by."""

SCOPES = ("models", "keywords", "headings", "search", "concordance", "metrics")
"""What a token of the service may be good for."""


def unique_name(wanted: str, seen: dict[str, int]) -> str:
    """The name, with " (2)" behind it where it was seen before.

    seen  names given so far, with the number to go on from; this one is added
    """
    candidate, copy = wanted, seen.get(wanted, 1)
    while candidate in seen:
        copy += 1
        candidate = f"{wanted} ({copy})"
    seen[wanted] = copy
    seen.setdefault(candidate, 1)
    return candidate
