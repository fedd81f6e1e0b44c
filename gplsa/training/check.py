"""Whether a model works, told from pairs that were hidden from it."""

from collections.abc import Mapping, Sequence

import numpy as np
from scipy import sparse

from gplsa.core.fitting import Callback
from gplsa.core.types import FloatArray, Looks
from gplsa.corpus.corpus import TEXT
from gplsa.corpus.sides import SideVocabulary
from gplsa.evaluation import shown_precision
from gplsa.keywords import Gist, Keyword
from gplsa.message import Message
from gplsa.model.doubted import doubted_share
from gplsa.model.keywords import RELATIVES, KeywordOptions
from gplsa.model.phrasing import Families, Phrasing, keyword_forms
from gplsa.model.settings import TrainSettings
from gplsa.model.verdict import Direction, DirectionCheck, Example, SelfCheck
from gplsa.progress import Progress
from gplsa.retrieval import mate_ranks
from gplsa.training.fitting import (
    Counts,
    Fit,
    Lines,
    complete_rows,
    fit_counts,
    without_words,
)
from gplsa.training.guide import Guide
from gplsa.training.hidden import Visible
from gplsa.training.phrasing import LinePhrases

GOOD_GAIN, FAIR_GAIN = 0.5, 0.2
GOOD_PARTNERS, FAIR_PARTNERS = 0.7, 0.3
FEW_PAIRS = 300
SHORT_TEXT = 15
PAIRS_PER_TOPIC = 5
MANY_DOUBTED = 0.1


def check_on_hidden(
    counts: Counts,
    lines: Lines,
    vocabularies: Mapping[str, SideVocabulary],
    hidden: np.ndarray,
    n_topics: int,
    settings: TrainSettings,
    rng: np.random.Generator,
    progress: Progress | None = None,
    watch: Callback | None = None,
    *,
    looks: Mapping[str, Looks] | None = None,
    phrasings: Mapping[str, Phrasing] | None = None,
    phrases: Mapping[str, LinePhrases] | None = None,
    guide: Guide | None = None,
    pair_weights: FloatArray | None = None,
) -> tuple[SelfCheck, Fit]:
    """Train without the hidden pairs and measure on them what a person would be shown; returns that
    training as well.

    Words and phrases that only the hidden pairs brought into the vocabulary are taken out of it, as
    if these pairs had never been read.  A guide begins with mixtures of the documents that are seen
    alone: what the hidden ones said of words is not in it; nor is it in the weights of pairs.
    """
    seen, words = ~hidden, {}
    for m in counts:
        words[m] = _words_of(counts[m][seen], vocabularies[m].min_df)
    visible = Visible.of(counts, lines, phrases or {}, hidden, words)
    n_topics = min(n_topics, *(min(matrix.shape) for matrix in visible.counts.values()))
    fit = fit_counts(
        visible.counts,
        visible.lines,
        n_topics,
        settings,
        rng,
        by_regression=without_words(vocabularies),
        looks={m: of_side[seen] for m, of_side in (looks or {}).items()},
        phrases=visible.phrases,
        guide=guide.of(seen, words) if guide is not None else None,
        pair_weights=pair_weights[seen] if pair_weights is not None else None,
        progress=checking(progress),
        watch=watch,
    )
    check = check_gists(
        *(fit.gists, visible, counts, vocabularies, hidden, n_topics, phrasings),
        doubted=doubted_share(counts, pair_weights),
        looks={m: of_side[hidden] for m, of_side in (looks or {}).items()},
    )
    return check, fit


def check_gists(
    gists: Mapping[Direction, Gist],
    visible: Visible,
    counts: Counts,
    vocabularies: Mapping[str, SideVocabulary],
    hidden: np.ndarray,
    n_topics: int,
    phrasings: Mapping[str, Phrasing] | None = None,
    *,
    doubted: float = 0.0,
    looks: Mapping[str, Looks] | None = None,
) -> SelfCheck:
    """Measure on the hidden pairs what gists that learned from the visible ones would show.

    doubted  share of the pairs that do not seem to belong together, the hidden ones among them
    looks    of the hidden documents, by side
    """
    phrasings, looks = phrasings or {}, looks or {}
    held = {m: counts[m][hidden][:, visible.words[m]] for m in counts}
    strange = {m: _total(counts[m][hidden]) - _total(held[m]) for m in counts}
    # Whether “patch 17” is right says nothing to anybody: what leads to words is checked.
    worded = [way for way in gists if vocabularies[way[1]].kind == TEXT]
    checked = worded or list(gists)
    forms, families, truth = {}, {}, {}
    for m in counts:
        words, left = visible.words[m], visible.phrase_numbers(m)
        known = phrasings.get(m)
        every = keyword_forms(vocabularies[m], known)
        n_terms = counts[m].shape[1]
        forms[m] = [every[number] for number in (*words, *(n_terms + left))]
        truth[m] = held[m] if known is None else _beside(held[m], known.counts[hidden][:, left])
        families[m] = Families(vocabularies[m], known, np.concatenate([words, n_terms + left]))
    shown, directions = {}, {}
    for source, target in checked:
        there, back = gists[source, target], gists[target, source]
        seen = looks.get(source), looks.get(target)
        found = there.keywords(
            held[source],
            limit=KeywordOptions.limit + RELATIVES,
            unknown=strange[source],
            looks=seen[0],
        )
        shown[source, target] = [
            families[target].fold(one.keywords, KeywordOptions.limit) for one in found
        ]
        ranks, _ = mate_ranks(there, back, held[source], held[target], seen)
        directions[source, target] = _measure(
            *(shown[source, target], truth[target], visible.counts[target]),
            int((ranks == 1).sum()),
        )
    first = next(iter(directions))
    example = _example(
        first, shown[first], truth[first[1]], forms[first[1]], np.flatnonzero(hidden)
    )
    verdict = judge(directions, int(hidden.sum()))
    cause, remedy = "", ""
    if verdict != "good":
        weak = without_words(vocabularies)
        cause, remedy = explain_weakness(
            directions, visible.counts, n_topics, int(hidden.sum()), weak, doubted
        )
    return SelfCheck(int(hidden.sum()), directions, example, verdict, cause, remedy)


def judge(directions: Mapping[Direction, DirectionCheck], n_hidden: int) -> str:
    """ "good", "fair" or "poor": the weakest direction decides."""
    gain = min(found.gain for found in directions.values())
    partners = min(found.partners for found in directions.values()) / n_hidden
    if gain >= GOOD_GAIN and partners >= GOOD_PARTNERS:
        return "good"
    return "fair" if gain >= FAIR_GAIN and partners >= FAIR_PARTNERS else "poor"


def explain_weakness(
    directions: Mapping[Direction, DirectionCheck],
    visible: Counts,
    n_topics: int,
    n_hidden: int,
    without_words: Sequence[str] = (),
    doubted: float = 0.0,
) -> tuple[str, str]:
    """The likely cause of a check that is not good, and what to do about it.

    without_words  the sides of pictures or features;  doubted  as in `check_gists`
    """
    if doubted >= MANY_DOUBTED:
        return (
            Message(
                "Pairs that do not seem to belong together are among the hidden ones, too: no "
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
    partners = min(found.partners for found in directions.values()) / n_hidden
    if partners < FAIR_PARTNERS and length >= SHORT_TEXT and n_pairs >= FEW_PAIRS:
        return (
            Message("Few hidden documents found their partner although the texts are long enough."),
            Message(
                "Look at the pairs on the Corpus page: are the two sides of a row about the same?"
            ),
        )
    if n_pairs < FEW_PAIRS:
        return (
            Message("{value} pairs are few to learn from.", value=n_pairs + n_hidden),
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
                value=n_pairs + n_hidden,
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
    shown: list[list[Keyword]], mates: sparse.csr_matrix, training: sparse.csr_matrix, partners: int
) -> DirectionCheck:
    document_frequency = np.bincount(training.indices, minlength=training.shape[1])
    frequent = np.argsort(-document_frequency, kind="stable")
    ranked = [[keyword.term for keyword in keywords] for keywords in shown]
    n_shown = sum(map(len, ranked))
    n_true = np.diff(mates.indptr)
    attainable = sum(min(len(words), n) for words, n in zip(ranked, n_true, strict=True))
    return DirectionCheck(
        partners=partners,
        keyword_share=shown_precision(ranked, mates),
        frequent_share=shown_precision([frequent[: len(words)] for words in ranked], mates),
        attainable_share=float(attainable / max(n_shown, 1)),
        keywords_shown=n_shown / len(shown),
    )


def _example(
    direction: Direction,
    shown: list[list[Keyword]],
    mates: sparse.csr_matrix,
    forms: list[str],
    rows: np.ndarray,
) -> Example:
    """The hidden document whose keywords are as good as the median's: neither best nor worst."""
    marked = [
        tuple((forms[k.term], bool(mates[row, k.term] > 0)) for k in keywords)
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
