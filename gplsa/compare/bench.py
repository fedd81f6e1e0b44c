"""Settings tried on pairs that were held out of the training."""

import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import permutations
from math import isfinite

import numpy as np
from scipy import sparse

from gplsa.compare.holdout import rows_apart
from gplsa.compare.plan import Outcome, Plan, Trial
from gplsa.core.held_out import split_words
from gplsa.core.types import Sides
from gplsa.corpus.corpus import Corpus
from gplsa.errors import InputError
from gplsa.evaluation.counterparts import (
    agreement_of_counterparts,
    first_place_share,
    mean_reciprocal_rank,
    ranks_of_counterparts,
)
from gplsa.evaluation.keywords import idf_precision, overlap, precision
from gplsa.evaluation.topics import best_words, held_out_perplexity, npmi_coherence
from gplsa.keywords import KeywordCalibration
from gplsa.keywords.calibrating import calibrate
from gplsa.message import Message
from gplsa.model.model import FOLD_IN_STEPS, reader
from gplsa.model.settings import TrainSettings, default_topics
from gplsa.progress import Progress, in_shares, named, report, scaled
from gplsa.retrieval.counterparts import Counterparts
from gplsa.retrieval.mixtures import topic_similarity
from gplsa.text.lines import LineCounts
from gplsa.training.counted import Counted, Side, count_sides
from gplsa.training.fitting import FittedTopics, choose_topics, fit_topics
from gplsa.training.keywords import LearnedBefore, Rankers, fit_rankers, pairs_of

FEWEST_PAIRS, LONGEST_LIST = 40, 20
HELD_OUT_SHARE, FEWEST_HELD_OUT, MOST_HELD_OUT = 0.2, 10, 300
PREPARING, FITTING_SHARE = 0.1, 0.6  # of the time


def run(
    corpus: Corpus,
    plan: Plan,
    done: Sequence[Outcome] = (),
    keep: Callable[[Outcome], None] | None = None,
    progress: Progress | None = None,
) -> list[Outcome]:
    """Try everything that the plan names and `done`, of the same corpus and base, lacks.

    A fifth of the complete pairs, 10 to 300 drawn by the seed, is hidden: neither the vocabulary
    nor any training meets them.  keep  called with every outcome as soon as it is there
    Returns the outcomes of the plan in its order.
    Raises InputError where there are fewer than 40 complete pairs or too many topics.
    """
    bench = Bench.prepare(corpus, plan.base, scaled(progress, 0.0, PREPARING))
    trials = plan.trials(bench.default_topics)
    known = {outcome.trial: outcome for outcome in done}
    left = [trial for trial in trials if trial not in known]
    costs = [trial.n_topics + 20.0 for trial in left]
    for trial, part in in_shares(left, scaled(progress, PREPARING, 1.0), costs=costs):
        about = {"lam": trial.lam, "n_topics": trial.n_topics}
        told = named(part, Message("λ = {lam:g}, {n_topics} topics", **about))
        known[trial] = bench.measure(plan.settings_of(trial), told)
        if keep is not None:
            keep(known[trial])
    report(progress, 1.0, "Done")
    return [known[trial] for trial in trials]


@dataclass(frozen=True)
class Fit:
    """What one trial learned; background as in `TrainSettings`."""

    topics: FittedTopics
    rankers: Rankers
    background: float


@dataclass(frozen=True, eq=False)
class Bench:
    """A corpus cut into what every trial learns from and what every trial is measured on.

    seen    the pairs that are learned from;  unseen  those held out, in the same words
    seed    draws the pairs of the calibration and the halves of held-out texts
    """

    seen: Counted
    unseen: Counted
    seed: int

    @classmethod
    def prepare(
        cls, corpus: Corpus, base: TrainSettings, progress: Progress | None = None
    ) -> "Bench":
        """Hide pairs and count the words of the others."""
        complete = np.flatnonzero(corpus.complete())
        if len(complete) < FEWEST_PAIRS:
            raise InputError(
                "Comparing needs at least {fewest_pairs} pairs with both sides, because some "
                "are held out to measure on; there are {n_complete}.",
                fewest_pairs=FEWEST_PAIRS,
                n_complete=len(complete),
            )
        n_held_out = min(max(round(HELD_OUT_SHARE * len(complete)), FEWEST_HELD_OUT), MOST_HELD_OUT)
        held_out = np.random.default_rng(base.seed).choice(complete, n_held_out, replace=False)
        seen = corpus.subset(rows_apart(corpus, held_out))
        return cls.of(seen, corpus.subset(np.sort(held_out)), base, progress)

    @classmethod
    def of(
        cls, seen: Corpus, held_out: Corpus, base: TrainSettings, progress: Progress | None = None
    ) -> "Bench":
        """Learn from one corpus, measure on another with the same sides."""
        counted = count_sides(seen, base, progress)
        unseen = {}
        for name, side in counted.sides.items():
            counts, _, visual_features = side.vocabulary.read(held_out.side(name))
            unseen[name] = Side(side.vocabulary, LineCounts.one_each(counts), visual_features)
        return cls(counted, Counted(unseen), base.seed)

    @property
    def default_topics(self) -> int:
        """The usual number of topics for the whole corpus, as far as the seen pairs carry them."""
        seen = self.seen.n_pairs
        usual = default_topics(seen + self.unseen.n_documents)
        return min(usual, choose_topics(self.seen.n_words, seen, TrainSettings()))

    @cached_property
    def calibrations(self) -> dict[Sides, KeywordCalibration]:
        """How each ranker weighs what speaks for a word: the same for all trials, as in a training
        it comes from lexicons that no topics start."""
        found = {}
        for direction, pairs in pairs_of(self.seen, prefer_wholes=True).items():
            rng = np.random.default_rng(self.seed)
            found[direction] = calibrate(pairs.checked(), rng).calibration
        return found

    def fitted(self, settings: TrainSettings, progress: Progress | None = None) -> Fit:
        """Everything that a training with these settings learns from the seen pairs."""
        n_topics = choose_topics(self.seen.n_words, self.seen.n_pairs, settings)
        settings = replace(settings, n_topics=n_topics)
        rng, known = np.random.default_rng(settings.seed), LearnedBefore(self.calibrations)
        part = scaled(progress, 0.0, FITTING_SHARE)
        topics = fit_topics(self.seen, settings, rng, progress=part)
        rankers = fit_rankers(self.seen, topics, rng, known, scaled(progress, FITTING_SHARE, 1.0))
        return Fit(topics, rankers, settings.background)

    def measure(self, settings: TrainSettings, progress: Progress | None = None) -> Outcome:
        """Train on the seen pairs and take every measure on the held-out ones."""
        _ = self.calibrations  # once for all trials, whose seconds are their own
        started = time.perf_counter()
        fit = self.fitted(settings, scaled(progress, 0.0, 0.9))
        seconds = time.perf_counter() - started
        report(progress, 0.95, "Measuring")
        figures = self.figures_of(fit) | {"seconds": seconds}
        # One that is no number could not be taken, as where no two words of a topic stand together.
        figures = {name: value for name, value in figures.items() if isfinite(value)}
        trial = Trial(settings.regularizer, float(settings.lam), fit.topics.n_topics)
        return Outcome(trial, figures)

    def figures_of(self, fit: Fit) -> dict[str, float]:
        """Every measure but the time; a mean over sides, or over directions between them."""
        topics, seen, unseen = fit.topics, self.seen.counts, self.unseen.counts
        model = reader(topics.topic_word, topics.doc_topic, seen, fit.background)
        expected = {m: model.expected_words(m) for m in seen}
        alone = model.transform(unseen, max_iter=FOLD_IN_STEPS)
        directions = [self._of_direction(fit, alone, sides) for sides in permutations(unseen, 2)]
        figures = {
            name: float(np.mean([one[name] for one in directions])) for name in directions[0]
        }
        figures["prediction"] = _perplexity(
            (unseen[target], alone[source], expected[target])
            for source, target in permutations(unseen, 2)
        )
        halves = {
            m: split_words(matrix, self.seed)
            for m, matrix in unseen.items()
            if (matrix.data == np.round(matrix.data)).all()
        }
        if halves:
            shown = {m: half for m, (half, _) in halves.items()}
            read = model.transform(shown, max_iter=FOLD_IN_STEPS)
            figures["perplexity"] = _perplexity(
                (held, read[m], expected[m]) for m, (_, held) in halves.items()
            )
        coherence = [npmi_coherence(best_words(topics.topic_word[m]), seen[m]).mean() for m in seen]
        return figures | {"coherence": float(np.mean(coherence))}

    def _of_direction(
        self, fit: Fit, alone: Mapping[str, np.ndarray], sides: Sides
    ) -> dict[str, float]:
        forward, backward = fit.rankers[sides], fit.rankers[sides[::-1]]
        source, target = (self.unseen.sides[side] for side in sides)
        counterparts, idf = target.counts, forward.idf
        ranks, _ = Counterparts((forward, backward), (source, target)).ranks()
        mixtures = alone[sides[0]], alone[sides[1]]
        by_topics = topic_similarity(*mixtures, np.vstack(fit.topics.of(sides).doc_topic))
        found = forward.keywords(
            source.counts,
            limit=LONGEST_LIST,
            least=LONGEST_LIST,
            visual_features=source.visual_features,
        )
        ranked = [[keyword.term for keyword in one.keywords] for one in found]
        return {
            "keywords": precision(ranked, counterparts),
            "specific_keywords": idf_precision(ranked, counterparts, idf),
            "overlap": overlap(ranked, counterparts, idf),
            "partners": first_place_share(ranks),
            "partners_by_topics": mean_reciprocal_rank(ranks_of_counterparts(by_topics)),
            "agreement": float(agreement_of_counterparts(*mixtures).mean()),
        }


def _perplexity(parts: Iterable[tuple[sparse.csr_matrix, np.ndarray, np.ndarray]]) -> float:
    """Geometric mean of the perplexities of (counts, θ, φ)."""
    return float(np.exp(np.mean([np.log(held_out_perplexity(*part)) for part in parts])))
