"""Files on their way in: moved from the browser's widget to the desk at once, and listed."""

from collections.abc import Callable, Sequence
from typing import Any

import streamlit as st

from gplsa.app.desk.desk import Desk, current_desk
from gplsa.app.library.recent import check_size
from gplsa.app.show.controls import attempt, click, once, told
from gplsa.html.escaping import label
from gplsa.language import plural, tr, translated
from gplsa.message import MEBIBYTE, Message
from gplsa.reading import Upload
from gplsa.reading.files.extract import PICTURE_SUFFIXES
from gplsa.reading.files.limits import FILE_BYTES, PICTURE_BYTES
from gplsa.reading.sandboxed import read_picture

LISTED, MOST_TOLD = 8, 200


def file_pile(desk: Desk, name: str, text: str, limits: str) -> Sequence[Upload]:
    """The uploader and what it brought; the files stay on the desk until dropped."""
    key = f"files-{name}-{st.session_state.setdefault(f'round-{name}', 0)}"
    st.caption(limits)
    look: dict[str, Any] = {"accept_multiple_files": True, "on_change": attempt}
    most = FILE_BYTES // MEBIBYTE
    st.file_uploader(text, key=key, args=(_take, name, key), max_upload_size=most, **look)
    if uploads := desk.piles.get(name, ()):
        shown = ", ".join(label(upload.name) for upload in uploads[:LISTED])
        if (n_more := len(uploads) - LISTED) > 0:
            shown = tr("{names} and {n_more:,} more", names=shown, n_more=n_more)
        size = file_size(sum(upload.size for upload in uploads))
        with st.container(horizontal=True, vertical_alignment="center"):
            st.markdown(f":material/draft: {shown} ({size})")
            click(tr("Remove"), desk.piles.pop, name, None, type="tertiary", key=f"no-{name}")
    return uploads


@told(st.error)
def ask_for_picture(text: str, key: str) -> tuple[bytes, str] | None:
    """A picture from outside, small, and what its file is called; None while there is none.

    The browser's widget forgets its file on the way to another page and back; it stays here.
    """
    kept = f"{key}-kept"
    look: dict[str, Any] = {"type": [suffix[1:] for suffix in sorted(PICTURE_SUFFIXES)]}
    look |= {"on_change": forget_picture, "max_upload_size": PICTURE_BYTES // MEBIBYTE}
    file = st.file_uploader(text, key=key, args=(key,), **look)
    if file is not None:
        with st.spinner(tr("Reading the picture …")):
            name, data = file.name, file.getvalue()
            read = once(lambda: read_picture(name, data), "picture", name, data)  # apart, and once
            st.session_state[kept] = read, name
    elif kept in st.session_state:
        click(tr("Remove"), forget_picture, key, type="tertiary", key=f"no-{key}")
    found: tuple[bytes, str] | None = st.session_state.get(kept)
    return found


def forget_picture(key: str) -> None:
    """What `ask_for_picture` has kept."""
    st.session_state.pop(f"{key}-kept", None)


def file_size(n_bytes: int) -> str:
    """As people say it."""
    if n_bytes < MEBIBYTE / 10:
        kilobytes = max(round(n_bytes / 1024), 1)
        return tr("{kilobytes} kB", kilobytes=kilobytes) if n_bytes else tr("empty")
    return tr("{megabytes:.1f} MB", megabytes=n_bytes / MEBIBYTE)


def once_read(name: str) -> Callable[[], None]:
    """What forgets the pile as it is now: to be called when it was read without a fault, as nobody
    wants to bring forty files twice because of one. A single file goes at once: were it at fault,
    it would only be in the way of a better one. Call it after the files are in hand.
    """
    desk = current_desk()
    now = desk.piles.get(name)
    if now is not None and len(now) == 1:
        desk.piles.pop(name)

    def forget() -> None:
        if desk.piles.get(name) is now:
            desk.piles.pop(name, None)

    return forget


def _take(name: str, key: str) -> None:
    """Move what the widget holds to the desk and give the next run an empty widget."""
    desk = current_desk()
    st.session_state[f"round-{name}"] += 1
    uploads = {upload.name: upload for upload in desk.piles.get(name, ())}
    for file in st.session_state.get(key) or []:
        if file.size > FILE_BYTES:
            st.session_state.refusal = Message(
                "“{label}” is larger than {value} MB: split it.",
                label=label(file.name),
                value=FILE_BYTES // MEBIBYTE,
            )
            continue
        uploads[file.name] = Upload.from_bytes(file.name, file.getvalue())
    desk.library.check_room()
    check_size(sum(upload.size for upload in uploads.values()), desk.library.recent.max_bytes)
    desk.piles[name] = tuple(uploads.values())


def say_left_out(refused: Sequence[str]) -> None:
    """Why files were left out: of one at sight, of several behind their number."""
    if refused:
        title = plural(len(refused), "{n:,} file left out", "{n:,} files left out")
        with st.expander(title, len(refused) == 1):
            st.text("\n".join(map(translated, refused[:MOST_TOLD])))
