"""A clock that jumps by a year, forwards or back: it dates what is kept and what expires, and
nothing waits by it, is removed by it or lost."""

import ast
import sys
import time
from datetime import UTC, date, datetime, timedelta

import pytest

import gplsa.app.access.hub
import gplsa.report.page  # noqa: F401
from gplsa.app.desk import trainings
from gplsa.app.desk.desk import Desk
from gplsa.app.library.library import CORPUS, MODEL
from gplsa.app.library.on_disk import OnDisk
from gplsa.model.settings import TrainSettings
from gplsa.scratch import scratch_folder
from gplsa.service.problems import Problem
from gplsa.service.tokens import add_token, authenticated, read_tokens
from gplsa.training import in_chunks
from tests.conftest import REPOSITORY
from tests.patience import PATIENCE, eventually
from tests.planted import planted_corpus

YEAR = timedelta(days=365)
DATES = {
    "app/access/hub.py": "what the hub shows of when somebody was there",
    "app/library/library.py": "when a piece was kept",
    "reading/readers/file_reader.py": "which years are still to come: files are of none of them",
    "report/page.py": "the date of a report",
    "scratch.py": "how long ago a scratch folder was left, beside its lock",
    "service/log.py": "when a line was written",
    "service/tokens.py": "until when a token is good",
}
"""All that looks at the time of day; whatever waits or measures takes time.monotonic."""


@pytest.fixture(params=[1, -1], ids=["forwards", "back"])
def jump(request, monkeypatch):
    """jump(): from now on it is a year later, or earlier; how many years."""

    def jumped() -> int:
        by = request.param * YEAR

        class Later(datetime):
            @classmethod
            def now(cls, tz=None):
                return datetime.now(tz) + by

        class LaterDay(date):
            @classmethod
            def today(cls):
                return date.today() + by

        before = time.time
        monkeypatch.setattr(time, "time", lambda: before() + by.total_seconds())
        for name, module in [*sys.modules.items()]:
            for kind, instead in ((datetime, Later), (date, LaterDay)):
                if name.startswith("gplsa.") and vars(module).get(kind.__name__) is kind:
                    monkeypatch.setattr(module, kind.__name__, instead)
        return request.param

    return jumped


def test_the_time_of_day_is_for_dates_alone():
    looks = {"time.time", "time.localtime", "time.gmtime", "time.strftime", "date.today"}
    looks |= {f"datetime.{name}" for name in ("now", "utcnow", "today")}
    found = set()
    for path in (REPOSITORY / "gplsa").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Attribute) and ast.unparse(node) in looks:
                found.add(path.relative_to(REPOSITORY / "gplsa").as_posix())
    assert found == set(DATES)


def test_what_is_kept_stays_and_work_goes_on(jump, tmp_path):
    desk = Desk(OnDisk(tmp_path))
    desk.lay_out(CORPUS, desk.library.keep(planted_corpus(60)))
    settings = TrainSettings(n_topics=3, max_iter=5, check=False)

    def train(progress) -> str:
        said = trainings.fit(desk, settings, progress)
        jump()  # a job that runs while it jumps
        return said

    desk.begin("Training", train)
    eventually(lambda: not desk.job.snapshot.live)
    ended = desk.job.snapshot
    assert ended.state == "done"
    assert 0 < time.monotonic() - ended.started < YEAR.total_seconds() / 2
    first, corpus = desk.model_state.id, desk.corpus_state.id
    second = desk.library.keep(desk.library.open(CORPUS, corpus).subset(range(40)))
    model = desk.library.open(MODEL, first)
    model.name_topic(0, "Ships")
    desk.library.renamed(first, model)
    desk.remember()
    assert desk.close(PATIENCE)

    again = Desk(OnDisk(tmp_path))
    in_chunks.remove_left_over(tmp_path)
    assert (again.corpus_state.id, again.model_state.id) == (corpus, first)
    assert {entry.id for entry in again.library.listed(CORPUS)} == {corpus, second}
    assert again.library.open(MODEL, first).topic_names == {0: "Ships"}
    assert len(again.library.open(CORPUS, second)) == 40
    assert again.close(PATIENCE)


def test_parts_that_a_training_reads_now_stay(jump, tmp_path):
    """Whoever starts the app while another one trains chunk by chunk."""
    with scratch_folder(tmp_path, in_chunks.FOLDER) as parts:
        jump()
        in_chunks.remove_left_over(tmp_path)
        assert parts.exists()


def test_a_token_is_good_until_its_day_by_the_clock(jump, tmp_path):
    path = tmp_path / "tokens.jsonl"
    token = f"Bearer {add_token(path, 'ada', days=9)}"
    for_ever = f"Bearer {add_token(path, 'bert')}"
    years = jump()
    tokens = read_tokens(path)
    assert authenticated(tokens, for_ever).name == "bert"
    if years > 0:
        with pytest.raises(Problem, match="expired"):
            authenticated(tokens, token)
    else:
        assert authenticated(tokens, token).name == "ada"
        assert authenticated(tokens, token).expires > datetime.now(UTC).date()
