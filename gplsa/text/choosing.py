"""Which words become terms, and what is said about those that do not."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np
from scipy import sparse

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
)
from gplsa.text.encoded import Encoded
from gplsa.text.languages import language_name
from gplsa.text.options import WordOptions
from gplsa.text.runs import PHASE, Ints
from gplsa.text.sequence.phrases import (
    count_table,
    find_phrases,
    line_blocks,
    match_phrases,
    phrase_counts,
    phrase_forms,
)

_SETTING = {STOP_WORD: "stop_words", TOO_SHORT: "min_length", TOO_LONG: "too_long"}
_LISTED = 200


@dataclass(frozen=True)
class Dropped:
    """A word that is not counted: as written, in how many documents, and the setting that drops it:
    "stop_words", "min_length", "max_df", "min_df" or "too_long" (more than 80 letters)."""

    word: str
    documents: int
    setting: str


@dataclass
class Choice:
    """terms, forms: sorted by term; n_documents: documents that hold any word; frequent: terms in
    too many documents; dropped: the most frequent left-out words; n_dropped: how many in all."""

    terms: list[str]
    forms: list[str]
    document_frequency: Ints
    n_documents: int
    frequent: list[str]
    dropped: list[Dropped]
    n_dropped: dict[str, int]


@dataclass
class Tally:
    """What is known of the words of some texts once the texts are forgotten.

    forms, form_key, keys, kinds  as in `Encoded`
    frequency   (n_keys) documents that hold each;  form_count  (n_forms) how often each occurs
    n_documents documents that hold any word
    """

    forms: list[str]
    form_key: Ints
    keys: list[str]
    kinds: Ints
    frequency: Ints
    form_count: np.ndarray
    n_documents: int


def tally(encoded: Encoded) -> Tally:
    occurrences = form_counts(encoded)
    return Tally(
        forms=encoded.forms,
        form_key=encoded.form_key,
        keys=encoded.keys,
        kinds=encoded.kinds,
        frequency=np.bincount(
            (occurrences @ counted_as(encoded)).indices, minlength=len(encoded.keys)
        ),
        form_count=np.asarray(occurrences.sum(axis=0)).ravel(),
        n_documents=int(np.count_nonzero(np.diff(occurrences.indptr))),
    )


def form_counts(encoded: Encoded) -> sparse.csr_matrix:
    """How often each form occurs in each document."""
    words = encoded.tokens >= 0
    shape = (encoded.n_documents, len(encoded.forms))
    return count_table(encoded.documents[encoded.lines[words]], encoded.tokens[words], shape)


def form_counts_of_lines(encoded: Encoded) -> sparse.csr_matrix:
    """How often each form occurs in each line."""
    words = encoded.tokens >= 0
    shape = (len(encoded.documents), len(encoded.forms))
    return count_table(encoded.lines[words], encoded.tokens[words], shape)


def counted_as(encoded: Encoded) -> sparse.csr_matrix:
    """(n_forms, n_keys): what each form counts as, itself and its parts. Pairs of characters stand
    in for words without spaces, which do not count themselves."""
    forms = np.flatnonzero(encoded.kinds[encoded.form_key] != WITHOUT_SPACES)
    return count_table(
        np.concatenate([forms, encoded.part_form]),
        np.concatenate([encoded.form_key[forms], encoded.part_key]),
        (len(encoded.forms), len(encoded.keys)),
    )


def choose(
    encoded: Encoded, options: WordOptions, kept: frozenset[str], progress: Progress | None
) -> Choice:
    """Applies the bounds on document frequency, to words and to phrases.

    kept  terms that no bound removes
    Raises InputError naming the setting that left no word.
    """
    counted = tally(encoded)
    phrases = []
    for length in range(2, options.ngrams + 1):
        tick = partial(report, progress, length / (options.ngrams + 1), PHASE)
        phrases += _phrases(encoded, length, counted.n_documents, options, tick)
    return choose_counted(counted, options, kept, phrases)


def choose_counted(
    counted: Tally,
    options: WordOptions,
    kept: frozenset[str],
    phrases: Sequence[tuple[str, str, int]] = (),
) -> Choice:
    """`choose` for words counted before; `phrases` (phrase, form, documents) join them."""
    frequency, n_documents = counted.frequency, counted.n_documents
    settings = _settings(counted, options, kept)
    chosen = np.array([number for number, setting in enumerate(settings) if not setting], np.int64)
    wording = _wordings(counted)
    found = [
        (counted.keys[key], wording.get(key, counted.keys[key]), int(frequency[key]))
        for key in chosen.tolist()
    ]
    found += phrases
    n_dropped = Counter(setting for setting in settings if setting)
    if not found:
        raise InputError(_nothing_left(n_dropped, n_documents, options))
    found.sort()
    order = sorted(
        (number for number, setting in enumerate(settings) if setting),
        key=lambda number: (-int(frequency[number]), counted.keys[number]),
    )
    return Choice(
        terms=[term for term, _, _ in found],
        forms=[form for _, form, _ in found],
        document_frequency=np.array([documents for _, _, documents in found], dtype=np.int64),
        n_documents=n_documents,
        frequent=sorted(
            counted.keys[number] for number, setting in enumerate(settings) if setting == "max_df"
        ),
        dropped=[
            Dropped(
                wording.get(number, counted.keys[number]), int(frequency[number]), settings[number]
            )
            for number in order[:_LISTED]
        ],
        n_dropped=dict(sorted(n_dropped.items())),
    )


def _settings(counted: Tally, options: WordOptions, kept: frozenset[str]) -> list[str]:
    """For each key the setting that drops it, "" for terms. Runs without spaces are neither."""
    settings = []
    for key, kind, documents in zip(
        counted.keys, counted.kinds.tolist(), counted.frequency.tolist(), strict=True
    ):
        if kind == WITHOUT_SPACES:
            settings.append("no_spaces")
        elif kind != TERM:
            settings.append(_SETTING[kind])
        elif key in kept:
            settings.append("")
        else:
            settings.append(_bound(documents, counted.n_documents, options))
    return settings


def _bound(documents: int, n_documents: int, options: WordOptions) -> str:
    if documents < options.min_df:
        return "min_df"
    return "max_df" if documents > _most(n_documents, options) else ""


def _most(n_documents: int, options: WordOptions) -> float:
    """Documents a term may occur in; 0.29 · 100 is a little below 29 in binary."""
    return options.max_df * n_documents + 1e-9


def _wordings(counted: Tally) -> dict[int, str]:
    """The most frequent form of each key; of equals the shorter, then the one in small letters."""
    best: dict[int, tuple[float, int, str]] = {}
    for form, key, count in zip(
        counted.forms, counted.form_key.tolist(), counted.form_count.tolist(), strict=True
    ):
        candidate = (count, -len(form), form)
        if key not in best or candidate > best[key]:
            best[key] = candidate
    return {key: form for key, (_, _, form) in best.items()}


def _phrases(
    encoded: Encoded,
    length: int,
    n_documents: int,
    options: WordOptions,
    tick: Callable[[], None],
) -> list[tuple[str, str, int]]:
    """(phrase, form, document frequency) of the phrases within the bounds."""
    numbers = np.where(encoded.kinds == TERM, np.arange(len(encoded.kinds)), -1)
    tick()
    phrases = find_phrases(
        words_of_tokens(encoded, numbers), encoded.lines, length, options.min_df, tick
    )
    tick()
    documents = encoded.documents[encoded.lines[phrases.first]]
    counts = phrase_counts(phrases, documents, encoded.n_documents)
    frequency = np.bincount(counts.indices, minlength=len(phrases.sequences))
    most = _most(n_documents, options)
    kept = np.flatnonzero((frequency >= options.min_df) & (frequency <= most))
    tick()
    forms = phrase_forms(phrases, encoded.tokens, encoded.forms, kept)
    tick()
    keys = encoded.keys
    names = [" ".join([keys[key] for key in row]) for row in phrases.sequences[kept].tolist()]
    return list(zip(names, forms, frequency[kept].tolist(), strict=True))


def words_of_tokens(encoded: Encoded, number_of_key: Ints) -> Ints:
    """The number that the key at each place has; −1 where a phrase ends."""
    numbers = np.append(number_of_key[encoded.form_key], -1)
    return numbers[encoded.tokens]


def _nothing_left(n_dropped: Counter[str], n_documents: int, options: WordOptions) -> str:
    language = language_name(options.language)
    texts = Message("the {language} texts", language=language) if language else Message("the texts")
    dropped = n_dropped.most_common(1)
    if not dropped:
        return Message(
            "No words in {texts}: they are empty or hold only digits and signs.", texts=texts
        )
    if options.min_df > _most(n_documents, options) and dropped[0][0] in ("min_df", "max_df"):
        return Message(
            "No word of {texts} is left: it would have to occur in at least {min_df} (min_df) and "
            "in at most {max_df:.0%} (max_df) of the {n_documents} documents; add documents or "
            "widen the bounds.",
            texts=texts,
            min_df=options.min_df,
            max_df=options.max_df,
            n_documents=n_documents,
        )
    return {
        "stop_words": Message(
            "No word of {texts} is left: all of them are stop words (stop_words); leave fewer out.",
            texts=texts,
        ),
        "min_length": Message(
            "No word of {texts} is left: all are shorter than {min_length} letters (min_length); "
            "allow shorter words.",
            texts=texts,
            min_length=options.min_length,
        ),
        "too_long": Message(
            "No word of {texts} is left: all have more than {max_letters} letters; check that the "
            "column holds texts.",
            texts=texts,
            max_letters=MAX_LETTERS,
        ),
        "min_df": Message(
            "No word of {texts} is left: none occurs in {min_df} of the {n_documents} documents "
            "(min_df); ask for fewer or add documents.",
            texts=texts,
            min_df=options.min_df,
            n_documents=n_documents,
        ),
        "max_df": Message(
            "No word of {texts} is left: all occur in more than {max_df:.0%} of the {n_documents} "
            "documents (max_df); allow a larger share.",
            texts=texts,
            max_df=options.max_df,
            n_documents=n_documents,
        ),
        "no_spaces": Message("No word of {texts} is left.", texts=texts),
    }[dropped[0][0]]


def count_phrases(
    encoded: Encoded, terms: Sequence[str], length: int, tick: Callable[[], None]
) -> sparse.csr_matrix:
    """(n_lines, n_terms): counts of those of `terms` that are phrases of this length."""
    split = [
        (number, term.split(" "))
        for number, term in enumerate(terms)
        if term.count(" ") == length - 1
    ]
    n_lines = len(encoded.documents)
    shape = (n_lines, len(terms))
    if not split or not n_lines:
        return sparse.csr_matrix(shape)
    # Only words that some phrase holds get a number: every other word ends a phrase at once.
    number_of: dict[str, int] = {}
    known = np.array(
        [[number_of.setdefault(w, len(number_of)) for w in words] for _, words in split]
    )
    numbers = [
        number_of.get(key, -1) if kind == TERM else -1
        for key, kind in zip(encoded.keys, encoded.kinds.tolist(), strict=True)
    ]
    words = words_of_tokens(encoded, np.array(numbers, dtype=np.int64))
    numbers_of = np.array([term for term, _ in split])
    blocks = []
    for first, last in line_blocks(encoded.lines, n_lines):
        tick()
        here = slice(*np.searchsorted(encoded.lines, (first, last)).tolist())
        lines = encoded.lines[here]
        phrases = match_phrases(words[here], lines, known)
        rows = lines[phrases.first] - first
        size = (last - first, len(terms))
        blocks.append(count_table(rows, numbers_of[phrases.which], size))
    return sparse.vstack(blocks, format="csr")
