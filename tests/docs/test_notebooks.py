"""The notebooks of the manual run from top to bottom, as a person runs them, without a warning."""

import ast
import contextlib
import io
import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import REPOSITORY

FOLDER = REPOSITORY / "docs" / "notebooks"
SHORT = ("frame", "pipeline", "photos")
MOST_LINES = 12


def cells(name: str) -> list[str]:
    content = json.loads((FOLDER / f"{name}.ipynb").read_text(encoding="utf-8"))
    return ["".join(cell["source"]) for cell in content["cells"] if cell["cell_type"] == "code"]


@cache
def shown(name: str) -> list[Any]:
    """What stands at the end of each cell."""
    names: dict[str, Any] = {}
    found = []
    with contextlib.chdir(FOLDER), contextlib.redirect_stdout(io.StringIO()):
        for cell in cells(name):
            *body, last = ast.parse(cell).body
            assert isinstance(last, ast.Expr | ast.For), cell
            whole = ast.Module([*body, last] if isinstance(last, ast.For) else body, [])
            exec(compile(whole, name, "exec"), names)
            if isinstance(last, ast.Expr):
                found.append(eval(compile(ast.Expression(last.value), name, "eval"), names))
    return found


@pytest.mark.parametrize("name", sorted(path.stem for path in FOLDER.glob("*.ipynb")))
def test_a_notebook_runs(name):
    assert shown(name) or Path(name).stem == "letters"


@pytest.mark.parametrize("name", SHORT)
def test_it_is_short(name):
    lines = [line for cell in cells(name) for line in cell.splitlines() if line.strip()]
    assert len(lines) <= MOST_LINES, len(lines)


def test_a_frame_leads_to_keywords():
    corpus, topics, keywords = shown("frame")
    assert repr(corpus) == "<Corpus “texts”: 216 documents, de · en; fields: title, theme>"
    assert topics.shape == (12, 4) and topics["share"].sum() == pytest.approx(1)
    assert "gardener" in keywords["U01"] and keywords.index[0] == "U01"


def test_a_search_finds_the_number_of_topics():
    [(best, score)] = shown("pipeline")
    assert best["plsa__n_topics"] > 5 and score > 0.7


def test_vectors_lead_to_words_of_their_theme():
    model, frame = shown("photos")
    assert model.validation.directions["image", "en"].keyword_share > 0.5
    first = frame.loc[frame["document"] == 0, "word"].tolist()
    assert {"emigrants", "America", "letters", "voyage", "families"} & set(first)
