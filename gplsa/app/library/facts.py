"""The small JSON file beside each kept file: what a list shows of it, without opening it, and what
is newer than the file."""

import json
import os
from dataclasses import asdict, dataclass, field, replace
from glob import glob
from pathlib import Path
from typing import Any

import msgspec

from gplsa.app.library.library import NAME, OF, READ, SUFFIX, Damaged, Facts, Listed, Piece, ReadAs
from gplsa.errors import InputError
from gplsa.files import replace_text
from gplsa.model.editing.edits import Edit
from gplsa.model.model import TrainedModel
from gplsa.model.phrasing import keyword_sizes
from gplsa.model.ratings import Ratings
from gplsa.stored import Moment, check_moment, converted, read_stored


@dataclass(frozen=True)
class Note:
    """What the file holds.

    topic_names …  of a model, as a person has said since it was written; None where nothing was
    remarks        what `write_remark` added, by what it is about
    """

    name: str
    kept: Moment
    facts: Facts
    topic_names: dict[int, str] | None = None
    hidden_topics: list[int] = field(default_factory=list)
    judgements: dict[str, Any] | None = None
    edits: list[dict[str, Any]] = field(default_factory=list)
    remarks: dict[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        check_moment(self.kept)


def write_facts(path: Path, name: str, piece: Piece, *, again: bool = False) -> None:
    """again  of a piece that stays as old as it is"""
    entry, before = Listed.about(name, piece), read_note(path)
    kept = before.kept if before and again else entry.kept
    said = dict[str, Any]()
    if isinstance(piece, TrainedModel):
        said["topic_names"] = dict(piece.topic_names)
        said["hidden_topics"] = sorted(piece.hidden_topics)
        said["judgements"] = piece.ratings.to_json()
        said["edits"] = [msgspec.to_builtins(step.edit) for step in piece.history.steps]
    remarks = before.remarks if before else {}
    _write(path, Note(entry.name, kept, entry.facts, remarks=remarks, **said))


def write_remark(path: Path, about: str, content: Any) -> None:
    """Add to a note what was found out about its piece; OSError or InputError where none is."""
    note = read_stored(path, Note)
    _write(path, replace(note, remarks=note.remarks | {about: content}))


def read_note(path: Path) -> Note | None:
    """None where there is none that can be read."""
    try:
        return read_stored(path, Note)
    except InputError:
        return None


def read_folder(folder: Path, kind: str) -> tuple[list[Listed], list[Damaged]]:
    """The lines of a list, of notes whose files are there, and the notes that are damaged."""
    listed, damaged, end = [], [], SUFFIX[kind]
    for note_name in glob(f"*{end}.json", root_dir=folder):
        path, name = folder / note_name, note_name.removesuffix(f"{end}.json")
        if not NAME.fullmatch(name):
            continue
        try:
            note = read_stored(path, Note)
        except InputError as error:
            if os.path.lexists(path):
                damaged.append(Damaged(name, error.message, os.path.exists(folder / (name + end))))
        else:
            if os.path.exists(folder / (name + end)):
                read, of = read_as(note.remarks.get(READ)), note.remarks.get(OF)
                of = of if isinstance(of, str) else ""
                about, n_edits = (name, note.name, note.kept, note.facts), len(note.edits)
                listed.append(Listed(*about, of=of, read=read, n_edits=n_edits))
    return listed, damaged


def read_as(content: Any) -> ReadAs:
    """From a remark; nothing is known where it is something else."""
    try:
        return converted(content or {}, ReadAs, READ)
    except InputError:
        return ReadAs()


def _write(path: Path, note: Note) -> None:
    content = vars(note) | {"kept": note.kept.isoformat(), "facts": asdict(note.facts)}
    replace_text(path, json.dumps(content, ensure_ascii=False))


def recalled(model: TrainedModel, note: Note) -> TrainedModel:
    """The model with what a note says of it; any error where it does not fit."""
    if note.topic_names is None:
        return model
    edits = msgspec.convert(note.edits, list[Edit])
    while (done := [step.edit for step in model.history.steps]) != edits[: len(done)]:
        model = model.undone()
    for edit in edits[len(done) :]:
        model = model.edited(edit)
    model = replace(model, history=replace(model.history, undone=()))
    if not {*note.hidden_topics, *note.topic_names} <= {*range(model.n_topics)}:
        raise ValueError("a topic does not exist")
    if note.judgements is not None:
        sizes = keyword_sizes(model.vocabularies, model.phrasings)
        model.ratings = Ratings.from_json(note.judgements, sizes)
    model.name, model.topic_names, model.hidden_topics = note.name, {}, set(note.hidden_topics)
    for topic, text in note.topic_names.items():
        model.name_topic(topic, text)
    return model
