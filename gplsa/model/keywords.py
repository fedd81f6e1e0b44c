"""What a trained model says about documents it has not seen: keywords, why, and how surely.

The probabilities are learned in `gplsa.keywords.calibrating` and computed in
`gplsa.keywords.scoring.probability`.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from scipy import sparse

from gplsa.core.sums import incidence
from gplsa.core.types import FloatArray
from gplsa.corpus.sides import (
    count_openings,
    look_closely,
    read_with_unknown,
)
from gplsa.errors import InputError
from gplsa.keywords import Evidence, Gist, Keyword, OfTopics, RankedKeywords, explain, paper_rule
from gplsa.message import Message, listed
from gplsa.model.model import TrainedModel
from gplsa.model.phrasing import Families, keyword_forms
from gplsa.model.rated import Reranked, rerank
from gplsa.model.summary import KeywordOptions, ShownKeyword, Summary, WordEvidence
from gplsa.progress import Progress, report
from gplsa.text import Unseen, Vocabulary, most_frequent_first, unseen

TOPICS_SHOWN = 5
TOPIC_SHARE_SHOWN = 0.05
BLOCK = 128
RELATIVES = 5
USUAL = KeywordOptions()


def summarize(
    model: TrainedModel,
    texts: Sequence[Any],
    source: str,
    target: str,
    options: KeywordOptions = USUAL,
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
    found = explain(model.rankers[source, target], counts, terms, look)
    return [_in_words(one, forms) for one in found]


def _in_words(found: Evidence, forms: Sequence[str]) -> WordEvidence:
    strongest = found.strongest
    return WordEvidence(
        source_words=[(forms[word], share) for word, share in found.source_words],
        source_terms=[word for word, _ in found.source_words],
        topics=found.topics,
        witness=forms[strongest.source_term] if strongest else "",
        n_both=strongest.n_both if strongest else 0,
        n_source=strongest.n_source if strongest else 0,
        pairs=found.pairs,
    )


def _summarize_block(
    model: TrainedModel, texts: Sequence[Any], source: str, target: str, options: KeywordOptions
) -> list[Summary]:
    vocabulary = model.vocabularies[source]
    counts, unknown, visual_features = read_with_unknown(vocabulary, texts)
    # Some more, as there is one keyword for each family of words.
    limit = options.limit + RELATIVES
    doc_topic = model.fold_in(counts, source)
    passed = _passed_through(model, (source, target), texts)
    results = model.rankers[source, target].keywords(
        counts,
        telling=options.telling,
        limit=limit,
        least=limit if options.least == options.limit else options.least,
        unknown=[sum(words.values()) for words in unknown],
        visual_features=visual_features,
        gist=Gist(
            openings=count_openings(vocabulary, texts),
            topics=_of_topics(model, counts, doc_topic, (source, target)),
            mentioned=incidence([sorted(one.mentioned) for one in passed], counts.shape[1]),
        ),
    )
    if options.rule == "paper":
        by_topics = _paper_keywords(doc_topic, model.topic_word[target], limit)
        ranked = [Reranked(keywords, [], 0) for keywords in by_topics]
    else:
        found = [result.keywords for result in results]
        ranked = rerank(model, texts, doc_topic, source, target, found)
    shown, rejected = _shown(model, target, ranked, options.limit)
    if options.evidence:
        shown = _with_evidence(model, texts, counts, shown, (source, target))
    nearest = model.nearest(counts, source)
    return [
        Summary(
            keywords=shown[row],
            confidence=_confidence(shown[row], results[row], options.rule),
            unknown_share=results[row].unknown_share,
            unknown_words=[word for word, _ in most_frequent_first(unknown[row])],
            names=_not_said([name for name, _ in passed[row].names], shown[row]),
            numbers=[number for number, _ in passed[row].numbers],
            topics=main_topics(doc_topic[row]) if counts[row].nnz else [],
            nearest=nearest[row],
            held_back=_held_back([*shown[row], *rejected[row]], results[row], options)
            + ranked[row].fallen,
            rejected=rejected[row],
        )
        for row in range(len(texts))
    ]


def _of_topics(
    model: TrainedModel, counts: sparse.csr_matrix, doc_topic: FloatArray, way: tuple[str, str]
) -> OfTopics:
    """The topics as they were trained: whoever edits them finds the same keywords.

    doc_topic  of these documents, in the topics as they are
    """
    trained = model.before_edits or model
    theta = doc_topic if trained is model else trained.fold_in(counts, way[0])
    return OfTopics(theta, trained.topic_word[way[1]], trained.in_general[way[1]])


def _shown(
    model: TrainedModel, target: str, ranked: Sequence[Reranked], limit: int
) -> tuple[list[list[ShownKeyword]], list[list[ShownKeyword]]]:
    """Of every document what is shown, one keyword for each family of words, and what a person has
    rejected."""
    phrasing = model.phrasings.get(target)
    forms = keyword_forms(model.vocabularies[target], phrasing)
    families = Families(model.vocabularies[target], phrasing)

    def worded(keywords: Sequence[Keyword]) -> list[ShownKeyword]:
        return [ShownKeyword(forms[k.term], k.probability, k.score, k.term) for k in keywords]

    return (
        [worded(families.fold(one.keywords, limit)) for one in ranked],
        [worded(one.rejected) for one in ranked],
    )


def _with_evidence(
    model: TrainedModel,
    texts: Sequence[Any],
    counts: sparse.csr_matrix,
    shown: Sequence[Sequence[ShownKeyword]],
    way: tuple[str, str],
) -> list[list[ShownKeyword]]:
    found = []
    for row, (text, keywords) in enumerate(zip(texts, shown, strict=True)):
        terms = [keyword.term for keyword in keywords]
        why = zip(keywords, _evidence(model, text, counts[row], *way, terms), strict=True)
        found.append([replace(keyword, evidence=evidence) for keyword, evidence in why])
    return found


def _held_back(
    shown: Sequence[ShownKeyword], found: RankedKeywords, options: KeywordOptions
) -> int:
    if options.rule == "paper":
        return 0
    return min(found.held_back, max(options.limit - len(shown), 0))


def _confidence(shown: Sequence[ShownKeyword], found: RankedKeywords, rule: str) -> float:
    """As in `RankedKeywords`, of the keywords that are left."""
    if rule == "paper":
        return found.confidence
    if not shown:
        return 0.0
    return float(np.mean([k.probability for k in shown])) * (1 - found.unknown_share)


def _not_said(names: list[str], keywords: list[ShownKeyword]) -> list[str]:
    """Those that no keyword holds, as whole words."""
    said = [f" {keyword.word.casefold()} " for keyword in keywords]
    return [name for name in names if not any(f" {name.casefold()} " in word for word in said)]


def _passed_through(
    model: TrainedModel, way: tuple[str, str], texts: Sequence[Any]
) -> list[Unseen]:
    vocabulary = model.vocabularies[way[0]]
    if not isinstance(vocabulary, Vocabulary):
        return [Unseen([], []) for _ in texts]
    phrasing, known = model.phrasings.get(way[0]), model.rankers[way].alike
    names = [] if phrasing is None else np.flatnonzero(phrasing.traits.name).tolist()
    alike = frozenset() if known is None else frozenset(np.flatnonzero(known >= 0).tolist())
    return [unseen(vocabulary, text, frozenset(names), alike) for text in texts]


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
