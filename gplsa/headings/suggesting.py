r"""Headings for a text: candidates, what speaks for each, and one probability.

Candidates are the headings of resembling records (`neighbours`) and those whose labels the text, or
its translation, holds (`labels`).  What speaks for a candidate, the records that resemble the text
by whole words among it, becomes a probability (`calibrator`), learned on the records as each is
predicted by the others.
"""

import math
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import islice

import numpy as np
from scipy import sparse

from gplsa.core.types import FloatArray
from gplsa.errors import InputError
from gplsa.headings.calibrating import (
    AT_ONCE,
    CalibratedSide,
    Records,
    learned_on_headings,
    learned_on_pairs,
)
from gplsa.headings.calibrator import Calibrator
from gplsa.headings.candidates import Candidates
from gplsa.headings.labels import Labels
from gplsa.headings.reason import Borne, Reason, reason_of
from gplsa.headings.sides import Side
from gplsa.headings.source import Source
from gplsa.headings.vocabulary import Concept, HeadingVocabulary
from gplsa.message import listed
from gplsa.progress import Progress, in_shares, report
from gplsa.renamed import old_names

FEWEST = 20
SURE = 0.5  # probability of a heading from which on no broader one is looked for
FEWEST_NARROWER = 2
NONE = -1

Chosen = tuple[int, float, int]
"""A concept, its probability, the number of the candidate; `NONE` where it is not one itself."""


def with_broader(
    ranked: Sequence[Chosen], vocabulary: HeadingVocabulary, never: Collection[int]
) -> list[Chosen]:
    """`ranked`, best first, with broader concepts among it where its first is not sure: of several
    narrower ones, one is likely right.

    p(broader) = 1 − Π (1 − p(narrower))
    """
    if not ranked or ranked[0][1] >= SURE:
        return [*ranked]
    missed: dict[int, list[float]] = {}
    for concept, p, _ in ranked:
        for broader in vocabulary.broader[concept]:
            missed.setdefault(broader, []).append(1 - p)
    known = {concept: (p, n) for concept, p, n in ranked}
    for broader, chances in missed.items():
        p = math.prod(chances)
        before, n = known.get(broader, (0.0, NONE))
        usable = broader not in never and not vocabulary.concepts[broader].deprecated
        if len(chances) >= FEWEST_NARROWER and usable and 1 - p > before:
            known[broader] = 1 - p, n
    listed = [(concept, p, n) for concept, (p, n) in known.items()]
    return sorted(listed, key=lambda one: -one[1])


@dataclass(frozen=True)
class Suggestion:
    """A heading for a text; probability that a cataloguer would give it."""

    concept: Concept
    number: int
    probability: float
    reason: Reason

    @property
    def supported(self) -> bool:
        """Whether somebody who looks at the reason finds one."""
        return self.reason.supports(self.probability)


@old_names(judged="calibrated", taught="pair_calibrators")
class Suggester:
    """Learned from records with headings, of texts in several languages and of pictures.

    column      of the corpus that held them;  vocabulary  as given;  ids  of the records
    held        (records, concepts), 1 where a record has a heading;  used  records that bear each
    sides       what is kept of each side
    calibrated  by side of which enough records have headings;  pair_calibrators  by side that
                stands beside one of these: from it headings are suggested too, how well was not
                measured
    unknown     values of the column that name no heading, by how many records have them
    by_words    whether words translate each other; in models of 0.2 records that resemble a text do
                that alone
    """

    def __init__(
        self,
        column: str,
        vocabulary: HeadingVocabulary,
        held: sparse.csr_matrix,
        sides: Mapping[str, Side],
        unknown: Mapping[str, int],
        ids: Sequence[str],
        by_words: bool = True,
    ) -> None:
        self.ids, self.by_words = ids, by_words
        self.column, self.vocabulary, self.sides = column, vocabulary, sides
        self.held = sparse.csr_matrix(held, dtype=np.float32)
        self.unknown = Counter(unknown)
        self.used = np.asarray(held.sum(axis=0), dtype=np.float64).ravel()
        self.calibrated: dict[str, CalibratedSide] = {}
        self.pair_calibrators: dict[str, Calibrator] = {}
        self._labels = cache(self._make_labels)

    def _make_labels(self, language: str) -> Labels:
        """Words weigh by the first side of this language."""
        for side in self.sides.values():
            if side.has_texts and side.language == language:
                documents = dict(zip(side.stems, side.n_documents.tolist(), strict=True))
                return Labels(self.vocabulary, language, documents, int(side.filled.sum()))
        raise KeyError(language)

    @cached_property
    def sources(self) -> dict[str, Source]:
        languages = self.vocabulary.languages
        return {
            name: Source(name, self.sides, self.held, languages, self._labels, self.by_words)
            for name in self.sides
        }

    @cached_property
    def _borne(self) -> Borne:
        return Borne(self.ids, self.held.tocsc(), self.used, self.vocabulary)

    def learn(
        self, texts: Mapping[str, Sequence[str]], seed: int = 0, progress: Progress | None = None
    ) -> None:
        """Learn probabilities for every side of which enough records have headings, and from these
        for the sides that stand beside them.

        texts  of the records, by side
        """
        able = [name for name, one in self.sources.items() if len(one.own) >= FEWEST]
        if not able:
            raise InputError(
                "Headings are learned from {n} records at least that have a text and headings; "
                "{found} do.",
                n=FEWEST,
                found=max((len(one.own) for one in self.sources.values()), default=0),
            )
        beside = {
            name: measured[0]
            for name, one in self.sources.items()
            if name not in able
            and (measured := [other for other in able if len(one.pairs.get(other, ())) >= FEWEST])
        }
        of_values = self.vocabulary.is_of_values
        records = Records(self.sources, self.held, self.used, texts, of_values)
        for name, part in in_shares([*able, *beside], progress):
            rng = np.random.default_rng(seed)
            if name in able:
                self.calibrated[name] = learned_on_headings(records, name, rng, part)
            else:
                sides, known = (name, beside[name]), self.calibrated[beside[name]].calibrator
                self.pair_calibrators[name] = learned_on_pairs(records, sides, known, rng, part)

    def suggest(
        self,
        texts: Sequence[str],
        source: str,
        *,
        rows: sparse.csr_matrix | None = None,
        limit: int = 10,
        threshold: float = 0.0,
        left_out: Sequence[str] = (),
        progress: Progress | None = None,
    ) -> list[list[Suggestion]]:
        """The most probable headings of each text, best first.

        source  the side that the texts are of;  rows  what was read of pictures, whose texts are ""
        limit  headings at most;  threshold  probability at least;  left_out  names of headings
        Raises InputError where nothing leads from this side to headings.
        """
        calibrator = self._calibrator(source)
        if calibrator is None:
            raise InputError(
                "No heading can be suggested from “{source}”: this model suggests from {sides}.",
                source=source,
                sides=listed(side for side in self.sources if self.suggests_from(side)),
            )
        reader = self.sources[source]
        never = {n for name in left_out if (n := self.vocabulary.find(name)) is not None}
        found: list[list[Suggestion]] = []
        for start in range(0, len(texts), AT_ONCE):
            report(progress, start / len(texts), "Headings")
            part = slice(start, start + AT_ONCE)
            some = texts[part]
            given = reader.read(some, reader.rows(some) if rows is None else rows[part])
            speaking = given.features(self.used[given.concept])
            p = calibrator.probabilities(speaking, given.text)
            found += self._best(reader, some, given, p, (limit, threshold, never))
        return found

    def suggests_from(self, source: str) -> bool:
        """Whether anything leads from this side to headings."""
        return self._calibrator(source) is not None

    @property
    def calibrators(self) -> dict[str, Calibrator]:
        """By side that has one."""
        return self.pair_calibrators | {n: one.calibrator for n, one in self.calibrated.items()}

    def _calibrator(self, source: str) -> Calibrator | None:
        if source in self.calibrators or source not in self.sources:
            return self.calibrators.get(source)
        # Where no pairs teach it, that of a side which is read alike.
        shape = self.sources[source].shape
        alike = (one for name, one in self.calibrated.items() if self.sources[name].shape == shape)
        return next((one.calibrator for one in alike), None)

    def _best(
        self,
        source: Source,
        texts: Sequence[str],
        given: Candidates,
        p: FloatArray,
        wanted: tuple[int, float, set[int]],
    ) -> list[list[Suggestion]]:
        limit, threshold, never = wanted
        edges = np.searchsorted(given.text, np.arange(len(texts) + 1))
        found = []
        for place, text in enumerate(texts):
            own = np.arange(edges[place], edges[place + 1])
            own = own[~np.isin(given.concept[own], [*never])]
            own = own[np.argsort(-p[own], kind="stable")]
            ranked = [
                (int(given.concept[n]), float(p[n]), int(n)) for n in own[: max(limit, 1) * 3]
            ]
            chosen = with_broader(ranked, self.vocabulary, never)
            stated = [one for one in chosen if one[1] >= threshold]
            suggested = (
                Suggestion(
                    self.vocabulary.concepts[number],
                    number,
                    probability,
                    reason_of(self._borne, source, text, place, given, number, n),
                )
                for number, probability, n in stated
            )
            found.append([*islice(suggested, limit)])
        return found
