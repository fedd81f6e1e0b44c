"""The work behind the page Compare: settings tried on hidden pairs, other models, kept results.

Outcomes are kept one by one, so that a run that was cancelled or interrupted goes on where it
stopped; at one's own computer they are in the user-data folder and survive the end of the app.
"""

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass, replace

from gplsa.app.desk import trainings, work
from gplsa.app.desk.counting import default_words
from gplsa.app.desk.workshop import Desk, Workshop
from gplsa.app.library.library import CORPUS
from gplsa.compare import Outcome, Plan, Result, compare_models, run
from gplsa.corpus.corpus import Corpus
from gplsa.message import Message
from gplsa.model.settings import TrainSettings
from gplsa.progress import Progress

MOST_PAIRS = 3000
SETTINGS, MODELS = "settings", "models"
SIZE = 20_000  # bytes that the figures of one comparison take at most


@dataclass(frozen=True)
class Tried:
    """Outcomes of one corpus, read with the same words and trained alike but for the plan."""

    fingerprint: str
    outcomes: tuple[Outcome, ...]


@dataclass(frozen=True)
class Contest:
    """What several models came to on one corpus."""

    corpus: str
    n_topics: int
    label_field: str | None
    results: tuple[Result, ...]


def base_settings(shop: Workshop, desk: Desk) -> TrainSettings:
    """What all trials share: the words as they are counted on the desk, or will be."""
    corpus = shop.library.open(CORPUS, desk.corpus)
    words = default_words(corpus) if corpus is not None else {}
    return TrainSettings(words=words | desk.words, check=False)


def fingerprint(shop: Workshop, desk: Desk) -> str:
    """A name for what outcomes can be compared with each other."""
    content = [desk.corpus, base_settings(shop, desk).to_json(), MOST_PAIRS]
    return hashlib.sha256(json.dumps(content, sort_keys=True).encode()).hexdigest()[:24]


def tried(shop: Workshop, desk: Desk) -> tuple[Outcome, ...]:
    """Outcomes known of the corpus on the desk, from the store or the disk."""
    name = fingerprint(shop, desk)
    found: Tried | None = shop.store.get(desk.results.get(SETTINGS))
    if found is None or found.fingerprint != name:
        found = Tried(name, _read(shop, name))
        _put(shop, desk, SETTINGS, found)
    return found.outcomes


def contest(shop: Workshop, desk: Desk) -> Contest | None:
    """The last comparison of models, where it was of the corpus on the desk."""
    found: Contest | None = shop.store.get(desk.results.get(MODELS))
    return found if found is not None and found.corpus == desk.corpus else None


def sample(corpus: Corpus) -> Corpus:
    """The corpus, or a part of it that can be trained on many times over."""
    return trainings.drawn(corpus, MOST_PAIRS, seed=0)


def try_settings(shop: Workshop, desk: Desk, plan: Plan, progress: Progress) -> str:
    """Run the trials of the plan that nobody has run yet."""
    corpus, name = work.corpus_of(shop, desk), fingerprint(shop, desk)

    def keep(outcome: Outcome) -> None:
        known = Tried(name, (*tried(shop, desk), outcome))
        _put(shop, desk, SETTINGS, known)
        _write(shop, known)

    with shop.store.pinned(*shop.library.pins(CORPUS, desk.corpus)):
        found = run(sample(corpus), plan, tried(shop, desk), keep, progress)
    return Message("{n_found} settings are compared.", n_found=len(found))


def try_models(
    shop: Workshop,
    desk: Desk,
    names: Sequence[str],
    n_topics: int,
    label_field: str | None,
    progress: Progress,
) -> str:
    """Fit the models named and keep what each came to."""
    corpus, corpus_id = work.corpus_of(shop, desk), desk.corpus or ""
    _put(shop, desk, MODELS, Contest(corpus_id, n_topics, label_field, ()))

    def keep(result: Result) -> None:
        known = contest(shop, desk)
        if known is not None:
            _put(shop, desk, MODELS, replace(known, results=(*known.results, result)))

    settings = replace(base_settings(shop, desk), n_topics=n_topics)
    with shop.store.pinned(*shop.library.pins(CORPUS, desk.corpus)):
        compare_models(sample(corpus), names, settings, label_field, keep, progress)
    return Message("{n_names} models are compared.", n_names=len(names))


def _put(shop: Workshop, desk: Desk, kind: str, value: object) -> None:
    shop.store.drop(desk.results.get(kind))
    desk.results[kind] = shop.store.put(kind, value, SIZE)


def _write(shop: Workshop, known: Tried) -> None:
    content = [outcome.to_json() for outcome in known.outcomes]
    shop.library.write_note(f"laboratory/{known.fingerprint}", content)


def _read(shop: Workshop, name: str) -> tuple[Outcome, ...]:
    return tuple(shop.library.note(f"laboratory/{name}", list[Outcome]) or ())
