"""The catalogues of translations, brought up to date with the source.

    python -m tools.catalogues            write gplsa/locale/*/LC_MESSAGES/*.po and *.mo
    python -m tools.catalogues --check    only say what is missing; 1 where something is

`app` holds what pages, figures and reports give to `tr`, `later`, `plural` and `count`; `library`
the templates of the library's messages: see `gplsa.message`. New entries come without translation:
write it into the .po file and run this again.
"""

import argparse
import ast
import io
import re
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

ROOT = Path(__file__).resolve().parents[1]
LOCALES = ROOT / "gplsa" / "locale"
APP = (
    "gplsa/app",
    "pages",
    "gplsa/report",
    "gplsa/html",
    "gplsa/figures",
    "gplsa/language.py",
    "gplsa/names.py",
    "gplsa/model/choices.py",
    "gplsa/text/options.py",
)
NOT_SHOWN = ("gplsa/cli", "gplsa/service", "gplsa/core/cluster", "gplsa/core", "gplsa/front")
SAYING = {
    "InputError": 0,
    "Message": 0,
    "DataWarning": 1,
    "doubt": 1,
    "Done": 1,
    "damaged": 1,
    "_damaged": 0,
}
SAYING |= {"listed": 1, "progress": 1, "report": 2, "partial": 3}  # partial(report, …)
"""Calls whose messages reach a page, and the place of the template among their arguments."""

DATED = datetime(2026, 1, 1, tzinfo=UTC)
"""No date of today: the same source gives the same bytes."""

Found = dict[str, tuple[str | tuple[str, str], list[tuple[str, int]]]]


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--check", action="store_true")
    check = parser.parse_args().check
    wrong = []
    for code in sorted(folder.name for folder in LOCALES.iterdir() if folder.is_dir()):
        for domain, found in (("app", app_texts()), ("library", library_sentences())):
            wrong += bring_up_to_date(LOCALES / code / "LC_MESSAGES" / domain, code, found, check)
    print("\n".join(wrong) or "The catalogues are complete.")
    return 1 if wrong else 0


def bring_up_to_date(path: Path, code: str, found: Found, check: bool) -> list[str]:
    """Write the .po and .mo of one domain, unless only asked; what is wrong with them."""
    po, mo = path.with_suffix(".po"), path.with_suffix(".mo")
    before = read_po(io.BytesIO(po.read_bytes()), locale=code) if po.exists() else Catalog(code)
    catalogue = Catalog(
        code,
        project="gplsa",
        version="",
        header_comment="# What gplsa says; tools/catalogues.py brings it up to date.",
        creation_date=DATED,
        revision_date=DATED,
        fuzzy=False,
    )
    for key, (text, places) in sorted(found.items()):
        old = before.get(key)
        translated = old.string if old is not None else ("", "") if isinstance(text, tuple) else ""
        catalogue.add(text, translated, locations=[(file, None) for file, _ in places])
    written, compiled = io.BytesIO(), io.BytesIO()
    write_po(written, catalogue, width=100, include_lineno=False, omit_header=False)
    write_mo(compiled, catalogue)
    if not check:
        po.parent.mkdir(parents=True, exist_ok=True)
        po.write_bytes(written.getvalue())
        mo.write_bytes(compiled.getvalue())
    wrong = [
        f"{po.name}: no translation of {m.id!r}" for m in catalogue if m.id and not _done(m.string)
    ]
    if check and not (
        po.read_bytes() == written.getvalue() and mo.read_bytes() == compiled.getvalue()
    ):
        wrong.append(f"{po.name} is behind the source: run python -m tools.catalogues")
    return wrong


def _done(translated: object) -> bool:
    return all(translated) if isinstance(translated, (tuple, list)) else bool(translated)


# What the source says


def app_texts() -> Found:
    """Texts given to `tr`, `later`, `plural` and `count` where pages, figures and reports are."""
    found: Found = {}
    for file, call, name in _calls(*APP):
        strings = [
            a.value for a in call.args if isinstance(a, ast.Constant) and isinstance(a.value, str)
        ]
        if name in {"tr", "later"} and strings:
            _add(found, strings[0], file, call)
        elif name == "plural" and len(strings) == 2:
            _add(found, (strings[0], strings[1]), file, call)
        elif name == "count" and isinstance(call.func, ast.Name) and strings:
            _add(found, (f"{{n:,}} {strings[0]}", f"{{n:,}} {strings[0]}s"), file, call)
    return found


def library_sentences() -> Found:
    """Templates of what the library says to people; both forms of what it counts."""
    found: Found = {}
    shown = _importing_language()
    for file, call, name in _calls("gplsa"):
        if file.startswith(NOT_SHOWN):
            continue
        if name in SAYING:
            for text in (t for a in call.args[SAYING[name] :][:1] for t in _texts(a)):
                if re.search(r"[^\W\d]", text) or "“" in text:
                    _add(found, text, file, call)
        if name == "count" and isinstance(call.func, ast.Name) and file not in shown:
            for noun in (n for a in call.args[1:] for n in _texts(a)):
                _add(found, f"{{n:,}} {noun}", file, call)
                _add(found, f"{{n:,}} {noun}s", file, call)
    return found


def _add(found: Found, text: str | tuple[str, str], file: str, call: ast.Call) -> None:
    key = text if isinstance(text, str) else text[0]
    found.setdefault(key, (text, []))[1].append((file, call.lineno))


def _calls(*parts: str) -> Iterator[tuple[str, ast.Call, str]]:
    files = [
        f for p in parts for f in ([ROOT / p] if p.endswith(".py") else (ROOT / p).rglob("*.py"))
    ]
    for file in sorted(files):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.Call):
                name = (
                    node.func.id
                    if isinstance(node.func, ast.Name)
                    else getattr(node.func, "attr", "")
                )
                yield file.relative_to(ROOT).as_posix(), node, name


def _texts(node: ast.expr) -> Iterator[str]:
    """The strings that an argument can be."""
    if isinstance(node, ast.IfExp):
        yield from _texts(node.body)
        yield from _texts(node.orelse)
    elif isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value


def _importing_language() -> set[str]:
    """Files whose `count` is the reader's, not that of the library."""
    return {
        path.relative_to(ROOT).as_posix()
        for path in (ROOT / "gplsa").rglob("*.py")
        if re.search(r"from gplsa\.language import[^\n]*\bcount\b", path.read_text("utf-8"))
    }


if __name__ == "__main__":
    sys.exit(main())
