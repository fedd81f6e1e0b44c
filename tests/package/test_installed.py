"""The wheel in clean environments: the command from an empty folder, and the app in a browser."""

import json
import os
import re
import subprocess
from pathlib import Path

import pytest
from playwright.sync_api import expect, sync_playwright

from tests.conftest import REPOSITORY
from tests.e2e.harness import CHROMIUM_ARGUMENTS, Server, find_chromium, go, settle
from tests.e2e.journeys import TRAINING_MS, train

SIZES = ("library", "app")
APP_PACKAGES = {"streamlit", "plotly", "pandas", "starlette", "platformdirs", "xlsxwriter"}


def in_environment(
    installed: Path, size: str, *command: str, folder: Path
) -> subprocess.CompletedProcess[str]:
    """Run a program of the environment in `folder`, with nothing of the checkout in sight."""
    seen = {name: os.environ[name] for name in ("HOME", "PATH", "LANG") if name in os.environ}
    program = str(installed / size / "bin" / command[0])
    return subprocess.run(
        [program, *command[1:]], cwd=folder, env=seen, capture_output=True, text=True, check=False
    )


def samples(installed: Path, size: str) -> Path:
    (front,) = (installed / size).glob("lib/python*/site-packages/gplsa/front")
    return front / "assets" / "samples"


def test_every_command_works_from_an_empty_folder(installed, tmp_path):
    size = "library"  # the same code is in both, and is compiled anew in each
    pairs, unseen = (samples(installed, size) / f"{n}.csv" for n in ("chronicle", "unseen"))
    sides = ("--source", "de", "--target", "en")

    def gplsa(*arguments: object) -> str:
        done = in_environment(installed, size, "gplsa", *map(str, arguments), folder=tmp_path)
        assert done.returncode == 0, done.stderr
        return done.stdout

    trained = json.loads(gplsa("train", pairs, *sides, "--out", "m.gplsa", "--json"))
    assert trained["check"]["verdict"] == "good"
    topics = json.loads(gplsa("topics", "m.gplsa", "--json"))["topics"]
    assert len(topics) == trained["topics"]
    found = json.loads(
        gplsa("summarize", "m.gplsa", unseen, "--from", "de", "--to", "en", "--json")
    )
    assert all(document["keywords"] for document in found["documents"])
    measured = json.loads(gplsa("evaluate", pairs, *sides, "--test", 20, "--json"))
    assert measured["n_test"] == 20


def test_the_library_comes_without_the_app(installed, tmp_path):
    listed = in_environment(
        installed, "library", "python", "-m", "pip", "list", "--format=json", folder=tmp_path
    )
    names = {package["name"].lower() for package in json.loads(listed.stdout)}
    assert not names & APP_PACKAGES
    refused = in_environment(installed, "library", "gplsa", "app", folder=tmp_path)
    assert refused.returncode == 2
    assert "pip install 'gplsa[app]'" in refused.stderr


@pytest.mark.parametrize("size", SIZES)
def test_nothing_installed_names_the_checkout(installed, tmp_path, size):
    (package,) = (installed / size).glob("lib/python*/site-packages/gplsa")
    told = list(package.parent.glob("gplsa-*.dist-info/*"))
    files = [path for path in (*package.rglob("*"), *told) if path.is_file()]
    assert len(files) > 100
    ours = [path for path in files if "__pycache__" not in path.parts]
    # Its own place in the environment, which is inside the checkout here, is no matter.
    place = str(installed / size).encode()
    checkout = str(REPOSITORY).encode()
    named = [p for p in ours if checkout in p.read_bytes().replace(place, b"")]
    assert named == []
    assert (package / "py.typed").is_file()
    code = "import gplsa; print(gplsa.__file__)"
    where = in_environment(installed, size, "python", "-c", code, folder=tmp_path)
    assert Path(where.stdout.strip()).parent == package


def test_the_installed_app_trains_its_sample_in_a_browser(installed, tmp_path):
    chromium = find_chromium()
    if chromium is None:
        assert not os.environ.get("GPLSA_REQUIRE_BROWSER"), "there must be a Chromium, and is none"
        pytest.skip("needs Chromium, and there is none on the PATH")
    command = [str(installed / "app" / "bin" / "gplsa"), "app", "--no-browser"]
    server = Server(tmp_path, {"PYTHONPATH": ""}, command)
    server.start()
    try:
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=chromium, args=CHROMIUM_ARGUMENTS)
            page = browser.new_page(viewport={"width": 1280, "height": 800})
            answer = page.goto(server.url)
            assert answer is not None and answer.status == 200
            go(page, server)
            page.get_by_role("button", name=re.compile("Try the sample")).click()
            expect(page.get_by_text("Do these belong together?")).to_be_visible(timeout=TRAINING_MS)
            settle(page)
            train(page)
            # The colours are those of our configuration, which stands beside the installed app.py.
            background = page.locator(".stApp").evaluate("e => getComputedStyle(e).backgroundColor")
            assert background == "rgb(253, 252, 250)"
            browser.close()
        assert list(server.home.rglob("*.gplsa")), "the model was not kept"
    finally:
        server.stop()
    assert "Traceback" not in server.log()
