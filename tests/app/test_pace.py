"""How long a training takes is learned from those before, and told while it runs."""

import pytest

from gplsa.app.desk import counting, pace, trainings
from gplsa.app.desk.jobs import Job, _seconds_left
from gplsa.app.library.on_disk import OnDisk
from gplsa.model.settings import TrainSettings
from gplsa.training.estimate import slowness
from tests.patience import eventually


def test_a_slow_computer_is_known_by_its_trainings(tmp_path):
    library = OnDisk(tmp_path)
    assert pace.here(library, pace.TEXTS, 10.0) == 10.0
    for taken in (30.0, 40.0, 400.0):
        pace.learn(library, pace.TEXTS, 10.0, taken)
    pace.learn(library, pace.TEXTS, 0.1, 1.0)  # too short to tell anything
    assert pace.here(OnDisk(tmp_path), pace.TEXTS, 5.0) == 20.0
    assert pace.here(library, pace.PICTURES, 5.0) == 5.0
    for _ in range(pace.REMEMBERED):
        pace.learn(library, pace.TEXTS, 10.0, 10.0)
    assert pace.here(library, pace.TEXTS, 5.0) == 5.0


@pytest.mark.parametrize("note", ["[]", '{"texts": [1e300]}', '{"texts": [-5]}', '{"texts": 1}'])
def test_a_damaged_note_does_no_harm(tmp_path, note):
    (tmp_path / "pace.json").write_text(note, "utf-8")
    library = OnDisk(tmp_path)
    assert 0.3 < pace.here(library, pace.TEXTS, 10.0) <= 300
    pace.learn(library, pace.TEXTS, 10.0, 20.0)


def test_before_the_first_training_a_computer_is_known_by_a_bit_of_work(tmp_path, monkeypatch):
    library = OnDisk(tmp_path)
    monkeypatch.setattr(pace, "slowness", lambda: 3.0)
    assert pace.here(library, pace.TEXTS, 10.0) == 30.0
    pace.learn(library, pace.TEXTS, 10.0, 20.0)
    assert pace.here(library, pace.TEXTS, 10.0) == 20.0
    assert 0.05 < slowness() < 100
    monkeypatch.setattr(pace.warmup, "seconds_left", lambda slower: 28 * slower)
    assert pace.here(library, pace.TEXTS, 10.0) == 20.0 + 28 * 3  # the compiler is as slow


def test_a_training_is_expected_and_learned_from(laid_out, monkeypatch):
    learned, expected = [], []
    monkeypatch.setattr(pace, "learn", lambda library, *given: learned.append(given))
    monkeypatch.setattr(pace, "here", lambda library, kind, seconds: expected.append(kind) or 77.0)
    desk = laid_out
    settings = TrainSettings(n_topics=3)
    desk.begin("Training", lambda progress: trainings.fit(desk, settings, progress))
    eventually(lambda: not desk.busy)
    assert expected == [pace.TEXTS]
    assert desk.job._expected == 77.0
    [(kind, estimated, taken)] = learned
    assert kind == pace.TEXTS
    assert estimated > 0
    assert taken > 0


def test_other_work_on_the_computer_makes_a_training_longer(laid_out, open_page, monkeypatch):
    monkeypatch.setattr("os.cpu_count", lambda: 2)
    monkeypatch.setattr("os.getloadavg", lambda: (5.0, 0.0, 0.0), raising=False)
    assert pace.here(laid_out.library, pace.TEXTS, 10.0) == 35.0
    learned = []
    monkeypatch.setattr(pace, "learn", lambda library, *given: learned.append(given))
    trainings.fit(laid_out, TrainSettings(n_topics=3), None)
    [(_, expected, _)] = learned
    state, corpus = laid_out.corpus_at_hand()
    alone = counting.expected(state.counted, len(corpus), TrainSettings(n_topics=3)).seconds
    assert expected == pytest.approx(3.5 * alone)  # what is learned of is no fault of the computer

    def told(others):
        monkeypatch.setattr("os.getloadavg", lambda: (others, 0.0, 0.0), raising=False)
        return next(one.value for one in open_page("train.py").caption if " MB" in one.value)

    assert "The computer was busy in the last minute; when it is not," in told(5.0)
    assert "busy" not in told(1.0)


def test_trainings_with_headings_have_a_pace_of_their_own(laid_out):
    state, corpus = laid_out.corpus_at_hand()
    sides = counting.count_texts(corpus, counting.default_words(corpus), None)
    counting.keep_counted(laid_out, state, corpus, counting.default_words(corpus), sides)

    def told(headings, with_vocabulary, most=60):
        settings = TrainSettings(headings=headings)
        return trainings.forecast(state.counted, corpus, most, settings, with_vocabulary)

    plain, values, of_vocabulary = told("", False), told("year", False), told("year", True)
    assert plain.kind == pace.TEXTS and values.kind == of_vocabulary.kind != plain.kind
    seconds = [one.expected.seconds for one in (plain, values, of_vocabulary)]
    assert seconds == sorted({*seconds})
    in_parts = told("", False, 30), told("year", True, 30)
    assert all(one.in_parts for one in in_parts) and not plain.in_parts
    assert in_parts[0].expected.seconds < in_parts[1].expected.seconds
    assert len({one.kind for one in (plain, values, *in_parts)}) == 4


def test_time_left_goes_from_what_was_expected_to_what_is_seen():
    assert _seconds_left(0.1, 0.0, None) is None
    assert _seconds_left(0.1, 0.0, 60.0) == pytest.approx(59.9)
    assert _seconds_left(99.0, 0.01, 100.0, 99.0) == 99.0
    assert _seconds_left(10.0, 0.5, None) == 10.0
    assert _seconds_left(10.0, 0.5, 60.0) == 10.0  # half of the work tells how fast it goes
    assert _seconds_left(12.0, 0.125, 60.0) == 0.75 * 48 + 0.25 * 84
    assert _seconds_left(50.0, 0.25, 60.0) > 100.0  # it is late, and that is said before its time
    assert _seconds_left(90.0, 0.5, 60.0) == 90.0  # it takes longer than was expected


def test_a_few_seconds_are_not_left_for_a_minute(monkeypatch):
    now = 1000.0
    monkeypatch.setattr("gplsa.app.desk.jobs.time.monotonic", lambda: now)
    job = Job("Training", str)
    job._set(state="running", started=now)
    job.expect(50.0)
    left = []
    for seconds, fraction in ((10, 0.5), (9, 0.99), (30, 0.99), (30, 0.99), (1, 0.995)):
        now += seconds
        job.progress(fraction, "Headings")
        left.append(job.snapshot.seconds_left)
    assert left[0] == 10 and left[1] < 1
    assert left[2] == 30 and left[3] == 60  # nothing has gone on for so long
    assert left[4] < 1  # it goes on


def test_a_training_is_done_when_the_sides_are_compared_too(laid_out):
    seen, settings = [], TrainSettings(n_topics=3)
    trainings.fit(laid_out, settings, lambda *now: seen.append(now))
    parts = [f for f, phase in seen if phase == "Comparing the sides"]
    assert max(f for f, phase in seen if phase == "Done") < parts[-1] == 1.0
