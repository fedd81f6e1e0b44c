"""A function fits a screen and a file the head: at most 50 lines and 300, docstrings among them."""

import ast

from tests.conftest import REPOSITORY

MOST_OF_FUNCTION, MOST_OF_FILE = 50, 300

# Compiled loops over the same arrays from beginning to end.
KERNELS = """
gplsa/keywords/pairing/beads.py::_best_beads
gplsa/keywords/scoring/probability.py::collect
""".split()

# Fifty lines of code at most: what is more says in the docstring what can be chosen.
EXPLAINED = """
gplsa/api.py::train
gplsa/compare/holdout.py::evaluate
gplsa/figures/fields.py::topics_by_group
gplsa/figures/fields.py::topics_over_time
gplsa/figures/maps.py::document_map
gplsa/figures/topics.py::comparison_curves
gplsa/headings/learning.py::learn_headings
gplsa/reading/documents.py::iter_documents
gplsa/reading/memory.py::reading_of_memory
gplsa/reading/readers/table_reader.py::read_tables
""".split()


def too_long() -> list[str]:
    found = []
    for path in sorted((REPOSITORY / "gplsa").rglob("*.py")):
        text, name = path.read_text(encoding="utf-8"), path.relative_to(REPOSITORY).as_posix()
        if text.count("\n") > MOST_OF_FILE:
            found.append(name)
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                assert node.end_lineno is not None
                if node.end_lineno - node.lineno >= MOST_OF_FUNCTION:
                    found.append(f"{name}::{node.name}")
    return found


def test_what_is_too_long_is_listed():
    assert set(too_long()) == set(KERNELS + EXPLAINED)
