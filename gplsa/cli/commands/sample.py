"""`gplsa sample`: the files that the manual uses, in a folder to try things in."""

import csv
import html
import io
import json
import re
from argparse import Namespace
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from gplsa.cli.output import tell
from gplsa.errors import InputError

COPIED = ("chronicle.csv", "unseen.csv", "pictures.zip", "themes.csv")
LETTERS = 120
NEW = 3
_SENTENCE_END = re.compile(r"(?<=\.) ")
_UNIT = '<tu><tuv xml:lang="de"><seg>{}</seg></tuv><tuv xml:lang="en"><seg>{}</seg></tuv></tu>\n'

Rows = list[dict[str, str]]


def arguments(parser: Any) -> None:
    parser.description = (
        "Write the files that every page of the manual uses: the chronicle of a small town in "
        "German and English (chronicle.csv; a part of it as letters.csv, pairs.jsonl and "
        "memory.tmx), unseen texts (unseen.csv, new-letters.csv, more-letters.csv, new-letters), "
        "photos with captions (pictures.zip), and a vocabulary of subject headings (themes.csv)."
    )
    parser.add_argument("folder", metavar="FOLDER", help="made where there is none")
    parser.add_argument("--force", action="store_true", help="write over files of these names")


def run(options: Namespace) -> None:
    from gplsa.app.front import sample
    from gplsa.files import replace_bytes

    folder = Path(options.folder)
    files = {name: sample(name).read_bytes() for name in COPIED}
    files |= {name: text.encode("utf-8") for name, text in _made(files)}
    there = [name for name in files if (folder / name).exists()]
    if there and not options.force:
        raise InputError(
            "“{folder}” holds {name} already: name another folder, or write over it with --force.",
            folder=options.folder,
            name=there[0],
        )
    for name, content in files.items():
        replace_bytes(folder / name, content)
    facts = {"folder": options.folder, "files": list(files)}
    next_step = "Try: gplsa train letters.csv --out letters.gplsa"
    tell(options, facts, *files, f"Written to {options.folder}", next_step)


def _made(files: dict[str, bytes]) -> Iterator[tuple[str, str]]:
    """Files of other kinds, from the chronicle and the unseen texts."""
    chronicle, unseen = (_rows(files[name]) for name in ("chronicle.csv", "unseen.csv"))
    letters = chronicle[:LETTERS]
    dated = [row | {"year": row["title"][-4:]} for row in letters]
    yield "letters.csv", _table(dated, ["id", "de", "en", "theme", "year"])
    pairs = [{side: row[side] for side in ("id", "de", "en")} for row in letters]
    yield "pairs.jsonl", "".join(json.dumps(pair, ensure_ascii=False) + "\n" for pair in pairs)
    yield "memory.tmx", _memory(chronicle)
    for name in ("new-letters.csv", "more-letters.csv"):
        yield name, files["unseen.csv"].decode("utf-8")
    for row in unseen[:NEW]:
        yield f"new-letters/{row['id']}.txt", row["de"]


def _rows(table: bytes) -> Rows:
    return list(csv.DictReader(io.StringIO(table.decode("utf-8-sig"), newline="")))


def _table(rows: Rows, columns: list[str]) -> str:
    written = io.StringIO(newline="")
    table = csv.DictWriter(written, columns, extrasaction="ignore", lineterminator="\n")
    table.writeheader()
    table.writerows(rows)
    return written.getvalue()


def _memory(rows: Rows) -> str:
    """TMX of the sentences of those rows that have as many on either side."""
    units = ""
    for row in rows:
        de, en = (_SENTENCE_END.split(row[side]) for side in ("de", "en"))
        if len(de) == len(en):
            for pair in zip(de, en, strict=True):
                units += _UNIT.format(*map(html.escape, pair))
    return f'<tmx version="1.4"><header srclang="de"/><body>\n{units}</body></tmx>\n'
