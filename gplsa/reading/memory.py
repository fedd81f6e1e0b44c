"""What people hold in memory to a corpus: texts, columns, matrices, what encoders make of them."""

import itertools
from collections.abc import Iterable, Mapping, Sized
from dataclasses import dataclass, replace
from typing import Any

from gplsa.corpus.features import Features
from gplsa.errors import InputError
from gplsa.message import Message, listed, quoted
from gplsa.reading import vectors
from gplsa.reading.choices import Choices, Draft, Reading, finish
from gplsa.reading.data_warnings import with_warnings
from gplsa.text.languages import language_of

MOST_NAMED = 12


@dataclass(frozen=True)
class Held:
    """What `gplsa.corpus_of` is given, which says what each means."""

    data: Any
    sides: Any = None
    ids: Any = None
    fields: Any = None
    features: Mapping[str, Any] | None = None
    encoders: Mapping[str, vectors.Encoder] | None = None


def reading_of_memory(held: Held, languages: Mapping[str, str] | None, name: str) -> Reading:
    """The corpus of what is held in memory, document d at place d of every side.

    languages  by side of text; guessed for those that are not named
    """
    if not isinstance(name, str):
        raise InputError("The name of a corpus is a text, not {name}.", name=type(name).__name__)
    columns = _columns_of(held)
    named, rest = _named_sides(held, columns)
    encoders = held.encoders or {}
    if unknown := sorted(set(encoders) - set(named)):
        raise InputError(
            "There is an encoder for “{strange}”, which is no side: the sides are {sides}.",
            strange=unknown[0],
            sides=listed(map(repr, named)),
        )
    texts: dict[str, list[str]] = {}
    features: dict[str, Any] = dict(held.features or {})
    for side, column in named.items():
        cells = columns[column]
        if side in encoders:
            features[side] = vectors.vectors(side, vectors.encoded(side, encoders[side], cells))
        elif vectors.is_matrix_in_memory(cells):
            features[side] = cells
        else:
            texts[side] = _texts_of(side, cells)
    matrices = {}
    for side, given in features.items():
        matrix = vectors.in_order_of(side, vectors.matrix_of(side, given, columns), held.data)
        names = [] if isinstance(given, str) else vectors.named_columns(given)
        matrices[side] = Features.of(side, matrix, names)
    if strange := set(languages or {}) - set(texts):
        raise InputError(
            "A language is given for {wrong}; the sides are {sides}.",
            wrong=listed(map(repr, strange)),
            sides=listed(map(repr, texts)),
        )
    draft = Draft(
        name=name,
        texts=texts,
        features=matrices,
        recognised=Choices(
            columns={side: (column,) for side, column in named.items()},
            languages={side: _code(side, named) for side, named in (languages or {}).items()},
        ),
        columns=list(columns),
        ids=_ids_of(held, columns),
        fields=_fields_of(held, columns, rest),
    )
    _check_lengths(draft)
    _check_labels({**columns, **(held.fields if isinstance(held.fields, Mapping) else {})})
    reading = finish(draft)
    return replace(reading, corpus=with_warnings(reading.corpus))


def _columns_of(held: Held) -> dict[str, Any]:
    if not callable(getattr(held.data, "items", None)) or hasattr(held.data, "str"):
        raise InputError(
            "Texts are given by side, as {{'de': [...], 'en': [...]}}, not as {name}; rows become "
            "a DataFrame by pandas.DataFrame(rows).",
            name=type(held.data).__name__,
        )
    columns = [(str(name), cells) for name, cells in held.data.items()]
    if len(dict(columns)) < len(columns):
        raise InputError("Two columns of the DataFrame have the same name.")
    return dict(columns)


def _named_sides(held: Held, columns: Mapping[str, Any]) -> tuple[dict[str, str], list[str]]:
    """{side: column}, and the columns that are nothing else yet."""
    taken = [str(held.ids)] if isinstance(held.ids, str) else []
    for given in (held.features or {}).values():
        taken += vectors.named_columns(given)
    rest = [name for name in columns if name not in taken]
    if held.sides is None:
        if vectors.is_frame(held.data) and not held.features:
            raise InputError(
                "Name the columns that are sides, as sides=['de', 'en']: a DataFrame has columns "
                "of other kinds, too. Here are {there}.",
                there=_some(columns),
            )
        named = {} if vectors.is_frame(held.data) else {name: name for name in rest}
    elif isinstance(held.sides, str):
        raise InputError("The sides are a list of names, not {sides!r} alone.", sides=held.sides)
    elif isinstance(held.sides, Mapping):
        named = {str(side): str(column) for side, column in held.sides.items()}
    else:
        named = {str(side): str(side) for side in held.sides}
    for column in [*taken, *named.values()]:
        _check_column(column, columns)
    if twice := set(named) & set(held.features or {}):
        raise InputError("Side “{side}” is given twice.", side=min(twice))
    return named, [name for name in rest if name not in named.values()]


def _check_column(column: str, columns: Mapping[str, Any]) -> None:
    if column not in columns:
        raise InputError(
            "There is no column “{column}”; the columns are {there}.",
            column=column,
            there=_some(columns),
        )


def _code(side: str, language: Any) -> str:
    """Of a language by code or by name; one that is not known by any is what it is called."""
    if not isinstance(language, str):
        raise InputError(
            "The language of side “{side}” is a code, as “de”, not {name}.",
            side=side,
            name=type(language).__name__,
        )
    return language_of(language) or language


def _some(names: Iterable[str]) -> Message:
    shown = [quoted(name) for name in names]
    return listed(shown[:MOST_NAMED] + ["…"] * (len(shown) > MOST_NAMED))


def _ids_of(held: Held, columns: Mapping[str, Any]) -> list[str] | None:
    """One for each document; a DataFrame has them in its index."""
    if isinstance(held.ids, str):
        return [_cell(cell) for cell in columns[held.ids]]
    if held.ids is not None:
        return [_cell(one) for one in vectors.entries("ids", held.ids)]
    return [_cell(one) for one in held.data.index] if vectors.is_frame(held.data) else None


def _fields_of(held: Held, columns: Mapping[str, Any], rest: list[str]) -> dict[str, list[str]]:
    """What stands beside the documents: every column that is left, or what is named."""
    given = rest if held.fields is None else held.fields
    if isinstance(given, str):
        raise InputError("The fields are a list of names, not {fields!r} alone.", fields=given)
    if not isinstance(given, Mapping):
        for name in map(str, given):
            _check_column(name, columns)
        given = {str(name): columns[str(name)] for name in given}
    named = ((str(name), cells) for name, cells in given.items())
    return {name: [*map(_cell, vectors.entries(name, cells))] for name, cells in named}


def _cell(value: Any) -> str:
    """A value as a table has it: years that pandas made floats, and days without their midnight."""
    if vectors.is_missing(value):
        return ""
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return str(value).removesuffix(" 00:00:00")


def _texts_of(side: str, column: Any) -> list[str]:
    texts = ["" if vectors.is_missing(cell) else cell for cell in vectors.entries(side, column)]
    for place, text in enumerate(texts):
        if not isinstance(text, str):
            raise InputError(
                "Side “{side}”, place {place}: a text is needed, not {name}.",
                side=side,
                place=place,
                name=type(text).__name__,
            )
    return [str(text) for text in texts]


def _check_lengths(draft: Draft) -> None:
    sides: dict[str, Sized] = {**draft.texts, **draft.features}
    lengths: list[tuple[str, int]] = [(quoted(m), len(side)) for m, side in sides.items()]
    lengths += [] if draft.ids is None else [("ids", len(draft.ids))]
    fields = ((quoted(name), len(column)) for name, column in draft.fields.items())
    lengths += [one for one in fields if not lengths or one[1] != lengths[0][1]]
    if len({length for _, length in lengths}) > 1:
        raise InputError(
            "Every side needs an entry for every document, None where it is missing, but the "
            "entries are {told}.",
            told=listed(Message("{what} {n:,}", what=what, n=n) for what, n in lengths),
        )


def _check_labels(columns: Mapping[str, Any]) -> None:
    """Series have labels, by which pandas would pair them, and not by their places."""
    labels = [(name, getattr(cells, "index", None)) for name, cells in columns.items()]
    labelled: list[tuple[str, Any]] = [one for one in labels if hasattr(one[1], "equals")]
    for (first, index), (name, other) in itertools.pairwise(labelled):
        if not index.equals(other):
            raise InputError(
                "“{first}” and “{name}” have different labels: put both into one DataFrame, which "
                "pairs them by these, or give lists (.tolist()), which are paired by place.",
                first=first,
                name=name,
            )
