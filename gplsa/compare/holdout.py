"""Measuring on pairs held out of the training: the splits, and every figure of one run."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from scipy import sparse

from gplsa.core.sums import incidence
from gplsa.core.types import Sides
from gplsa.corpus.corpus import Corpus
from gplsa.corpus.fields.several import values_of
from gplsa.errors import InputError
from gplsa.evaluation.counterparts import first_place_share, mean_reciprocal_rank
from gplsa.evaluation.keywords import idf_precision, overlap, precision, shown_precision
from gplsa.headings import HeadingVocabulary, assigned_headings
from gplsa.headings.learning import titled_texts
from gplsa.headings.measured import heading_figures
from gplsa.keywords import Gist, OfTopics, paper_rule
from gplsa.keywords.pairing.copies import originals
from gplsa.message import Message, listed
from gplsa.model.direction import Direction
from gplsa.model.headings import suggest_headings, suggester_of_model
from gplsa.model.keywords import summarize
from gplsa.model.model import TrainedModel
from gplsa.model.settings import TrainSettings
from gplsa.progress import Progress, report, scaled
from gplsa.retrieval.counterparts import Counterparts
from gplsa.text import Vocabulary
from gplsa.training.fitting import FEWEST_PAIRS
from gplsa.training.train import train

TEST_SHARE = 0.25
LONGEST_LIST = 20


def evaluate(
    corpus: Corpus,
    test: np.ndarray,
    sides: Sides,
    settings: TrainSettings,
    progress: Progress | None = None,
    vocabulary: HeadingVocabulary | None = None,
) -> dict[str, Any]:
    """Train without the rows `test` and what nearly repeats them, and measure on those of them that
    have both sides, from the first side to the second.

    n_train, n_test  numbers of pairs
    mates            by direction: mrr and p_at_1, every test document ranking all counterparts
    keywords         of the ranker of this direction: precision_at_10, overlap_at_20,
                     idf_precision_at_10
    keywords_shown   of what a person is shown: n of them a document, share_right (a phrase only
                     where it stands so), share_phrases
    keywords_paper   the same for the rule Σ_z φ_zw θ_dz, θ folded in to convergence
    headings         where `settings.headings` names a column, by side: `HeadingFigures` of the
                     suggestions for the test documents, with the labels of single headings
    Progress, vocabulary and errors as in `train`.
    """
    source, target = sides
    test = test[corpus.complete()[test]]
    if not len(test):
        raise InputError("No test pair has text on both sides.")
    seen = corpus.subset(rows_apart(corpus, test))
    part = scaled(progress, 0.0, 0.9)
    model = train(seen, replace(settings, check=False), part, vocabulary=vocabulary)
    unseen = corpus.subset(test)
    read = {m: model.vocabularies[m].read(unseen.side(m)) for m in (source, target)}
    counts = {m: of_side.counts for m, of_side in read.items()}
    report(progress, 0.95, "Measuring")
    direction = Direction(model, source, target)
    forward = direction.ranker
    of_targets, of_sources = Counterparts(
        (forward, direction.turned.ranker), (read[source], read[target])
    ).ranks()
    doc_topic = model.fold_in(counts[source], source, settings.max_iter)
    of_topics = OfTopics(doc_topic, model.topic_word[target], model.in_general[target])
    found = replace(forward, phrase_lexicon=None).keywords(
        counts[source],
        limit=LONGEST_LIST,
        least=LONGEST_LIST,
        visual_features=read[source].visual_features,
        gist=Gist(model.vocabularies[source].count_openings(unseen.side(source)), of_topics),
    )
    by_topics = np.argsort(-paper_rule(doc_topic, model.topic_word[target]), kind="stable")
    ranked = [[keyword.term for keyword in one.keywords] for one in found]
    figures = {
        "n_train": len(seen),
        "n_test": len(unseen),
        "mates": {
            f"{source}>{target}": counterpart_figures(of_targets),
            f"{target}>{source}": counterpart_figures(of_sources),
        },
        "keywords": _keyword_figures(ranked, counts[target], forward.idf),
        "keywords_shown": shown_figures(direction, unseen),
        "keywords_paper": _keyword_figures(by_topics, counts[target], forward.idf),
    }
    if model.suggester is not None:
        figures["headings"] = headings_figures(model, unseen)
    report(progress, 1.0, "Done")
    return figures


def headings_figures(model: TrainedModel, unseen: Corpus) -> dict[str, dict[str, Any]]:
    """`headings` of `evaluate`, for a model that has not seen these documents.

    Values of the column that no record had that the model learned from cannot be suggested, and
    count as missed.
    """
    suggester = suggester_of_model(model)
    known = suggester.vocabulary
    cells = unseen.fields[suggester.column]
    if known.is_of_values:
        fresh = HeadingVocabulary.of_values(
            value for cell in cells for value in values_of(cell) if known.find(value) is None
        )
        known = HeadingVocabulary([*known.concepts, *fresh.concepts])
    _, assigned = assigned_headings(cells, known)
    texts = titled_texts(unseen, suggester.column)
    found = {}
    for side in filter(suggester.suggests_from, suggester.sides):
        items = texts[side] if side in texts else _items(unseen, side)
        rows = np.flatnonzero(unseen.has(side))
        shown = suggest_headings(
            model, [items[int(row)] for row in rows], side, LONGEST_LIST, 0.0, ()
        )
        every = [(row, one) for row, own in zip(rows, shown, strict=True) for one in own]
        figures = heading_figures(
            np.array([row for row, _ in every], dtype=np.int64),
            np.array([one.number for _, one in every], dtype=np.int64),
            np.array([one.probability for _, one in every]),
            assigned.held,
            rows,
        ).to_json()
        for one in figures["by_heading"]:
            concept = known.concepts[one.pop("number")]
            one |= {"uri": concept.uri, "label": concept.label()}
        found[side] = figures
    return found


def shown_figures(direction: Direction, unseen: Corpus) -> dict[str, float]:
    """`keywords_shown` of `evaluate`, for a model that has not seen these documents."""
    target, phrasing = direction.target, direction.phrasing
    vocabulary = direction.model.vocabularies[target]
    counterparts = vocabulary.count(unseen.side(target))
    if phrasing is not None and isinstance(vocabulary, Vocabulary):
        counterparts = sparse.hstack(
            [counterparts, phrasing.chosen.count_texts(vocabulary, unseen.texts[target])],
            format="csr",
        )
    shown = summarize(direction, _items(unseen, direction.source))
    ranked = [[one.term for one in summary.keywords if one.is_term] for summary in shown]
    n_shown = sum(map(len, ranked))
    n_phrases = sum(term >= len(vocabulary.terms) for row in ranked for term in row)
    return {
        "n": n_shown / max(len(ranked), 1),
        "share_right": shown_precision(ranked, counterparts),
        "share_phrases": n_phrases / max(n_shown, 1),
    }


def _items(corpus: Corpus, modality: str) -> Sequence[Any]:
    items = corpus.side(modality)
    return items if isinstance(items, list) else corpus.features[modality].rows()


def rows_apart(corpus: Corpus, test: np.ndarray) -> np.ndarray:
    """Rows of the other documents but for those that nearly repeat one of `test` in all texts, as
    `originals` says: who has learned from a copy has seen what is measured."""
    first = np.arange(len(corpus))
    if corpus.texts:
        place: dict[str, int] = {}
        words = [
            [
                {place.setdefault(word, len(place)) for word in text.casefold().split()}
                for text in own
            ]
            for own in corpus.texts.values()
        ]
        first = originals(*(incidence([sorted(row) for row in own], len(place)) for own in words))
    kept = np.flatnonzero(~np.isin(first, first[test]))
    if len(kept) < min(FEWEST_PAIRS, len(corpus) - len(test)):
        raise InputError(
            "Nothing to learn from is left: all texts nearly repeat those to measure on."
        )
    return kept


def split_randomly(corpus: Corpus, n_test: int | None, seed: int) -> np.ndarray:
    """Rows of the test documents: the last `n_test` of `default_rng(seed).permutation(n)`."""
    n_test = _checked(corpus, n_test)
    return np.random.default_rng(seed).permutation(len(corpus))[len(corpus) - n_test :]


def split_by_fields(corpus: Corpus, fields: list[str], n_test: int | None, seed: int) -> np.ndarray:
    """Rows of whole groups, drawn by seed until there are `n_test` of them or just above.

    Documents belong to one group when they agree in every one of `fields`.
    """
    n_test = _checked(corpus, n_test)
    missing = [name for name in fields if name not in corpus.fields]
    if missing:
        known = listed(corpus.fields) or Message("none")
        raise InputError(
            "There is no column {missing!r} to split by (columns: {known}).",
            missing=missing[0],
            known=known,
        )
    values = list(zip(*(corpus.fields[name] for name in fields), strict=True))
    groups = sorted(set(values))
    rows: list[int] = []
    for place in np.random.default_rng(seed).permutation(len(groups)):
        if len(rows) >= n_test:
            break
        rows += [row for row, value in enumerate(values) if value == groups[place]]
    if len(rows) == len(corpus):
        raise InputError("Splitting by {join} leaves no group to train on.", join=listed(fields))
    return np.array(sorted(rows))


def _checked(corpus: Corpus, n_test: int | None) -> int:
    n_test = round(TEST_SHARE * len(corpus)) if n_test is None else n_test
    if not 1 <= n_test <= len(corpus) - FEWEST_PAIRS:
        raise InputError(
            "{n_test} test pairs cannot be held out of {n_corpus}: choose fewer, at least 1.",
            n_test=n_test,
            n_corpus=len(corpus),
        )
    return n_test


def counterpart_figures(ranks: np.ndarray) -> dict[str, float]:
    """Mean reciprocal rank of the counterparts, and the share of them that come first."""
    return {"mrr": mean_reciprocal_rank(ranks), "p_at_1": first_place_share(ranks)}


def _keyword_figures(
    ranked: Sequence[Sequence[int]] | np.ndarray, counterparts: sparse.csr_matrix, idf: np.ndarray
) -> dict[str, float]:
    return {
        "precision_at_10": precision(list(ranked), counterparts),
        "overlap_at_20": overlap(list(ranked), counterparts, idf),
        "idf_precision_at_10": idf_precision(list(ranked), counterparts, idf),
    }
