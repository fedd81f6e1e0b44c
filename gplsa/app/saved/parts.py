"""The parts of the page Saved: models and corpora, out and in."""

import io
from collections.abc import Callable
from functools import partial
from pathlib import PurePath

import streamlit as st

from gplsa.app.desk.desk import Desk, current_desk
from gplsa.app.library.library import (
    CORPUS,
    MODEL,
    SUFFIX,
    Damaged,
    Listed,
    read_piece,
    write_piece,
)
from gplsa.app.library.on_disk import OnDisk
from gplsa.app.library.projects import Project, projects
from gplsa.app.saved.shared import publish_button
from gplsa.app.show import cards
from gplsa.app.show.controls import act, attempt, click, line_form, moment, resting
from gplsa.app.show.downloads import download_button, file_name, report_button
from gplsa.app.show.header import set_by
from gplsa.corpus.corpus import IMAGE
from gplsa.errors import InputError
from gplsa.html.escaping import label, markup, one_line
from gplsa.html.sides import counted
from gplsa.html.verdicts import VERDICT_COLORS, verdict_said
from gplsa.language import count, later, plural, tr, translated
from gplsa.message import MEBIBYTE
from gplsa.model.editing.edits import MAX_NAME_LENGTH
from gplsa.reading.files.limits import FILE_BYTES
from gplsa.text.languages import language_name

CLEANED = {
    "tags": later("tags"),
    "entities": later("codes of characters"),
    "mail headers": later("heads of mails"),
    "addresses": later("addresses"),
    "repeated lines": later("repeated lines"),
    "exchanged": later("exchanged sides"),
    "foreign": later("other languages"),
    "duplicates": later("copies"),
    "near copies": later("near copies"),
}


def everything(desk: Desk) -> None:
    """The projects, the newest first; within each its corpora, and below each its models."""
    if opened := st.session_state.pop("opened", ""):
        st.switch_page("topics.py" if opened == MODEL else "corpus.py")
    library = desk.library
    kept = {kind: library.all_kept(kind) for kind in (CORPUS, MODEL)}
    found = projects(kept[CORPUS][0], kept[MODEL][0], library.called)
    damaged = [(kind, one) for kind, (_, unread) in kept.items() for one in unread]
    if not found and not damaged:
        st.caption(tr("Nothing yet: a corpus appears here once it is read."))
    for place, project in enumerate(found):
        with st.container(border=True, key=f"project-{place}", gap="small"):
            _project(desk, project)
    for kind, one in damaged:
        _damaged(desk, kind, one)


def _project(desk: Desk, project: Project) -> None:
    with st.container(horizontal=True, vertical_alignment="center"):
        st.subheader(label(one_line(project.name, 60)), anchor=False)
        _rename_button(project.key)
    if st.session_state.get("to-rename") == project.key:
        _rename_form(tr("Name of the project"), project.key, project.name, desk.library.call)
    all_models = [model for version in project.versions for model in version.models]
    settings = {(*set_by(model.facts),) for model in all_models}
    for version in project.versions:
        if version.corpus is not None:
            n, short = len(version.models), corpus_in_short(version.corpus)
            stays = plural(n, "Its model stays.", "Its {n} models stay.")
            stays = stays if n else tr("It has no models.")
            _piece(desk, CORPUS, version.corpus, short, as_it_is(version.corpus), stays)
        else:
            st.caption(tr("Without its corpus:"))
        for model in version.models:
            title = "" if model.name == project.key else one_line(model.name, 60)
            short = model_in_short(model, title, alike=len(settings) == 1)
            _piece(desk, MODEL, model, short, title, tr("Its corpus stays."))


def _piece(desk: Desk, kind: str, entry: Listed, description: str, title: str, stays: str) -> None:
    """One corpus or model: what it is, and all that can be done with it, in one line.

    title  what was done to a corpus; the name of a model, where it has one of its own
    stays  what stays without it
    """
    name, called = entry.id, desk.library.called(entry.name)
    with st.container(
        horizontal=True, vertical_alignment="center", gap="small", key=f"piece-{kind}-{name}"
    ):
        st.html(description)
        if name != _at_hand(desk, kind):
            act(tr("Open"), _open, kind, name, key=f"open-{kind}-{name}")
        stem = file_name(PurePath(called).stem, "gplsa")
        file, key = partial(_file, desk.library, kind, name), f"download-{kind}-{name}"
        download_button(tr("Download"), file, stem + SUFFIX[kind], key=key, icon=None)
        if kind == MODEL:
            report_button(desk.library, name, stem)
            _rename_button(name)
        publish_button(desk, kind, entry)
        _ask_button(tr("Delete"), kind, name)
    n, unit = entry.facts.topics or entry.facts.documents, "topic" if kind == MODEL else "document"
    if st.session_state.get("to-rename") == name:
        _rename_form(tr("Name of the model"), name, title, _rename, count(n, unit))
    about = ", ".join(filter(None, [called, count(n, unit), title, moment(entry.kept)]))
    _confirm(desk, kind, name, about, stays)


def _at_hand(desk: Desk, kind: str) -> str:
    return desk.model_state.id if kind == MODEL else desk.corpus_state.id


def _open(kind: str, name: str) -> None:
    current_desk().open_kept(kind, name)
    st.session_state.opened = kind


def _damaged(desk: Desk, kind: str, one: Damaged) -> None:
    """What is there and cannot be listed."""
    with st.container(border=True, horizontal=True, vertical_alignment="center"):
        what, hint = tr("A corpus whose note is damaged"), tr("Its file is gone: remove the note.")
        if kind == MODEL:
            what = tr("A model whose note is damaged")
        if one.there:
            hint = tr("Open it: the note is written anew from its file. Or remove it.")
        cards.show(
            f"<p><b>{markup(what)}</b></p>"
            f'<p class="small soft">{markup(one_line(translated(one.why), 300))} '
            f"{markup(hint)}</p>"
        )
        if one.there:
            act(tr("Open"), _open, kind, one.id, key=f"open-{kind}-{one.id}")
        _ask_button(tr("Remove"), kind, one.id)
    _confirm(desk, kind, one.id, what)


def _ask_button(text: str, kind: str, name: str) -> None:
    asked, key = {"to-delete": (kind, name)}, f"delete-{kind}-{name}"
    act(text, st.session_state.update, asked, key=key, icon=":material/delete:")


def _confirm(desk: Desk, kind: str, name: str, called: str, stays: str = "") -> None:
    if st.session_state.get("to-delete") != (kind, name):
        return
    with st.container(horizontal=True, vertical_alignment="center"):
        st.markdown(f"{tr('Delete “{name}” for good?', name=label(called, 250))} {stays}")
        act(tr("Yes, delete"), _delete, kind, name, type="primary", key="yes-delete")
        click(tr("No"), st.session_state.update, {"to-delete": None})


def _rename_button(name: str) -> None:
    asked, key = {"to-rename": name}, f"rename-{name}"
    click(tr("Rename"), st.session_state.update, asked, key=key, icon=":material/edit:")


def _rename_form(
    text: str, name: str, now: str, then: Callable[[str, str], None], hint: str = ""
) -> None:
    with line_form(f"rename-form-{name}"):
        key = f"name-{name}"
        st.text_input(text, now, max_chars=MAX_NAME_LENGTH, key=key, placeholder=hint)
        st.form_submit_button(tr("Save the name"), on_click=_named, args=(name, then))


def _named(name: str, then: Callable[[str, str], None]) -> None:
    st.session_state["to-rename"] = None
    if typed := " ".join(st.session_state[f"name-{name}"].split()):
        then(name, typed)


def _rename(name: str, typed: str) -> None:
    library = current_desk().library
    if (model := library.open(MODEL, name)) is not None:
        model.name = typed
        attempt(library.renamed, name, model)


def _delete(kind: str, name: str) -> None:
    desk = current_desk()
    st.session_state["to-delete"] = None
    desk.library.remove(kind, name)
    if name == _at_hand(desk, kind):
        desk.lay_out(kind, None)


def _file(library: OnDisk, kind: str, name: str) -> bytes:
    """Made when it is asked for."""
    piece = library.open(kind, name)
    if piece is None:
        raise InputError("It is not kept any more, or damaged.")
    stream = io.BytesIO()
    write_piece(library.as_called(piece), stream)
    return stream.getvalue()


def bring_in(desk: Desk) -> None:
    """A model or corpus file from elsewhere."""
    st.subheader(tr("Import a file"), anchor=False)
    key = f"saved-{st.session_state.setdefault('round-saved', 0)}"
    text = tr("A model (.gplsa) or corpus (.gplsa-corpus) that was downloaded before")
    st.file_uploader(text, key=key, on_change=_take, args=(key,), **resting())


def _take(key: str) -> None:
    desk, file = current_desk(), st.session_state.get(key)
    st.session_state["round-saved"] += 1
    if file is None:
        return
    kind = CORPUS if file.name.endswith(SUFFIX[CORPUS]) else MODEL
    try:
        if file.size > FILE_BYTES:
            raise InputError("The file is larger than {value} MB.", value=FILE_BYTES // MEBIBYTE)
        desk.lay_out(kind, desk.library.keep(read_piece(kind, io.BytesIO(file.getvalue()))))
    except InputError as error:
        st.session_state.refusal = tr(
            "“{name}”: {reason}", name=label(file.name), reason=label(translated(error), 500)
        )


def corpus_in_short(entry: Listed) -> str:
    """What was done to it, from which columns it is, and how much it is."""
    facts = entry.facts
    codes = (one_line(code, 40) for code in facts.languages)
    names = (tr("pictures") if code == IMAGE else translated(language_name(code)) for code in codes)
    documents = counted(IMAGE * (IMAGE in facts.languages), facts.documents)
    if entry.read.units:
        lines = count(entry.read.units, "line")
        documents = tr("{lines} in {documents}", lines=lines, documents=documents)
    read = [" + ".join(of_side) for of_side in entry.read.columns.values()]
    columns = "" if read == [*facts.languages] else " | ".join(read)
    columns = one_line(columns, 120).replace(" | ", "\N{NO-BREAK SPACE}| ")
    return _lines(entry, as_it_is(entry), "", [documents, " + ".join(names), columns])


def as_it_is(entry: Listed) -> str:
    """What was done to a corpus."""
    if not entry.facts.cleaned:
        return tr("corpus, as it was read")
    what = ", ".join(tr(CLEANED.get(k, k)) for k in entry.facts.cleaned)
    return tr("corpus, cleaned: {what}", what=what)


def model_in_short(entry: Listed, title: str, *, alike: bool) -> str:
    """What tells it from the others of its project; alike: all have the same settings."""
    facts, verdict = entry.facts, entry.facts.verdict
    topics = count(facts.topics or 0, "topic")
    parts = [*([topics] if title else []), *([] if alike else [", ".join(set_by(facts))])]
    dot = ""
    if verdict in VERDICT_COLORS:
        parts.insert(0, verdict_said(verdict, of_texts=facts.of_texts))
        dot = f'<span class="dot" style="--c:{VERDICT_COLORS[verdict]}"></span>'
    parts += [count(entry.n_edits, "edit")] * bool(entry.n_edits)
    parts.append(counted(IMAGE * (IMAGE in facts.languages), facts.documents))
    return _lines(entry, title or topics, dot, parts)


def _lines(entry: Listed, title: str, dot: str, parts: list[str]) -> str:
    at_hand = {current_desk().corpus_state.id, current_desk().model_state.id}
    here_now = f' <span class="here small">{tr("open")}</span>' if entry.id in at_hand else ""
    if entry.unsaved:
        parts = [*parts, tr("not saved, in memory only")]
    first, *others = filter(None, [*parts, moment(entry.kept)])
    told = dot + markup(first), *map(markup, others)
    facts = " ".join(f'<span class="fact">{one}</span>' for one in told)
    return cards.block(f'<p><b>{markup(title)}</b>{here_now}</p><p class="small soft">{facts}</p>')
