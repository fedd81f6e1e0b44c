"""What is shown of a document: its keywords and what is known of them; what may be asked for."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from numbers import Real
from typing import Literal

from gplsa.errors import InputError
from gplsa.keywords import TELLING
from gplsa.message import Message, listed
from gplsa.names import RULES
from gplsa.renamed import old_names
from gplsa.setting import within

MOST_KEYWORDS = 100
LOW_CONFIDENCE, MOSTLY_UNKNOWN = 0.4, 0.6
"""Confidence below which, and share of unknown words above which a reader is warned."""
NAME = -2
"""The highest number of a keyword that is no term: what a text calls by a name training never saw.
−1 is any word that is no term."""
HIGH_CONFIDENCE = 0.8
"""Four of five keywords are right: where fewer are, they are to be checked."""
MANY_UNKNOWN = 0.4
"""Share of unknown words, as it is shown, from which on no confidence is called high: much of a
text is not told, and of held-out records such a confidence promises more than is right."""
_WORDS = re.compile(r"\w+")
Sureness = Literal["low", "fair", "high"]


def sureness_of(confidence: float) -> Sureness:
    """What a confidence means for a reader, by the figure that is shown."""
    told = round(confidence, 2)
    if told < LOW_CONFIDENCE:
        return "low"
    return "fair" if told < HIGH_CONFIDENCE else "high"


@dataclass(frozen=True)
class WordEvidence:
    """Why a keyword was chosen.

    source_words   (word of the document, its share in the choice), largest first
    source_terms   the places of these words in the source vocabulary
    topics         (topic, share) behind these links, largest first
    witness        the word that speaks most surely for it, in `n_both` of whose `n_source` training
                   pairs the other side has the keyword; "" where there is none
    pairs          rows of training documents that hold both, nearest first
    """

    source_words: list[tuple[str, float]]
    source_terms: list[int]
    topics: list[tuple[int, float]]
    witness: str
    n_both: int
    n_source: int
    pairs: list[int]

    @property
    def shares(self) -> dict[int, float]:
        """Share of each source term in the choice, largest first."""
        shares = [share for _, share in self.source_words]
        return dict(zip(self.source_terms, shares, strict=True))

    def leading(self, most: int, least: float) -> "WordEvidence":
        """The same of at most so many words, each with such a share at least."""
        words = [pair for pair in self.source_words[:most] if pair[1] >= least]
        return replace(self, source_words=words, source_terms=self.source_terms[: len(words)])

    def in_words(self, words: Mapping[int, str], within: Mapping[int, str]) -> "WordEvidence":
        """The same with source words as they stand in the document, by their terms: `words`, and
        `within` which longer words, where they stand in none but these."""
        said, as_found = [], {}
        for term, (form, share) in zip(self.source_terms, self.source_words, strict=True):
            word = as_found[form] = words.get(term, form)
            said.append((f"{word} (in {within[term]})" if term in within else word, share))
        return replace(self, source_words=said, witness=as_found.get(self.witness, self.witness))


def all_shares(found: Iterable[WordEvidence]) -> dict[int, float]:
    """Of each word behind any of some keywords the largest share it has in one."""
    shares: dict[int, float] = {}
    for evidence in found:
        for term, share in evidence.shares.items():
            shares[term] = max(share, shares.get(term, 0.0))
    return shares


@dataclass(frozen=True)
class ShownKeyword:
    """A keyword in whole form, a word or a phrase.

    probability  that it occurs in a translation of the document, a phrase as it stands; under the
                 paper's rule p(w|d)
    score        what the ranking goes by
    term         its place in the target vocabulary; of a phrase, behind all words; of a name that
                 stands in the document `NAME` or less
    evidence     why it was chosen, where that was asked for
    """

    word: str
    probability: float
    score: float
    term: int
    evidence: WordEvidence | None = None

    @property
    def is_term(self) -> bool:
        """Whether the model knows it, and so can be told whether it is right."""
        return self.term >= 0


@old_names(probability="confidence")
@dataclass(frozen=True)
class Summary:
    """What one document is about.

    keywords       best first
    confidence     0..1: the share of the keywords expected to be right; under the paper's rule of
                   those that the lexicon would choose
    unknown_share  share of the document's content words that training has not seen
    unknown_words  those words as they stand in the text, most frequent first
    names, numbers what looks like a name among those words, names of people, and the numbers of
                   the text, most frequent first: they need no translation and are passed through
    topics         (topic, share), largest first, as far as they carry weight; of a text none where
                   what they tell of half of its words does not hold of the others
    nearest        training documents most like it, (row, similarity), best first
    held_back      keywords fewer than asked for, because the others are unsure or tell little, or
                   were rated wrong for documents like it
    rejected       those that a person rated wrong for this very document
    untold         words among the unknown that the text comes back to, with how often
    """

    keywords: list[ShownKeyword]
    confidence: float
    unknown_share: float
    unknown_words: list[str]
    names: list[str]
    numbers: list[str]
    topics: list[tuple[int, float]]
    nearest: list[tuple[int, float]]
    held_back: int = 0
    rejected: list[ShownKeyword] = field(default_factory=list)
    untold: list[tuple[str, int]] = field(default_factory=list)

    @property
    def words(self) -> list[str]:
        """The keywords alone."""
        return [keyword.word for keyword in self.keywords]

    @property
    def is_capped(self) -> bool:
        """Whether it is called fair only for what it does not tell of."""
        many = round(self.unknown_share, 2) >= MANY_UNKNOWN
        return (many or bool(self.untold)) and sureness_of(self.confidence) == "high"

    @property
    def percent(self) -> int | None:
        """The confidence as a figure, but where it promises too much."""
        return None if self.is_capped else round(100 * self.confidence)

    @property
    def sureness(self) -> Sureness:
        """What the confidence means for a reader."""
        return "fair" if self.is_capped else sureness_of(self.confidence)

    @property
    def doubt(self) -> Message | None:
        """Why a reader should take the keywords as guesses; None where nothing speaks for that."""
        if not self.keywords:
            return None
        said: list[Message] = []
        if self.unknown_share > MOSTLY_UNKNOWN:
            said.append(
                Message(
                    "{share:.0%} of its words are new to the model: its keywords can tell of the "
                    "others only.",
                    share=self.unknown_share,
                )
            )
        elif self.sureness == "low":
            told = Message(
                "The model is not sure what this is about: treat its keywords as guesses."
            )
            said.append(told)
        if self.untold:
            words = listed(f"{word} ({often}×)" for word, often in self.untold)
            said.append(
                Message(
                    "Its subject may be missing, as the model does not know what the text comes "
                    "back to: {words}.",
                    words=words,
                )
            )
        return listed(said, " ") or None

    def new_words(self, most: int) -> list[str]:
        """At most so many unknown words that are in no name (nor one in the genitive) and behind no
        keyword."""
        named = {word for name in (*self.names, *self.words) for word in _WORDS.findall(name)}
        own = (one.evidence for one in self.keywords if not one.is_term)
        named |= {word for why in own if why is not None for word, _ in why.source_words}
        unknown: dict[str, str] = {}
        for word in self.unknown_words:
            unknown.setdefault(word.casefold(), word)
        named |= {f"{word}s" for word in named}
        return [word for word in unknown.values() if word not in named][:most]

    def passed_on(self, most: int) -> list[str]:
        """At most so many names, `new_words` and numbers."""
        return [*self.names[:most], *self.new_words(most), *self.numbers[:most]]

    def __repr__(self) -> str:
        return f"<Summary: {', '.join(self.words)}; confidence {self.confidence:.2f}>"


@dataclass(frozen=True)
class KeywordOptions:
    """Which keywords to show.

    limit, least  at most and at least so many; between them, those more likely right than wrong
    telling       from 0, the surest words, to 1, those that tell most
    rule          "gist": the lexicon started from topics; "paper": the published Σ_z φ_zw θ_dz,
                  which always shows `limit` words
    evidence      whether each keyword comes with why it was chosen; of the rule "gist" only, as
                  the other looks at no single word of the document
    Raises InputError where one is out of range.
    """

    limit: int = 15
    least: int = 3
    telling: float = TELLING
    rule: str = "gist"
    evidence: bool = False

    def __post_init__(self) -> None:
        if not 1 <= self.limit <= MOST_KEYWORDS:
            raise InputError(
                "The number of keywords must be between 1 and {most_keywords}.",
                most_keywords=MOST_KEYWORDS,
            )
        if not 0 <= self.least <= self.limit:
            raise InputError(
                "The least number of keywords must be between 0 and {limit}, the most asked for.",
                limit=self.limit,
            )
        if not within(self.telling, Real, 0, 1):
            raise InputError(
                "The place between sure (0) and specific (1) must lie between 0 and 1."
            )
        if self.rule not in RULES:
            raise InputError(
                "The rule must be one of {join}, not {rule!r}.", join=listed(RULES), rule=self.rule
            )
        if self.evidence and self.rule != "gist":
            raise InputError("Only the rule 'gist' gives evidence, not {rule!r}.", rule=self.rule)
