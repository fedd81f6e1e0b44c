"""The one table of commands. One more is a line here and a file `gplsa/cli/commands/NAME.py` with

arguments(parser)   what it takes; only names are imported at the top, so that --help is quick
run(options)        what it does
"""

from collections.abc import Callable
from importlib import import_module
from typing import Any, NamedTuple

BEGIN, LEARN, ASK, HAND_ON, SERVE = "Begin", "Learn", "Ask", "Hand on", "Serve"


class Command(NamedTuple):
    """name, the group it stands in, what it does; other names: `also` as good, `old` with a note.

    reads  whether it reads files of people, in a process apart
    """

    name: str
    group: str
    summary: str
    also: tuple[str, ...] = ()
    old: tuple[str, ...] = ()
    reads: bool = False

    @property
    def module(self) -> str:
        return f"gplsa.cli.commands.{self.name}"

    @property
    def arguments(self) -> Callable[[Any], None]:
        return import_module(self.module).arguments

    @property
    def run(self) -> Callable[[Any], None]:
        return import_module(self.module).run


COMMANDS = (
    Command("sample", BEGIN, "write the files that the manual uses into a folder"),
    Command("app", BEGIN, "serve the browser app on this computer"),
    Command("train", LEARN, "learn a model from pairs", reads=True),
    Command("update", LEARN, "let new documents join a model"),
    Command("edit", LEARN, "merge, split, name topics, leave words out; undo", old=("shape",)),
    Command("evaluate", LEARN, "measure on pairs held out of the training", reads=True),
    Command("corpus", LEARN, "corpora on the disk, for what memory does not hold"),
    Command("topics", ASK, "list the topics of a model"),
    Command(
        "keywords", ASK, "keywords for documents, from another side", ("summarize",), reads=True
    ),
    Command("headings", ASK, "suggest subject headings for documents", reads=True),
    Command("search", ASK, "find documents of the corpus that go with a text"),
    Command("concordance", ASK, "how a word is said on the other side, with lines that show it"),
    Command("lexicon", HAND_ON, "write the bilingual lexicon of a corpus"),
    Command("lines", HAND_ON, "write the aligned lines of a corpus as TMX"),
    Command("misaligned", HAND_ON, "write a table of pairs that may not fit", old=("suspicious",)),
    Command("report", HAND_ON, "write all about a model as one HTML file without a network"),
    Command("serve", SERVE, "answer programs over HTTP: keywords, headings, topics, search"),
    Command("token", SERVE, "make a token for the service"),
    Command("hub", SERVE, "serve the browser app as one person's server on a JupyterHub"),
    Command("completion", SERVE, "print what makes a shell complete commands and options"),
)
COMMAND_OF = {name: one for one in COMMANDS for name in (one.name, *one.also, *one.old)}
