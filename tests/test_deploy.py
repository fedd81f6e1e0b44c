"""The recipe of a hub holds together: what is named in one of its files is there in the others."""

import re
import tomllib
from pathlib import Path

import pytest

from gplsa.app.tile import tile
from tests.conftest import REPOSITORY

DEPLOY = REPOSITORY / "deploy" / "jupyterhub"
CONFIG = (DEPLOY / "jupyterhub_config.py").read_text(encoding="utf-8")
GUIDE = (REPOSITORY / "docs" / "how" / "department.md").read_text(encoding="utf-8")


def read_by_the_configuration() -> set[str]:
    return set(re.findall(r"(?:setting|words)\(['\"]([A-Z_]+)", CONFIG))


def test_every_setting_is_read():
    named = re.findall(r"^#?GPLSA_HUB_([A-Z_]+)=", (DEPLOY / "settings").read_text("utf-8"), re.M)
    named += re.findall(r"GPLSA_HUB_([A-Z_]+)", GUIDE)
    assert len(named) > 10
    assert set(named) - read_by_the_configuration() == set()


def test_the_guide_tells_of_every_setting_that_matters():
    settings = (DEPLOY / "settings").read_text(encoding="utf-8")
    assert re.findall(r"^# (\d)\.", settings, re.M) == list("12345")
    for first in re.findall(r"^# \d\..*\n#?(GPLSA_HUB_[A-Z_]+)=", settings, re.M):
        assert first in GUIDE


def test_the_files_that_the_guide_copies_are_there():
    for name in re.findall(r"deploy/jupyterhub/[\w./-]+", GUIDE):
        assert (REPOSITORY / name.rstrip(".")).exists(), name


def test_the_image_gets_what_the_package_is_made_of():
    """`setup.py` and pyproject.toml name it; all else stays outside of the image."""
    kept = {
        line[1:]
        for line in (REPOSITORY / ".containerignore").read_text("utf-8").splitlines()
        if line.startswith("!")
    }
    needed = {"gplsa", "pages", "assets", "app.py", ".streamlit", "pyproject.toml", "setup.py"}
    project = tomllib.loads((REPOSITORY / "pyproject.toml").read_text("utf-8"))["project"]
    needed |= {"README.md", *project["license-files"], "requirements.lock", "MANIFEST.in"}
    assert needed <= kept
    assert all((REPOSITORY / name).exists() for name in kept)
    container = (DEPLOY / "Containerfile").read_text(encoding="utf-8")
    assert re.search(r"^USER (?!0|root)", container, re.M)
    assert re.search(r"^HEALTHCHECK", container, re.M)


@pytest.mark.parametrize("name", ["values.yaml", "demonstration.yaml", "dask.yaml"])
def test_what_a_cluster_reads_is_yaml(name):
    yaml = pytest.importorskip("yaml")
    documents = list(yaml.safe_load_all((DEPLOY / name).read_text(encoding="utf-8")))
    assert all(isinstance(document, dict) for document in documents)


def test_the_package_tells_jupyterlab_of_the_tile():
    project = tomllib.loads((REPOSITORY / "pyproject.toml").read_text("utf-8"))["project"]
    entries = project["entry-points"]["jupyter_serverproxy_servers"]
    assert entries == {"gplsa": f"{tile.__module__}:{tile.__name__}"}
    assert Path(tile()["launcher_entry"]["icon_path"]).is_file()
