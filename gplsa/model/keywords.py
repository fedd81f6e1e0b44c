"""What a trained model says about documents it has not seen: keywords, why, and how surely."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
from scipy import sparse

from gplsa.corpus.sides import SideVocabulary, look_closely, read_with_unknown
from gplsa.errors import InputError
from gplsa.keywords import TELLING, Evidence, Keyword, RankedKeywords, paper_rule
from gplsa.message import Message, listed
from gplsa.model.model import TrainedModel
from gplsa.model.phrasing import Families, keyword_forms
from gplsa.model.rated import Reranked, rerank
from gplsa.names import RULES
from gplsa.progress import Progress, report
from gplsa.text import Unseen, Vocabulary, most_frequent_first, unseen

MOST_KEYWORDS = 100
TOPICS_SHOWN = 5
TOPIC_SHARE_SHOWN = 0.05
BLOCK = 128
RELATIVES = 5


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


@dataclass(frozen=True)
class ShownKeyword:
    """A keyword in whole form, a word or a phrase.

    probability  that it occurs in a translation of the document, a phrase as it stands; under the
                 paper's rule p(w|d)
    score        what the ranking goes by
    term         its place in the target vocabulary; of a phrase, behind all words
    evidence     why it was chosen, where that was asked for
    """

    word: str
    probability: float
    score: float
    term: int
    evidence: WordEvidence | None = None


@dataclass(frozen=True)
class Summary:
    """What one document is about.

    keywords       best first
    confidence     0..1: the share of the keywords expected to be right, less what is unknown
    unknown_share  share of the document's content words that training has not seen
    unknown_words  those words as they stand in the text, most frequent first
    names, numbers what looks like a name among those words, names of people, and the numbers of
                   the text, most frequent first: they need no translation and are passed through
    topics         (topic, share), largest first, as far as they carry weight
    nearest        training documents most like it, (row, similarity), best first
    held_back      keywords fewer than asked for, because the others are unsure or tell little, or
                   were judged wrong for documents like it
    rejected       those that a person judged wrong for this very document
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

    @property
    def words(self) -> list[str]:
        """The keywords alone."""
        return [keyword.word for keyword in self.keywords]


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
        if not 1 <= self.limit <= MOST_KEYWORDS or not 0 <= self.least <= self.limit:
            raise InputError(
                "The number of keywords must be between 1 and {most_keywords}.",
                most_keywords=MOST_KEYWORDS,
            )
        if not 0 <= self.telling <= 1:
            raise InputError(
                "The place between sure (0) and specific (1) must lie between 0 and 1."
            )
        if self.rule not in RULES:
            raise InputError(
                "The rule must be one of {join}, not {rule!r}.", join=listed(RULES), rule=self.rule
            )
        if self.evidence and self.rule != "gist":
            raise InputError("Only the rule 'gist' gives evidence, not {rule!r}.", rule=self.rule)


def summarize(
    model: TrainedModel,
    texts: Sequence[Any],
    source: str,
    target: str,
    options: KeywordOptions = KeywordOptions(),
    progress: Progress | None = None,
) -> list[Summary]:
    """Keywords in `target` for each of `texts`, which are in `source`: texts, encoded pictures, or
    rows of `Features`, as that side has them.

    Raises InputError where the model does not lead from one to the other.
    """
    _check_direction(model, source, target)
    found: list[Summary] = []
    for start in range(0, len(texts), BLOCK):
        found += _summarize_block(model, texts[start : start + BLOCK], source, target, options)
        report(progress, min(start + BLOCK, len(texts)) / len(texts), "Keywords")
    return found


def explain_all(
    model: TrainedModel, text: Any, source: str, target: str, terms: Sequence[int]
) -> list[WordEvidence]:
    """Why each of `terms`, words of `target`, is a keyword of `text`."""
    _check_direction(model, source, target)
    counts = model.vocabularies[source].count([text])
    return _evidence(model, text, counts, source, target, terms)


def _evidence(
    model: TrainedModel,
    text: Any,
    counts: sparse.csr_matrix,
    source: str,
    target: str,
    terms: Sequence[int],
) -> list[WordEvidence]:
    """Why each of `terms` is a keyword of one document, which is counted."""
    vocabulary = model.vocabularies[source]
    forms, look = vocabulary.forms, look_closely(vocabulary, text)
    found = model.rankers[source, target].evidences(counts, terms, look)
    return [_in_words(one, forms) for one in found]


def _in_words(found: Evidence, forms: Sequence[str]) -> WordEvidence:
    witness = found.witness
    return WordEvidence(
        source_words=[(forms[word], share) for word, share in found.source_words],
        source_terms=[word for word, _ in found.source_words],
        topics=found.topics,
        witness=forms[witness.source_term] if witness else "",
        n_both=witness.n_both if witness else 0,
        n_source=witness.n_source if witness else 0,
        pairs=found.pairs,
    )


def _summarize_block(
    model: TrainedModel,
    texts: Sequence[Any],
    source: str,
    target: str,
    options: KeywordOptions,
) -> list[Summary]:
    vocabulary = model.vocabularies[source]
    counts, unknown, visual_features = read_with_unknown(vocabulary, texts)
    # Some more, as there is one keyword for each family of words.
    limit = options.limit + RELATIVES
    least = limit if options.least == options.limit else options.least
    results = model.rankers[source, target].keywords(
        counts,
        telling=options.telling,
        limit=limit,
        least=least,
        unknown=[sum(words.values()) for words in unknown],
        visual_features=visual_features,
    )
    doc_topic = model.fold_in(counts, source)
    phrasing = model.phrasings.get(target)
    forms = keyword_forms(model.vocabularies[target], phrasing)
    families = Families(model.vocabularies[target], phrasing)
    by_paper = options.rule == "paper"
    if by_paper:
        listed = _paper_keywords(doc_topic, model.topic_word[target], limit)
        ranked = [Reranked(keywords, [], 0) for keywords in listed]
    else:
        listed = [result.keywords for result in results]
        ranked = rerank(model, texts, doc_topic, source, target, listed)
    shown, rejected = (
        [[ShownKeyword(forms[k.term], k.probability, k.score, k.term) for k in ks] for ks in found]
        for found in (
            [families.fold(one.keywords, options.limit) for one in ranked],
            [one.rejected for one in ranked],
        )
    )
    if options.evidence:
        shown = [
            [replace(k, evidence=why) for k, why in zip(ks, whys, strict=True)]
            for row, ks in enumerate(shown)
            for terms in [[k.term for k in ks]]
            for whys in [_evidence(model, texts[row], counts[row], source, target, terms)]
        ]
    nearest = model.nearest(counts, source)
    parts: frozenset[int] = frozenset()
    if source in model.phrasings:
        parts = frozenset(np.flatnonzero(model.phrasings[source].traits.name).tolist())
    passed = [_passed_through(vocabulary, text, parts) for text in texts]
    return [
        Summary(
            keywords=shown[row],
            confidence=_confidence(shown[row], results[row], options.rule),
            unknown_share=results[row].unknown_share,
            unknown_words=[word for word, _ in most_frequent_first(unknown[row])],
            names=[name for name, _ in passed[row].names],
            numbers=[number for number, _ in passed[row].numbers],
            topics=main_topics(doc_topic[row]) if counts[row].nnz else [],
            nearest=nearest[row],
            held_back=_held_back([*shown[row], *rejected[row]], results[row], options)
            + ranked[row].fallen,
            rejected=rejected[row],
        )
        for row in range(len(texts))
    ]


def _held_back(
    shown: Sequence[ShownKeyword], found: RankedKeywords, options: KeywordOptions
) -> int:
    if options.rule == "paper":
        return 0
    return min(found.held_back, max(options.limit - len(shown), 0))


def _confidence(shown: Sequence[ShownKeyword], found: RankedKeywords, rule: str) -> float:
    """As in `RankedKeywords`, of the keywords that are left."""
    if rule == "paper" or not shown:
        return found.confidence
    return float(np.mean([k.probability for k in shown])) * (1 - found.unknown_share)


def _passed_through(vocabulary: SideVocabulary, text: str, parts: frozenset[int]) -> Unseen:
    if not isinstance(vocabulary, Vocabulary):
        return Unseen([], [])
    return unseen(vocabulary, text, parts)


def _paper_keywords(
    doc_topic: np.ndarray, topic_word: np.ndarray, limit: int
) -> list[list[Keyword]]:
    return [
        [Keyword(int(word), float(row[word]), float(row[word])) for word in _top(row, limit)]
        for row in paper_rule(doc_topic, topic_word)
    ]


def main_topics(mixture: np.ndarray) -> list[tuple[int, float]]:
    """(topic, share) of one document, largest first, as far as they carry weight."""
    best = _top(mixture, TOPICS_SHOWN)
    return [(int(z), float(mixture[z])) for z in best if mixture[z] >= TOPIC_SHARE_SHOWN]


def _top(values: np.ndarray, n: int) -> np.ndarray:
    return np.argsort(-values, kind="stable")[:n]


def _check_direction(model: TrainedModel, source: str, target: str) -> None:
    if (source, target) not in model.rankers:
        known = listed(Message("{a} to {b}", a=a, b=b) for a, b in model.rankers)
        raise InputError(
            "This model does not lead from {source!r} to {target!r}, but {known}.",
            source=source,
            target=target,
            known=known,
        )
