"""In which language somebody reads: chosen in the header, the browser's before that."""

import json
from typing import Any

import streamlit as st
from streamlit.runtime.scriptrunner import get_script_run_ctx

from gplsa.app.desk.desk import current_desk
from gplsa.app.front import PAGE_SCRIPT
from gplsa.html.escaping import markup
from gplsa.language import ENGLISH, LANGUAGES, chosen_by, language, tr

KEY, NARROW = "language", "narrow"
SCRIPT = PAGE_SCRIPT.read_text("utf-8")


def begin() -> None:
    """Before anything is shown: from here on texts are in the language of this session. What the
    person chose, now or another day, goes before what the browser asks for."""
    chosen_by(_of_the_session)
    st.session_state.setdefault(KEY, _of_the_browser())
    if chosen := current_desk().language:
        st.session_state[KEY] = chosen


def tell_the_browser(page: str) -> None:
    """In which language a page is and that it is another one, by a script of ours."""
    own = {
        "Upload": tr("Upload"),
        "MB per file": tr(" MB a file"),
        "No results": tr("Nothing found"),
        "Add: ": tr("Look up: "),
        "Press Enter to apply": tr("Press Enter to apply"),
        "Press Enter to submit form": tr("Press Enter to submit"),
        "Press Ctrl+Enter to apply": tr("Press Ctrl+Enter to apply"),
        "Press Ctrl+Enter to submit form": tr("Press Ctrl+Enter to submit"),
    }
    items = {"Light": tr("Light"), "Dark": tr("Dark"), "Print": tr("Print")}
    items["Made with "] = tr("Made with ")
    told = {"reader": language(), "page": page, "texts": json.dumps(own), "menu": tr("Menu")}
    told["items"] = json.dumps(items)
    told["narrow"] = st.session_state.get(NARROW, "")
    facts = " ".join(f'data-{name}="{markup(value)}"' for name, value in told.items())
    html = f"<span {facts}></span><script>{SCRIPT}</script>"
    with st.container(key="browser"):
        # Seen by nobody: the script presses it where it is true.
        other = "" if told["narrow"] else NARROW
        now, key = {NARROW: other}, f"is-{other or 'wide'}"
        st.button("<>", key=key, on_click=st.session_state.update, args=(now,))
        st.html(html, unsafe_allow_javascript=True)


def switch() -> None:
    """The other languages, each by its own name, in the header."""
    with st.container(key="languages", horizontal=True):
        for code, name in LANGUAGES.items():
            if code != language():
                look: dict[str, Any] = {"help": name, "type": "tertiary", "key": f"speak-{code}"}
                st.button(code.upper(), on_click=_set_language, args=(code,), **look)


def _set_language(code: str) -> None:
    desk = current_desk()
    desk.language = code
    desk.remember()
    # A browser goes on showing what is chosen in a list as it was told it, until it is told anew.
    for key, value in list(st.session_state.items()):
        several = value if isinstance(value, list | tuple) and value else [value]
        if all(isinstance(one, str | int | float) and not isinstance(one, bool) for one in several):
            st.session_state[key] = value


def _of_the_session() -> str:
    """English for threads that serve nobody, as those of jobs: what they write is kept."""
    if get_script_run_ctx(suppress_warning=True) is None:
        return ENGLISH
    return str(st.session_state.get(KEY, ENGLISH))


def _of_the_browser() -> str:
    code = (st.context.locale or "").partition("-")[0].lower()
    return code if code in LANGUAGES else ENGLISH
