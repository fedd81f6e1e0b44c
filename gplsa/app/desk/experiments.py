"""The work behind the page Compare: settings tried on held-out pairs, other models, kept results.

Outcomes are kept one by one, so that a run that was cancelled or interrupted goes on where it
stopped; at one's own computer they are in the user-data folder and survive the end of the app.
"""

import hashlib
import json
from collections.abc import Sequence
from dataclasses import replace

from gplsa.app.desk import pace, trainings
from gplsa.app.desk.counting import default_words
from gplsa.app.desk.desk import Desk
from gplsa.app.desk.state import Contest
from gplsa.compare import Outcome, Plan, Result, compare_models, run, seconds_of_models
from gplsa.message import Message
from gplsa.model.settings import TrainSettings
from gplsa.progress import Progress

MOST_PAIRS = 3000


def base_settings(desk: Desk) -> TrainSettings:
    """What all trials share: the words as they are counted on the desk, or will be."""
    words = default_words(desk.corpus) if desk.corpus is not None else {}
    return TrainSettings(words=words | desk.corpus_state.words, check=False)


def fingerprint(desk: Desk) -> str:
    """A name for what outcomes can be compared with each other."""
    content = [desk.corpus_state.id, base_settings(desk).to_json(), MOST_PAIRS]
    return hashlib.sha256(json.dumps(content, sort_keys=True).encode()).hexdigest()[:24]


def tried(desk: Desk) -> tuple[Outcome, ...]:
    """Outcomes known of the corpus on the desk, from memory or the disk."""
    name, state = fingerprint(desk), desk.corpus_state
    if name not in state.tried:
        state.tried[name] = tuple(desk.library.note(f"laboratory/{name}", list[Outcome]) or ())
    return state.tried[name]


def try_settings(desk: Desk, plan: Plan, progress: Progress) -> str:
    """Run the trials of the plan that nobody has run yet."""
    state, corpus = desk.corpus_at_hand()
    name, known = fingerprint(desk), tried(desk)

    def keep(outcome: Outcome) -> None:
        now = state.tried[name] = (*state.tried[name], outcome)
        desk.library.write_note(f"laboratory/{name}", [one.to_json() for one in now])

    found = run(trainings.drawn(corpus, MOST_PAIRS, seed=0), plan, known, keep, progress)
    return Message("{n_found} settings are compared.", n_found=len(found))


def seconds_expected(desk: Desk, names: Sequence[str], n_topics: int) -> float:
    """Of `try_models`, on the computer of the estimate; 0 of words not counted."""
    state, corpus = desk.corpus_at_hand()
    if state.counted is None:
        return 0.0
    n_pairs = min(len(corpus), MOST_PAIRS)
    nonzeros = {m: n * n_pairs // len(corpus) for m, n in state.counted.nonzeros.items()}
    return seconds_of_models(names, n_pairs, nonzeros, n_topics)


def try_models(
    desk: Desk, names: Sequence[str], n_topics: int, label_field: str | None, progress: Progress
) -> str:
    """Fit the models named and keep what each came to."""
    state, corpus = desk.corpus_at_hand()
    known = state.contest = Contest(n_topics, label_field, ())

    def keep(result: Result) -> None:
        nonlocal known
        known = state.contest = replace(known, results=(*known.results, result))

    settings = replace(base_settings(desk), n_topics=n_topics)
    some = trainings.drawn(corpus, MOST_PAIRS, seed=0)
    with pace.timed(desk, pace.KINDS, seconds_expected(desk, names, n_topics)):
        compare_models(some, names, settings, label_field, keep, progress)
    return Message("{n_names} models are compared.", n_names=len(names))
