"""No regular expression of the package is slower than its text is long, whatever the text.

Every pattern is found in the source, and read: what each of its repeats accepts makes texts that
such a pattern may go over again and again.  Time is that of the processor, so that other work on
the computer counts little.
"""

import ast
import re
import time
from collections.abc import Callable, Iterator
from importlib import import_module
from math import log
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from gplsa.cli.place import _WRITTEN
from tests.conftest import REPOSITORY

MOST_GROWTH = 1.2
SCREENED, QUICK = 4_000, 1e-3
"""Characters, and the seconds below which 8 million steps (half the square) cannot have been."""
SIZES = (1_000, 4_000)
WITH_FLAGS = {"compile": 1, "search": 2, "match": 2, "fullmatch": 2, "findall": 2, "finditer": 2,
              "split": 3, "sub": 4, "subn": 4}  # fmt: skip
ANCHORED = {"match", "fullmatch"}
# What stands in a function or a comprehension: what its names may hold.
_FORMS = [{"form": "aa"}, {"form": "a-a"}, {"form": " "}]
LOCAL: dict[tuple[str, str], list[dict[str, Any]]] = {
    ("gplsa/cli/place.py", "sign"): [{"sign": sign} for sign, _ in _WRITTEN.values()],
    ("gplsa/corpus/cleaning/markup.py", "f'</{name}[^<>]*+>'"): [{"name": "script"}],
    ("gplsa/reading/files/markup.py", "f'</{name}'"): [{"name": "script"}],
    (
        "gplsa/reading/tables/separated.py",
        "f'({closing})[^\\\\S\\\\n{stop}]++(?=[{stop}\\\\n]|$)'",
    ): [
        {"closing": rf'(?<![\\"])"(?:"")*+|(?:^|(?<=[{stop}]))""', "stop": stop}
        for stop in (",", "\t")
    ],
    (
        "gplsa/headings/reason.py",
        "f'(?:^|\\\\w{{{LEAST_BEFORE}}}){re.escape(trunk)}'",
    ): [{"trunk": trunk} for trunk in ("a", "aaaa", "a-a")],
    ("gplsa/headings/reason.py", "f'\\\\b{re.escape(one)}'"): [
        {"one": form["form"]} for form in _FORMS
    ],
    ("gplsa/app/corpus/first.py", "f'\\\\b(?:{sources})\\\\b'"): [{"sources": "a|aa|a-a"}],
    ("gplsa/model/topics/phrases.py", "f'\\\\b{re.escape(form)}\\\\b'"): _FORMS,
    (
        "gplsa/model/rare_words.py",
        "f'(?<!\\\\w){re.escape(word)}{_ENDINGS}(?!\\\\w)'",
    ): [{"word": form["form"]} for form in _FORMS],
    ("gplsa/model/terms/sought.py", "f'\\\\b{re.escape(word)}\\\\b'"): [
        {"word": form["form"]} for form in _FORMS
    ],
    ("gplsa/model/terms/sought.py", "f'(?<!{_LETTER}){re.escape(literal)}(?!{_LETTER})'"): [
        {"literal": form["form"]} for form in _FORMS
    ],
}
# Characters that texts are full of, one of each kind.
FAMILIES = "aAß1 \t\n-.,'’\"<>(){}[]/\\_=#*&;:@|\u0301\u4e00\u00ad\x00!"
ENDS = ("", "\x00", "\n", "a", " a", "!a")


class Used(NamedTuple):
    """A pattern, where it stands, and how it is asked."""

    place: str
    pattern: re.Pattern[Any]
    anchored: bool


def modules() -> Iterator[tuple[str, Path]]:
    folders = [*(REPOSITORY / "gplsa").rglob("*.py"), *(REPOSITORY / "pages").glob("*.py")]
    for path in sorted([*folders, REPOSITORY / "app.py"]):
        inner = path.relative_to(REPOSITORY).with_suffix("").parts
        yield ".".join(inner[:-1] if inner[-1] == "__init__" else inner), path


def calls(tree: ast.AST) -> Iterator[tuple[ast.Call, str]]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            owner = node.func.value
            if isinstance(owner, ast.Name) and owner.id == "re" and node.func.attr in WITH_FLAGS:
                yield node, node.func.attr


def asked_of(tree: ast.AST) -> dict[str, set[str]]:
    """What each name of a module is asked for: {"_WORD": {"findall"}}; "" where it is handed on."""
    asked: dict[str, set[str]] = {}
    attributes = [n for n in ast.walk(tree) if isinstance(n, ast.Attribute)]
    owners = {id(n.value) for n in attributes}
    for node in attributes:
        if isinstance(node.value, ast.Name):
            asked.setdefault(node.value.id, set()).add(node.attr)
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load) and id(node) not in owners:
            asked.setdefault(node.id, set()).add("")
    return asked


def collected() -> list[Used]:
    found = []
    for name, path in modules():
        tree = ast.parse(path.read_text("utf-8"))
        names = asked_of(tree)
        compiled = {
            id(node.value): node.targets[0].id
            for node in ast.walk(tree)
            if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name)
        }
        for call, function in calls(tree):
            flags = [k.value for k in call.keywords if k.arg == "flags"]
            flags += call.args[WITH_FLAGS[function] : WITH_FLAGS[function] + 1]
            written = ast.unparse(call.args[0])
            inner = path.relative_to(REPOSITORY).as_posix()
            uses = names.get(compiled.get(id(call), ""), set()) or {""}
            for local in LOCAL.get((inner, written), [{}]):
                space = vars(import_module(name)) | local
                pattern, *rest = (
                    eval(compile(ast.Expression(node), str(path), "eval"), space)
                    for node in (call.args[0], *flags)
                )
                one = re.compile(pattern, *rest)
                asked = uses if function == "compile" else {function}
                found.append(Used(f"{inner}:{call.lineno}", one, asked <= ANCHORED))
    return found


def accepted(tree: Any, node: Any, characters: str) -> str:
    """Which of the characters one piece of a pattern accepts alone."""
    part = re._compiler.compile(re._parser.SubPattern(tree.state, [node]), tree.state.flags & ~64)
    is_bytes = isinstance(tree.state.str, bytes)
    return "".join(c for c in characters if part.fullmatch(c.encode("latin-1") if is_bytes else c))


def literals(node: Any) -> Iterator[str]:
    """The characters named in a pattern."""
    if isinstance(node, tuple) and len(node) == 2 and str(node[0]) in ("LITERAL", "NOT_LITERAL"):
        yield chr(node[1])
    elif isinstance(node, tuple) and len(node) == 2 and str(node[0]) == "RANGE":
        yield chr(node[1][0])
    elif isinstance(node, (tuple, list, re._parser.SubPattern)):
        for part in node:
            yield from literals(part)


def samples(tree: Any, known: str) -> tuple[str, list[tuple[str, str]]]:
    """A text that the pattern accepts, and for each of its repeats what may stand before it and a
    text that it accepts once."""
    repeats: list[tuple[str, str]] = []

    def of(nodes: Any, before: str) -> str:
        text = ""
        for node in nodes:
            op, args = str(node[0]), node[1]
            if op.endswith("_REPEAT"):
                inner = of(args[2], before + text)
                repeats.append((before + text, inner))
                text += inner * max(args[0], 1)
            elif op == "SUBPATTERN":
                text += of(args[3], before + text)
            elif op == "ATOMIC_GROUP":
                text += of(args, before + text)
            elif op == "BRANCH":
                text += of(args[1][0], before + text)
            elif op in ("ASSERT", "ASSERT_NOT"):
                looked = of(args[1], before + text)
                text += looked if op == "ASSERT" else ""
            elif op not in ("AT", "GROUPREF", "GROUPREF_EXISTS"):
                text += accepted(tree, node, known)[:1]
        return text

    return of(tree, ""), repeats


def attacks(pattern: re.Pattern[Any]) -> list[tuple[str, str, str]]:
    """(before, repeated, end) of texts of any length that may be gone over again and again."""
    is_bytes = isinstance(pattern.pattern, bytes)
    tree = re._parser.parse(pattern.pattern, pattern.flags)
    own = "".join(dict.fromkeys(literals(tree)))
    known = "".join(dict.fromkeys(own[:40] + FAMILIES))
    if is_bytes:
        known = "".join(c for c in known if ord(c) < 256)
    whole, repeats = samples(tree, known)
    pieces = dict.fromkeys([whole, whole[:-1], *known[:40]])
    for before, inner in repeats:
        pieces |= dict.fromkeys([inner, before + inner, before, inner + before])
    starts = dict.fromkeys(["", *(before for before, _ in repeats)])
    found = {("", piece, end) for piece in pieces for end in ENDS}
    found |= {(start, inner, "\x00") for start in starts for _, inner in repeats}
    found |= {(start, one, "") for start in starts for one in known[:12]}
    chosen = Random(0)
    listed = [*pieces]
    for _ in range(12):
        found.add(("", "".join(chosen.choices(listed, k=3)), chosen.choice(ENDS)))
    return sorted(one for one in found if one[1])


def text_of(attack: tuple[str, str, str], size: int) -> str:
    before, repeated, end = attack
    return before + repeated * max(size // len(repeated), 1) + end


def seconds(run: Callable[[Any], object], text: Any) -> float:
    start = time.process_time()
    run(text)
    return time.process_time() - start


def growth(used: Used, attack: tuple[str, str, str]) -> float:
    """The exponent with which time grows with the length of a text; 1 where it is quick."""

    def text(size: int) -> Any:
        made = text_of(attack, size)
        return made.encode("latin-1") if isinstance(used.pattern.pattern, bytes) else made

    def run(text: Any) -> None:
        if used.anchored:
            used.pattern.match(text)
            used.pattern.fullmatch(text)
        else:
            used.pattern.sub(text[:0], text)

    # Time that doubles with every character would never end on longer texts.
    for size in (12, 18, 21, 24, 36, 100, 600):
        if all(seconds(run, text(size)) > 30 * QUICK for _ in range(3)):
            return float("inf")
    if seconds(run, text(SCREENED)) < QUICK:
        return 1.0
    small, large = SIZES
    ratios = []
    for _ in range(3):
        times = [min(seconds(run, text(size)) for _ in range(3)) for size in (small, large)]
        ratios.append(log(max(times[1], 1e-9) / max(times[0], 1e-6)) / log(large / small))
        if ratios[-1] <= MOST_GROWTH:
            break
    return min(ratios)


def test_every_use_of_re_is_read():
    """A pattern that comes to `re` in another way than by a call of it would not be measured."""
    other = {"Pattern", "Match", "escape", "IGNORECASE", "MULTILINE", "DOTALL"}
    for _, path in modules():
        tree = ast.parse(path.read_text("utf-8"))
        called = {id(call.func) for call, _ in calls(tree)}
        for node in ast.walk(tree):
            if isinstance(node, ast.ImportFrom):
                assert node.module not in ("re", "regex"), path
            if isinstance(node, ast.Import):
                names = {(name.name, name.asname) for name in node.names}
                assert all(name == ("re", None) for name in names if name[0] in ("re", "regex"))
            if isinstance(node, ast.Attribute) and ast.unparse(node.value) == "re":
                assert id(node) in called or node.attr in other, f"{path}: {ast.unparse(node)}"


def test_growth_tells_slow_patterns():
    """The measure sees the square in patterns as they are easily written."""
    for slow in (r"\w+(?:-\w+)+", r"(\w+)-(?![\w-])", r"\s+$", r"<!--.*?-->", r"(?:a|a)+b"):
        used = Used("", re.compile(slow), False)
        tried = [*attacks(used.pattern)] * 3  # as work beside it hides what takes little time
        assert any(growth(used, attack) > 1.5 for attack in tried), slow


def test_no_pattern_is_slower_than_its_text_is_long():
    slow = {}
    for used in collected():
        for attack in attacks(used.pattern):
            if (grown := growth(used, attack)) > MOST_GROWTH:
                slow[used.place] = used.pattern.pattern, attack, round(grown, 2)
                break
    assert not slow
