"""The command line: python -m gplsa train | update | topics | summarize | search | evaluate."""

import argparse
import os
import sys
import warnings
from collections.abc import Sequence

from gplsa.cli.arguments import build_parser
from gplsa.cli.output import note
from gplsa.errors import InputError
from gplsa.message import Message

BAD_INPUT = 2
INTERRUPTED = 130
READING = ("train", "summarize", "evaluate")
"""Commands that read files of people."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; returns the exit status: 0, 2 for bad input, 130 when interrupted."""
    for stream in (sys.stdout, sys.stderr):
        # A console of another encoding must not stop the work at the first umlaut.
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8", errors="replace")
    try:
        with warnings.catch_warnings():
            warnings.showwarning = lambda message, *_, **__: note(str(message))
            _run(build_parser().parse_args(arguments))
    except InputError as error:
        return _complain(str(error))
    except BrokenPipeError:
        # Whoever read the output has seen enough; Python would complain once more while ending.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except OSError as error:
        file = error.filename or "A file"
        return _complain(Message("{file} cannot be used: {why}.", file=file, why=error.strerror))
    except MemoryError:
        return _complain("This is more than the memory holds: use fewer documents or topics.")
    except KeyboardInterrupt:
        note("Interrupted.")
        if arguments is None:
            # Threads that are in a long loop would be waited for at the end of the program.
            sys.stderr.flush()
            os._exit(INTERRUPTED)
        return INTERRUPTED
    return 0


def _run(options: argparse.Namespace) -> None:
    # Not at the top: whoever asks for --help need not wait for what the commands load.
    from gplsa import sandbox

    try:
        if options.command in READING:
            # While this process imports what training needs, another one imports the readers.
            sandbox.warm("gplsa.reading.preloaded")
        from gplsa.cli.commands import COMMANDS

        COMMANDS[options.command](options)
    finally:
        sandbox.close()


def _complain(message: str) -> int:
    note(message)
    return BAD_INPUT
