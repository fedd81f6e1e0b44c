"""`gplsa serve`: programs are answered over HTTP."""

from argparse import Namespace
from pathlib import Path
from typing import Any

from gplsa.cli.arguments import given
from gplsa.cli.output import announced
from gplsa.cli.values import check_installed, megabytes, number, whole

NEEDED = ("starlette", "uvicorn", "h11", "prometheus_client")
BOUNDS = "port threads max_body max_documents max_characters max_waiting timeout".split()


def arguments(parser: Any) -> None:
    parser.description = (
        "Answer programs over HTTP. /openapi.json of the address tells what may be asked. Without "
        "--tokens this computer alone is answered. A model whose file changes is loaded anew "
        "without a gap."
    )
    add = parser.add_argument
    add("models", nargs="+", metavar="MODEL", help="called as the file is")
    add("--host", default="127.0.0.1", help="where to listen (default: this computer only)")
    add("--port", type=whole, metavar="N", help="default: 8600")
    add("--tokens", metavar="FILE", help="who may ask: a file of `gplsa token`")
    add("--workers", type=whole, default=1, metavar="N", help="processes (default: 1)")
    add("--threads", type=whole, metavar="N", help="that compute, in each process")
    add("--max-body", type=megabytes, metavar="MB", help="of a request (8)")
    add("--max-documents", type=whole, metavar="N", help="in a request (1000)")
    add("--max-characters", type=whole, metavar="N", help="of a text (200000)")
    add("--max-waiting", type=whole, metavar="N", help="requests at once (32)")
    add("--timeout", type=number, metavar="S", help="seconds for an answer (120)")


def run(options: Namespace) -> None:
    check_installed("The service", NEEDED, "service")
    from gplsa.service.server import serve
    from gplsa.service.settings import Settings

    settings = Settings(
        tuple(Path(model) for model in options.models),
        options.host,
        workers=options.workers,
        tokens=None if options.tokens is None else Path(options.tokens),
        **given(**{name: getattr(options, name) for name in BOUNDS}),
    )
    with announced(options, f"http://{options.host}:{settings.port}"):
        serve(settings)
