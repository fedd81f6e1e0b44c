"""Who ends a server that nobody uses: not while a training runs, and then soon."""

import time

from tests.e2e.journeys import begin_long_training, read_file, write_pairs
from tests.hub.running import Hub

IDLE = 20
SETTINGS = {"IDLE": str(IDLE), "CULL_EVERY": "2"}


def test_a_training_is_left_in_peace_and_an_idle_server_ended(hub: Hub, browser, tmp_path) -> None:
    pairs = write_pairs(tmp_path / "adas.csv", 25_000, 80)  # takes longer than a server may idle
    ada, ben = hub.person(browser, "ada"), hub.person(browser, "ben")
    ada.come()
    read_file(ada.page, ada.server, pairs)
    begin_long_training(ada.page)
    ada.context.close()  # she goes home
    ben.come()  # he leaves his page open, and does nothing
    begun = time.monotonic()
    model = hub.home(ada.name) / ".local" / "share" / "gplsa" / "model"
    ended: dict[str, float] = {}
    trained = None
    while set(ended) != {ada.name, ben.name}:
        now = time.monotonic() - begun
        assert now < 1200, f"still there: {ended}"
        for name in {ada.name, ben.name} - set(ended):
            if hub.route(name) is None:
                ended[name] = now
        if trained is None and any(model.glob("*.gplsa")):
            trained = now
        time.sleep(1)
    print(f"\nthe training took {trained:.0f} s; servers ended: {ended}")
    assert trained is not None, "the server was ended in the middle of its training"
    assert trained > 2 * IDLE, "the training was over too soon to say anything"
    assert ended[ada.name] >= trained + IDLE - 5
    assert ended[ben.name] < 3 * IDLE
