"""Which columns of a table hold the sides, the ids and the titles."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from gplsa.corpus.fields.several import Listing
from gplsa.errors import InputError
from gplsa.headings.assigned import names_headings
from gplsa.message import listed, quoted
from gplsa.reading.choices import TABLE, Choices
from gplsa.reading.tables import column_names
from gplsa.reading.tables.table import Table
from gplsa.text.languages import guess_side

_SAMPLED_ROWS = 2_000
_PROSE_WORDS = 2.5
_PROSE_DISTINCT = 0.3
_ID_CHARACTERS = 60
_TITLE_LETTERS = 0.8
_CATEGORY_DISTINCT = 0.1
_RARELY = 0.05  # share of the rows that a language must fill to be a side beside two others


@dataclass(frozen=True)
class ColumnFacts:
    """What a column is like, over a sample of its rows."""

    name: str
    filled: float  # share of rows with anything in them
    distinct: float  # share of different cells among the filled
    words: float  # per filled cell
    characters: float  # per filled cell
    letters: float  # share of letters among the characters
    language: str  # guessed; "" for what is no prose
    are_headings: bool  # lists of subject headings, as its name says

    @property
    def is_text(self) -> bool:
        return self.filled > 0 and self.letters > 0.5

    @property
    def is_prose(self) -> bool:
        return self.is_text and self.words >= _PROSE_WORDS and self.distinct >= _PROSE_DISTINCT

    @property
    def is_title(self) -> bool:
        """Text that holds titles, as its heading says; a *subject* does where it is written out."""
        if column_names.may_be_title_heading(self.name):
            return self.is_prose and not self.are_headings
        return self.is_text and column_names.is_title_heading(self.name)


def describe(name: str, cells: Sequence[str]) -> ColumnFacts:
    sample = [cell[:2_000] for cell in cells[:: max(len(cells) // _SAMPLED_ROWS, 1)]]
    filled = [cell for cell in sample if cell.strip()]
    n = max(len(filled), 1)
    characters = sum(map(len, filled))
    letters = sum(sum(map(str.isalpha, cell[:200])) for cell in filled)
    shown = sum(len(cell[:200]) - cell[:200].count(" ") for cell in filled)
    facts = ColumnFacts(
        name=name,
        filled=len(filled) / max(len(sample), 1),
        distinct=len(set(filled)) / n,
        words=sum(len(cell.split()) for cell in filled) / n,
        characters=characters / n,
        letters=letters / max(shown, 1),
        language="",
        are_headings=names_headings(name) and Listing.of(filled).are_lists,
    )
    return replace(facts, language=guess_side(filled)) if facts.is_text else facts


def recognise_columns(
    table: Table,
    cells: Callable[[str], list[str]],
    file_columns: Sequence[str],
    choices: Choices,
    *,
    fewest: int = 2,
) -> Choices:
    """Fill in columns, languages, id, title and carried columns where they were not chosen.

    cells gives a column's texts, with the content of files in the place of their names.
    """
    pictures = list((choices.picture_columns or {}).values())
    fewest = max(fewest - len(pictures), 0)
    _check_chosen(table, choices, fewest)
    facts = [describe(name, cells(name)) for name in table.columns if name not in pictures]
    id_column = find_id(facts, file_columns) if choices.id_column is None else choices.id_column
    columns, languages, id_column = _sides(facts, table, id_column, choices, fewest)
    used = {name for names in columns.values() for name in names}
    title_column = choices.title_column
    if title_column is None:
        titles = (fact.name for fact in facts if fact.is_title and fact.filled >= 0.5)
        title_column = next(titles, "")
    carried = choices.carried
    if carried is None:
        # What names a picture stays with the document.
        taken = (used - set(file_columns)) | {id_column}
        carried = tuple(name for name in table.columns if name not in taken)
    return replace(
        choices,
        kind=TABLE,
        columns=columns,
        languages=languages,
        id_column=id_column,
        title_column=title_column,
        carried=carried,
        file_columns=tuple(file_columns),
        header=table.header,
        delimiter=table.delimiter or None,
        sheet=table.sheet or None,
        # Files that a table names may be in other encodings than itself.
        encoding=choices.encoding if file_columns else table.encoding or None,
    )


def _sides(
    facts: Sequence[ColumnFacts], table: Table, id_column: str, choices: Choices, fewest: int
) -> tuple[dict[str, tuple[str, ...]], dict[str, str], str]:
    """Columns and languages of the sides, chosen or found; that of ids, "" if wanted for a side."""
    chosen = dict(choices.languages or {})
    if choices.columns is not None:
        by_name = {fact.name: fact for fact in facts}
        for modality, names in choices.columns.items():
            code = column_names.language_in(modality) or column_names.language_in(names[0])
            chosen.setdefault(modality, code or by_name[names[0]].language)
        return choices.columns, chosen, id_column
    possible = [fact for fact in facts if fact.name != id_column]
    if choices.id_column is None and sum(fact.is_text for fact in possible) < fewest:
        # Captions of one word are all different too: a column that is needed is no id.
        id_column, possible = "", list(facts)
    called = f"{table.name}: {table.sheet}" if table.unread else table.name
    try:
        sides = _find_sides(possible, called, fewest)
    except InputError as error:
        if not table.doubts:
            raise
        raise InputError(listed([*table.doubts, error.message], " ")) from error
    # Each is called by its language, or by its first column where that is unknown.
    columns = {
        own[0].name if code.isdigit() else code: tuple(fact.name for fact in own)
        for code, own in sides.items()
    }
    found = {m: code for m, code in zip(columns, sides, strict=True) if not code[:1].isdigit()}
    return columns, found | chosen, id_column


def _check_chosen(table: Table, choices: Choices, fewest: int) -> None:
    wanted = [name for names in (choices.columns or {}).values() for name in names]
    wanted += [choices.id_column or "", choices.title_column or "", *(choices.carried or ())]
    missing = sorted({name for name in wanted if name and name not in table.columns})
    if missing:
        raise InputError(
            "“{name}” has no column {listed}; its columns are {there}.",
            name=table.name,
            listed=listed(map(quoted, missing)),
            there=listed(map(quoted, table.columns[:20])),
        )
    sides = choices.columns
    if sides is not None and (len(sides) < fewest or not all(sides.values())):
        raise InputError("Choose at least one column for each of two sides.")


def find_id(facts: Sequence[ColumnFacts], file_columns: Sequence[str]) -> str:
    """The column whose cells are short and all different, by its heading or as the first one."""
    unique = [
        fact
        for fact in facts
        if fact.filled == fact.distinct == 1
        and fact.words < _PROSE_WORDS
        and fact.characters <= _ID_CHARACTERS
        and fact.name not in file_columns
    ]
    nearly = [fact for fact in facts if fact.filled > 0.9 and fact.distinct > 0.9]
    for fact in (*unique, *nearly):
        if column_names.is_id_heading(fact.name):
            return fact.name
    first = facts[0]  # the years of a chronicle are none, though all different
    is_id = first in unique and first.words <= 1 and not column_names.is_time_heading(first.name)
    return first.name if is_id else ""


def _find_sides(
    facts: Sequence[ColumnFacts], name: str, fewest: int
) -> dict[str, list[ColumnFacts]]:
    """At least `fewest` sides: language code ("0", "1" for unknown) -> columns, in their order.

    Headings that name a language come first, then what the texts are written in, then length.
    """
    texts = [
        fact
        for fact in texts_in(facts, fewest)
        # Pictures may have labels, texts have no category for their counterpart.
        if fewest == 1 or fact.distinct > _CATEGORY_DISTINCT or column_names.language_in(fact.name)
    ]
    if len(texts) < fewest:
        if fewest == 1:
            raise InputError("“{name}” has no column with text: one is needed.", name=name)
        if texts:
            raise InputError(
                "“{name}” has only one column with text (“{name2}”): two are needed, one for each "
                "language. Texts of one language are asked for keywords where a model is there.",
                name=name,
                name2=texts[0].name,
            )
        raise InputError(
            "“{name}” has no column with text: two are needed, one for each language.", name=name
        )
    sides: dict[str, list[ColumnFacts]] = {}
    for fact in texts:
        if code := column_names.language_in(fact.name):
            sides.setdefault(code, []).append(fact)
    if len(sides) < fewest:
        marked = {fact.name for columns in sides.values() for fact in columns}
        for fact in texts:
            if fact.is_prose and fact.language and fact.name not in marked:
                sides.setdefault(fact.language, []).append(fact)
    if len(sides) < fewest:
        longest = sorted(texts, key=lambda fact: -fact.words * fact.distinct)[:fewest]
        sides = {str(number): [fact] for number, fact in enumerate(longest)}
    for code in sorted(sides, key=lambda code: -max(fact.filled for fact in sides[code]))[fewest:]:
        if all(fact.filled < _RARELY for fact in sides[code]):
            del sides[code]
    _share_titles(sides, texts)
    position = {fact.name: number for number, fact in enumerate(facts)}
    for columns in sides.values():
        columns.sort(key=lambda fact: position[fact.name])
    return dict(sorted(sides.items(), key=lambda side: position[side[1][0].name]))


def _share_titles(sides: dict[str, list[ColumnFacts]], texts: Sequence[ColumnFacts]) -> None:
    """A title that names no language stands with the text in its language, or with the only text
    that lacks one; numbered names (*Letter 17*) are titles of no side.
    """
    taken = [fact for columns in sides.values() for fact in columns]
    for fact in texts:
        bare = [code for code, columns in sides.items() if not any(one.is_title for one in columns)]
        only = len(bare) == 1 and len(sides) > 1
        if fact in taken or not fact.is_title:
            continue
        if fact.language in bare and (only or fact.letters > _TITLE_LETTERS):
            sides[fact.language].append(fact)
        elif only and not fact.language:
            sides[bare[0]].append(fact)


def texts_in(facts: Sequence[ColumnFacts], fewest: int = 1) -> list[ColumnFacts]:
    """Columns of text; those of subject headings only where fewer than `fewest` others are."""
    texts = [fact for fact in facts if fact.is_text]
    others = [fact for fact in texts if not fact.are_headings]
    return others if len(others) >= fewest else texts
