"""Which files belong together, by their names: the language in a folder, a suffix or a word."""

import re
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import takewhile
from pathlib import PurePosixPath

from gplsa.reading.files.upload import Uploads
from gplsa.text.languages import is_ambiguous_mark, language_of

Candidate = tuple[str, str]  # a mark, and the name of the file without it

_PAIR = 2
_SIDES_WITHOUT_LANGUAGE = 6
_DOCUMENT_SUFFIX = re.compile(r"\.(txt|text|md|markdown|html?|xhtml|docx|odt|pdf)$", re.IGNORECASE)
_PADDING = re.compile(r"(?<!\d)0+(?=\d)")
_DIGITS = re.compile(r"\d+")
_WORDS = re.compile(r"[._\-\s]+")
ORIGINAL = "original"  # mark of files that have none where others have one
_SEPARATOR = re.compile(r"([/._\-\s()\[\]]+)")


@dataclass(frozen=True)
class Pairing:
    """groups: what the names have in common -> mark of the side -> positions of the files;
    marks: the sides, in the order of the files; alone: files without a mark;
    by_number: whether only numbers of the names are common."""

    groups: dict[str, dict[str, list[int]]]
    marks: list[str]
    alone: list[int]
    by_number: bool = False


def pair_names(names: Sequence[str]) -> Pairing:
    """Group files whose names differ in nothing but the mark of a side.

    A mark is a language ("de", "deu", "German") anywhere between separators; where names hold
    none, whichever folder or first or last word splits most files into groups of two and more, or
    a last word that one of two has: *letter.txt* and *letter_translation.txt*. Where most name
    their language, a number is enough: *de/Kapitel 01.txt* and *en/Chapter 1.txt*.
    """
    pairing = language_pairing(names)
    if _paired(pairing) > 0:
        return pairing
    if len(pairing.marks) >= _PAIR and 2 * len(pairing.alone) < len(names):
        return max((_by_number(pairing, most) for most in (None, 1)), key=_paired)
    return max((_group(scheme) for scheme in _unnamed_schemes(names)), key=_paired, default=pairing)


def language_pairing(names: Sequence[str]) -> Pairing:
    """`pair_names` by languages only: a word that tells a few files apart is no side."""
    return _group([list(_language_marks(name)) for name in names])


def _paired(pairing: Pairing) -> int:
    """Files that have a partner."""
    groups = [group for group in pairing.groups.values() if len(group) > 1]
    return sum(len(files) for group in groups for files in group.values())


def _group(candidates: Sequence[Sequence[Candidate]]) -> Pairing:
    """Of the possible (mark, rest of the name) of each file the one that most others share."""
    sides: dict[str, set[str]] = defaultdict(set)
    for candidate in candidates:
        for mark, rest in candidate:
            sides[rest].add(mark)
    groups: dict[str, dict[str, list[int]]] = {}
    marks: dict[str, None] = {}
    alone = []
    for position, candidate in enumerate(candidates):
        mark, rest = max(candidate, key=lambda pair: len(sides[pair[1]]), default=("", ""))
        if not mark or (len(sides[rest]) < _PAIR and is_ambiguous_mark(mark)):
            alone.append(position)
            continue
        groups.setdefault(rest, {}).setdefault(mark, []).append(position)
        marks[mark] = None
    return Pairing(_joined(groups), list(marks), alone)


def _unpadded(name: str) -> str:
    """*Letter-7* and *letter-07* are alike."""
    return _PADDING.sub("", name.casefold())


def _joined(
    groups: dict[str, dict[str, list[int]]], alike_by: Callable[[str], str] = _unpadded
) -> dict[str, dict[str, list[int]]]:
    """Files that stand alone join those whose names are alike."""
    alike: defaultdict[str, list[str]] = defaultdict(list)
    for name, group in groups.items():
        if len(group) == 1:
            alike[alike_by(name)].append(name)
    joined = dict(groups)
    for first, *others in alike.values():
        marks = [mark for name in (first, *others) for mark in groups[name]]
        if others and len(set(marks)) == len(marks):
            joined[first] = {mark: own for n in (first, *others) for mark, own in groups[n].items()}
            for name in others:
                del joined[name]
    return joined


def _by_number(pairing: Pairing, most: int | None) -> Pairing:
    """Files alone of one folder joined by the numbers in their names, or the first `most`."""

    def alike_by(name: str) -> str:
        path = PurePosixPath(_unpadded(name))
        return f"{path.parent}/{' '.join(_DIGITS.findall(path.name)[:most]) or path.name}"

    return replace(pairing, groups=_joined(pairing.groups, alike_by), by_number=True)


def _language_marks(name: str) -> Iterator[Candidate]:
    """Each language in the name, with the rest: taken out everywhere, or in one place only.

    "de/x.de" and "en/x.en" have the first rest in common, "a.de-en.de" and "a.de-en.en" the second.
    """
    pieces = _SEPARATOR.split(_DOCUMENT_SUFFIX.sub("", name))
    codes = [language_of(piece) for piece in pieces]
    for code in dict.fromkeys(filter(None, codes)):
        places = [place for place, own in enumerate(codes) if own == code]
        for gone in [places, *([place] for place in reversed(places))]:
            rest = [piece for place, piece in enumerate(pieces) if place not in gone]
            yield code, tidy("".join(rest))


def _unnamed_schemes(names: Sequence[str]) -> Iterator[list[list[Candidate]]]:
    paths = [PurePosixPath(_DOCUMENT_SUFFIX.sub("", name)) for name in names]
    for depth in range(max((len(path.parts) for path in paths), default=1) - 1):
        yield _scheme([_without_folder(path, depth) for path in paths])
    yield _scheme([_without_word(path, last=True) for path in paths])
    yield _scheme([_without_word(path, last=False) for path in paths])
    wholes = [(path.parent / "-".join(_WORDS.split(path.name))).as_posix() for path in paths]
    # *letter-2* is no other side of *letter*.
    longer = [_without_word(path, last=True) for path in paths]
    shorter = {rest for mark, rest in longer if not mark.isdigit()} & set(wholes)
    found = [(ORIGINAL, whole) if whole in shorter else ("", "") for whole in wholes]
    for place, (mark, rest) in enumerate(longer):
        if rest in shorter and not mark.isdigit():
            found[place] = mark, rest
    yield _scheme(found)


def _scheme(parts: Sequence[Candidate]) -> list[list[Candidate]]:
    marks = {mark for mark, _ in parts if mark}
    if all(mark.isdigit() for mark in marks) or not 2 <= len(marks) <= _SIDES_WITHOUT_LANGUAGE:
        return []
    return [[(mark, rest)] if mark else [] for mark, rest in parts]


def _without_folder(path: PurePosixPath, depth: int) -> Candidate:
    folders = path.parts[:-1]
    if depth >= len(folders):
        return "", ""
    return folders[depth], "/".join(path.parts[:depth] + path.parts[depth + 1 :])


def _without_word(path: PurePosixPath, *, last: bool) -> Candidate:
    words = _WORDS.split(path.name)
    if len(words) < 2:
        return "", ""
    mark = words[-1 if last else 0]
    return mark, (path.parent / "-".join(words[:-1] if last else words[1:])).as_posix()


def tidy(rest: str) -> str:
    """A name with its gaps closed: "letters//017__" → "letters/017"."""
    rest = re.sub(r"(?:(?<![._\-\s()\[\]])[._\-\s()\[\]]++)?+/[/._\-\s()\[\]]*+", "/", rest)
    rest = re.sub(r"([._\-\s])[._\-\s]+", r"\1", rest)
    bare = rest.strip("/._- ()[]")
    before, after = rest.split(bare, 1) if bare else ("", "")
    for opening, closing in ("()", "[]"):  # those of “Anna (Bern)” are part of the name
        missing = bare.count(opening) - bare.count(closing)
        bare += closing * min(missing, after.count(closing))
        bare = opening * min(-missing, before.count(opening)) + bare
    return bare


def short_ids(keys: Sequence[str]) -> list[str]:
    """The last part of each key where that is unique, else the whole of them."""
    last = [PurePosixPath(key).name or key for key in keys]
    return last if len(set(last)) == len(last) else list(keys)


def numbers(start: int, stop: int) -> str:
    """What a document of several lines or units is called: by the first and the last, from 1."""
    return str(stop) if stop - start == 1 else f"{start + 1}-{stop}"


def common_name(names: Sequence[str], otherwise: str) -> str:
    """What the corpus is called: the folder all files are in, or what their names begin with."""
    parts = [PurePosixPath(name).parts for name in names]
    shared = [*takewhile(lambda level: len(set(level)) == 1, zip(*parts, strict=False))]
    if shared and len(names) > 1:
        return shared[-1][0]
    stems = {tidy(PurePosixPath(name).name.split(".")[0]) for name in names}
    return stems.pop() if len(stems) == 1 else otherwise


def corpus_name(uploads: Uploads, otherwise: str) -> str:
    """What a corpus of these files is called: as they are, as their folder, or as they begin."""
    names = [upload.name for upload in uploads]
    alike = takewhile(lambda letters: len({*letters}) == 1, zip(*names, strict=False))
    begun = re.match(r"(.*[^\W_])[._\-\s]", "".join(letters[0] for letters in alike))
    return common_name(names, uploads[0].folder or (begun[1] if begun else otherwise))
