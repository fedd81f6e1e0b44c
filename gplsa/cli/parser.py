"""Arguments of commands: read, and refused in one line that knows what may have been meant."""

import argparse
from collections.abc import Iterable, Iterator, Sequence
from difflib import get_close_matches
from importlib import import_module
from itertools import groupby
from typing import Any, NoReturn

from gplsa.cli.output import note, say
from gplsa.cli.table import COMMAND_OF, COMMANDS, Command
from gplsa.cli.values import filled
from gplsa.errors import InputError
from gplsa.version import VERSION

HEAD = ("usage: gplsa COMMAND …", "", "Topics and keywords of paired texts.", "")
FOOT = (
    "gplsa COMMAND --help tells what a command takes, gplsa --version which version this is.",
    "Exit status: 0 done, 1 a fault of gplsa's, 2 bad input, 3 disk or memory, 130 interrupted.",
)


class Parser(argparse.ArgumentParser):
    """Of one command.  old  options that have another name now, which a note says"""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        # Where no type is named; "" would be this folder, or a side without a name.
        self.register("type", None, filled)
        self.old: dict[str, str] = {}

    def add_subparsers(self, **options: Any) -> Any:
        action = super().add_subparsers(**options)
        action.type = str  # it is handed all that follows
        return action

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        parted = [word.partition("=") for word in args]
        for name, *_ in parted:
            if name in self.old:
                note(f"{name} is called {self.old[name]} now")
        words = [self.old.get(name, name) + equals + value for name, equals, value in parted]
        return super().parse_known_args(words, namespace)

    def _check_value(self, action: argparse.Action, value: Any) -> None:
        if action.choices is not None and value not in action.choices:
            among = ", ".join(map(str, action.choices))
            meant = did_you_mean(str(value), map(str, action.choices))
            raise argparse.ArgumentError(action, f"must be one of {among}, not “{value}”{meant}")

    def error(self, message: str) -> NoReturn:
        unknown = message.removeprefix("unrecognized arguments: ")
        words = [word for word in unknown.split() if word.startswith("--")]
        meant = ""
        if unknown != message and words:
            meant = did_you_mean(words[0].partition("=")[0], self.flags())
        raise InputError(
            "{message}{meant} (see {prog} --help)", message=message, meant=meant, prog=self.prog
        )

    def flags(self) -> list[str]:
        """Long options of this and of what it can do."""
        actions = (action for _, one in leaves(self) for action in one._actions)
        flags = (flag for action in actions for flag in action.option_strings)
        return [flag for flag in flags if flag.startswith("--")]


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """A question for the nearest of the words that are known; "" where none is near."""
    near = get_close_matches(word, list(known), 1)
    return f"; did you mean {near[0]}?" if near else ""


def parser_of(command: Command) -> Parser:
    summary = command.summary[0].upper() + command.summary[1:]
    parser = Parser(prog=f"gplsa {command.name}", description=f"{summary}.")
    command.arguments(parser)
    for _, one in leaves(parser):
        one.add_argument("--json", action="store_true", help="one JSON object on the output")
    return parser


def leaves(parser: Any, name: str = "") -> Iterator[tuple[str, Any]]:
    """The parser, or those of what it can do, each with its name."""
    below = [one for one in parser._actions if isinstance(one, argparse._SubParsersAction)]
    if not below:
        yield name, parser
    for action in below:
        for word, one in action.choices.items():
            yield from leaves(one, f"{name} {word}".strip())


def every_parser() -> dict[str, Any]:
    """Of all commands: "topics", "edit merge"."""
    return {name: one for c in COMMANDS for name, one in leaves(parser_of(c), c.name)}


def parse(words: Sequence[str]) -> tuple[Command, argparse.Namespace]:
    """The command that is meant, and what it is given.

    Raises InputError in one line, and SystemExit where help or the version was asked for.
    """
    first, rest = (words[0], list(words[1:])) if words else ("", [])
    if first in ("-h", "--help", "--version"):
        say(*([f"gplsa {VERSION}"] if first == "--version" else help_of_all()))
        raise SystemExit(0)
    if not first or first.startswith("-"):
        raise InputError("Name a command: gplsa --help lists them.")
    if first not in COMMAND_OF:
        raise InputError(
            "There is no command “{name}”{meant} (see gplsa --help)",
            name=first,
            meant=did_you_mean(first, COMMAND_OF),
        )
    command = COMMAND_OF[first]
    if first in command.old:
        note(f"{first} is called {command.name} now")
    arranged = getattr(import_module(command.module), "arranged", list)
    return command, parser_of(command).parse_args(arranged(rest))


def help_of_all() -> list[str]:
    """The commands in their groups."""
    lines = list(HEAD)
    for group, commands in groupby(COMMANDS, lambda one: one.group):
        lines += [f"{group}:", *(f"  {one.name:<12} {one.summary}" for one in commands), ""]
    return [*lines, *FOOT]
