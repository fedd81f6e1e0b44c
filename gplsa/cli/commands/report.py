"""`gplsa report`: all about a model as one HTML file."""

from argparse import Namespace
from typing import Any

from gplsa.cli.arguments import add_model, add_out
from gplsa.cli.output import tell
from gplsa.cli.values import check_installed


def arguments(parser: Any) -> None:
    add_model(parser)
    add_out(parser)


def run(options: Namespace) -> None:
    check_installed("A report", ("plotly", "pandas"), "app")
    from gplsa.cli.place import REPORT, place_for
    from gplsa.files import replace_text
    from gplsa.model.public import Model
    from gplsa.report import report_html

    place = place_for(REPORT, options.out, [options.model], force=options.force)
    replace_text(place, report_html(Model.load(options.model)))
    tell(options, {"file": options.out}, f"Written to {options.out}")
