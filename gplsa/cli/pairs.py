"""From the files that are named on the command line to a corpus, to the vocabulary of its headings,
or to what words are looked up in.
"""

from argparse import Namespace
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from gplsa.cli.output import note, note_left_out, progress_line
from gplsa.cli.place import begins
from gplsa.corpus.cleaning.finding import RECOMMENDED
from gplsa.corpus.corpus import Corpus
from gplsa.errors import InputError
from gplsa.headings import HeadingVocabulary, read_vocabulary
from gplsa.message import listed
from gplsa.model.public import Model
from gplsa.reading import cleaned, read_paths
from gplsa.reading.choices import TABLE, Reading
from gplsa.reading.read import Sides
from gplsa.reading.sandboxed import read_corpus
from gplsa.training.in_memory import check_corpus
from gplsa.training.words import learn_words

SHOWN = 8  # columns, or files, of a side that are named


def named_sides(options: Namespace) -> list[str]:
    """As --source, --target and --also have them; none where they are to be recognised."""
    if options.source is None and options.target is None and not options.also:
        return []
    if options.source is None or options.target is None:
        raise InputError("Name both sides, with --source and --target, or leave both away.")
    if options.source == options.target:
        raise InputError("--source and --target name the same side.")
    return list(dict.fromkeys([options.source, options.target, *options.also]))


def read_pairs(options: Namespace, known: Sequence[str] = ()) -> Corpus:
    """The pairs in the files; where no sides were named `options` get those recognised.

    known  the sides of a model that the pairs are for: what is named holds them, in this order
    """
    named = named_sides(options)
    if known and named and len(named) != len(known):
        raise InputError(
            "The model has the sides {sides}: name a column or mark for each with --source, "
            "--target and --also, or for none.",
            sides=listed(known),
        )
    # Where none is named, the files may call the sides as the model does.
    sides = dict(zip(known or named, zip(named or known, strict=True), strict=True))
    reading, recognised = _reading(options, sides, fallback=not named)
    note_left_out(reading.refused)
    if recognised:
        recognise(options, reading)
    corpus = cleaned(reading.corpus) if options.clean else reading.corpus
    for done in corpus.cleaning:
        note(f"cleaned: {done.message}")
    for warning in corpus.warnings:
        note(f"look at the pairs: {warning.message}")
    if not options.clean and any(warning.kind in RECOMMENDED for warning in corpus.warnings):
        note("with --clean some of this is fixed before training")
    return corpus


def _reading(options: Namespace, sides: Sides, *, fallback: bool) -> tuple[Reading, bool]:
    """The files read, and whether their sides were recognised: without `sides`, or by `fallback`
    where the files do not name these and are recognised to have them."""

    def read(sides: Sides | None) -> Reading:
        return read_paths(options.pairs, sides, progress=progress_line(), read=read_corpus)

    if not sides:
        return read(None), True
    try:
        return read(sides), False
    except InputError:
        with suppress(InputError):
            if fallback and {*sides} <= {*(reading := read(None)).corpus.modalities}:
                return reading, True
        raise


def _other_columns(reading: Reading) -> str:
    """Of a table what its other columns are taken for."""
    if reading.kind != TABLE:
        return ""
    known = reading.recognised
    texts = {name for names in (known.columns or {}).values() for name in names}
    texts |= {*(known.picture_columns or {}).values()}
    kept = [name for name in known.carried or () if name not in texts]
    unused = [name for name in reading.columns if name not in {known.id_column, *kept, *texts}]
    parts = {"id": [known.id_column or "row numbers"], "kept": kept, "not used": unused}
    return "".join(f"; {part}: {_few(names)}" for part, names in parts.items() if names)


def _few(names: Sequence[str]) -> str:
    more = [f"{len(names) - SHOWN:,} more"] if len(names) > SHOWN else []
    return " + ".join([*names[:SHOWN], *more])


def recognise(options: Namespace, reading: Reading) -> None:
    """Name the sides as they were recognised, and say from what, in one line."""
    check_corpus(reading.corpus)
    sides = reading.corpus.modalities
    columns = reading.recognised.columns or {}
    named = {side: columns.get(side, (side,)) for side in sides}
    told = (m if names == (m,) else f"{m} ({_few(names)})" for m, names in named.items())
    note(f"sides: {', '.join(told)}{_other_columns(reading)}")
    options.source, options.target, *options.also = sides


def vocabulary_of(options: Namespace) -> HeadingVocabulary | None:
    """The one that was named on the command line."""
    if not options.vocabulary:
        return None
    if not options.headings:
        raise InputError("--vocabulary belongs to a column of headings: name it with --headings.")
    return read_vocabulary(Path(options.vocabulary), progress_line())


def model_or_words(name: str) -> Model:
    """A model file; or what a model knows of words, learned from the pairs in files."""
    path = Path(name)
    if path.suffix == ".gplsa" or not path.exists() or (path.is_file() and begins(path)):
        return Model.load(name)
    pairs = Namespace(pairs=[name], source=None, target=None, also=[], clean=False)
    return learn_words(read_pairs(pairs), progress=progress_line())
