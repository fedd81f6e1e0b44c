"""A corpus as a notebook shows it: what it holds, and its first documents side by side."""

import html
from collections.abc import Sequence

from gplsa.message import count, printable

DOCUMENTS = 5
_CHARACTERS = 160
_NAMES = 8
_CELL = "text-align:left;vertical-align:top;background:none;padding:.1em .9em .1em 0"


def in_a_line(n_documents: int, sides: Sequence[str], fields: Sequence[str]) -> str:
    """How many documents, the sides, and the names of what stands beside them."""
    line = f"{count(n_documents, 'document')}, {' · '.join(sides)}"
    if fields:
        more = f" and {len(fields) - _NAMES} more" if len(fields) > _NAMES else ""
        line += f"; fields: {', '.join(fields[:_NAMES])}{more}"
    return printable(line)


def corpus_html(name: str, line: str, titles: Sequence[str], first: Sequence[Sequence[str]]) -> str:
    """The line, and a table of the first documents; words of the corpus are escaped and cut."""
    rows = "".join(f"<tr>{_in_cells('td', [_cut(cell) for cell in cells])}</tr>" for cells in first)
    return (
        f'<div style="line-height:1.5"><b>{html.escape(name)}</b> {html.escape(line)}'
        '<table style="border-collapse:collapse;font:inherit;color:inherit">'
        f"<thead><tr>{_in_cells('th', titles)}</tr></thead><tbody>{rows}</tbody></table></div>"
    )


def _in_cells(tag: str, cells: Sequence[str]) -> str:
    return "".join(f'<{tag} style="{_CELL}">{html.escape(cell)}</{tag}>' for cell in cells)


def _cut(text: str) -> str:
    start = " ".join(text[: 4 * _CHARACTERS].split())
    return start if len(start) <= _CHARACTERS else start[: _CHARACTERS - 1].rstrip() + "…"
