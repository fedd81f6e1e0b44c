"""`gplsa app`: the browser app on this computer."""

from argparse import Namespace
from typing import Any

from gplsa.cli.output import announced
from gplsa.cli.values import check_installed, whole

NEEDED = ("streamlit", "plotly", "pandas", "starlette", "platformdirs", "xlsxwriter")


def arguments(parser: Any) -> None:
    parser.description = (
        "Serve the browser app on this computer, from any folder. What you train is kept in your "
        "user-data folder, or in the folder that GPLSA_HOME names."
    )
    add = parser.add_argument
    add("--port", type=whole, metavar="N", help="default: 8501 or the next free one")
    add("--no-browser", action="store_true", help="only print the address")
    add(
        "--token",
        nargs="?",
        const="auto",
        metavar="TOKEN",
        help="ask browsers for this token, or for one made up and printed with the address: on a "
        "computer that others have accounts on",
    )


def run(options: Namespace) -> None:
    check_installed("The browser app", NEEDED, "app")
    from gplsa.app.serve import ADDRESS, chosen_port, serve

    port = chosen_port(options.port)
    with announced(options, f"http://{ADDRESS}:{port}"):
        serve(port, browser=not options.no_browser, token=options.token)
