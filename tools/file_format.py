"""The tables of keys in docs/FILE_FORMAT.md, brought up to date with docs/gplsa.schema.json.

python -m tools.file_format            write them
python -m tools.file_format --check    1 where the page is behind
"""

import argparse
import json
import re
from pathlib import Path
from typing import Any

DOCS = Path(__file__).resolve().parents[1] / "docs"
PAGE, SCHEMA = DOCS / "FILE_FORMAT.md", DOCS / "gplsa.schema.json"
BEGIN, END = "<!-- keys: begin -->\n", "<!-- keys: end -->\n"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="write nothing")
    page = PAGE.read_text(encoding="utf-8")
    before, after = page.split(BEGIN)[0], page.split(END)[1]
    wanted = f"{before}{BEGIN}{tables(json.loads(SCHEMA.read_text('utf-8')))}{END}{after}"
    if parser.parse_args().check:
        return int(page != wanted)
    PAGE.write_text(wanted, encoding="utf-8")
    return 0


def tables(schema: dict[str, Any]) -> str:
    """A heading and a table for every part."""
    return "".join(f"\n{_table(part)}\n" for part in schema["$defs"].values())


def _table(part: dict[str, Any]) -> str:
    rows = [
        f"| `{key}`{'' if key in one.get('required', ()) else ', may be absent'} | "
        f"{_kind(value)} | {value.get('description', '')} |"
        for one in _objects(part)
        for key, value in one["properties"].items()
        if "const" not in value or one is part
    ]
    if "oneOf" in part:
        rows = [
            f"| `{one['properties']['kind']['const']}` | "
            + ", ".join(f"`{k}`: {_kind(v)}" for k, v in one["properties"].items() if k != "kind")
            + " | |"
            for one in part["oneOf"]
        ]
    head = "| `kind` | keys |" if "oneOf" in part else "| key | type |"
    return "\n".join([f"**{part['description']}**", "", f"{head} |", "|---|---|---|", *rows])


def _objects(part: dict[str, Any]) -> list[dict[str, Any]]:
    choices = part.get("anyOf", [part])
    return [one for one in choices if "properties" in one]


def _kind(value: dict[str, Any]) -> str:
    """Its type in words."""
    if "$ref" in value:
        return f"as {re.sub('.*/', '', value['$ref']).replace('_', ' ')}"
    if "prefixItems" in value:
        return f"[{', '.join(map(_kind, value['prefixItems']))}]"
    if "anyOf" in value:
        return " or ".join(map(_kind, value["anyOf"]))
    kind = value.get("type", "anything")
    if kind == "array":
        return f"list of {_kind(value.get('items', {}))}"
    if "additionalProperties" in value:
        return f"{{text: {_kind(value['additionalProperties'])}}}"
    if "properties" in value:
        return f"{{{', '.join(f'`{key}`' for key in value['properties'])}}}"
    if "enum" in value:
        return " or ".join(f"`{one}`" for one in value["enum"])
    names = {"string": "text", "integer": "whole number", "boolean": "true or false"}
    kinds = kind if isinstance(kind, list) else [kind]
    return " or ".join(names.get(one, one) for one in kinds)


if __name__ == "__main__":
    raise SystemExit(main())
