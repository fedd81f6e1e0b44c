"""All that the command line prints: nothing else in `gplsa.cli` writes to a terminal or a pipe, so
that nothing out of a file, a model or an argument can command the terminal."""

import argparse
import csv
import io
import shutil
import sys
import tempfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, redirect_stdout
from typing import TYPE_CHECKING, Any

from gplsa.message import count, printable
from gplsa.progress import Progress

if TYPE_CHECKING:
    from gplsa.answers.written import Answer

MOST_LEFT_OUT = 20


def say(*lines: str) -> None:
    """One line of the output each, whatever they hold."""
    for line in lines:
        print(printable(line))


def say_cells(rows: Iterable[Iterable[str]]) -> None:
    """One line each, its cells apart by tabs."""
    for row in rows:
        print("\t".join(map(printable, row)))


def say_table(rows: Iterable[Iterable[str]]) -> None:
    """The rows of a table as CSV."""
    with io.StringIO(newline="") as table:
        writer = csv.writer(table, lineterminator="\n")
        for row in rows:
            writer.writerow([" ".join(cell.split()) for cell in row])
        say(*table.getvalue().splitlines())


def note(sentence: str) -> None:
    """One line on standard error."""
    print("gplsa: " + printable(sentence), file=sys.stderr)


def note_left_out(refused: Sequence[str]) -> None:
    """Why files were left out; of very many that is told of the first."""
    for sentence in refused[:MOST_LEFT_OUT]:
        note(f"left out: {sentence}")
    if len(refused) > MOST_LEFT_OUT:
        note(f"left out: {count(len(refused) - MOST_LEFT_OUT, 'file')} more")


def print_json(content: Any) -> None:
    # Here alone: --help need not wait for it.
    from gplsa.answers.written import json_of

    print(json_of(content))


def tell(options: argparse.Namespace, facts: Mapping[str, Any], *lines: str) -> None:
    """What a command did: as JSON where it was asked for, else in words."""
    if options.json:
        print_json(facts)
    else:
        say(*lines)


@contextmanager
def announced(options: argparse.Namespace, address: str) -> Iterator[None]:
    """A server's work: with --json its address is the object, and what it says is no output."""
    if not options.json:
        yield
        return
    print_json({"address": address})
    sys.stdout.flush()
    with redirect_stdout(sys.stderr):
        yield


def print_list(head: dict[str, Any], documents: "Iterable[Answer]", refused: list[str]) -> None:
    """As JSON what is answered of one document after the other."""
    from gplsa.answers.written import json_of, json_with_list

    # On the disk first: a failure half-way must leave nothing half-written on the output.
    with tempfile.TemporaryFile("w+", encoding="utf-8") as draft:
        draft.writelines(json_with_list(head, map(json_of, documents), refused))
        draft.seek(0)
        shutil.copyfileobj(draft, sys.stdout)


def progress_line() -> Progress | None:
    """One line on a terminal that is written over and over; nothing where errors go to a file."""
    if not sys.stderr.isatty():
        return None

    def show(fraction: float, phase: str) -> None:
        shown = f"{printable(phase)} {fraction:.0%}" if fraction < 1 else ""
        print(f"\r\033[K{shown}", end="", file=sys.stderr, flush=True)

    return show
