"""What extractors that know nothing of this project find in one text of the target language.

Three of them, each returning at most ten phrases, best first:

    yake               YAKE (Campos et al. 2020), phrases of up to three words
    multipartite_rank  MultipartiteRank (Boudin 2018), written here after the paper: phrases
                       clustered into topics, a graph between phrases of different topics
    tfidf_phrases      noun phrases by (1 + log tf)·idf, idf from the training texts

Tags come from HanTa (Wartena 2019), phrases are adjectives followed by nouns.  Phrases are compared
by the stems of their words.
"""

import hashlib
import json
import os
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from nltk.stem.porter import PorterStemmer
from scipy.cluster.hierarchy import fcluster, linkage
from scipy.spatial.distance import pdist

from gplsa.text.language.stems import stem

N_BEST = 10
TAGGERS = {"en": "morphmodel_en.pgz", "de": "morphmodel_ger.pgz"}
NOUNS = {"en": ("NN0", "NN1", "NN2", "NP0"), "de": ("NN", "NE")}
ADJECTIVES = {"en": ("AJ0", "AJC", "AJS"), "de": ("ADJ(A)",)}
LONGEST_PHRASE = 5
LEAST_LETTERS = 2
LONGEST_BY_TFIDF, LEAST_DOCUMENTS = 3, 2

# MultipartiteRank: the distance at which clusters are cut, and how much the first phrase gains.
CUT = 0.74
FIRST_GAIN = 1.1
DAMPING = 0.85
STEPS = 100

_WORD = re.compile(r"[^\W\d_]+(?:[-'’][^\W\d_]+)*|\d[\d.,]*|[^\w\s]")

Stems = tuple[str, ...]
_porter = PorterStemmer()


@cache
def _stem(word: str, language: str) -> str:
    return str(_porter.stem(word)) if language == "en" else stem(word, language)


def stems(phrase: str, language: str) -> Stems:
    """The stems of the words of a phrase, hyphens taken for blanks."""
    words = re.findall(r"[^\W\d_]+", phrase.lower())
    return tuple(_stem(word, language) for word in words)


def yake(text: str, language: str) -> list[Stems]:
    """The ten best phrases of YAKE."""
    return [stems(phrase, language) for phrase in _kept("yake", text, language, _yake)]


def _yake(text: str, language: str) -> list[str]:
    import yake

    found = yake.KeywordExtractor(lan=language, n=3, top=N_BEST).extract_keywords(text)
    return [phrase for phrase, _ in found]


def noun_phrases(text: str, language: str) -> list[tuple[int, Stems]]:
    """Longest runs of adjectives and nouns that end with a noun: (first place, stems)."""
    return [
        (place, tuple(phrase)) for place, phrase in _kept("phrases", text, language, _noun_phrases)
    ]


def _kept(what: str, text: str, language: str, find: Callable[[str, str], list[Any]]) -> list[Any]:
    """What `find` says of the text, kept as a file where GPLSA_CACHE names a folder: tagging takes
    a tenth of a second a text."""
    if "GPLSA_CACHE" not in os.environ:
        return find(text, language)
    digest = hashlib.sha256(text.encode()).hexdigest()[:24]
    file = Path(os.environ["GPLSA_CACHE"]) / f"{what}-{language}-{digest}.json"
    if file.is_file():
        return list(json.loads(file.read_text(encoding="utf-8")))
    found = find(text, language)
    file.write_text(json.dumps(found), encoding="utf-8")
    return found


def _noun_phrases(text: str, language: str) -> list[tuple[int, Stems]]:
    found: list[tuple[int, Stems]] = []
    place = 0
    for line in text.split("\n"):
        words = _WORD.findall(line)
        tags = _tags(words, language) if words else []
        run: list[tuple[str, str]] = []
        for offset, (word, tag) in enumerate([*zip(words, tags, strict=True), ("", "")]):
            if tag and len(word) >= LEAST_LETTERS:
                run.append((word, tag))
                continue
            first = place + offset - len(run)
            while run and run[-1][1] != "noun":
                run.pop()
            phrase = stems(" ".join(w for w, _ in run), language)
            if 0 < len(phrase) <= LONGEST_PHRASE:
                found.append((first, phrase))
            run = []
        place += len(words)
    return found


def multipartite_rank(phrases: Sequence[tuple[int, Stems]]) -> list[Stems]:
    """The ten best of `noun_phrases` by the rank of Boudin (2018), equations 1 and 2."""
    places: dict[Stems, list[int]] = defaultdict(list)
    for place, phrase in phrases:
        places[phrase].append(place)
    names = list(places)
    if len(names) < 2:
        return names
    topic = _topics(names)
    n = len(names)
    weight = np.zeros((n, n))
    for i in range(n):
        for j in range(i + 1, n):
            if topic[i] != topic[j]:
                weight[i, j] = weight[j, i] = sum(
                    1 / max(_gap(p, names[i], q, names[j]), 1)
                    for p in places[names[i]]
                    for q in places[names[j]]
                )
    adjusted = weight.copy()
    for cluster in set(topic):
        members = [i for i in range(n) if topic[i] == cluster]
        first = min(members, key=lambda i: places[names[i]][0])
        others = [i for i in members if i != first]
        boost = weight[others].sum(axis=0)
        for i in np.flatnonzero(boost):
            adjusted[i, first] += FIRST_GAIN * np.exp(1 / (1 + places[names[i]][0])) * boost[i]
    order = np.argsort(-_page_rank(adjusted), kind="stable")
    return [names[i] for i in order[:N_BEST]]


def tfidf_phrases(
    phrases: Sequence[tuple[int, Stems]], frequency: Counter[Stems], n_documents: int
) -> list[Stems]:
    """The ten noun phrases with the largest (1 + log tf)·log((1 + n) / (1 + df)).

    Of at most three words and in at least two training texts: else chance phrases come first.
    """
    counts = Counter(phrase for _, phrase in phrases if len(phrase) <= LONGEST_BY_TFIDF)
    weight = {
        phrase: (1 + np.log(tf)) * np.log((1 + n_documents) / (1 + frequency[phrase]))
        for phrase, tf in counts.items()
        if frequency[phrase] >= LEAST_DOCUMENTS
    }
    return sorted(weight, key=lambda phrase: (-weight[phrase], phrase))[:N_BEST]


def document_frequencies(texts: Sequence[str], wanted: set[Stems], language: str) -> Counter[Stems]:
    """In how many of the texts each of the `wanted` phrases stands."""
    lengths = sorted({len(phrase) for phrase in wanted})
    frequency: Counter[Stems] = Counter()
    for text in texts:
        row = stems(text, language)
        present = {row[i : i + n] for n in lengths for i in range(len(row) - n + 1)}
        frequency.update(present & wanted)
    return frequency


def f1(found: Sequence[Stems], gold: Sequence[Stems]) -> float:
    """Of the first ten found and the ten of an extractor, equal ones in the order of stems."""
    first, second = set(found[:N_BEST]), set(gold[:N_BEST])
    return 2 * len(first & second) / max(len(first) + len(second), 1)


def _gap(p: int, first: Stems, q: int, second: Stems) -> int:
    return q - p - len(first) + 1 if p < q else p - q - len(second) + 1


def _topics(names: Sequence[Stems]) -> list[int]:
    vocabulary = {word: i for i, word in enumerate(sorted({w for name in names for w in name}))}
    holds = np.zeros((len(names), len(vocabulary)), dtype=bool)
    for row, name in enumerate(names):
        holds[row, [vocabulary[word] for word in name]] = True
    tree = linkage(pdist(holds, "jaccard"), "average")
    return [int(c) for c in fcluster(tree, CUT, "distance")]


def _page_rank(weight: Any) -> Any:
    out = weight.sum(axis=1, keepdims=True)
    n = len(weight)
    step = np.divide(weight, out, out=np.full_like(weight, 1 / n), where=out > 0)
    rank = np.full(n, 1 / n)
    for _ in range(STEPS):
        rank = (1 - DAMPING) / n + DAMPING * rank @ step
    return rank


@cache
def _tagger(language: str) -> Any:
    from HanTa import HanoverTagger

    return HanoverTagger.HanoverTagger(TAGGERS[language])


def _tags(words: list[str], language: str) -> list[str]:
    """ "noun", "adjective" or "" for every word of one line."""
    tagged = _tagger(language).tag_sent(words)
    kinds = dict.fromkeys(NOUNS[language], "noun") | dict.fromkeys(
        ADJECTIVES[language], "adjective"
    )
    return [kinds.get(tag, "") for _, _, tag in tagged]
