"""Whether shown keywords are what a reader would choose, measured against the true other side.

`measure` takes what the page shows: keywords in whole form, phrases among them.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from scipy import sparse

from benchmarks import _extractors as extractors
from benchmarks._common import Array
from gplsa.core.sums import entry_rows
from gplsa.corpus.corpus import Corpus
from gplsa.evaluation.calibration import calibration_error
from gplsa.model.keywords import summarize
from gplsa.model.public import Model
from gplsa.model.summary import KeywordOptions, ShownKeyword
from gplsa.text import Vocabulary
from gplsa.text.language.stems import stem
from gplsa.text.language.word_lists import word_lists

FREQUENT = 200
SHOWN, LONG = 10, 20

COLUMNS = ["P@10", "overlap@20", "YAKE", "MPR", "tf-idf", "generic", "phrases", "ECE p", "ECE q"]
COLUMNS += ["listed", "right", "names", "alike"]

_LETTERS = re.compile(r"[^\W\d_]+")


@dataclass(frozen=True)
class Gold:
    """What three extractors find in the true other sides; None where there is no tagger."""

    yake: list[list[extractors.Stems]]
    multipartite: list[list[extractors.Stems]] | None
    tfidf: list[list[extractors.Stems]] | None


def find_gold(counterparts: Sequence[str], training: Sequence[str], language: str) -> Gold:
    """The extractors' phrases of every counterpart; idf from the same side of the training
    pairs."""
    by_yake = [extractors.yake(text, language) for text in counterparts]
    if language not in extractors.TAGGERS:
        return Gold(by_yake, None, None)
    phrases = [extractors.noun_phrases(text, language) for text in counterparts]
    wanted = {phrase for row in phrases for _, phrase in row}
    frequency = extractors.document_frequencies(training, wanted, language)
    return Gold(
        by_yake,
        [extractors.multipartite_rank(row) for row in phrases],
        [extractors.tfidf_phrases(row, frequency, len(training)) for row in phrases],
    )


def measure(
    model: Model, unseen: Corpus, direction: tuple[str, str], gold: Gold, telling: float
) -> list[float | None]:
    """The figures of `COLUMNS` for one direction.

    telling      from 0, the surest keywords, to 1, those that tell most
    P@10         shown keywords that stand in the counterpart by their stems, of ten; a phrase only
                 where it stands so
    overlap@20   of the first twenty words shown (phrases word by word), those among the
                 counterpart's twenty best by (1 + log tf)·idf
    YAKE, …      F1 of the first ten shown and the extractor's ten, phrases equal after stemming
    generic      of the first ten, those made only of the 200 most frequent words and closed classes
    phrases      of the first ten, those of more than one word
    ECE          calibration error of the probabilities of all candidate words
    listed, right  keywords of a list as the page shows it, and the share that stand in the
                 counterpart;  names, alike  the same of names that training never saw
    """
    source, target = direction
    language = model.corpus.languages[target]
    found = summarize(
        model.direction(source, target),
        unseen.texts[source],
        KeywordOptions(limit=LONG, least=LONG, telling=telling),
    )
    shown = [summary.keywords for summary in found]
    counterparts = unseen.texts[target]
    first = _right([row[:SHOWN] for row in shown], counterparts, language)
    # Keywords shown fewer than ten times count as wrong.
    figures: list[float | None] = [sum(first) / (SHOWN * max(len(shown), 1))]
    figures.append(_overlap(model, shown, counterparts, target))
    named = [[extractors.stems(k.word, language) for k in row[:SHOWN]] for row in shown]
    for extractor in (gold.yake, gold.multipartite, gold.tfidf):
        figures.append(None if extractor is None else _mean_f1(named, extractor))
    figures.append(_generic_share(model, shown, target))
    figures.append(_mean([" " in k.word for row in shown for k in row[:SHOWN]]))
    return figures + _calibration(model, unseen, direction) + _as_listed(model, unseen, direction)


def _as_listed(model: Model, unseen: Corpus, direction: tuple[str, str]) -> list[float | None]:
    source, target = direction
    language = model.corpus.languages[target]
    found = summarize(model.direction(source, target), unseen.texts[source], KeywordOptions())
    right = _right([summary.keywords for summary in found], unseen.texts[target], language)
    alike = np.array(right)[[not k.is_term for summary in found for k in summary.keywords]].tolist()
    listed, names = (len(some) / max(len(found), 1) for some in (right, alike))
    return [listed, _mean(right), names, _mean(alike)]


def _right(
    shown: Sequence[Sequence[ShownKeyword]], counterparts: Sequence[str], language: str
) -> list[bool]:
    """Of every keyword shown, whether it stands in the counterpart."""
    right = []
    for keywords, text in zip(shown, counterparts, strict=True):
        words = _stemmed(text, language)
        right += [_stands_in(_stemmed(k.word, language), words) for k in keywords]
    return right


def _stemmed(text: str, language: str) -> list[str]:
    return [stem(word, language) for word in _LETTERS.findall(text.lower())]


def _stands_in(phrase: list[str], words: list[str]) -> bool:
    n = len(phrase)
    return any(words[i : i + n] == phrase for i in range(len(words) - n + 1))


def _overlap(
    model: Model,
    shown: Sequence[Sequence[ShownKeyword]],
    counterparts: Sequence[str],
    target: str,
) -> float:
    language, own = model.corpus.languages[target], model.vocabularies[target]
    assert isinstance(own, Vocabulary)
    options = replace(own.options, base="stem", split_compounds=False)
    vocabulary, seen = Vocabulary.build(model.corpus.texts[target], options)
    df = np.bincount(seen.indices, minlength=len(vocabulary.terms))
    idf = np.log((1 + len(model.corpus)) / (1 + df)) + 1
    place = {term: number for number, term in enumerate(vocabulary.terms)}
    best = _best_words(vocabulary.count(counterparts), idf)
    shares = []
    for row, keywords in enumerate(shown):
        words: dict[int, None] = {}
        for keyword in keywords:
            parts = _stemmed(keyword.word, language)
            words |= dict.fromkeys(place[part] for part in parts if part in place)
        shares.append(len(set([*words][:LONG]) & best[row]) / LONG)
    return _mean(shares)


def _best_words(counts: sparse.csr_matrix, idf: Array) -> list[set[int]]:
    """The twenty words of every document with the largest (1 + log tf)·idf."""
    best = []
    for row in range(counts.shape[0]):
        line = counts[[row]]
        weight = (1 + np.log(line.data)) * idf[line.indices]
        best.append(set(line.indices[np.lexsort((line.indices, -weight))[:LONG]].tolist()))
    return best


def _mean_f1(
    named: Sequence[Sequence[extractors.Stems]], gold: Sequence[Sequence[extractors.Stems]]
) -> float:
    return _mean([extractors.f1(row, best) for row, best in zip(named, gold, strict=True)])


def _generic_share(model: Model, shown: Sequence[Sequence[ShownKeyword]], target: str) -> float:
    """Closed classes are `circumstances` of `WordLists`; function words are no terms at all."""
    language = model.corpus.languages[target]
    vocabulary = model.vocabularies[target]
    df = np.bincount(model.counts[target].indices, minlength=len(vocabulary.terms))
    frequent = [vocabulary.forms[i] for i in np.argsort(-df, kind="stable")[:FREQUENT]]
    generic = {part for form in frequent for part in _stemmed(form, language)}
    generic |= {stem(w, language) for w in word_lists(language).circumstances}
    return _mean(
        [
            all(part in generic for part in _stemmed(keyword.word, language))
            for row in shown
            for keyword in row[:SHOWN]
        ]
    )


def _calibration(model: Model, unseen: Corpus, direction: tuple[str, str]) -> list[float | None]:
    counts, counterparts = (model.vocabularies[m].count(unseen.texts[m]) for m in direction)
    ranker = model.rankers[direction]
    stated = ranker.probabilities(counts)
    happened = np.asarray(counterparts[stated.nonzero()] > 0).ravel()
    errors: list[float | None] = [calibration_error(stated.data, happened)]
    found = ranker.scorer.candidates(counts, with_phrases=False)
    if found.q is None:
        return [*errors, None]
    best = _best_words(counterparts, ranker.idf)
    places = entry_rows(found.indptr)
    among = [term in best[row] for row, term in zip(places, found.terms, strict=True)]
    return [*errors, calibration_error(found.q, np.array(among))]


def _mean(values: Sequence[float] | Sequence[bool]) -> float:
    return float(np.mean(values)) if len(values) else 0.0


def table_row(figures: Sequence[Sequence[float | None]]) -> list[object]:
    """Means over seeds, to three digits."""
    return [
        None if None in column else f"{np.mean([v for v in column if v is not None]):.3f}"
        for column in zip(*figures, strict=True)
    ]
