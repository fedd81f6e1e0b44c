"""The command line: `gplsa COMMAND …`, one of the commands in `gplsa.cli.table`."""

import argparse
import errno
import os
import sys
import warnings
from collections.abc import Sequence

from gplsa.cli.output import note
from gplsa.cli.parser import parse
from gplsa.cli.table import Command
from gplsa.errors import InputError
from gplsa.files import FULL
from gplsa.message import Message

BAD_INPUT, CANNOT, INTERRUPTED = 2, 3, 130
_OF_THE_COMPUTER = {*FULL, errno.EROFS, errno.EIO, errno.EMFILE, errno.ENFILE}
"""What no other input would put right."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; 0, 2 for bad input, 3 of a full disk or memory, 130 when interrupted."""
    for stream in (sys.stdout, sys.stderr):
        # A console of another encoding must not stop the work at the first umlaut.
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8", errors="replace")
    try:
        with warnings.catch_warnings():
            warnings.showwarning = lambda message, *_, **__: note(str(message))
            _run(*parse(sys.argv[1:] if arguments is None else list(arguments)))
    except InputError as error:
        return _complain(str(error), error.__cause__)
    except BrokenPipeError:
        # Whoever read the output has seen enough; Python would complain once more while ending.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except OSError as error:
        file = error.filename or "A file"
        message = Message("{file} cannot be used: {why}.", file=file, why=error.strerror)
        return _complain(message, error)
    except MemoryError as error:
        return _complain(
            "This is more than the memory holds: use fewer documents or topics.", error
        )
    except KeyboardInterrupt:
        note("Interrupted.")
        if arguments is None:
            # Threads that are in a long loop would be waited for at the end of the program.
            sys.stderr.flush()
            os._exit(INTERRUPTED)
        return INTERRUPTED
    return 0


def _run(command: Command, options: argparse.Namespace) -> None:
    if not command.reads:
        command.run(options)
        return
    # Not at the top: other commands need not wait for it.
    from gplsa import sandbox

    try:
        # While this process imports what training needs, another one imports the readers.
        sandbox.warm("gplsa.reading.preloaded")
        command.run(options)
    finally:
        sandbox.close()


def _complain(message: str, cause: BaseException | None) -> int:
    note(message)
    no_room = isinstance(cause, OSError) and cause.errno in _OF_THE_COMPUTER
    return CANNOT if no_room or isinstance(cause, MemoryError) else BAD_INPUT
