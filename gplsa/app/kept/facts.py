"""The small JSON file beside each kept file: what a list shows of it, without opening it."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from gplsa.app.kept.library import SUFFIX, Listed, Piece, listed_as
from gplsa.files import replace_text
from gplsa.trained.model import TrainedModel
from gplsa.trained.shaping.edits import edit_to_json


def write_facts(path: Path, name: str, piece: Piece, kept: str = "") -> None:
    """kept  when that was, where it was not now"""
    entry = listed_as(name, piece)
    facts: dict[str, Any] = {"name": entry.name, "kept": kept or entry.kept}
    facts["facts"] = entry.facts
    if isinstance(piece, TrainedModel):
        facts["topic_names"] = {str(topic): text for topic, text in piece.topic_names.items()}
        facts["hidden_topics"] = sorted(piece.hidden_topics)
        facts["judgements"] = piece.judgements.to_json()
        facts["edits"] = [edit_to_json(step.edit) for step in piece.history.steps]
    if remarks := read_remarks(path):
        facts["remarks"] = remarks
    replace_text(path, json.dumps(facts, ensure_ascii=False))


def write_remark(path: Path, about: str, content: Mapping[str, Any]) -> None:
    """Add to a note what was found out about its piece; OSError or ValueError where none is."""
    note = json.loads(path.read_text("utf-8"))
    note["remarks"] = read_remarks(path) | {about: content}
    replace_text(path, json.dumps(note, ensure_ascii=False))


def read_remarks(path: Path) -> dict[str, Any]:
    """All that `write_remark` added, by what it is about."""
    try:
        return dict(json.loads(path.read_text("utf-8"))["remarks"])
    except (OSError, ValueError, KeyError, TypeError):
        return {}


def read_facts(path: Path, kind: str) -> Listed | None:
    """The line of a list, None where the note is no note or the file beside it is gone."""
    name = path.name.removesuffix(f"{SUFFIX[kind]}.json")
    try:
        content = json.loads(path.read_text("utf-8"))
        if not exists(path.with_name(name + SUFFIX[kind])):
            return None
        return Listed(name, str(content["name"]), str(content["kept"]), dict(content["facts"]))
    except (OSError, ValueError, KeyError, TypeError):
        return None


def exists(path: Path) -> bool:
    """Whether a file is there, as far as it can be seen."""
    try:
        return path.exists()
    except OSError:
        return False
