"""Follow the guide to a department's hub, command by command, from an empty folder; count and time.

    python -m tests.hub.guide

For a machine that is thrown away, as root: it installs packages, makes an account, writes into
/opt, /etc and /srv. The certificate is of a local authority (`tls internal` of Caddy). Where
systemd does not run, its units are checked, and what they would start is started as they say.
"""

import os
import re
import shlex
import shutil
import ssl
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from playwright.sync_api import Page, expect, sync_playwright

from tests.conftest import REPOSITORY
from tests.department import commands, elsewhere
from tests.e2e.harness import CHROMIUM_ARGUMENTS, PATIENCE_MS, TRAINING_MS, find_chromium, settle
from tests.e2e.journeys import keywords_of
from tests.patience import PATIENCE, eventually

NAME, SEAT, PHRASE = "localhost", "gplsa-seat1", "a phrase of the test"
SETTINGS, UNIT = Path("/etc/gplsa-hub/settings"), Path("/etc/systemd/system/gplsa-hub.service")
CADDYFILE, STATE = Path("/etc/caddy/Caddyfile"), Path("/var/lib/gplsa-hub")
AUTHORITY = Path("caddy/pki/authorities/local/root.crt")
SYSTEM = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
SYSTEMD = Path("/run/systemd/system").is_dir()
TEXT = "Die Ernte war gut, und das Korn vom Feld liegt in der Scheune der Bauern."


def main() -> None:
    folder = Path(tempfile.mkdtemp(prefix="gplsa-guide-"))
    started, n_commands, left_out = time.monotonic(), 0, []
    run(
        ["git", "clone", "--quiet", "--no-hardlinks", str(REPOSITORY), str(folder / "gplsa")],
        folder,
    )
    for command in steps():
        if command[0] == "systemctl" and not SYSTEMD:
            left_out.append(shlex.join(command))
            continue
        if command[0] == "newusers":
            seats = f"{SEAT}:{PHRASE}:::Seat 1:/home/{SEAT}:/usr/sbin/nologin\n"
            (folder / "gplsa" / "seats").write_text(seats, encoding="utf-8")
        begun = time.monotonic()
        run(command, folder / "gplsa")
        n_commands += 1
        print(f"{time.monotonic() - begun:6.1f} s  {shlex.join(command)}", flush=True)
        if command[-1] == str(CADDYFILE):
            edit()
    run(["systemd-analyze", "verify", str(UNIT)], folder)
    with serving(folder):
        minutes = (time.monotonic() - started) / 60
        print(f"{n_commands} commands, {minutes:.1f} minutes until the page of the login is there")
        with sync_playwright() as playwright:
            chromium = playwright.chromium.launch(
                executable_path=find_chromium(), args=CHROMIUM_ARGUMENTS
            )
            context = chromium.new_context(ignore_https_errors=True)  # it knows no local authority
            context.set_default_timeout(PATIENCE_MS)
            found = first_keywords(context.new_page())
            chromium.close()
        minutes = (time.monotonic() - started) / 60
        print(f"{minutes:.1f} minutes until the first keywords of the sample: {', '.join(found)}")
    print("not run, as there is no systemd:", "; ".join(left_out) or "nothing")
    # The hub leaves people's servers running when it stops, so that an upgrade ends nobody's work.
    subprocess.run(["pkill", "--uid", SEAT], check=False)
    time.sleep(2.0)
    run(["userdel", "--remove", SEAT], folder)
    shutil.rmtree(folder)


def steps() -> Iterator[list[str]]:
    """What the guide has a department type, from the packages to the seats of a workshop."""
    known = ("python3", "cp", "npm", "install", "systemctl", "newusers", "chmod")
    for command in commands():
        if command[:2] == ["apt", "install"]:
            # Debian's npm does not go beside a Node.js of another origin, which brings its own.
            names = [name for name in command[2:] if name != "npm" or not shutil.which("npm")]
            yield ["apt-get", "install", "--yes", "--no-install-recommends", *names]
        elif command[0] in known or command[0].startswith("/opt/"):
            yield elsewhere(command, {"/home/seat*": [f"/home/{SEAT}"]})


def edit() -> None:
    """The name of the computer, and the settings that matter."""
    text = CADDYFILE.read_text("utf-8").replace("hub.example.org {", f"{NAME} {{\n\ttls internal")
    CADDYFILE.write_text(text, encoding="utf-8")
    changes = {"ADDRESS": f"https://{NAME}", "ADMINS": SEAT, "SHARED": "/srv/gplsa"}
    if not SYSTEMD:
        changes["SPAWNER"] = "local"
    text = SETTINGS.read_text("utf-8")
    for name, value in changes.items():
        line = f"GPLSA_HUB_{name}={value}"
        text, n = re.subn(rf"^#?GPLSA_HUB_{name}=.*$", line, text, flags=re.M)
        text += "" if n else f"{line}\n"
    SETTINGS.write_text(text, encoding="utf-8")


@contextmanager
def serving(folder: Path) -> Iterator[None]:
    """The hub and Caddy, until the page of the login is there, its certificate checked."""
    programs = [] if SYSTEMD else [as_the_unit_says(), caddy(folder)]
    authority = Path("/var/lib/caddy/.local/share") if SYSTEMD else folder / "caddy-data"
    try:

        def answers() -> bool:
            assert all(program.poll() is None for program in programs)
            with suppress(OSError):
                context = ssl.create_default_context(cafile=str(authority / AUTHORITY))
                url = f"https://{NAME}/hub/login"
                with urllib.request.urlopen(url, timeout=PATIENCE, context=context) as answer:
                    return answer.status == 200
            return False

        eventually(answers)
        yield
    finally:
        for program in programs:
            program.terminate()
            program.wait(PATIENCE)


def as_the_unit_says() -> subprocess.Popen[bytes]:
    unit = UNIT.read_text("utf-8")
    environment = {"HOME": "/root", "LANG": "C.UTF-8"}
    told = re.findall(r"^Environment=(.*)$", unit, re.M) + SETTINGS.read_text("utf-8").splitlines()
    environment |= dict(line.split("=", 1) for line in told if line and not line.startswith("#"))
    STATE.mkdir(mode=0o700, exist_ok=True)
    [start] = re.findall(r"^ExecStart=(.*)$", unit, re.M)
    log = (STATE / "hub.log").open("wb")
    return subprocess.Popen(shlex.split(start), env=environment, cwd=STATE, stdout=log, stderr=log)


def caddy(folder: Path) -> subprocess.Popen[bytes]:
    environment = os.environ | {"XDG_DATA_HOME": str(folder / "caddy-data"), "HOME": str(folder)}
    log = (folder / "caddy.log").open("wb")
    command = ["caddy", "run", "--config", str(CADDYFILE), "--adapter", "caddyfile"]
    return subprocess.Popen(command, env=environment, stdout=log, stderr=log)


def first_keywords(page: Page) -> list[str]:
    """Log in with the account of the seat, train on the sample, ask for a text."""
    page.goto(f"https://{NAME}/")
    page.get_by_label("Username").fill(SEAT)
    page.get_by_label("Password").fill(PHRASE)
    page.get_by_role("button", name="Sign in").click()
    page.wait_for_url(f"**/user/{SEAT}/**", timeout=PATIENCE_MS)
    settle(page)
    page.get_by_role("button", name="Try the sample").click()
    page.get_by_role("button", name="Use this corpus: train").click()
    page.get_by_role("button", name="Train", exact=True).click()
    expect(page.locator(".check")).to_be_visible(timeout=TRAINING_MS)
    page.goto(f"https://{NAME}/user/{SEAT}/keywords")
    settle(page)
    return keywords_of(page, TEXT)


def run(command: list[str], folder: Path) -> None:
    # The programs that sudo finds.
    environment = os.environ | {"DEBIAN_FRONTEND": "noninteractive", "PATH": SYSTEM}
    done = subprocess.run(
        command, cwd=folder, env=environment, capture_output=True, text=True, check=False
    )
    if done.returncode:
        sys.exit(f"{shlex.join(command)} ended with {done.returncode}:\n{done.stdout}{done.stderr}")


if __name__ == "__main__":
    main()
