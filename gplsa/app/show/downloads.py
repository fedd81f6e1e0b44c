"""Files that are made when they are asked for, and held until the browser has fetched them.

Streamlit forgets such a file as soon as two pages of anybody have run, which on a busy server is
before the browser comes for it. A second entry in its list of files keeps it for a minute.
"""

import itertools
import mimetypes
import re
import threading
from collections.abc import Callable
from pathlib import PurePath

import streamlit as st
from streamlit import runtime

from gplsa.app.library.library import MODEL
from gplsa.app.library.on_disk import OnDisk
from gplsa.language import in_language, language, tr
from gplsa.report import report_html

HELD = 60.0  # seconds after the last download
MOST_HELD = 16
_NOT_IN_NAMES = re.compile(r"[^\w.-]+")

_number = itertools.count()
_release: list[threading.Timer] = []
_lock = threading.Lock()


def download_button(
    text: str,
    make: Callable[[], bytes],
    file_name: str,
    *,
    key: str = "",
    icon: str | None = ":material/download:",
) -> None:
    """A button that hands out what `make` returns; it is called without a page or a person, in
    the language of the page.
    """
    code, key = language(), key or f"download-{file_name}"
    mime = mimetypes.guess_type(file_name)[0] or "application/octet-stream"

    def made() -> bytes:
        with in_language(code):
            content = make()
        hold(content, mime, file_name)
        return content

    st.download_button(
        text, data=made, file_name=file_name, mime=mime, key=key, icon=icon, on_click="ignore"
    )


def file_name(name: str, otherwise: str) -> str:
    """What a file may be called after something a person has named; `otherwise` for nothing."""
    return _NOT_IN_NAMES.sub("-", name)[:60].strip("-.") or otherwise


def hold(content: bytes, mime: str, file_name: str) -> None:
    """Keep a file among those of no page for a while."""
    if not runtime.exists():
        return
    files = runtime.get_instance().media_file_mgr
    with _lock:
        place = f"download {next(_number) % MOST_HELD}"
        files.add(content, mime, place, file_name=file_name, is_for_static_download=True)
        while _release:
            _release.pop().cancel()
        _release.append(threading.Timer(HELD, files.clear_session_refs))
        _release[0].daemon = True
        _release[0].start()


def report_button(library: OnDisk, model_id: str, name: str) -> None:
    """Make a report of a kept model when it is asked for."""

    def make() -> bytes:
        model = library.open(MODEL, model_id)
        if model is None:
            return tr("This model is not kept any more.").encode()
        return report_html(library.as_called(model)).encode("utf-8", "replace")

    file, key = f"{file_name(PurePath(name).name, 'model')}-report.html", f"report-{model_id}"
    download_button(tr("Report"), make, file, icon=":material/description:", key=key)
