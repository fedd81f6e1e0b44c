"""Judged keywords: like documents feel it, others do not; kept with the file, and undone."""

import io

import numpy as np
import pytest

from gplsa.corpus.corpus import Corpus
from gplsa.errors import InputError
from gplsa.model.public import Model
from gplsa.model.ratings import MOST, SHARPNESS, WEIGHT, Ratings, changed_odds
from gplsa.model.settings import TrainSettings
from gplsa.training.train import train

THEMES = {
    "Ernte Korn Acker Bauer Scheune": "harvest grain field farmer barn",
    "Hafen Schiff Ladung Segel Küste": "harbour ship cargo sail coast",
    "Schule Lehrer Kind Tafel Ferien": "school teacher child blackboard holiday",
    "Brand Feuer Rauch Dach Asche": "blaze fire smoke roof ash",
}
FARM = "Der Bauer bringt Korn vom Acker in die Scheune, Ernte vor dem Regen."
LIKE_IT = "Korn und Ernte: der Bauer steht auf dem Acker."
OTHER = "Das Schiff des Kapitäns liegt mit Segel und Ladung im Hafen."


@pytest.fixture(scope="module")
def file():
    """A model of 60 pairs of four themes."""
    draw = np.random.default_rng(7)
    sides = [(german.split(), english.split()) for german, english in THEMES.items()]
    texts = {"de": [], "en": []}
    for number in range(60):
        picked = draw.integers(5, size=9)
        for side, own in enumerate(texts.values()):
            own.append(" ".join(sides[number % 4][side][word] for word in picked))
    languages = {"de": "de", "en": "en"}
    corpus = Corpus("letters", [str(number) for number in range(60)], texts, languages)
    stream = io.BytesIO()
    train(corpus, TrainSettings(n_topics=4, max_iter=60)).save(stream)
    return stream.getvalue()


@pytest.fixture
def model(file):
    return Model.load(io.BytesIO(file))


def words(model, text):
    return model.keywords(text, "de", "en")[0].words


def test_a_rejected_word_falls_for_like_documents_and_for_no_others(model):
    before = {text: model.keywords(text, "de", "en")[0] for text in (FARM, LIKE_IT, OTHER)}
    word = next(word for word in before[LIKE_IT].words if word in before[FARM].words)
    model.rate(FARM, "de", "en", word, right=False)
    after = {text: model.keywords(text, "de", "en")[0] for text in (FARM, LIKE_IT, OTHER)}
    assert word not in after[FARM].words
    assert [keyword.word for keyword in after[FARM].rejected] == [word]
    fallen = after[LIKE_IT].words
    place = before[LIKE_IT].words.index(word)
    assert word not in fallen or fallen.index(word) > place
    assert not after[LIKE_IT].rejected
    assert after[OTHER].words == before[OTHER].words
    model.rate(FARM, "de", "en", word, right=None)
    assert {text: model.keywords(text, "de", "en")[0] for text in before} == before


def test_an_accepted_word_rises(model):
    before = words(model, LIKE_IT)
    model.rate(FARM, "de", "en", before[-1], right=True)
    assert words(model, FARM)[0] == before[-1]
    assert words(model, LIKE_IT).index(before[-1]) < len(before) - 1


def test_where_every_keyword_is_rejected_there_is_no_confidence(model):
    while shown := words(model, FARM):
        for word in shown:
            model.rate(FARM, "de", "en", word, right=False)
    [found] = model.keywords(FARM, "de", "en")
    assert found.rejected and found.confidence == 0


def test_the_rule_by_hand():
    ratings = Ratings()
    mine, theirs = np.array([[0.9, 0.1]]), np.array([[0.4, 0.6]])
    model_like = _Like(ratings)
    model_like.say(right=False)
    (shift,) = ratings.shifts(mine, ("de", "en"), 3, lambda counts, side: theirs)
    alike = np.sqrt(0.9 * 0.4) + np.sqrt(0.1 * 0.6)
    assert shift == {7: pytest.approx(-WEIGHT * alike**SHARPNESS, rel=1e-12)}
    assert changed_odds(0.8, shift[7]) == pytest.approx(
        4 * np.exp(shift[7]) / (1 + 4 * np.exp(shift[7])), rel=1e-12
    )
    for key in "abcde":
        model_like.say(key=key, right=False)
    (shift,) = ratings.shifts(mine, ("de", "en"), 3, lambda counts, side: mine[[0] * 6])
    assert shift == {7: -MOST}
    assert ratings.shifts(mine, ("en", "de"), 3, lambda counts, side: theirs) == [{}]


class _Like:
    def __init__(self, ratings):
        self.ratings = ratings

    def say(self, right, key="first"):
        from gplsa.model.ratings import RatedDocument

        document = RatedDocument(key, "de", "", (0, 2), (1.0, 2.0))
        self.ratings.rate(document, "en", 7, "harvest", right)


def test_judgements_are_in_the_file_and_leave_the_digest(model):
    digest, best = model.digest, words(model, FARM)[:2]
    model.rate(FARM, "de", "en", best[0], right=True)
    model.rate(FARM, "de", "en", best[1], right=False)
    file = io.BytesIO()
    model.save(file)
    file.seek(0)
    read = Model.load(file)
    assert read.ratings == model.ratings
    assert read.digest == digest
    assert words(read, LIKE_IT) == words(model, LIKE_IT)
    read.ratings.undo()
    assert [one.word for one in read.ratings.found] == best[:1]


@pytest.mark.parametrize(
    ("where", "value"),
    [("term", 10**6), ("term", -1), ("document", 1), ("target", "fr")],
)
def test_a_damaged_judgement_is_refused(model, where, value):
    model.rate(FARM, "de", "en", words(model, FARM)[0], right=True)
    content = model.ratings.to_json()
    content["keywords"][0][where] = value
    sizes = {"de": (100, 100), "en": (100, 120)}
    with pytest.raises((ValueError, KeyError)):
        Ratings.from_json(content, sizes)


def test_what_cannot_be_judged_is_said(model):
    with pytest.raises(InputError, match="no keyword of side 'en'"):
        model.rate(FARM, "de", "en", "zeppelin", right=True)
    with pytest.raises(InputError, match="does not lead"):
        model.rate(FARM, "de", "fr", "harvest", right=True)
