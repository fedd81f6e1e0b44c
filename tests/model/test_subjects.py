"""Names that a document comes back to are keywords, though no training text has them."""

import numpy as np
import pytest

from gplsa.corpus.corpus import Corpus
from gplsa.errors import InputError
from gplsa.model.direction import Direction
from gplsa.model.keywords import summarize
from gplsa.model.own_words import COGNATE, NAMED_ALIKE, own_words
from gplsa.model.rated import rate
from gplsa.model.reasons import summarize_with_reasons, with_names
from gplsa.model.summary import NAME, KeywordOptions
from gplsa.text import Unseen
from gplsa.training.train import train
from tests.planted import plain_settings

GERMAN = "Ernte Korn Acker Scheune Regen Hafen Segel Kahn Ufer Sturm".split()
ENGLISH = "harvest grain field barn rain harbour sail barge shore storm".split()
BESIDE = "lantern, mirror, pillow, ribbon, saddle"  # what is said along with a rare word
TEXT = (
    "Im Hafen lief Ubuntu, am Ufer lief Niklas Quast, im Kahn lief Ubuntu. Niklas Quast sah Korn."
)


def pairs(named: bool, rare: str = ""):
    draw = np.random.default_rng(3)
    texts = {"de": [], "en": []}
    for place in range(40):
        half = 5 * (place % 2) + draw.integers(5, size=8)
        town = "Bremen" if named and place % 3 else "Wien" if named else ""
        seen, saw = (rare, f"{rare.lower()} and {BESIDE}") if rare and place < 3 else ("", "")
        german, english = (f"das {GERMAN[z]}" for z in half), (f"the {ENGLISH[z]}" for z in half)
        texts["de"].append(f"Man sah {town} {seen} und " + ", ".join(german))
        texts["en"].append(f"They saw {town} {saw} and " + ", ".join(english))
    corpus = Corpus("lists", [str(n) for n in range(40)], texts, {"de": "de", "en": "en"})
    return Direction(train(corpus, plain_settings(n_topics=2)), "de", "en")


@pytest.fixture(scope="module")
def direction():
    return pairs(named=True)


def test_they_come_first_and_are_no_terms(direction):
    (found,) = summarize(direction, [TEXT], KeywordOptions(evidence=True))
    assert found.words[:2] == ["Ubuntu", "Niklas Quast"] and len(found.words) > 2
    first, second, third = found.keywords[:3]
    assert (first.term, second.term) == (NAME, NAME - 1) and not first.is_term and third.is_term
    assert first.probability == NAMED_ALIKE and first.score >= third.score
    assert not {"Ubuntu", "Niklas Quast"} & {*found.names}
    # As many as are asked for, names among them; the published rule has no place for them.
    (few,) = summarize(direction, [TEXT], KeywordOptions(limit=3))
    assert few.words == found.words[:3]
    (published,) = summarize(direction, [TEXT], KeywordOptions(rule="paper"))
    assert all(keyword.is_term for keyword in published.keywords)


def test_a_text_of_nothing_else_stays_without_keywords(direction):
    (found,) = summarize(direction, ["Ubuntu lief. Wieder lief Ubuntu."])
    assert found.keywords == [] and found.names == ["Ubuntu"]


def test_where_no_name_stands_alike_on_both_sides_none_is_a_keyword():
    (found,) = summarize(pairs(named=False), [TEXT])
    assert found.words and all(keyword.is_term for keyword in found.keywords)


def test_their_reason_is_where_they_stand(direction):
    (found,), (reasons,) = summarize_with_reasons(direction, [TEXT], None)
    assert reasons[:2] == ["Ubuntu", "Niklas Quast"] and len(reasons) == len(found.keywords)
    (asked,) = summarize(direction, [TEXT], KeywordOptions(evidence=True))
    why = {one.term: one.evidence for one in asked.keywords}
    spans = with_names(direction.vocabulary.spans(TEXT), TEXT, why)
    marked = [(TEXT[span.start : span.end], span.term) for span in spans if span.term <= NAME]
    quast = [("Niklas", NAME - 1), ("Quast", NAME - 1)]
    assert marked == [("Ubuntu", NAME), *quast, ("Ubuntu", NAME), *quast]


def test_what_only_the_text_has_cannot_be_rated(direction):
    for name in ("Ubuntu", NAME):
        with pytest.raises(InputError, match="what only the text has cannot be rated"):
            rate(direction, TEXT, name, right=True)
    assert direction.model.ratings.found == []


def test_words_that_the_languages_have_in_common_come_behind_names_and_what_is_surer(direction):
    text = f"Terrorismus im Hafen: {TEXT} Touristen am Ufer, ein Tourist im Kahn, eine Allergie."
    (found,) = summarize(direction, [text], KeywordOptions(evidence=True))
    own = [one.word for one in found.keywords if not one.is_term]
    assert own == ["Ubuntu", "Niklas Quast", "terrorism", "tourist"] == [*found.words[:2], *own[2:]]
    assert "allergy" not in found.words  # once, and not where the text begins
    at = found.words.index("terrorism")
    before, (common, _, *rest) = found.keywords[2:at], found.keywords[at:]
    assert before and all(one.probability >= COGNATE for one in before)
    assert len(before) == 4 or not rest or rest[0].probability < COGNATE
    assert (common.term, common.probability) == (NAME - 2, COGNATE)
    # They are in the list also where all others are surer.
    (few,) = summarize(direction, [text], KeywordOptions(limit=4))
    assert few.words == own
    assert common.evidence is not None and common.evidence.source_words == [("Terrorismus", 1.0)]
    spans = with_names(direction.vocabulary.spans(text), text, {common.term: common.evidence})
    assert [text[s.start : s.end] for s in spans if s.term == common.term] == ["Terrorismus"]
    (published,) = summarize(direction, [text], KeywordOptions(rule="paper"))
    assert all(keyword.is_term for keyword in published.keywords)


def test_behind_a_title_in_the_other_language_words_of_the_first_line_are_in_common(direction):
    line = "Die Psychoanalyse im Hafen. Das Ufer."
    for title, told in (("The harbour and its people", ["psychoanalysis"]), ("Am Hafen", [])):
        found = own_words(direction, f"{title}\n{line}", {"Psychoanalyse": 1}, Unseen([], []))
        assert [one.word for one in found] == told


@pytest.mark.parametrize(("word", "is_one"), [("Cloud", True), ("Jakarta", False)])
def test_what_few_pairs_have_and_these_on_both_sides_alike_is_one(word, is_one):
    """If the other language has it; two documents or three are few to learn a translation from."""
    direction = pairs(named=True, rare=word)
    text = f"Die {word} im Hafen: {', '.join(f'das {one}' for one in GERMAN)}, und die {word}."
    (found,) = summarize(direction, [text], KeywordOptions(limit=3))
    assert direction.vocabulary.number_of(word) is not None
    own = [one.word for one in found.keywords if one.probability == COGNATE and not one.is_term]
    assert own == ["cloud"] * is_one
    # The other side has the word, so it can be rejected.
    rate(direction, text, word.lower(), right=False)
    (found,) = summarize(direction, [text])
    assert word.lower() not in found.words
    assert [one.word for one in found.rejected] == [word.lower()]
