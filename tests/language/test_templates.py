"""Messages of the library are templates with values, put into words where they are shown."""

import ast
import string

from tools.catalogues import SAYING, _calls, _texts


def finished(node):
    """Whether a sentence is put together here, where a template or a message should stand."""
    for part in ast.walk(node):
        if isinstance(part, ast.JoinedStr):
            return True
        if isinstance(part, ast.Call) and isinstance(part.func, ast.Attribute):
            joined = part.func.attr == "join" and isinstance(part.func.value, ast.Constant)
            if joined or part.func.attr == "format":
                return True
    return False


def places(text):
    return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}


def wrong_calls(calls):
    for file, call, name in calls:
        told = [*call.args[SAYING.get(name, 99) :][:1], *(k.value for k in call.keywords)]
        if name == "translated" and ast.unparse(call).startswith("translated(str("):
            yield f"{file}, line {call.lineno}: translated takes the error itself"
        if name in SAYING and any(map(finished, told)):
            yield f"{file}, line {call.lineno}: give {name} a template and its values"
        if name in ("InputError", "Message", "Busy") and call.keywords:
            texts = [text for text in call.args[:1] for text in _texts(text)]
            given = {keyword.arg for keyword in call.keywords}
            if texts and None not in given and set().union(*map(places, texts)) != given:
                yield f"{file}, line {call.lineno}: places and values differ"


def test_no_sentence_is_finished_before_it_is_shown():
    calls = list(_calls("gplsa", "pages"))
    assert len(calls) > 10_000
    assert list(wrong_calls(calls)) == []


def test_the_rule_is_enforced():
    source = """
InputError(f"No {file}.")
InputError("No {file}.".format(file=file))
InputError("No {file}.", files=file)
InputError("No {file}." if file else f"No {path}.", file=file)
report(progress, 0.5, f"Pass {n}")
DataWarning("files", " and ".join(names))
Message("{names} differ.", names=", ".join(names))
translated(str(error))
InputError("No {file}." if file else "Not {file}.", file=file)
translated(error)
Message("{names} differ.", names=listed(names))
"""
    calls = [
        ("here", node, node.func.id)
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
    ]
    found = {int(told.split("line ")[1].split(":")[0]) for told in wrong_calls(calls)}
    assert found == set(range(2, 10))
