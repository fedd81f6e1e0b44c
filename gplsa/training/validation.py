"""Whether a model works, told from pairs that were held out from it."""

from collections.abc import Mapping, Sequence

import numpy as np
from scipy import sparse

from gplsa.core.fitting import Callback
from gplsa.core.types import FloatArray, VisualFeatures
from gplsa.corpus.corpus import TEXT
from gplsa.corpus.sides import SideVocabulary
from gplsa.evaluation import shown_precision
from gplsa.keywords import Keyword, KeywordRanker
from gplsa.message import Message
from gplsa.model.doubted import doubted_share
from gplsa.model.keywords import RELATIVES, KeywordOptions
from gplsa.model.phrasing import Families, Phrasing, keyword_forms
from gplsa.model.settings import TrainSettings
from gplsa.model.verdict import Direction, DirectionValidation, Example, Validation
from gplsa.progress import Progress
from gplsa.retrieval import counterpart_ranks
from gplsa.training.fitting import (
    Counts,
    Fit,
    Lines,
    complete_rows,
    fit_counts,
    without_words,
)
from gplsa.training.guide import Guide
from gplsa.training.held_out import Visible
from gplsa.training.phrasing import LinePhrases

GOOD_GAIN, FAIR_GAIN = 0.5, 0.2
GOOD_PARTNERS, FAIR_PARTNERS = 0.7, 0.3
FEW_PAIRS = 300
SHORT_TEXT = 15
PAIRS_PER_TOPIC = 5
MANY_DOUBTED = 0.1


def validate(
    counts: Counts,
    lines: Lines,
    vocabularies: Mapping[str, SideVocabulary],
    held_out: np.ndarray,
    n_topics: int,
    settings: TrainSettings,
    rng: np.random.Generator,
    progress: Progress | None = None,
    watch: Callback | None = None,
    *,
    visual_features: Mapping[str, VisualFeatures] | None = None,
    phrasings: Mapping[str, Phrasing] | None = None,
    phrases: Mapping[str, LinePhrases] | None = None,
    guide: Guide | None = None,
    pair_weights: FloatArray | None = None,
) -> tuple[Validation, Fit]:
    """Train without the held-out pairs and measure on them what a person would be shown; returns
    that training as well.

    Words and phrases that only the held-out pairs brought into the vocabulary are taken out of it,
    as if these pairs had never been read.  A guide begins with mixtures of the documents that are
    seen alone: what the held-out ones said of words is not in it; nor is it in the weights of
    pairs.
    """
    seen, words = ~held_out, {}
    for m in counts:
        words[m] = _words_of(counts[m][seen], vocabularies[m].min_df)
    visible = Visible.of(counts, lines, phrases or {}, held_out, words)
    n_topics = min(n_topics, *(min(matrix.shape) for matrix in visible.counts.values()))
    fit = fit_counts(
        visible.counts,
        visible.lines,
        n_topics,
        settings,
        rng,
        by_regression=without_words(vocabularies),
        visual_features={m: of_side[seen] for m, of_side in (visual_features or {}).items()},
        phrases=visible.phrases,
        guide=guide.of(seen, words) if guide is not None else None,
        pair_weights=pair_weights[seen] if pair_weights is not None else None,
        progress=checking(progress),
        watch=watch,
    )
    check = validate_rankers(
        *(fit.rankers, visible, counts, vocabularies, held_out, n_topics, phrasings),
        doubted=doubted_share(counts, pair_weights),
        visual_features={m: of_side[held_out] for m, of_side in (visual_features or {}).items()},
    )
    return check, fit


def validate_rankers(
    rankers: Mapping[Direction, KeywordRanker],
    visible: Visible,
    counts: Counts,
    vocabularies: Mapping[str, SideVocabulary],
    held_out: np.ndarray,
    n_topics: int,
    phrasings: Mapping[str, Phrasing] | None = None,
    *,
    doubted: float = 0.0,
    visual_features: Mapping[str, VisualFeatures] | None = None,
) -> Validation:
    """Measure on the held-out pairs what rankers that learned from the visible ones would show.

    doubted  share of the pairs that do not seem to belong together, the held-out ones among them
    visual_features    of the held-out documents, by side
    """
    phrasings, visual_features = phrasings or {}, visual_features or {}
    held = {m: counts[m][held_out][:, visible.words[m]] for m in counts}
    strange = {m: _total(counts[m][held_out]) - _total(held[m]) for m in counts}
    # Whether “patch 17” is right says nothing to anybody: what leads to words is checked.
    worded = [way for way in rankers if vocabularies[way[1]].kind == TEXT]
    checked = worded or list(rankers)
    forms, families, truth = {}, {}, {}
    for m in counts:
        words, left = visible.words[m], visible.phrase_numbers(m)
        known = phrasings.get(m)
        every = keyword_forms(vocabularies[m], known)
        n_terms = counts[m].shape[1]
        forms[m] = [every[number] for number in (*words, *(n_terms + left))]
        truth[m] = held[m] if known is None else _beside(held[m], known.counts[held_out][:, left])
        families[m] = Families(vocabularies[m], known, np.concatenate([words, n_terms + left]))
    shown, directions = {}, {}
    for source, target in checked:
        there, back = rankers[source, target], rankers[target, source]
        seen = visual_features.get(source), visual_features.get(target)
        found = there.keywords(
            held[source],
            limit=KeywordOptions.limit + RELATIVES,
            unknown=strange[source],
            visual_features=seen[0],
        )
        shown[source, target] = [
            families[target].fold(one.keywords, KeywordOptions.limit) for one in found
        ]
        ranks, _ = counterpart_ranks(there, back, held[source], held[target], seen)
        directions[source, target] = _measure(
            *(shown[source, target], truth[target], visible.counts[target]),
            int((ranks == 1).sum()),
        )
    first = next(iter(directions))
    example = _example(
        first, shown[first], truth[first[1]], forms[first[1]], np.flatnonzero(held_out)
    )
    verdict = judge(directions, int(held_out.sum()))
    cause, remedy = "", ""
    if verdict != "good":
        weak = without_words(vocabularies)
        cause, remedy = explain_weakness(
            directions, visible.counts, n_topics, int(held_out.sum()), weak, doubted
        )
    return Validation(int(held_out.sum()), directions, example, verdict, cause, remedy)


def judge(directions: Mapping[Direction, DirectionValidation], n_held_out: int) -> str:
    """ "good", "fair" or "poor": the weakest direction decides."""
    gain = min(found.gain for found in directions.values())
    partners = min(found.partners for found in directions.values()) / n_held_out
    if gain >= GOOD_GAIN and partners >= GOOD_PARTNERS:
        return "good"
    return "fair" if gain >= FAIR_GAIN and partners >= FAIR_PARTNERS else "poor"


def explain_weakness(
    directions: Mapping[Direction, DirectionValidation],
    visible: Counts,
    n_topics: int,
    n_held_out: int,
    without_words: Sequence[str] = (),
    doubted: float = 0.0,
) -> tuple[str, str]:
    """The likely cause of a check that is not good, and what to do about it.

    without_words  the sides of pictures or features;  doubted  as in `validate_rankers`
    """
    if doubted >= MANY_DOUBTED:
        return (
            Message(
                "Pairs that do not seem to belong together are among the held-out ones, too: no "
                "keyword of theirs can be right."
            ),
            Message("Look at the pairs on the page Documents, the least trusted first."),
        )
    if any(source in without_words for source, _ in directions):
        return (
            Message("Pictures and features say less about words than a translation does."),
            Message("Take the words for suggestions; more documents of the same kind help."),
        )
    n_pairs = int(complete_rows(visible).sum())
    length = min(
        float(np.median(_total(matrix)[_total(matrix) > 0])) for matrix in visible.values()
    )
    partners = min(found.partners for found in directions.values()) / n_held_out
    if partners < FAIR_PARTNERS and length >= SHORT_TEXT and n_pairs >= FEW_PAIRS:
        return (
            Message(
                "Few held-out documents found their counterpart although the texts are long enough."
            ),
            Message(
                "Look at the pairs on the Corpus page: are the two sides of a row about the same?"
            ),
        )
    if n_pairs < FEW_PAIRS:
        return (
            Message("{value} pairs are few to learn from.", value=n_pairs + n_held_out),
            Message(
                "Add pairs if you can: from about {few_pairs} on, keywords become reliable.",
                few_pairs=FEW_PAIRS,
            ),
        )
    if length < SHORT_TEXT:
        words = max(length, 1)
        return (
            Message(
                "The texts are short: half of them have at most {words:.0f} counted words.",
                words=words,
            ),
            Message("Try fewer topics, or join several short texts that belong together into one."),
        )
    if n_pairs < PAIRS_PER_TOPIC * n_topics:
        return (
            Message(
                "{n_topics} topics are many for {value} pairs.",
                n_topics=n_topics,
                value=n_pairs + n_held_out,
            ),
            Message("Try fewer topics."),
        )
    return (
        Message("The words of the two sides do not go together closely."),
        Message(
            "Check the languages and the stop words on the Corpus page, and whether the sides say "
            "the same."
        ),
    )


def _measure(
    shown: list[list[Keyword]],
    counterparts: sparse.csr_matrix,
    training: sparse.csr_matrix,
    partners: int,
) -> DirectionValidation:
    document_frequency = np.bincount(training.indices, minlength=training.shape[1])
    frequent = np.argsort(-document_frequency, kind="stable")
    ranked = [[keyword.term for keyword in keywords] for keywords in shown]
    n_shown = sum(map(len, ranked))
    n_true = np.diff(counterparts.indptr)
    attainable = sum(min(len(words), n) for words, n in zip(ranked, n_true, strict=True))
    return DirectionValidation(
        partners=partners,
        keyword_share=shown_precision(ranked, counterparts),
        frequent_share=shown_precision([frequent[: len(words)] for words in ranked], counterparts),
        attainable_share=float(attainable / max(n_shown, 1)),
        keywords_shown=n_shown / len(shown),
    )


def _example(
    direction: Direction,
    shown: list[list[Keyword]],
    counterparts: sparse.csr_matrix,
    forms: list[str],
    rows: np.ndarray,
) -> Example:
    """The held-out document whose keywords are as good as the median's: neither best nor worst."""
    marked = [
        tuple((forms[k.term], bool(counterparts[row, k.term] > 0)) for k in keywords)
        for row, keywords in enumerate(shown)
    ]
    share = [sum(held for _, held in words) / max(len(words), 1) for words in marked]
    middle = int(np.argsort(share, kind="stable")[len(share) // 2])
    return Example(int(rows[middle]), *direction, marked[middle])


def _words_of(counts: sparse.csr_matrix, min_df: int) -> np.ndarray:
    frequency = np.bincount(counts.indices, minlength=counts.shape[1])
    return np.flatnonzero(frequency >= min_df)


def _beside(words: sparse.csr_matrix, phrases: sparse.csr_matrix) -> sparse.csr_matrix:
    return sparse.csr_matrix(sparse.hstack([words, phrases], format="csr"))


def _total(counts: sparse.csr_matrix) -> np.ndarray:
    return np.asarray(counts.sum(axis=1)).ravel()


def checking(progress: Progress | None) -> Progress | None:
    """Progress whose phases are all called “Checking”."""
    if progress is None:
        return None
    return lambda fraction, _: progress(fraction, "Checking")
