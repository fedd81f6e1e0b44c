"""The estimate of time and memory: right where it was measured, growing as the work does."""

from gplsa.model.settings import TrainSettings
from gplsa.training.estimate import estimate, seconds_of_headings

SPEECHES = (1000, {"de": 6978, "en": 4248}, {"de": 102_780, "en": 104_935})
TWICE = {"de": 205_560, "en": 209_870}
CAPTIONS = (4995, {"de": 2600, "en": 2300}, {"de": 26_745, "en": 30_764})
RECORDS = (30_000, {"de": 9512, "en": 5825}, {"de": 179_496, "en": 216_591})


def test_sizes_that_were_measured():
    speeches = estimate(*SPEECHES, TrainSettings(n_topics=100))
    assert 6 < speeches.seconds < 15
    assert 200 < speeches.megabytes < 600
    captions = estimate(*CAPTIONS, TrainSettings())
    assert 4 < captions.seconds < 15
    records = estimate(*RECORDS, TrainSettings(n_topics=100))
    assert 1200 < records.megabytes < 2400
    # 45 of a processor, 1,000 records with five headings each of their own
    assert 25 < seconds_of_headings(1000, 2, with_vocabulary=False) < 45


def test_more_work_takes_longer():
    usual = estimate(*SPEECHES, TrainSettings(n_topics=50))
    for more in (
        estimate(*SPEECHES, TrainSettings(n_topics=100)),
        estimate(2000, SPEECHES[1], TWICE, TrainSettings(n_topics=50)),
    ):
        assert more.seconds > usual.seconds
    # Of many pairs the lexicon that calibrates is the one that is validated; few need one more.
    few = [estimate(500, *SPEECHES[1:], TrainSettings(n_topics=50, check=c)) for c in (False, True)]
    assert few[0].seconds < few[1].seconds
    assert estimate(*SPEECHES, TrainSettings(n_topics=50, max_iter=10)).seconds < usual.seconds


def test_the_regulariser_is_known():
    seconds = [
        estimate(*SPEECHES, TrainSettings(n_topics=100, regularizer=name)).seconds
        for name in ("skl", "l2", "l1")
    ]
    assert seconds == sorted(seconds)
    # Fits of the speeches took 50, 70 and 111 iterations; the rest of a training takes as long as
    # ever.
    assert 1.3 < seconds[2] / seconds[0] < 2.2


def test_judging_pairs_takes_its_time_where_there_are_pairs():
    def seconds(how, nonzeros):
        return estimate(1000, SPEECHES[1], nonzeros, TrainSettings(weigh_pairs=how)).seconds

    ways = ("never", "auto", "always")
    of_pairs = [seconds(how, SPEECHES[2]) for how in ways]
    assert of_pairs[0] < of_pairs[1] < of_pairs[2]
    assert len({seconds(how, {"de": 102_780}) for how in ways}) == 1


def test_nothing_takes_no_time_worth_naming():
    assert estimate(0, {"de": 0, "en": 0}, {"de": 0, "en": 0}, TrainSettings()).seconds < 1
