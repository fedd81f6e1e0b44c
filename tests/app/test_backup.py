"""Backup and restore by the commands of the guide: the same bytes, which the app opens."""

import hashlib
import shutil
import subprocess
import threading
from pathlib import Path

import pytest

from gplsa.app.library.library import CORPUS, MODEL
from gplsa.app.library.on_disk import OnDisk
from gplsa.app.library.shared import Shared
from tests.department import commands, elsewhere

pytestmark = pytest.mark.skipif(not shutil.which("zstd"), reason="needs GNU tar and zstd")


@pytest.fixture
def machine(tmp_path):
    """The four folders of the guide, one home with work in it."""
    folders = [tmp_path / "machine" / name for name in ("home", "srv", "etc", "var")]
    for folder in folders:
        folder.mkdir(parents=True)
    return folders


def copied(machine: list[Path], target: Path) -> subprocess.CompletedProcess[str]:
    """Backup, then restore into a folder of its own; the answer of the backup."""
    backup, restore = commands("tar --create") + commands("tar --extract")
    file = {"backup.tar.zst": [str(target.with_suffix(".tar.zst"))]}
    names = ("/home", "/srv/gplsa", "/etc/gplsa-hub", "/var/lib/gplsa-hub")
    places = file | {name: [str(one)] for name, one in zip(names, machine, strict=True)}
    assert set(places) <= set(backup)
    done = subprocess.run(elsewhere(backup, places), capture_output=True, text=True, check=False)
    target.mkdir()
    command = elsewhere(restore, file | {"/": [str(target)]})
    subprocess.run(command, check=True, capture_output=True)
    return done


def seen(folder: Path) -> dict[str, tuple[int, str]]:
    """Mode and digest of everything in a folder."""
    return {
        str(path.relative_to(folder)): (
            path.stat().st_mode,
            hashlib.sha256(path.read_bytes()).hexdigest() if path.is_file() else "",
        )
        for path in folder.rglob("*")
    }


def test_homes_and_published_models_come_back_byte_for_byte(machine, corpus, trained, tmp_path):
    home = machine[0] / "ada" / ".local" / "share" / "gplsa"
    library, shared = OnDisk(home), Shared(machine[1], "ada")
    model, texts = library.keep(trained), library.keep(corpus)
    shared.publish(trained)
    (machine[2] / "settings").write_text("GPLSA_HUB_OIDC_SECRET=x")
    (machine[2] / "settings").chmod(0o600)
    (machine[3] / "hub.sqlite").write_bytes(b"SQLite")

    target = tmp_path / "other"
    assert copied(machine, target).returncode == 0
    for folder in machine:
        assert seen(target / folder.relative_to("/")) == seen(folder) != {}
    again = OnDisk(target / home.relative_to("/"))
    assert again.open(MODEL, model).digest == trained.digest
    assert again.open(CORPUS, texts).texts == corpus.texts
    [published] = Shared(target / machine[1].relative_to("/"), "ben").listed(MODEL)
    assert published.owner == "ada"


def test_a_copy_made_while_somebody_works_is_whole(machine, corpus, tmp_path):
    home = machine[0] / "ada" / ".local" / "share" / "gplsa"
    library, over = OnDisk(home), threading.Event()
    names = [library.keep(corpus.subset(range(n + 2))) for n in range(5)]

    def work() -> None:
        while not over.is_set():
            for n in range(5):
                library.keep(corpus.subset(range(n + 2)))

    at_work = threading.Thread(target=work)
    at_work.start()
    try:
        done = copied(machine, tmp_path / "other")
    finally:
        over.set()
        at_work.join()
    assert done.returncode in (0, 1), done.stderr  # 1: files changed meanwhile
    again = OnDisk(tmp_path / "other" / home.relative_to("/"))
    assert [len(again.open(CORPUS, name)) for name in names] == [2, 3, 4, 5, 6]
