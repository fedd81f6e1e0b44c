"""The bilingual lexicon: what stands for each other, and nothing else."""

import numpy as np
import pytest
from scipy import sparse

from gplsa.corpus.corpus import Corpus
from gplsa.corpus.words import WordOptions
from gplsa.errors import InputError
from gplsa.trained.settings import TrainSettings
from gplsa.trained.terms.exports import Terms, lexicon_tbx
from gplsa.trained.terms.matching import Items, match
from gplsa.training.train import train
from tests.trained.terms.conftest import NOUNS


def items(lines, forms, made_of=None):
    """Items of some lines, each a set of numbers."""
    held = np.zeros((len(lines), len(forms)))
    for row, numbers in enumerate(lines):
        held[row, list(numbers)] = 1
    made_of = made_of or [(n,) for n in range(len(forms))]
    holds = [set(words) for words in made_of]
    return Items(
        sparse.csr_matrix(held), forms, made_of, holds, np.zeros(len(forms), dtype=bool)
    )  # fmt: skip


def test_every_planted_pair_is_an_entry_and_nothing_wrong_is(model):
    entries = model.lexicon("de", "en")
    found = {(entry.source, entry.target) for entry in entries}
    assert set(NOUNS) <= found
    assert ("Ministerpräsident", "prime minister") in found
    others = {
        ("lobte", "praised"), ("bekam", "received"), ("gut", "good"), ("Mehlhafen", "flour"),
        ("Hafen", "harbour"), ("Ministerpräsident", "prime minister"),
        ("Ministerpräsident lobte", "prime minister praised"),
        ("bekam der Ministerpräsident", "prime minister received"),
    }  # fmt: skip
    assert found <= {*NOUNS} | others


def test_an_entry_tells_what_speaks_for_it(model):
    (entry,) = [entry for entry in model.lexicon("de", "en") if entry.source == "Ernte"]
    lines = [
        (row, line)
        for row, text in enumerate(model.corpus.texts["de"])
        for line in text.split("\n")
        if "Ernte" in line
    ]
    assert entry.lines == len(lines)
    assert entry.pairs == len({row for row, _ in lines})
    assert entry.probability == entry.back == 1.0
    assert "Ernte" in entry.example.source
    assert "harvest" in entry.example.target
    assert entry.example.source in model.corpus.texts["de"][entry.example.row]


def test_the_other_direction_has_the_same_entries(model):
    there = {(entry.source, entry.target) for entry in model.lexicon("de", "en")}
    back = {(entry.target, entry.source) for entry in model.lexicon("en", "de")}
    assert len(there & back) >= 0.9 * max(len(there), len(back))


def test_more_evidence_leaves_fewer_entries(model):
    few, many = (model.lexicon("de", "en", min_pairs=n) for n in (3, 20))
    assert len(many) < len(few)
    assert min(entry.pairs for entry in many) >= 20
    with pytest.raises(InputError, match="at least 1 pair"):
        model.lexicon("de", "en", min_pairs=0)


def test_dice_by_hand():
    """f0 in lines 0–3, e0 in 1–4: D = 2·3/(4+4)."""
    first = items([{0}, {0}, {0}, {0}, set()], ["f"])
    second = items([set(), {0}, {0}, {0}, {0}], ["e"])
    (found,) = match(first, second, 0.75, 3)
    assert (found.share, found.back) == (0.75, 0.75)
    np.testing.assert_array_equal(found.lines, [1, 2, 3])
    assert match(first, second, 0.76, 3) == []
    assert match(first, second, 0.75, 4) == []


def test_a_phrase_takes_the_place_of_its_words():
    """“structural funds” stands beside f always, its words elsewhere, too."""
    lines_f = [{0}] * 4 + [{1}, {1}]
    lines_e = [{0, 1, 2}] * 4 + [{0}, {0}]
    first = items(lines_f, ["Strukturfonds", "Struktur"])
    second = items(lines_e, ["structural", "funds", "structural funds"], [(0,), (1,), (0, 1)])
    found = {(one.source, one.target) for one in match(first, second, 0.5, 2)}
    assert (0, 2) in found
    assert (0, 0) not in found


def test_a_phrase_that_fits_in_part_gives_way():
    """“renewable energy” beside “erneuerbar” and “Energie”: the words are matched instead."""
    lines_f = [{0, 1}] * 4 + [{1}] * 3
    lines_e = [{0, 1, 2}] * 4 + [{1}] * 3
    first = items(lines_f, ["erneuerbar", "Energie"])
    second = items(lines_e, ["renewable", "energy", "renewable energy"], [(0,), (1,), (0, 1)])
    found = {(one.source, one.target) for one in match(first, second, 0.5, 2)}
    assert found == {(0, 0), (1, 1)}


def test_words_that_cannot_be_told_apart_are_no_match():
    lines = [{0, 1}] * 5
    assert match(items(lines, ["f", "g"]), items(lines, ["e", "h"]), 0.5, 2) == []
    alike = match(items(lines, ["Rom", "Paris"]), items(lines, ["Paris", "rome"]), 0.5, 2)
    # By its spelling Paris is known, and what is left belongs together then.
    assert {(one.source, one.target) for one in alike} == {(1, 0), (0, 1)}


def test_an_entry_stands_in_its_base_form():
    rows = (("Häuser", "houses"), ("Brücken", "bridges"), ("Türme", "towers"), ("Felder", "fields"))
    lines = [(f"Man sah {a} und {c}", f"They saw {b} and {d}") for a, b in rows for c, d in rows]
    texts = {"de": [a for a, _ in lines], "en": [b for _, b in lines]}
    languages = {"de": "de", "en": "en"}
    corpus = Corpus("town", [str(n) for n in range(len(lines))], texts, languages)
    words = {side: WordOptions(side, max_df=1.0) for side in texts}
    model = train(corpus, TrainSettings(n_topics=2, check=False, words=words))
    found = {(entry.source, entry.target): entry for entry in model.lexicon("de", "en")}
    assert {("Haus", "house"), ("Turm", "tower"), ("Feld", "field")} <= set(found)
    assert found["Haus", "house"].nouns == (True, False)
    content = "".join(lexicon_tbx(Terms.of(model, "de", "en"), found.values(), corpus.ids))
    assert content.count('<termNote type="partOfSpeech">noun</termNote>') == 4  # "sah" is none
