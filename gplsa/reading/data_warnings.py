"""Is the pairing right?  What a person who cannot read one side should look at, and what to do
about it: a corpus put right, or choices that read it right.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace

import numpy as np

from gplsa.corpus.cleaning.applying import clean
from gplsa.corpus.cleaning.finding import EXCHANGED, RECOMMENDED, find
from gplsa.corpus.corpus import FEATURES, IMAGE, TEXT, Corpus
from gplsa.corpus.notes import DataWarning, doubt
from gplsa.message import Message, count, listed, quoted
from gplsa.names import unique_name
from gplsa.progress import Progress, in_shares, report, scaled
from gplsa.reading.choices import Choices, side_label
from gplsa.reading.row_order import order_warnings
from gplsa.text.languages import guess_side, language_name

OF_READERS = ("cells", "encoding", "files", "lines", "ids", "animated")
"""What readers doubt and `find_warnings` cannot see in the corpus."""

_FEW_PAIRS = 20
_LOWEST_CORRELATION = 0.2
_OUTLIER_FACTOR = 4.0
_OUTLIER_CHARACTERS = 40
_MANY_MISSING = 0.1
_SPREAD_FLOOR = 0.15
_NAMED = 3

# Of one document, and of several.
_MISSING = {
    TEXT: (
        Message("{documents} of {all:,} has no {side} text."),
        Message("{documents} of {all:,} have no {side} text."),
    ),
    IMAGE: (
        Message("{documents} of {all:,} has no {side} picture."),
        Message("{documents} of {all:,} have no {side} picture."),
    ),
    FEATURES: (
        Message("{documents} of {all:,} has no {side} features."),
        Message("{documents} of {all:,} have no {side} features."),
    ),
}


def with_warnings(corpus: Corpus, progress: Progress | None = None) -> Corpus:
    """The corpus with everything that looks wrong about it before what its reader found."""
    return replace(corpus, warnings=find_warnings(corpus, progress) + corpus.warnings)


def find_warnings(corpus: Corpus, progress: Progress | None = None) -> list[DataWarning]:
    """Everything that looks wrong about the pairs, the gravest first."""
    first, *others = [*corpus.texts] or [""]
    # Markup is told of by itself: what follows is about the texts without it.
    cleanable, corpus = find(corpus, scaled(progress, 0.0, 0.5))
    mixed = any(warning.kind == EXCHANGED for warning in cleanable)
    warnings = [] if mixed else _language_warnings(corpus)
    for other, part in in_shares(others, scaled(progress, 0.5, 1.0)):
        order = order_warnings(corpus, first, other, part)
        # Wrong order explains odd lengths: to point at both would hide the cause. What is said of a
        # picture in two languages need not be translated.
        warnings += order or ([] if corpus.pictures else _odd_lengths(corpus, first, other))
        warnings += _untranslated(corpus, first, other)
    warnings += _missing(corpus)
    report(progress, 1.0, "Checking the pairs")
    return warnings + cleanable


def _language_warnings(corpus: Corpus) -> list[DataWarning]:
    """Sides that are written in another language than they are called by."""
    called = corpus.languages
    guessed = {m: guess_side(texts) for m, texts in corpus.texts.items()}
    wrong = {m: guess for m, guess in guessed.items() if guess and called[m] not in ("", guess)}
    if len(wrong) > 1 and sorted(wrong.values()) == sorted(called[m] for m in wrong):
        sides = [
            Message(
                "the side called {language_name} reads like {language_name2}",
                language_name=language_name(called[m]),
                language_name2=language_name(guess),
            )
            for m, guess in wrong.items()
        ]
        return [doubt("swapped", "Sides look swapped: {sides}.", sides=listed(sides, " and "))]
    found = [
        doubt(
            "language",
            "{label} reads like {language_name}.",
            label=side_label(corpus, modality),
            language_name=language_name(guess),
        )
        for modality, guess in wrong.items()
    ]
    for code, number in Counter(filter(None, guessed.values())).items():
        if number > 1 and not wrong:
            both = doubt(
                "language",
                "{sides} are both in {language_name}, as far as can be told.",
                sides=listed([quoted(m) for m, guess in guessed.items() if guess == code], " and "),
                language_name=language_name(code),
            )
            found.append(both)
    return found


def _odd_lengths(corpus: Corpus, first: str, other: str) -> Iterator[DataWarning]:
    """Lengths that do not go together at all, or pairs far off the usual ratio."""
    sides = corpus.texts[first], corpus.texts[other]
    rows = np.array([r for r, pair in enumerate(zip(*sides, strict=True)) if all(pair)], dtype=int)
    if len(rows) < _FEW_PAIRS:
        return
    sizes = [np.array([len(side[row]) for row in rows], dtype=float) for side in sides]
    logs = [np.log(size) for size in sizes]
    told = {"one": side_label(corpus, first), "two": side_label(corpus, other)}
    ratio = logs[1] - logs[0]
    off = np.abs(ratio - np.median(ratio))
    far = off > max(np.log(_OUTLIER_FACTOR), 5 * 1.4826 * float(np.median(off)))
    usual = [log[~far] for log in logs]
    if min(map(np.std, usual)) > _SPREAD_FLOOR:
        correlation = float(np.corrcoef(*usual)[0, 1])
        if correlation < _LOWEST_CORRELATION:
            yield doubt(
                "lengths",
                "The lengths of {one} and {two} have little to do with each other (correlation "
                "{correlation:.2f}): are these really translations?",
                **told,
                correlation=correlation,
            )
            return
    odd = rows[far & (np.maximum(*sizes) > _OUTLIER_CHARACTERS)]
    if len(odd):
        yield doubt(
            "lengths",
            "{pairs} is of very different length in {one} and {two}: {examples}."
            if len(odd) == 1
            else "{pairs} are of very different length in {one} and {two}, such as {examples}.",
            odd,
            pairs=count(len(odd), "pair"),
            **told,
            examples=listed((quoted(corpus.ids[row]) for row in odd[:_NAMED]), " and "),
        )


def _untranslated(corpus: Corpus, first: str, other: str) -> Iterator[DataWarning]:
    pairs = zip(corpus.texts[first], corpus.texts[other], strict=True)
    same = [row for row, (a, b) in enumerate(pairs) if a and a == b]
    if same:
        yield doubt(
            "same text",
            "{number} has the same text on both sides."
            if len(same) == 1
            else "{number} have the same text on both sides.",
            same,
            number=count(len(same), "pair"),
        )


def _missing(corpus: Corpus) -> Iterator[DataWarning]:
    """Sides that many documents lack, but where all that is missing are files, which is told."""
    told = {row for one in corpus.warnings if one.kind == "files" for row in one.rows}
    for modality in corpus.modalities:
        rows = np.flatnonzero(~corpus.has(modality)).tolist()
        if len(rows) > _MANY_MISSING * len(corpus) and not told.issuperset(rows):
            yield doubt(
                "missing",
                _MISSING[corpus.kind(modality)][len(rows) > 1],
                rows,
                documents=count(len(rows), "document"),
                all=len(corpus),
                side=side_label(corpus, modality),
            )


def cleaned(corpus: Corpus) -> Corpus:
    """The corpus with all put right that is recommended by its warnings, and looked at again."""
    found = corpus.warnings or find_warnings(corpus)
    chosen = [warning for warning in found if warning.kind in RECOMMENDED]
    if not chosen:
        return corpus
    others = [one for one in corpus.warnings if one.kind in OF_READERS and not one.rows]
    return with_warnings(replace(clean(corpus, chosen), warnings=others))


def without_rows(corpus: Corpus, rows: Iterable[int]) -> Corpus:
    left_out = set(rows)
    return corpus.subset([row for row in range(len(corpus)) if row not in left_out])


def moved_back(corpus: Corpus, warning: DataWarning) -> Corpus:
    """The rows of a "shifted" warning with the texts of its side moved to where they fit.

    The text that nothing is left to stand beside becomes a document of its own, behind the others,
    and the row at the other end is left without one.
    """
    start, stop = min(warning.rows), max(warning.rows) + 1
    texts = {modality: list(column) for modality, column in corpus.texts.items()}
    column = texts[warning.side]
    ids, titles = list(corpus.ids), list(corpus.titles)
    fields = {name: list(cells) for name, cells in corpus.fields.items()}
    alone, empty = (start, stop - 1) if warning.offset > 0 else (stop - 1, start)
    text = column.pop(alone)
    column.insert(empty, "")
    if text:
        for modality, side in texts.items():
            side.append(text if modality == warning.side else "")
        ids.append(unique_name(f"{corpus.ids[alone]} ({warning.side})", dict.fromkeys(ids, 1)))
        titles.append(corpus.titles[alone])
        for cells in fields.values():
            cells.append("")
    added = len(ids) - len(corpus)
    moved = replace(
        corpus,
        ids=ids,
        texts=texts,
        titles=titles,
        fields=fields,
        pictures={m: [*column, *[b""] * added] for m, column in corpus.pictures.items()},
        features={m: side.extended(added) for m, side in corpus.features.items()},
    )
    filled = np.any([moved.has(modality) for modality in moved.modalities], axis=0)
    return moved if filled.all() else moved.subset(np.flatnonzero(filled))


def exchanged(recognised: Choices, corpus: Corpus) -> Choices | None:
    """Choices in which every side takes its text from where its language stands.

    None where the languages of the texts are not those of the sides in another order.
    """
    columns = recognised.columns or {}
    side_in = {code: modality for modality, code in corpus.languages.items() if code}
    read_as = {modality: guess_side(texts) for modality, texts in corpus.texts.items()}
    if not columns or len(side_in) < len(columns) or sorted(read_as.values()) != sorted(side_in):
        return None
    taken = {side_in[read_as[modality]]: names for modality, names in columns.items()}
    return replace(recognised, columns={modality: taken[modality] for modality in columns})
