"""`gplsa token`: a token for the service."""

from argparse import Namespace
from pathlib import Path
from typing import Any

from gplsa.cli.commands.serve import NEEDED
from gplsa.cli.output import tell
from gplsa.cli.values import check_installed, printed, whole
from gplsa.names import SCOPES


def arguments(parser: Any) -> None:
    parser.description = (
        "Make a token, print it once, and write its hash with what it is good for to the file that "
        "`gplsa serve --tokens` reads. To withdraw one, take its line out."
    )
    add = parser.add_argument
    add("file", metavar="FILE", help="made where there is none")
    add("--name", required=True, help="who it is for; the log names it")
    add(
        "--scope",
        action="append",
        choices=SCOPES,
        help="what may be asked (default: all but metrics); repeatable",
    )
    add(
        "--model",
        action="append",
        type=printed,
        metavar="NAME",
        help="of which model (default: all); repeatable",
    )
    add("--per-minute", type=whole, metavar="N", help="documents and questions (default: 3000)")
    add("--days", type=whole, metavar="N", help="good for so long (default: always)")


def run(options: Namespace) -> None:
    check_installed("The service", NEEDED, "service")
    from gplsa.cli.place import tell_waiting
    from gplsa.service.tokens import PER_MINUTE, USUAL_SCOPES, add_token

    value = add_token(
        Path(options.file),
        options.name,
        scopes=tuple(options.scope or USUAL_SCOPES),
        models=None if options.model is None else tuple(options.model),
        per_minute=PER_MINUTE if options.per_minute is None else options.per_minute,
        days=options.days,
        waiting=tell_waiting,
    )
    tell(options, {"token": value, "name": options.name, "file": options.file}, value)
