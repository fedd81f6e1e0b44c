"""A corpus as a notebook shows it: what it holds, and its first documents side by side."""

import html
from typing import TYPE_CHECKING

from gplsa.message import printable
from gplsa.wording import count

if TYPE_CHECKING:
    from gplsa.corpus.corpus import Corpus

DOCUMENTS = 5
_CHARACTERS = 160
_NAMES = 8
_CELL = "text-align:left;vertical-align:top;background:none;padding:.1em .9em .1em 0"


def in_a_line(corpus: "Corpus") -> str:
    """How many documents, the sides, and the names of what stands beside them."""
    line = f"{count(corpus.n_documents, 'document')}, {' · '.join(corpus.modalities)}"
    names = list(corpus.fields)
    if names:
        more = f" and {len(names) - _NAMES} more" if len(names) > _NAMES else ""
        line += f"; fields: {', '.join(names[:_NAMES])}{more}"
    return printable(line)


def corpus_html(corpus: "Corpus") -> str:
    """The line, and a table of the first documents; words of the corpus are escaped."""
    titles = ["id", *corpus.modalities]
    first = [_cells(corpus, row) for row in range(min(DOCUMENTS, corpus.n_documents))]
    rows = "".join(f"<tr>{_in_cells('td', cells)}</tr>" for cells in first)
    return (
        f'<div style="line-height:1.5"><b>{html.escape(corpus.name)}</b> '
        f"{html.escape(in_a_line(corpus))}"
        '<table style="border-collapse:collapse;font:inherit;color:inherit">'
        f"<thead><tr>{_in_cells('th', titles)}</tr></thead><tbody>{rows}</tbody></table></div>"
    )


def _in_cells(tag: str, cells: list[str]) -> str:
    return "".join(f'<{tag} style="{_CELL}">{html.escape(cell)}</{tag}>' for cell in cells)


def _cells(corpus: "Corpus", row: int) -> list[str]:
    return [_cut(corpus.ids[row]), *(_shown(corpus, side, row) for side in corpus.modalities)]


def _shown(corpus: "Corpus", side: str, row: int) -> str:
    if side in corpus.texts:
        return _cut(corpus.texts[side][row])
    if not corpus.has_row(side, row):
        return ""
    if side in corpus.features:
        features = corpus.features[side]
        return f"{features.values[[row]].nnz:,} of {len(features.names):,} columns"
    return "a picture"


def _cut(text: str) -> str:
    start = " ".join(text[: 4 * _CHARACTERS].split())
    return start if len(start) <= _CHARACTERS else start[: _CHARACTERS - 1].rstrip() + "…"
