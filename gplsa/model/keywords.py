"""What a trained model says about documents it has not seen: keywords, why, and how surely.

The probabilities are learned in `gplsa.keywords.calibrating` and computed in
`gplsa.keywords.scoring.probability`.
"""

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from scipy import sparse

from gplsa.core.sums import entries_of, incidence
from gplsa.core.types import BoolArray, FloatArray
from gplsa.corpus.corpus import TEXT
from gplsa.keywords import Gist, Keyword, OfTopics, RankedKeywords, explain, paper_rule
from gplsa.keywords.gist import LARGEST_LIFT
from gplsa.model.direction import Direction
from gplsa.model.own_words import not_said, own_words, rare_words, untold, with_own
from gplsa.model.phrasing import Families
from gplsa.model.rated import rerank
from gplsa.model.summary import KeywordOptions, ShownKeyword, Summary, WordEvidence
from gplsa.progress import Progress, report
from gplsa.text import Unseen, Vocabulary, most_frequent_first, unseen
from gplsa.text.language.lemmas import is_entry

TOPICS_SHOWN = 5
TOPIC_SHARE_SHOWN = 0.05
FITS = 2.0
"""What topics must tell of a text's words in all, by the root of how many there are. Of unseen
texts of other collections few reach it; of those that do both sides mostly have the same topic."""
BLOCK = 128
RELATIVES = 5  # ranked beyond what is shown, as there is one keyword for each family of words
USUAL = KeywordOptions()
_TAG = re.compile(r"</?[A-Za-z]{1,6}\.?\s?/?>")  # <ger>, <dt.>, <br />


def summarize(
    direction: Direction,
    texts: Sequence[Any],
    options: KeywordOptions = USUAL,
    progress: Progress | None = None,
) -> list[Summary]:
    """Keywords for each of `texts`: texts, encoded pictures, or rows of `Features`, as the side has
    them that is given.

    Raises InputError where the model does not lead from one side to the other.
    """
    direction.check()
    found: list[Summary] = []
    for start in range(0, len(texts), BLOCK):
        found += _summarize_block(direction, texts[start : start + BLOCK], options)
        report(progress, min(start + BLOCK, len(texts)) / len(texts), "Keywords")
    return found


def explain_all(direction: Direction, text: Any, terms: Sequence[int]) -> list[WordEvidence]:
    """Why each of `terms`, words of the other side, is a keyword of `text`."""
    direction.check()
    return _evidence(direction, text, direction.vocabulary.count([text]), terms)


def _evidence(
    direction: Direction, text: Any, counts: sparse.csr_matrix, terms: Sequence[int]
) -> list[WordEvidence]:
    """Why each of `terms` is a keyword of one document, which is counted."""
    vocabulary = direction.vocabulary
    forms, features = vocabulary.forms, vocabulary.picture_features(text)
    return [
        WordEvidence(
            source_words=[(forms[word], share) for word, share in found.source_words],
            source_terms=[word for word, _ in found.source_words],
            topics=found.topics,
            witness="" if found.witness is None else forms[found.witness],
            n_both=found.n_both,
            n_source=found.n_source,
            pairs=found.pairs,
        )
        for found in explain(direction.ranker, counts, terms, features)
    ]


def _summarize_block(
    direction: Direction, texts: Sequence[Any], options: KeywordOptions
) -> list[Summary]:
    model, source = direction.model, direction.source
    given, texts = texts, [_TAG.sub(" ", one) if isinstance(one, str) else one for one in texts]
    counts, unknown, visual_features = direction.vocabulary.read(texts)
    limit = options.limit + RELATIVES
    doc_topic = model.fold_in(counts, source)
    passed, fits = _passed_through(direction, texts), _fit(direction, counts, doc_topic)
    results = direction.ranker.keywords(
        counts,
        telling=options.telling,
        limit=limit,
        least=limit if options.least == options.limit else options.least,
        unknown=[sum(words.values()) for words in unknown],
        visual_features=visual_features,
        gist=_gist(direction, texts, counts, doc_topic, passed),
    )
    if options.rule == "paper":
        ranked = _by_topics(results, doc_topic, model.topic_word[direction.target], limit)
    else:
        ranked = rerank(direction, given, doc_topic, results)
    families = Families(model.vocabularies[direction.target], direction.phrasing)
    nearest, found = model.nearest(counts, source), []
    for row, (text, rare) in enumerate(zip(texts, rare_words(direction, counts), strict=True)):
        one = replace(ranked[row], keywords=families.fold(ranked[row].keywords, options.limit))
        shown, rejected = (_worded(those, families.forms) for those in (one.keywords, one.rejected))
        if options.evidence:
            why = _evidence(direction, text, counts[row], [keyword.term for keyword in shown])
            shown = [replace(k, evidence=e) for k, e in zip(shown, why, strict=True)]
        own = own_words(direction, text, unknown[row] | rare, passed[row])
        shown = with_own(shown, own, families.vocabulary, options, rejected)
        names = not_said(_names(direction, passed[row]), shown)
        told = [*(one.word for one in shown), *(one.as_written for one in own), *names]
        found.append(
            Summary(
                keywords=shown,
                confidence=(results[row] if options.rule == "paper" else one).confidence,
                unknown_share=one.unknown_share,
                unknown_words=[word for word, _ in most_frequent_first(unknown[row])],
                names=names,
                numbers=[number for number, _ in passed[row].numbers],
                topics=main_topics(doc_topic[row]) if fits[row] else [],
                nearest=nearest[row],
                held_back=_held_back(one, options.limit),
                rejected=rejected,
                untold=untold(direction, text, unknown[row], counts[row].max(), told),
            )
        )
    return found


def _gist(
    direction: Direction,
    texts: Sequence[Any],
    counts: sparse.csr_matrix,
    doc_topic: FloatArray,
    passed: Sequence[Unseen],
) -> Gist:
    """By the topics as they were trained: whoever edits them finds the same keywords.

    doc_topic  of these documents, in the topics as they are;  passed  what is passed through
    """
    model, target = direction.model, direction.target
    trained = model.before_edits or model
    theta = doc_topic if trained is model else trained.fold_in(counts, direction.source)
    return Gist(
        openings=direction.vocabulary.count_openings(texts),
        topics=OfTopics(theta, trained.topic_word[target], trained.in_general[target]),
        mentioned=incidence([sorted(one.mentioned) for one in passed], counts.shape[1]),
    )


def _fit(direction: Direction, counts: sparse.csr_matrix, doc_topic: FloatArray) -> BoolArray:
    """Which documents the topics tell of: those where the topics of all other words make each word
    likelier than it is in general, by the sum of its logarithms; any text has one that is nearest.
    """
    if direction.vocabulary.kind != TEXT:
        return np.diff(counts.indptr) > 0
    model, source = direction.model, direction.source
    fits, tiny = np.zeros(counts.shape[0], dtype=bool), np.finfo(float).tiny
    for row, theta in enumerate(doc_topic):
        own, often = entries_of(counts, row)
        words = model.topic_word[source][:, own]
        of_word = theta[:, None] * words
        others = often.sum() * theta[:, None] - often * of_word / (of_word.sum(axis=0) + tiny)
        others = np.maximum(others, 0) / np.maximum(often.sum() - often, 1)
        lift = (others * words).sum(axis=0) / (model.in_general[source][own] + tiny)
        told = often @ np.clip(np.log(lift + tiny), -LARGEST_LIFT, LARGEST_LIFT)
        fits[row] = told > FITS * np.sqrt(often.sum())
    return fits


def _worded(keywords: Sequence[Keyword], forms: Sequence[str]) -> list[ShownKeyword]:
    return [ShownKeyword(forms[k.term], k.probability, k.score, k.term) for k in keywords]


def _held_back(shown: RankedKeywords, limit: int) -> int:
    """How many fewer than `limit` are shown than there were."""
    room = max(limit - len(shown.keywords) - len(shown.rejected), 0)
    return min(shown.held_back, room) + shown.fallen


def _passed_through(direction: Direction, texts: Sequence[Any]) -> list[Unseen]:
    vocabulary = direction.vocabulary
    if not isinstance(vocabulary, Vocabulary):
        return [Unseen([], []) for _ in texts]
    phrasing, known = direction.turned.phrasing, direction.ranker.alike
    names = [] if phrasing is None else np.flatnonzero(phrasing.traits.name).tolist()
    alike = frozenset() if known is None else frozenset(np.flatnonzero(known >= 0).tolist())
    found = [unseen(vocabulary, text, frozenset(names), alike) for text in texts]
    # Where no name stands alike on both sides none is a keyword there.
    return found if alike else [one._replace(subjects=()) for one in found]


def _names(direction: Direction, found: Unseen) -> list[str]:
    """Without what is an English word that stands once in a text of another language: *Timing*, or
    its title has."""
    if direction.model.corpus.languages.get(direction.source) == "en":
        return [name for name, _ in found.names]
    return [name for name, often in found.names if often > 1 or not is_entry(name, "en")]


def _by_topics(
    results: Sequence[RankedKeywords], doc_topic: FloatArray, topic_word: FloatArray, limit: int
) -> list[RankedKeywords]:
    """The words that their topics have most of in the place of those ranked."""
    found = []
    for one, p in zip(results, paper_rule(doc_topic, topic_word), strict=True):
        best = [Keyword(int(word), float(p[word]), float(p[word])) for word in _top(p, limit)]
        found.append(replace(one, keywords=best, held_back=0))
    return found


def main_topics(shares: np.ndarray, most: int = TOPICS_SHOWN) -> list[tuple[int, float]]:
    """(topic, share) of one document, largest first, as far as they carry weight."""
    best = _top(shares, most)
    return [(int(z), float(shares[z])) for z in best if shares[z] >= TOPIC_SHARE_SHOWN]


def _top(values: np.ndarray, n: int) -> np.ndarray:
    return np.argsort(-values, kind="stable")[:n]
