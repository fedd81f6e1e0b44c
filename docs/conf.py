"""How Sphinx builds the manual: `make docs`. Nothing is fetched, neither now nor by a reader."""

import os
import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from docutils import nodes  # noqa: E402
from docutils.parsers.rst import Directive  # noqa: E402

from gplsa.cli.parser import every_parser  # noqa: E402
from gplsa.version import VERSION  # noqa: E402

project, author, release = "gplsa", "the gplsa developers", VERSION
copyright = "the gplsa developers, MIT licence"
extensions = ["myst_nb", "sphinx.ext.autodoc"]
exclude_patterns = ["_build", "pictures.py"]
nitpicky = True
default_role = "code"

html_theme = "furo"
html_title = f"gplsa {VERSION}"
html_favicon = "../assets/favicon.png"
html_static_path = ["_static"]
html_css_files = ["manual.css"]
html_copy_source = html_show_sourcelink = False
html_theme_options = {"navigation_with_keys": True}
pygments_style, pygments_dark_style = "friendly", "monokai"

myst_heading_anchors = 3
myst_enable_extensions = ["colon_fence"]
nb_execution_mode = "force"
nb_execution_timeout = 300
nb_execution_raise_on_error = True
suppress_warnings = ["myst.xref_missing_text"]

autodoc_member_order = "bysource"
autodoc_typehints = "signature"
maximum_signature_line_length = 90
# What signatures give in quotes or by a name for a longer type.
autodoc_type_aliases = {
    "Callback": "gplsa.core.fitting.Callback",
    "Choices": "gplsa.reading.choices.Choices",
    "Encoder": "gplsa.reading.vectors.Encoder",
    "Progress": "gplsa.progress.Progress",
}
# Types of other projects, whose manuals are on the network, and our variable for what is listed:
# all else that a signature or a sentence names has to be on these pages.
OTHERS = (
    "collections",
    "msgspec",
    "numpy",
    "os",
    "pandas",
    "pathlib",
    "pd",
    "plotly",
    "scipy",
    "typing",
)
nitpick_ignore_regex = [("py:.*", rf"({'|'.join(OTHERS)})\..*")]
nitpick_ignore = [("py:class", "gplsa.frames._Entry")]

# In our docstrings a parameter is a name, two blanks or more, and what it is; what is indented by
# four blanks is an equation.
PARAMETER = re.compile(r"^(\w[\w, *./]*?) {2,}(\S.*)$")


def _escaped(text: str) -> str:
    """Plain text: only what stands in backticks is marked up."""
    pieces = text.split("`")
    pieces[::2] = [re.sub(r"([*_|])", r"\\\1", piece) for piece in pieces[::2]]
    return "`".join(pieces)


def _as_rst(_app, _what, _name, _of, _options, lines: list[str]) -> None:
    told: list[str] = []
    inside = ""  # what the lines before belong to: "", "parameter", "equation" or "example"
    for line in lines:
        if line.startswith("Examples"):
            inside = "example"
            told += ["", "**Examples**", ""]
            continue
        if inside == "example":
            told.append("" if set(line) == {"-"} else line)
            continue
        if found := PARAMETER.match(line):
            told += ["", f"``{found[1]}``", f"   {_escaped(found[2])}"]
            inside = "parameter"
        elif inside == "parameter" and line.startswith("  "):
            told.append(f"   {_escaped(line.strip())}")
        elif line.startswith("    "):
            told += ["", "::", ""] * (inside != "equation") + [line]
            inside = "equation"
        else:
            told += [""] * bool(inside and line) + [_escaped(line)]
            inside = inside if not line and inside == "equation" else ""
    lines[:] = told


class Commands(Directive):
    """A section for every command of the command line, with its help."""

    def run(self) -> list[nodes.Node]:
        found: list[nodes.Node] = []
        for name, parser in every_parser().items():
            section = nodes.section(ids=[nodes.make_id(f"gplsa {name}")], names=[f"gplsa {name}"])
            section += nodes.title(text=f"gplsa {name}")
            section += nodes.literal_block(text=parser.format_help(), language="text")
            found.append(section)
        return found


def setup(app) -> None:
    os.environ["COLUMNS"] = "88"  # what argparse breaks its lines by
    app.add_directive("commands", Commands)
    app.connect("autodoc-process-docstring", _as_rst)
