"""The command that serves the app: its port, its front, in a checkout and where it is installed."""

import os
import shutil
import socket

import pytest

from gplsa.app import front as fronts
from gplsa.app import serve
from gplsa.cli import main
from gplsa.errors import InputError
from tests.conftest import REPOSITORY


def test_the_front_of_a_checkout_is_its_top_folder():
    assert fronts.front() == REPOSITORY
    assert fronts.sample("chronicle.csv").is_file()


def test_the_front_of_an_installed_package_stands_in_it(monkeypatch, tmp_path):
    (tmp_path / "front").mkdir()
    monkeypatch.setattr(fronts, "_PACKAGE", tmp_path)
    assert fronts.front() == tmp_path.parent  # no app.py: some other folder of that name
    shutil.copy(REPOSITORY / "app.py", tmp_path / "front")
    assert fronts.front() == tmp_path / "front"


def test_a_port_in_use_is_passed_over_or_refused():
    with socket.socket() as taken:
        taken.bind((serve.ADDRESS, 0))
        taken.listen()
        port = taken.getsockname()[1]
        with pytest.raises(InputError, match=f"Port {port} is in use"):
            serve.chosen_port(port)
    assert serve.chosen_port(port) == port
    assert serve.chosen_port(None) >= serve.FIRST_PORT
    with pytest.raises(InputError, match="1 to 65535"):
        serve.chosen_port(70_000)


def test_a_bad_port_is_one_line(capsys):
    assert main(["app", "--port", "0"]) == 2
    assert capsys.readouterr().err == "gplsa: A port is a number from 1 to 65535, not 0.\n"


def test_without_its_packages_the_app_says_what_brings_them(monkeypatch, capsys):
    monkeypatch.setattr("gplsa.cli.values.find_spec", lambda name: None)
    assert main(["app"]) == 2
    assert "pip install 'gplsa[app]'" in capsys.readouterr().err


@pytest.mark.parametrize(("options", "token"), [([], "left"), (["--token"], "auto")])
def test_the_token_is_handed_on(monkeypatch, options, token):
    monkeypatch.setenv("GPLSA_TOKEN", "left")
    monkeypatch.setattr(serve.cli, "main", lambda *arguments, **others: None)
    assert main(["app", "--no-browser", *options]) == 0
    assert os.environ["GPLSA_TOKEN"] == token
