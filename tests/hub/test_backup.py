"""Backup and restore of a hub with people on it, by the commands of the guide."""

import hashlib
import shutil
import subprocess
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.department import commands, elsewhere
from tests.e2e.harness import go
from tests.e2e.journeys import keywords_of, read_file, train, write_pairs
from tests.hub.running import ROOT, Hub, end
from tests.hub.test_people import TEXT


def seen(*folders: Path) -> dict[Path, tuple[int, int, str]]:
    """Mode, owner and digest of every file."""
    return {
        path: (
            path.stat().st_mode,
            path.stat().st_uid,
            hashlib.sha256(path.read_bytes()).hexdigest(),
        )
        for folder in folders
        for path in folder.rglob("*")
        if path.is_file()
    }


@pytest.mark.skipif(not ROOT, reason="homes of accounts need root")
def test_what_was_lost_comes_back(hub: Hub, browser, tmp_path: Path) -> None:
    ada, ben = hub.person(browser, "ada"), hub.person(browser, "ben")
    ada.come()
    read_file(ada.page, ada.server, write_pairs(tmp_path / "adas.csv", 100))
    train(ada.page)
    go(ada.page, ada.server, "/keywords")
    found = keywords_of(ada.page, TEXT)
    go(ada.page, ada.server, "/saved")
    ada.page.locator("[class*=st-key-publish-model] button").click()
    expect(ada.page.get_by_text(f"by {ada.name}").first).to_be_visible()
    ben.come("saved")
    ben.page.get_by_role("button", name="Open a copy", exact=True).first.click()
    ben.page.wait_for_url("**/topics")
    go(ben.page, ben.server, "/saved")
    expect(ben.page.locator(".here").first).to_be_visible()

    homes = [hub.home(ada.name), hub.home(ben.name)]
    kept = [home / ".local" / "share" / "gplsa" / "model" for home in homes] + [hub.shared]
    [backup], [restore] = commands("tar --create"), commands("tar --extract")
    places = {
        "backup.tar.zst": [str(tmp_path / "backup.tar.zst")],
        "/home": [str(home) for home in homes],
        "/srv/gplsa": [str(hub.shared)],
        "/etc/gplsa-hub": [str(hub.folder / "config.py")],
        "/var/lib/gplsa-hub": [str(hub.folder / "hub.sqlite"), str(hub.folder / "cookie_secret")],
    }
    made = subprocess.run(elsewhere(backup, places), capture_output=True, text=True, check=False)
    assert made.returncode in (0, 1), made.stderr
    before = seen(*kept)
    assert len(before) >= 6  # of each a model and its note

    hub.stop_hub()
    for person, home in zip((ada, ben), homes, strict=True):
        for process in hub.processes_of(person.name):
            end(process)
        shutil.rmtree(home)
    for folder in hub.shared.iterdir():
        shutil.rmtree(folder)
    assert seen(*kept) == {}
    subprocess.run(elsewhere(restore, places), check=True, capture_output=True)
    assert seen(*kept) == before
    hub.start_hub()

    for person in (ada, ben):
        hub.wait_until_gone(person.name)
    ada.come("keywords")
    assert keywords_of(ada.page, TEXT) == found
    ben.come("saved")
    expect(ben.page.get_by_text(f"by {ada.name}").first).to_be_visible()
    print(f"\n{len(before)} files of homes and the shared folder lost and restored: same bytes")
