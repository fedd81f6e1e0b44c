from collections.abc import Mapping
from dataclasses import replace
from functools import cached_property
from itertools import combinations
from typing import TYPE_CHECKING, Self

import numpy as np
from scipy import sparse

from gplsa.core.sums import column_sums, topic_given_word
from gplsa.core.types import IntArray
from gplsa.errors import InputError
from gplsa.model.data import ModelData
from gplsa.model.editing.applying import check_topics, edited, put, redone, undone
from gplsa.model.editing.edits import MAX_NAME_LENGTH, Edit
from gplsa.model.editing.history import History
from gplsa.model.misaligned import misaligned_share
from gplsa.model.topics.names_after import colors_after, flags_after, names_after
from gplsa.model.topics.naming import reader_first, topic_names, words_of_name
from gplsa.model.topics.shown import (
    RELEVANCE,
    TopicReading,
    TopicSide,
    translation_table,
    without_compounds,
)
from gplsa.model.topics.uninformative import uninformative_topics
from gplsa.retrieval.counterparts import NearestPairs, translation_matrix
from gplsa.setting import check_text

if TYPE_CHECKING:
    from gplsa.models import MultimodalGPLSA

# More steps overfit short documents.
FOLD_IN_STEPS = 3
TYPICAL_TEXTS, LEADING = 10, 30
LEAST_SHARE = 0.01
"""Of a document that a topic takes part in: below it the order is that of rounding errors."""


class TrainedModel(ModelData):
    """What a trained model says of its topics and of documents, to all that asks it more."""

    @property
    def readable(self) -> tuple[str, ...]:
        """The modalities whose terms are words to read; all of them where none is of texts."""
        texts = tuple(m for m in self.modalities if m in self.corpus.texts)
        return texts or self.modalities

    @property
    def n_documents(self) -> int:
        return len(self.corpus)

    @property
    def is_sample(self) -> bool:
        """Whether it holds fewer documents than it learned from."""
        return self.whole is not None and self.whole.documents > self.n_documents

    @property
    def misaligned_share(self) -> float:
        """Of the pairs, the share that did not seem to belong together and counted less in the
        training: the mean of 1 − `pair_weights`; 0 where pairs were not weighed."""
        return misaligned_share(self.counts, self.pair_weights)

    @property
    def is_judged_by_texts(self) -> bool:
        """Whether the verdict of its validation is on its texts alone, and not on what pictures or
        features lead to."""
        ways = self.validation.directions if self.validation else ()
        return len({source in self.readable for source, _ in ways}) > 1

    # Topics

    def top_words(
        self, modality: str, topic: int, n: int = 10, relevance: float = RELEVANCE
    ) -> list[tuple[str, float]]:
        """The `n` words that tell a topic, in whole form and best first, each with its p(w|z).

        relevance  0: distinctive words … 1: the most probable ones; see `topics.shown`
        """
        check_topics(self, topic)
        if modality not in self.topic_word:
            raise InputError("This model has no side {source!r}.", source=modality)
        probabilities = self.topic_word[modality][topic]
        forms = self.vocabularies[modality].forms
        best = self.top_terms(modality, topic, n, relevance)
        return [(forms[word], float(probabilities[word])) for word in best]

    def top_terms(self, modality: str, topic: int, n: int, relevance: float) -> list[int]:
        """The same as numbers of the vocabulary."""
        dropped = self._dropped.get(modality, frozenset())
        best = self.reading.words(modality, topic, n + len(dropped), relevance).tolist()
        return [word for word in best if word not in dropped][:n]

    @cached_property
    def _dropped(self) -> dict[str, frozenset[int]]:
        """By side, the words that were left out of the topics."""
        found = {}
        for side, vocabulary in self.vocabularies.items():
            if terms := self.history.dropped(side):
                numbers = [n for n, term in enumerate(vocabulary.terms) if term in terms]
                found[side] = frozenset(numbers)
        return found

    @cached_property
    def reading(self) -> TopicReading:
        """The topics as they are read; `partners` between sides of texts only."""
        sides = {
            modality: TopicSide(
                self._standing_alone(modality),
                self.vocabularies[modality].forms,
                np.bincount(self.counts[modality].indices, minlength=probabilities.shape[1]),
                self.n_documents,
                column_sums(self.counts[modality]),
                self.corpus.languages.get(modality, ""),
                phrasing.traits if phrasing else None,
                self.counts[modality] if modality in self.readable else None,
            )
            for modality, probabilities in self.topic_word.items()
            for phrasing in [self.phrasings.get(modality)]
        }
        partners, likely = {}, {}
        for pair in combinations(self.readable, 2):
            if pair in self.rankers:
                there, back = (
                    translation_matrix(self.rankers[way].lexicon) for way in (pair, pair[::-1])
                )
                partners[pair] = translation_table(there, back)
                likely[pair] = sparse.csr_matrix(there + back.T)
        return TopicReading(sides, self.topic_share(), partners, self.readable, likely)

    def _standing_alone(self, modality: str) -> np.ndarray:
        """p(w|z) of what stands for itself: *Leben* counts in *Lebensmittel*, and says nothing."""
        words, phrasing = self.topic_word[modality], self.phrasings.get(modality)
        return words if phrasing is None else without_compounds(words, phrasing.traits.parts)

    def topic_label(self, topic: int) -> str:
        """The name a person gave, else one or two words of each side that say the same; in files,
        which are the same for every reader."""
        check_topics(self, topic)
        return self.topic_names.get(topic, self.own_names[topic])

    def read_label(self, topic: int, *, own: bool = False) -> str:
        """The same for people: of words, those of the side in the reader's language first.  own
        not the name that a person gave"""
        if topic in self.topic_names and not own:
            return self.topic_names[topic]
        sides = [self.corpus.languages.get(side, "") for side in self.readable]
        return reader_first(self.own_names[topic], sides)

    def short_label(self, topic: int) -> str:
        """Of `read_label`, where nobody gave a name, the first word of each side, once where it is
        the same on all: for narrow places."""
        check_topics(self, topic)
        if topic in self.topic_names:
            return self.topic_names[topic]
        sides = [side.split(", ")[0] for side in self.read_label(topic).split(" · ")]
        return " · ".join(sides if len({*map(str.casefold, sides)}) > 1 else sides[:1])

    @cached_property
    def own_names(self) -> list[str]:
        """What topics are called where nobody has given them a name; as they were trained, but for
        what was split or merged, or named by a word that was left out."""
        kept = self.before_edits.own_names if self.before_edits else []
        for edit in self.history.edits if kept else ():
            kept = names_after(edit, kept)
        gone = {
            self.vocabularies[m].forms[w].casefold() for m, of in self._dropped.items() for w in of
        }
        kept = ["" if gone & words_of_name(name) else name for name in kept]
        leading = [np.array(self._rows_of(z, LEADING), dtype=int) for z in range(self.n_topics)]
        return topic_names(self.reading, self._typical_texts, leading, kept)

    @cached_property
    def topic_colors(self) -> list[str]:
        """The colour of each topic, which an edit of others leaves to it."""
        return colors_after(self.history.edits, (self.history.base or self).n_topics)

    def _typical_texts(self, side: str, topic: int) -> list[str]:
        """The texts that a topic takes most of, as far as the model holds texts."""
        if not self.has_texts or side not in self.corpus.texts:
            return []
        return [self.corpus.texts[side][row] for row in self._rows_of(topic, TYPICAL_TEXTS)]

    def _rows_of(self, topic: int, most: int) -> list[int]:
        return [row for row, share in self.topic_documents(topic, most) if share >= LEAST_SHARE]

    @cached_property
    def uninformative(self) -> dict[int, str]:
        """The topics that say nothing about the collection, and why: see `uninformative_topics`."""
        found, before = uninformative_topics(self.reading), self.before_edits
        if before is None:
            return found
        return flags_after(self.history.edits, before.n_topics, before.uninformative, found)

    def name_topic(self, topic: int, name: str) -> None:
        """Give a topic a name, at most `MAX_NAME_LENGTH` characters; an empty one takes it away."""
        check_topics(self, topic)
        check_text("name", name)
        put(self.topic_names, int(topic), " ".join(name.split())[:MAX_NAME_LENGTH])

    def edited(self, edit: Edit) -> Self:
        """This model with one edit of its topics more (`gplsa.shaping`), itself as it is;
        InputError where the edit is of what the model does not have."""
        after = edited(self, edit, self.topic_label)
        if after.history.base is not None:  # its names are worked out already
            after.before_edits = self.before_edits or self
        return after

    def undone(self) -> Self:
        """This model before its last edit, its file the same to the byte as then; InputError where
        there is none."""
        return undone(self)

    def redone(self) -> Self:
        """This model with the edit that was undone last; InputError where there is none."""
        return redone(self, self.topic_label)

    def topic_share(self) -> np.ndarray:
        """(topics,) share of the corpus each topic takes: mean of p(z|d), all sides together."""
        return np.mean([self.doc_topic[modality] for modality in self.modalities], axis=(0, 1))

    @cached_property
    def in_general(self) -> dict[str, np.ndarray]:
        """By modality (terms,) Σ_z p(z) φ_zw."""
        return {m: self.topic_share() @ phi for m, phi in self.topic_word.items()}

    def topic_agreement(self) -> np.ndarray | None:
        """(topics,) share of the ten words shown of each side that have a translation among the ten
        of the other; None where fewer than two sides are of words."""
        return self.reading.agreement

    def topic_documents(
        self, topic: int, n: int = 10, among: IntArray | None = None
    ) -> list[tuple[int, float]]:
        """The `n` documents a topic takes most of, of those `among` which to look, of all where
        None, as (row, share), largest first."""
        check_topics(self, topic)
        share = np.mean([self.doc_topic[m][:, topic] for m in self.modalities], axis=0)
        rows = np.arange(len(share)) if among is None else among
        best = rows[np.argsort(-share[rows], kind="stable")[:n]]
        return [(int(row), float(share[row])) for row in best]

    def find_words(self, query: str) -> list[tuple[str, str, int, float]]:
        """Where a word in any of its forms, or its beginning, is at home: (modality, word, topic,
        p(z|w)); beginnings on the sides that have the word, or on all where none has."""
        prefix = query.strip().casefold()
        known = {side: self.vocabularies[side].number_of(query) for side in self.readable}
        whole = [side for side in self.readable if known[side] is not None]
        found = []
        for modality in (whole or self.readable) if prefix else ():
            topic_of_word = topic_given_word(self.topic_word[modality], self.topic_share())
            dropped = self._dropped.get(modality, frozenset())
            for word, form in enumerate(self.vocabularies[modality].forms):
                meant = word == known[modality] or form.casefold().startswith(prefix)
                if meant and word not in dropped:
                    topic = int(np.argmax(topic_of_word[:, word]))
                    found.append((modality, form, topic, float(topic_of_word[topic, word])))
        return found

    # New documents

    def fold_in(
        self, counts: sparse.csr_matrix, modality: str, steps: int = FOLD_IN_STEPS
    ) -> np.ndarray:
        """p(z|d) of documents read from one side alone, (documents, topics)."""
        return self._folding.transform({modality: counts}, max_iter=steps)[modality]

    @cached_property
    def before_edits(self) -> "TrainedModel | None":
        """With its topics as they were trained; None where no edit has changed them."""
        if (base := self.history.base) is None:
            return None
        words, shares = base.topic_word, base.doc_topic
        return replace(self, topic_word=words, doc_topic=shares, history=History())

    @cached_property
    def _folding(self) -> "MultimodalGPLSA":
        return reader(self.topic_word, self.doc_topic, self.counts, self.settings.background)

    def nearest(self, counts: sparse.csr_matrix, modality: str) -> list[list[tuple[int, float]]]:
        """For each document the three training documents most like it, of those that share a word
        with it: (row, cosine of tf-idf)."""
        pairs = self.once(NearestPairs, (modality,), lambda: NearestPairs(self.counts[modality]))
        return pairs.of(counts)


def reader(
    topic_word: dict[str, np.ndarray],
    doc_topic: dict[str, np.ndarray],
    counts: Mapping[str, sparse.csr_matrix],
    background: float,
) -> "MultimodalGPLSA":
    """A model of topics that were fitted before to `counts`, to fold documents in with."""
    from gplsa.models import MultimodalGPLSA

    # No tolerance: as many steps as are asked for, as few overfit short documents least.
    n_topics = len(next(iter(topic_word.values())))
    model = MultimodalGPLSA(n_topics, background_weight=background, tol=0.0)
    return model.set_topics(topic_word, doc_topic, counts)
