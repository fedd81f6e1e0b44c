"""The documents of a model: those that hold what was sought, in the order asked for; and what it
reads in one, its topics, those of its words, its words.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from operator import itemgetter
from typing import NamedTuple
from unicodedata import normalize

import numpy as np

from gplsa.core.sums import entries_of, topic_given_word
from gplsa.core.types import FloatArray
from gplsa.corpus.fields.dates import dates_of
from gplsa.message import Message
from gplsa.model.model import TrainedModel
from gplsa.model.pair_fits import Fits, least_trusted, weakest_margin
from gplsa.model.terms.translated import places_of
from gplsa.text.passages import found_at, word_end, word_start

HITS, TRUST, FIT, ORDER, TOPIC = "hits", "trust", "fit", "order", "topic"
TITLE, NEWEST = "title", "newest"
"""Best hits first, least trusted first, worst fitting first, as in the corpus, most of one topic
first; by title, newest first."""
SURE = 0.5  # a word is of a topic where that is more likely than all others together
TELLS = 0.2
"""Least p(z|w) of a word that tells of a topic, and twice p(z) at least: where one topic carries a
document, most of its words are of it, and say nothing of it."""


class Hits(NamedTuple):
    """How many whole words, in any of their forms, beginnings of words and places at all a document
    has of what is sought."""

    words: int = 0
    beginnings: int = 0
    places: int = 0

    def said(self, sought: str) -> str:
        """What the order goes by."""
        number = any(map(str.isdigit, sought))
        if self.words:
            return Message(
                "{n:,}× as a number" if number else "{n:,}× as a word",
                n=self.words,
            )
        if number and self.places:
            return Message("{n:,}× in a longer number", n=self.places)
        if self.beginnings:
            return Message("{n:,}× at the beginning of a word", n=self.beginnings)
        return Message("{n:,}× inside of a word", n=self.places) if self.places else ""


def found_rows(model: TrainedModel, sought: str) -> dict[int, Hits]:
    """Documents whose id, title, text on any side or column beside has the words sought: those with
    most whole words first, then with most beginnings of words, then with most places inside of
    words; equal ones as in the corpus."""
    if not sought:
        return dict.fromkeys(range(len(model.corpus)), Hits())
    corpus = model.corpus
    texts = corpus.texts if model.has_texts else {}
    finders = {m: places_of(model.vocabularies[m], sought) for m in texts}
    found = {}
    for row, title in enumerate(corpus.titles):
        own = {m: text[row] for m, text in texts.items()}
        # A title that a text begins with counts there.
        begun = any(text.startswith(title.removesuffix("…")) for text in own.values())
        names = [corpus.ids[row], *[title] * (not begun), *(c[row] for c in corpus.fields.values())]
        places = [(name, *place) for name in names for place in found_at(name, sought)]
        places += [(text, *place) for m, text in own.items() for place in finders[m](text)]
        if places:
            begins = [word_start(text, start) == start for text, start, _ in places]
            ends = [word_end(text, end) == end for text, _, end in places]
            found[row] = Hits(sum(map(min, begins, ends)), sum(begins), len(places))
    return dict(sorted(found.items(), key=itemgetter(1), reverse=True))


def ordered(
    model: TrainedModel,
    rows: Iterable[int],
    order: str,
    topic: int | None,
    fits: Fits | None,
    times: str = "",
) -> list[int]:
    """`rows`, best hits first, in the order asked for; equal ones stay as they are.

    times  the field that says which are the newest
    """
    if order == TITLE:
        return sorted(rows, key=lambda row: _as_filed(model.corpus.titles[row]))
    if order == NEWEST:
        dates = dates_of(model.corpus.fields[times])
        return sorted(rows, key=lambda row: dates[row] or (0, 0, 0), reverse=True)
    if order == TRUST and model.pair_weights is not None:
        key = least_trusted(model, None if fits is None else weakest_margin(fits))
    elif order == FIT and fits is not None:
        key = weakest_margin(fits)
    elif order == TOPIC and topic is not None:
        key = -np.mean([model.doc_topic[m][:, topic] for m in model.modalities], axis=0)
    else:
        return sorted(rows) if order == ORDER else list(rows)
    chosen = np.fromiter(rows, dtype=np.int64)
    return [int(row) for row in chosen[np.argsort(key[chosen], kind="stable")]]


def _as_filed(title: str) -> str:
    """What a title is sorted by: its letters and figures, ä as a."""
    letters = normalize("NFKD", title.casefold())
    return " ".join(re.findall(r"\w+", re.sub(r"[\u0300-\u036f]", "", letters)))


def most_specific(model: TrainedModel, modality: str, row: int, n: int = 12) -> list[str]:
    """The words that tell a document from others, for a model that keeps no texts."""
    counts = model.counts[modality]
    words, often = entries_of(counts, row)
    in_documents = np.bincount(counts.indices, minlength=counts.shape[1])[words]
    weight = (1 + np.log(often)) * np.log(counts.shape[0] / in_documents)
    forms = model.vocabularies[modality].forms
    return [forms[words[i]] for i in np.argsort(-weight, kind="stable")[:n]]


def read_alone(model: TrainedModel, row: int) -> dict[str, FloatArray]:
    """Topic mixtures of the sides of one pair, each read without the others, where it has words."""
    return {
        m: model.fold_in(model.counts[m][row], m)[0]
        for m in model.modalities
        if model.counts[m][row].nnz
    }


def topic_of_words(
    model: TrainedModel, modality: str, mixture: FloatArray, terms: Sequence[int]
) -> dict[int, int]:
    """p(z|w, d) ∝ φ_zw θ_dz: the topic of each term where one holds more than half of it."""
    share = topic_given_word(model.topic_word[modality][:, list(terms)], mixture)
    best = share.argmax(axis=0)
    return {term: int(best[i]) for i, term in enumerate(terms) if share[best[i], i] >= SURE}


def telling(model: TrainedModel, modality: str, topics: Mapping[int, int]) -> dict[int, float]:
    """p(z|w) ∝ φ_zw p(z) of terms and their topics, whatever the document, 0 to 1: how much a word
    speaks for its topic by itself, where it does."""
    terms, prior = [*topics], model.topic_share()
    share = topic_given_word(model.topic_word[modality][:, terms], prior)
    found = {term: float(share[topics[term], i]) for i, term in enumerate(terms)}
    return {term: p for term, p in found.items() if p >= max(TELLS, 2 * prior[topics[term]])}
