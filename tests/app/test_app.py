"""app.py: what the server runs."""

import sys

from streamlit.runtime.scriptrunner.exec_code import modified_sys_path

import app


def test_a_run_of_a_page_leaves_the_import_path_alone():
    # Streamlit's own bracket around every run. Were it to add and remove the folder, an import in
    # a job's thread could skip an entry of the list and not find an installed package.
    script = app.app._resolve_script_path()
    before = list(sys.path)
    with modified_sys_path(str(script)):
        assert sys.path == before
    assert sys.path == before
