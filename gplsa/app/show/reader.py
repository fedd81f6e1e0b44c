"""In which language somebody reads: chosen in the header, the browser's before that."""

import streamlit as st
from streamlit.runtime.scriptrunner import get_script_run_ctx

from gplsa.app.desk.desk import Desk, current_desk
from gplsa.language import ENGLISH, LANGUAGES, chosen_by, language

KEY = "language"


def begin() -> None:
    """Before anything is shown: from here on texts are in the language of this session."""
    chosen_by(_of_the_session)
    st.session_state.setdefault(KEY, _of_the_browser())


def recall(desk: Desk) -> None:
    """What the person chose, now or another day, goes before what the browser asks for."""
    if desk.language:
        st.session_state[KEY] = desk.language


def switch() -> None:
    """The other languages, each by its own name, in the header."""
    with st.container(key="languages", horizontal=True):
        for code, name in LANGUAGES.items():
            if code != language():
                st.button(
                    code.upper(),
                    help=name,
                    type="tertiary",
                    key=f"speak-{code}",
                    on_click=_speak,
                    args=(code,),
                )


def _speak(code: str) -> None:
    desk = current_desk()
    desk.language = code
    desk.remember()


def _of_the_session() -> str:
    """English for threads that serve nobody, as those of jobs: what they write is kept."""
    if get_script_run_ctx(suppress_warning=True) is None:
        return ENGLISH
    return str(st.session_state.get(KEY, ENGLISH))


def _of_the_browser() -> str:
    code = (st.context.locale or "").partition("-")[0].lower()
    return code if code in LANGUAGES else ENGLISH
