"""A small bilingual corpus with planted themes, a model of it, and pages to look at them."""

import threading
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from unittest.mock import patch

import numpy as np
import pytest
from streamlit.components.v2 import manifest_scanner
from streamlit.testing.v1 import AppTest

from gplsa.app.desk.desk import Desk, current_desk
from gplsa.app.desk.jobs import Job
from gplsa.app.library.library import CORPUS, MODEL
from gplsa.corpus.corpus import Corpus
from gplsa.model.model import TrainedModel
from gplsa.model.settings import TrainSettings
from gplsa.training.train import train
from tests.conftest import REPOSITORY
from tests.patience import PATIENCE

THEMES = {
    "Ernte Korn Acker Bauer Scheune Regen": "harvest grain field farmer barn rain",
    "Hafen Schiff Kapitän Ladung Segel Küste": "harbour ship captain cargo sail coast",
    "Schule Lehrer Kind Tafel Ferien Zeugnis": "school teacher child blackboard holiday report",
    "Brand Feuer Rauch Löschzug Dach Asche": "blaze fire smoke engine roof ash",
}


def sentences(words: np.ndarray) -> str:
    return " ".join(words) + "."


@pytest.fixture(autouse=True)
def idle(monkeypatch: pytest.MonkeyPatch) -> None:
    """Times that are told count what else runs here and how fast, which tests know nothing of."""
    monkeypatch.setattr("os.getloadavg", lambda: (0.0, 0.0, 0.0), raising=False)
    monkeypatch.setattr("gplsa.app.desk.pace.slowness", lambda: 1.0)


@pytest.fixture(scope="session", autouse=True)
def packages_are_looked_through_once() -> Iterator[None]:
    """For components of others, which every `AppTest` does anew: half of what its pages take."""
    once = cache(manifest_scanner.scan_component_manifests)
    with patch.object(manifest_scanner, "scan_component_manifests", once):
        yield


@pytest.fixture(scope="session")
def corpus() -> Corpus:
    """60 pairs; each speaks of one theme, with a third of its words from another."""
    draw = np.random.default_rng(7)
    german, english = [], []
    sides = [(de.split(), en.split()) for de, en in THEMES.items()]
    for number in range(60):
        main, other = sides[number % 4], sides[draw.integers(4)]
        picked, few = draw.integers(6, size=8), draw.integers(6, size=3)
        for texts, side in ((german, 0), (english, 1)):
            words = [main[side][i] for i in picked] + [other[side][i] for i in few]
            texts.append(sentences(np.array(words)))
    return Corpus(
        "letters",
        [f"L{number:02d}" for number in range(60)],
        {"de": german, "en": english},
        {"de": "de", "en": "en"},
        fields={"year": [str(1800 + number) for number in range(60)]},
    )


@pytest.fixture(scope="session")
def trained(corpus: Corpus) -> TrainedModel:
    return train(corpus, TrainSettings(n_topics=4, max_iter=60))


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Desk]:
    """A current_desk of its own for every test, on the disk, as at one's own computer."""
    monkeypatch.setenv("GPLSA_HOME", str(tmp_path / "home"))
    current_desk.cache_clear()
    yield current_desk()
    assert current_desk().close(PATIENCE)
    current_desk.cache_clear()


@pytest.fixture
def go_on(monkeypatch: pytest.MonkeyPatch) -> Iterator[threading.Event]:
    """Jobs stand at their first report until this is set, however slow a page is."""
    event = threading.Event()
    report = Job.progress

    def held(job: Job, fraction: float, phase: str) -> None:
        assert event.wait(PATIENCE)
        report(job, fraction, phase)

    monkeypatch.setattr(Job, "progress", held)
    yield event
    event.set()


@pytest.fixture
def laid_out(desk: Desk, corpus: Corpus, trained: TrainedModel) -> Desk:
    """The corpus and its model lie on the desk."""
    trained.topic_names.clear()
    trained.hidden_topics.clear()
    trained.ratings.found.clear()
    desk.lay_out(CORPUS, desk.library.keep(corpus))
    desk.lay_out(MODEL, desk.library.keep(trained))
    return desk


TABS = {"keywords.py": "how-many", "compare.py": "compare-what", "words.py": "words-what"}


@pytest.fixture
def open_page(desk: Desk) -> Callable[..., AppTest]:
    """open_page("topics.py"): the page, run once, without an exception; and a tab of it."""

    def open_(name: str, tab: str = "") -> AppTest:
        app = AppTest.from_file(str(REPOSITORY / "pages" / "_shell.py"), default_timeout=PATIENCE)
        app.run()
        if name != "corpus.py":
            app.switch_page(name).run()
        if tab:
            app.session_state[TABS[name]] = tab
            app.run()
        assert not app.exception
        return app

    return open_


def entries(app: AppTest) -> list[str]:
    """What every entry of a list of documents shows, in their order."""
    bodies = [element.proto.body for element in app.get("html")]
    return [one for one in bodies if 'class="entry"' in one or 'class="pair bare' in one]


def opened(app: AppTest, place: int) -> AppTest:
    """The page after a click on the button of an entry, which opens it or closes it again."""
    buttons = [one for one in app.button if (one.key or "").startswith("open-")]
    buttons[place].click().run()
    assert not app.exception
    return app


def html(app: AppTest) -> str:
    """Everything the page shows through st.html, sidebar included, but for the script of ours."""
    bodies = [element.proto.body for element in app.get("html")]
    return "\n".join(body for body in bodies if not body.startswith("<span data-reader="))
