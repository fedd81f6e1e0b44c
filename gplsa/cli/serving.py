"""The commands of the service: `gplsa serve` and `gplsa token`."""

import argparse
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from gplsa.cli.output import say
from gplsa.cli.values import number, printed, whole
from gplsa.errors import InputError
from gplsa.message import listed
from gplsa.names import SCOPES

NEEDED = ("starlette", "uvicorn", "h11", "prometheus_client")


def add_serving(commands: Any) -> None:
    """What they take; only names are imported before one of them runs."""
    service = commands.add_parser(
        "serve",
        help="answer programs over HTTP: keywords, topics, search, concordance",
        description="Answer programs over HTTP. /openapi.json of the address tells what may be "
        "asked. Without --tokens this computer alone is answered. A model whose file changes is "
        "loaded anew without a gap.",
    )
    service.add_argument("models", nargs="+", metavar="MODEL", help="called as the file is")
    service.add_argument("--host", default="127.0.0.1", help="default: this computer only")
    service.add_argument("--port", type=whole, metavar="N", help="default: 8600")
    service.add_argument("--tokens", metavar="FILE", help="who may ask: a file of `gplsa token`")
    service.add_argument("--workers", type=whole, default=1, metavar="N", help="processes")
    service.add_argument("--threads", type=whole, metavar="N", help="that compute, in each process")
    service.add_argument("--max-body", type=number, metavar="MB", help="of a request (8)")
    service.add_argument("--max-documents", type=whole, metavar="N", help="in a request (1000)")
    service.add_argument("--max-characters", type=whole, metavar="N", help="of a text (200000)")
    service.add_argument("--max-waiting", type=whole, metavar="N", help="requests at once (32)")
    service.add_argument("--timeout", type=number, metavar="S", help="seconds for an answer (120)")

    token = commands.add_parser(
        "token",
        help="make a token for the service",
        description="Make a token, print it once, and write its hash with what it is good for to "
        "the file that `gplsa serve --tokens` reads. To withdraw one, take its line out.",
    )
    token.add_argument("file", metavar="FILE", help="made where there is none")
    token.add_argument("--name", required=True, help="who it is for; the log names it")
    token.add_argument(
        "--scope",
        action="append",
        choices=SCOPES,
        help="what may be asked (default: all but metrics); repeatable",
    )
    token.add_argument(
        "--model",
        action="append",
        type=printed,
        metavar="NAME",
        help="of which model (default: all); repeatable",
    )
    token.add_argument(
        "--per-minute", type=whole, metavar="N", help="documents and questions (default: 3000)"
    )
    token.add_argument("--days", type=whole, metavar="N", help="good for so long (default: always)")


def serve(options: argparse.Namespace) -> None:
    _check_installed()
    # Here alone, as the rest of the command line works without these packages.
    from gplsa.service.server import Settings
    from gplsa.service.server import serve as answer
    from gplsa.wording import MEBIBYTE

    chosen = {
        "port": options.port,
        "tokens": None if options.tokens is None else Path(options.tokens),
        "threads": options.threads,
        "max_body": None if options.max_body is None else options.max_body * MEBIBYTE,
        "max_documents": options.max_documents,
        "max_characters": options.max_characters,
        "max_waiting": options.max_waiting,
        "timeout": options.timeout,
    }
    answer(
        Settings(
            tuple(Path(model) for model in options.models),
            options.host,
            workers=options.workers,
            **{name: value for name, value in chosen.items() if value is not None},
        )
    )


def make_token(options: argparse.Namespace) -> None:
    _check_installed()
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
    say(value)


def _check_installed() -> None:
    missing = [name for name in NEEDED if find_spec(name) is None]
    if missing:
        raise InputError(
            "The service needs {join}, which come with: pip install 'gplsa[serve]'",
            join=listed(missing, " and "),
        )
