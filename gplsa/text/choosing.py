"""Which words become terms, and what is said about those that do not."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np

from gplsa.errors import InputError
from gplsa.message import Message
from gplsa.progress import Progress, report
from gplsa.text.analysis import (
    MAX_LETTERS,
    STOP_WORD,
    TERM,
    TOO_LONG,
    TOO_SHORT,
    WITHOUT_SPACES,
    entry_form,
)
from gplsa.text.counts import Census, words_of_tokens
from gplsa.text.encoded import Encoded
from gplsa.text.languages import language_name
from gplsa.text.options import WordOptions
from gplsa.text.runs import PHASE
from gplsa.text.sequence.phrases import documents_with, find_phrases, phrase_forms

_SETTING = {STOP_WORD: "stop_words", TOO_SHORT: "min_length", TOO_LONG: "too_long"}
# By the setting that has dropped most of the words, or what else the reason is.
_NOTHING_LEFT = {
    "empty": Message("No words in {texts}: they are empty or hold only digits and signs."),
    "everywhere": Message(
        "No word of {texts} is left: all {n_documents} documents hold the same words, and topics "
        "are of what tells documents apart."
    ),
    "between": Message(
        "No word of {texts} is left: it would have to occur in at least {min_df} (min_df) and in "
        "at most {max_df:.0%} (max_df) of the {n_documents} documents; add documents or widen the "
        "bounds under “Words” on the page Corpus."
    ),
    "stop_words": Message(
        "No word of {texts} is left: all of them are stop words (stop_words); leave fewer out "
        "under “Words” on the page Corpus."
    ),
    "min_length": Message(
        "No word of {texts} is left: all are shorter than {min_length} letters (min_length); "
        "allow shorter words under “Words” on the page Corpus."
    ),
    "too_long": Message(
        "No word of {texts} is left: all have more than {max_letters} letters; check that the "
        "column holds texts."
    ),
    "min_df": Message(
        "No word of {texts} is left: none occurs in {min_df} of the {n_documents} documents "
        "(min_df); add documents or ask for fewer under “Words” on the page Corpus."
    ),
    "max_df": Message(
        "No word of {texts} is left: all occur in more than {max_df:.0%} of the {n_documents} "
        "documents (max_df); allow a larger share under “Words” on the page Corpus."
    ),
    "no_spaces": Message("No word of {texts} is left."),
}
_LISTED = 200
_ALSO_NOMINATIVE = 0.2  # uses of *Männer* for each of *Männern*, from which it is shown
_ALSO_SMALL = 0.2  # uses of *finally* for each of *Finally*, from which it is shown


@dataclass(frozen=True)
class Dropped:
    """A word that is not counted: as written, in how many documents, and the setting that drops it:
    "stop_words", "min_length", "max_df", "min_df" or "too_long" (more than 80 letters)."""

    word: str
    documents: int
    setting: str


def choose(counted: Census, phrases: Sequence[tuple[str, str, int]] = ()) -> dict[str, Any]:
    """Applies the bounds on document frequency: fields of `Vocabulary` by name.

    phrases  (phrase, form, documents) of `phrases_of` join the words
    """
    keys, frequency, n_documents = counted.words.keys, counted.frequency, counted.n_documents
    options, settings = counted.options, _settings(counted)
    words, wording = counted.words, _wordings(counted)
    of_forms = zip(words.forms, words.form_key.tolist(), strict=True)
    uses = dict(zip(of_forms, counted.form_count.tolist(), strict=True))
    if options.language == "de":
        shown = _as_in_a_list(counted, wording, uses)
    else:
        shown = {key: _inside_a_sentence(form, key, uses) for key, form in wording.items()}
    found = [
        (keys[key], shown.get(key, keys[key]), int(frequency[key]))
        for key, setting in enumerate(settings)
        if not setting
    ]
    found += phrases
    n_dropped = Counter(setting for setting in settings if setting)
    if not found:
        frequent = counted.frequency[np.array([setting == "max_df" for setting in settings], bool)]
        everywhere = len(frequent) > 0 and bool((frequent == n_documents).all())
        raise InputError(_nothing_left(n_dropped, n_documents, options, everywhere))
    found.sort()
    left_out = [number for number, setting in enumerate(settings) if setting]
    order = sorted(left_out, key=lambda number: (-int(frequency[number]), keys[number]))
    return {
        "terms": [term for term, _, _ in found],
        "forms": [form for _, form, _ in found],
        "document_frequency": np.array([documents for _, _, documents in found], dtype=np.int64),
        "n_documents": n_documents,
        "frequent": sorted(key for key, why in zip(keys, settings, strict=True) if why == "max_df"),
        "dropped": [
            Dropped(wording.get(number, keys[number]), int(frequency[number]), settings[number])
            for number in order[:_LISTED]
        ],
        "n_dropped": dict(sorted(n_dropped.items())),
    }


def _settings(counted: Census) -> list[str]:
    """For each key the setting that drops it, "" for terms. Runs without spaces are neither."""
    options, kept = counted.options, counted.analyser.kept
    settings, most = [], most_documents(counted.n_documents, options)
    words, frequency = counted.words, counted.frequency.tolist()
    for key, kind, documents in zip(words.keys, words.kinds.tolist(), frequency, strict=True):
        if kind == WITHOUT_SPACES:
            settings.append("no_spaces")
        elif kind != TERM:
            settings.append(_SETTING[kind])
        elif key in kept:
            settings.append("")
        elif documents < options.min_df:
            settings.append("min_df")
        else:
            settings.append("max_df" if documents > most else "")
    return settings


def _wordings(counted: Census) -> dict[int, str]:
    """The most frequent form of each key; of equals the shorter, then the one in small letters."""
    best: dict[int, tuple[float, int, str]] = {}
    words, counts = counted.words, counted.form_count.tolist()
    for form, key, count in zip(words.forms, words.form_key.tolist(), counts, strict=True):
        candidate = (count, -len(form), form)
        best[key] = max(best.get(key, candidate), candidate)
    return {key: form for key, (_, _, form) in best.items()}


def _inside_a_sentence(form: str, key: int, uses: dict[tuple[str, int], int]) -> str:
    """*finally* for *Finally*, which mostly begins sentences; names are hardly ever small."""
    small = form[:1].lower() + form[1:]
    return small if uses.get((small, key), 0) >= _ALSO_SMALL * uses[form, key] else form


def _as_in_a_list(
    counted: Census, wording: dict[int, str], uses: dict[tuple[str, int], int]
) -> dict[int, str]:
    """German adjectives and verbs as in a dictionary (*sozial* for *sozialen*), its nouns not in
    the genitive or dative where they stand in the nominative, too (*Männer* for *Männern*)."""
    found, words = dict[int, str](), counted.words
    for key, form in wording.items():
        if form[:1].islower():
            found[key] = entry_form(form, counted.options)
        else:
            enough = _ALSO_NOMINATIVE * uses[form, key]
            others = _nominatives(form, words.keys[key])
            found[key] = next((one for one in others if uses.get((one, key), 0) >= enough), form)
    return found


def _nominatives(form: str, base: str) -> list[str]:
    """A German noun in the genitive or dative without its ending; not *Gruppe* for *Gruppen*."""
    small = form.lower().replace("ß", "ss")
    if form.endswith("s"):
        return [form[:-n] for n in (1, 2) if small[:-n] == base]
    plural = form.endswith(("ern", "eln")) or (form.endswith("n") and small[:-1] != base)
    return [form[:-1]] if plural else []


def phrases_of(
    encoded: Encoded, n_documents: int, options: WordOptions, progress: Progress | None
) -> list[tuple[str, str, int]]:
    """(phrase, form, document frequency) of the phrases of texts that are within the bounds."""
    found, keys, least = list[tuple[str, str, int]](), encoded.keys, options.min_df
    for length in range(2, options.ngrams + 1):
        tick = partial(report, progress, length / (options.ngrams + 1), PHASE)
        tick()
        phrases = find_phrases(words_of_tokens(encoded), encoded.lines, length, least, tick)
        tick()
        often = documents_with(phrases, encoded.documents[encoded.lines[phrases.first]])
        kept = np.flatnonzero((often >= least) & (often <= most_documents(n_documents, options)))
        tick()
        forms = phrase_forms(phrases, encoded.tokens, encoded.forms, kept)
        tick()
        names = [" ".join([keys[key] for key in row]) for row in phrases.sequences[kept].tolist()]
        found += zip(names, forms, often[kept].tolist(), strict=True)
    return found


def most_documents(n_documents: int, options: WordOptions) -> float:
    """Documents a term may occur in; 0.29 · 100 is a little below 29 in binary."""
    return options.max_df * n_documents + 1e-9


def _nothing_left(
    n_dropped: Counter[str], n_documents: int, options: WordOptions, everywhere: bool
) -> str:
    """Why no word is left of some texts, and what to do.

    everywhere  whether the words that `max_df` took are in all documents
    """
    language = language_name(options.language)
    # Stop words are in every text: what took the other words is to be told.
    by_bounds = Counter({name: n_dropped[name] for name in ("min_df", "max_df")})
    why = next((setting for setting, _ in (+by_bounds or n_dropped).most_common(1)), "empty")
    between = options.min_df > most_documents(n_documents, options) or len(+by_bounds) == 2
    if everywhere and not by_bounds["min_df"]:
        why = "everywhere"
    elif between and why in by_bounds:
        why = "between"
    return Message(
        _NOTHING_LEFT[why],
        texts=Message("the {language} texts" if language else "the texts", language=language),
        n_documents=n_documents,
        min_df=options.min_df,
        max_df=options.max_df,
        min_length=options.min_length,
        max_letters=MAX_LETTERS,
    )
