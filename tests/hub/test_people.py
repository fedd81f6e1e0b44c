"""People on a real hub: their whole way, and that nobody gets at what is another's."""

import base64
import contextlib
import os
import random
import re
import resource
import time
import zipfile
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Error as PlaywrightError
from playwright.sync_api import expect
from websockets.exceptions import WebSocketException
from websockets.sync.client import connect
from websockets.typing import Origin, Subprotocol

from gplsa.corpus.corpus import Corpus
from gplsa.corpus.storage import load_corpus, save_corpus
from tests.e2e.harness import PATIENCE_MS, go, settle, upload
from tests.e2e.journeys import (
    TRAINING_MS,
    begin_training,
    keywords_of,
    read_file,
    train,
    write_pairs,
)
from tests.hub.running import (
    PREFIX,
    ROOT,
    Hub,
    Person,
    as_account,
    bare,
    end,
)
from tests.patience import PATIENCE, eventually

TEXT = "Die Ernte war gut, und das Korn vom Acker liegt in der Scheune."


@pytest.fixture(scope="module")
def ada(hub, browser):
    return hub.person(browser, "ada")


@pytest.fixture(scope="module")
def ben(hub, browser):
    return hub.person(browser, "ben")


def test_the_whole_way(ada: Person, tmp_path: Path) -> None:
    """Upload, train, keywords, download, reload, stop, start again: the work is there."""
    ada.come()
    page = ada.page
    read_file(page, ada.server, write_pairs(tmp_path / "adas.csv", 100))
    train(page)
    go(page, ada.server, "/keywords")
    found = keywords_of(page, TEXT)
    assert {"harvest", "grain", "farmer"} & set(found)
    go(page, ada.server, "/saved")
    with page.expect_download() as coming:
        page.get_by_role("button", name="Download", exact=True).first.click()
    model = Path(coming.value.path()).read_bytes()
    home = ada.hub.home(ada.name) / ".local" / "share" / "gplsa" / "model"
    assert model[:2] == b"PK"
    assert len(list(home.glob("*.gplsa"))) == 1
    page.reload()
    settle(page)
    expect(page.locator(".here").first).to_be_visible()

    server = ada.hub.processes_of(ada.name)[0]
    page.locator(".st-key-desk button").first.click()
    with page.context.expect_page() as panel:
        page.get_by_role("link", name="Stop my server").click()
    panel.value.wait_for_load_state("networkidle")  # what the button does comes with its scripts
    panel.value.get_by_role("button", name="Stop My Server").click()
    eventually(lambda: not Path(f"/proc/{server}").exists())
    panel.value.close()

    ada.come("keywords")  # a deep link, which starts the server
    assert keywords_of(page, TEXT) == found


def test_another_person_has_a_server_of_their_own(ben: Person, tmp_path: Path) -> None:
    ben.come("train")
    expect(ben.page.get_by_text("Training waits for a corpus.")).to_be_visible()
    read_file(ben.page, ben.server, write_pairs(tmp_path / "bens.csv", 80))
    assert "adas" not in ben.page.content()


def test_files_of_any_size_come_in_and_go_out(ben: Person, tmp_path: Path) -> None:
    """Larger than proxies that keep whole requests in memory let through (100 MB)."""
    draw = random.Random(1)
    texts = [base64.b64encode(draw.randbytes(1_500_000)).decode() for _ in range(80)]
    half = len(texts) // 2
    sides = {"de": texts[:half], "en": texts[half:]}
    corpus = Corpus("large", [str(n) for n in range(half)], sides, {"de": "de", "en": "en"})
    path = tmp_path / "large.gplsa-corpus"
    save_corpus(corpus, path)
    size = path.stat().st_size
    assert size > 110e6
    ben.come("saved")
    upload(ben.page, path)
    # Not the name of the file, which stands there before it is read.
    expect(ben.page.get_by_text("large", exact=True).first).to_be_visible(timeout=TRAINING_MS)
    settle(ben.page)
    with ben.page.expect_download(timeout=TRAINING_MS) as coming:
        ben.page.get_by_role("button", name="Download", exact=True).first.click()
    assert Path(coming.value.path()).stat().st_size > 110e6
    assert load_corpus(Path(coming.value.path())).texts == corpus.texts


SOCKETS = """async (urls) => Promise.all(urls.map((url) => new Promise((done) => {
    const socket = new WebSocket(url, ["streamlit"]);
    socket.onopen = () => done(true);
    socket.onerror = () => done(false);
    socket.onclose = () => done(false);
})))"""


def test_nobody_gets_at_what_is_anothers(ada: Person, ben: Person) -> None:
    """Every way from ben to ada's server, files and jobs that we know; each try is counted."""
    hub, tries, inside = ada.hub, 0, []

    def tried(what: str, got_in: bool) -> None:
        nonlocal tries
        tries += 1
        if got_in:
            inside.append(what)

    # What ada's own browser is served, and the names under which it is.
    seen: list[str] = []
    ada.page.on("request", lambda request: seen.append(request.url))
    sockets: list[str] = []
    ada.page.on("websocket", lambda socket: sockets.append(socket.url))
    go(ada.page, ada.server, "/saved")
    with ada.page.expect_download() as coming:
        ada.page.get_by_role("button", name="Download", exact=True).first.click()
    media = coming.value.url
    own = ada.server.url
    assert ada.status(media)[0] == 200
    assert any("/_stcore/stream" in url for url in sockets)
    port = urlsplit(hub.route(ada.name) or "").port
    assert port

    pages = [own, f"{own}/", *(f"{own}/{page}" for page in ("train", "saved", "keywords"))]
    pages += [media, f"{own}/_stcore/host-config", f"{own}/_stcore/metrics"]
    pages += [f"{own}/_stcore/upload_file/1/2", f"{own}/oauth_callback?code=x&state=y.z"]
    pages += [f"{own}/%2e%2e/{ada.name}/saved", f"{own}//saved", f"{own}/static/../saved"]
    html = {"accept": "text/html"}

    def of_ada(answer: tuple[int, str, str]) -> bool:
        """Whether the app of ada has answered: neither the hub nor a refusal."""
        status, url, _ = answer
        return status < 300 and f"/user/{ada.name}" in urlsplit(url).path

    assert of_ada(ada.status(f"{own}/saved", headers=html))  # the same question, by her
    assert ben.page.evaluate(SOCKETS, [f"{ben.server.url}/_stcore/stream".replace("http", "ws")])[0]

    # By ben's browser, with all of his cookies; also with his own server's cookie renamed.
    cookies = {c["name"]: c["value"] for c in ben.context.cookies(f"{ben.server.url}/")}
    mine = next(value for name, value in cookies.items() if name == "gplsa_hub_server")
    renamed = [
        {"cookie": f"gplsa_hub_server={mine}"},
        {"cookie": f"gplsa_hub_server={mine}; jupyterhub-user-{ada.name}={mine}"},
        {"cookie": "gplsa_hub_server="},
    ]
    known = [
        {},
        {"x-forwarded-for": "127.0.0.1", "x-forwarded-user": ada.name},
        {"authorization": "token of-the-test"},
        {"referer": f"{own}/"},
    ]
    for url in pages:
        tried(f"ben's browser: {url}", of_ada(ben.status(url, headers=html)))
        tried(f"ben's browser, no page: {url}", of_ada(ben.status(url)))
        for method in ("PUT", "POST", "DELETE"):
            tried(f"ben's {method} {url}", of_ada(ben.status(url, method)))
        for headers in [*renamed, *known]:
            tried(f"{headers} {url}", bare(url, headers)[0] < 300)
            # Past the proxy, straight to the port of her server.
            behind = f"http://127.0.0.1:{port}{urlsplit(url).path}"
            tried(f"port, {headers} {url}", bare(behind, headers)[0] < 300)
    streams = [f"{own}/_stcore/stream".replace("http", "ws")]
    streams.append(f"ws://127.0.0.1:{port}/user/{ada.name}/_stcore/stream")
    for url, opened in zip(streams, ben.page.evaluate(SOCKETS, streams), strict=True):
        tried(f"ben's socket {url}", opened)
    for headers in [*renamed, *known]:
        for url in streams:
            tried(f"socket {headers} {url}", socket_opens(url, headers, hub.url))

    # The hub's own interface: her server, tokens and activity, with his cookies and his token.
    token = hub_token(ben)
    api = f"{hub.url}/hub/api/users/{ada.name}"
    for method, path in (
        ("GET", ""),
        ("PATCH", ""),
        ("DELETE", "/server"),
        ("POST", "/server"),
        ("GET", "/tokens"),
        ("POST", "/tokens"),
        ("POST", "/activity"),
        ("GET", "/server/progress"),
    ):
        tried(f"api {method} {path}", ben.status(api + path, method)[0] < 300)
        with_token = {"authorization": f"token {token}"}
        tried(f"api token {method} {path}", bare(api + path, with_token, method)[0] < 300)
        tried(f"api nobody {method} {path}", bare(api + path, {}, method)[0] < 300)
    for url in pages:
        tried(f"token {url}", bare(url, {"authorization": f"token {token}"})[0] < 300)
        tried(f"token in {url}", bare(f"{url}?token={token}")[0] < 300)
    tried("admin page", f"{PREFIX}ada" in ben.status(f"{hub.url}/hub/admin", headers=html)[2])
    tried("the proxy's table", bare(f"http://127.0.0.1:{hub.proxy}/api/routes")[0] < 300)
    tried("her spawn page", of_ada(ben.status(f"{hub.url}/hub/spawn/{ada.name}", headers=html)))

    # As another account of the same computer: files, processes, the port.
    if ROOT:
        home, server = hub.home(ada.name), hub.processes_of(ada.name)[0]
        for code in (
            f"import os; os.listdir({str(home / '.local')!r})",
            f"import pathlib; assert list(pathlib.Path({str(home)!r}).rglob('*.gplsa'))",
            f"open('/proc/{server}/environ').read()",
            f"open('/proc/{server}/mem', 'rb')",
            f"import os; os.kill({server}, 9)",
            f"open({str(home / 'x')!r}, 'w')",
            f"import os; os.listdir({str(hub.folder)!r})",
            f"import urllib.request as u; u.urlopen('http://127.0.0.1:{port}/user/{ada.name}/saved')",
        ):
            tried(f"as ben's account: {code}", as_account(ben.name, code).returncode == 0)

    print(f"\n{tries} tries, {len(inside)} succeeded")
    assert inside == []
    assert tries > 200
    # And hers goes on as if nothing had happened.
    go(ada.page, ada.server, "/saved")
    expect(ada.page.get_by_text("adas").first).to_be_visible()


def hub_token(person: Person) -> str:
    """A token of the hub for this person, as its page Token makes one."""
    page = person.context.new_page()
    page.goto(f"{person.hub.url}/hub/token")
    page.get_by_role("button", name=re.compile("Request new API token", re.I)).click()
    shown = page.locator("#token-result")
    expect(shown).not_to_be_empty()
    token = shown.inner_text().strip()
    page.close()
    assert len(token) > 20
    return token


def socket_opens(url: str, headers: dict[str, str], origin: str) -> bool:
    try:
        with connect(
            url,
            additional_headers=headers,
            origin=Origin(origin),
            subprotocols=[Subprotocol("streamlit")],
            proxy=None,
            open_timeout=PATIENCE,
        ):
            return True
    except (OSError, WebSocketException):
        return False


def test_what_one_person_breaks_is_theirs_alone(hub: Hub, browser, ada: Person, tmp_path) -> None:
    """A server that is killed, as the system does where memory runs out, and a hostile file."""
    cem = hub.person(browser, "cem")
    cem.come()
    bomb = tmp_path / "bomb.zip"
    with zipfile.ZipFile(bomb, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("a.de.txt", b"0" * 250_000_000)
    upload(cem.page, bomb)
    cem.page.get_by_role("button", name="Read 1 file").click()
    expect(cem.page.get_by_text("did not finish")).to_be_visible()
    go(ada.page, ada.server, "/topics")
    expect(ada.page.get_by_text("Topic").first).to_be_visible()

    # The limit that the spawner has set holds for every process of this person.
    limits = Path(f"/proc/{hub.processes_of(cem.name)[0]}/limits").read_text()
    [data] = [line for line in limits.splitlines() if line.startswith("Max data size")]
    assert str(4 * 1024**3) in data

    read_file(cem.page, cem.server, write_pairs(tmp_path / "cems.csv", 80))
    server = hub.processes_of(cem.name)[0]
    # Less memory than the next step needs: what the limit does to a server that asks for more.
    status = Path(f"/proc/{server}/status").read_text()
    [held] = re.findall(r"VmData:\s+(\d+) kB", status)
    most = int(held) * 1024 + 2_000_000
    if ROOT:  # which not everywhere may set the limits of others
        limit = f"import resource as r; r.prlimit({server}, r.RLIMIT_DATA, ({most}, {most}))"
        assert as_account(cem.name, limit).returncode == 0
    else:
        resource.prlimit(server, resource.RLIMIT_DATA, (most, most))
    with contextlib.suppress(PlaywrightError):  # it may end before the second click
        cem.page.set_default_timeout(20_000)
        begin_training(cem.page)
    # It ends, says so, or stands still.
    gone = cem.page.get_by_text(re.compile("memory|did not finish", re.I)).first
    deadline = time.monotonic() + 30
    while Path(f"/proc/{server}").exists() and not gone.is_visible():
        if time.monotonic() > deadline:
            break
        time.sleep(0.5)
    for process in hub.processes_of(cem.name):
        end(process)
    go(ada.page, ada.server, "/keywords")
    assert keywords_of(ada.page, TEXT)

    # What was finished is there when it starts again.
    cem.page.set_default_timeout(PATIENCE_MS)
    hub.wait_until_gone(cem.name)
    cem.come()
    expect(cem.page.get_by_text("cems").first).to_be_visible()
    cem.context.close()


PEOPLE = int(os.environ.get("GPLSA_HUB_PEOPLE", "10"))


def test_ten_people_at_once(hub: Hub, browser, tmp_path: Path) -> None:
    """Everybody trains at the same time, each on a corpus of their own."""
    people = [hub.person(browser, f"p{number}") for number in range(PEOPLE)]
    for person in people:
        person.come()
    begun = time.monotonic()
    for number, person in enumerate(people):
        read_file(person.page, person.server, write_pairs(tmp_path / f"of{number}.csv", 60))
        begin_training(person.page)
    for person in people:
        expect(person.page.locator(".check")).to_be_visible(timeout=TRAINING_MS)
    print(f"\n{PEOPLE} people have read and trained in {time.monotonic() - begun:.0f} s")
    for person in people:
        go(person.page, person.server, "/keywords")
        assert {"harvest", "grain", "farmer"} & set(keywords_of(person.page, TEXT))
    print(f"and have found keywords after {time.monotonic() - begun:.0f} s")
    memory = [resident(hub, person.name) for person in people]
    print(f"memory of a person's processes: {min(memory):.0f} to {max(memory):.0f} MB")
    for number, person in enumerate(people):
        go(person.page, person.server, "/saved")
        content = person.page.content()
        assert f"of{number}" in content
        assert not any(f"of{other}" in content for other in range(PEOPLE) if other != number)
        person.context.close()


def resident(hub: Hub, name: str) -> float:
    """Megabytes of all processes of a person, shared ones counted once."""
    return (
        sum(
            int(re.findall(r"^Pss:\s+(\d+)", Path(f"/proc/{p}/smaps_rollup").read_text(), re.M)[0])
            for p in hub.processes_of(name)
        )
        / 1024
    )
