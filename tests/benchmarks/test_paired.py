"""The public benchmark: its figures on cases worked out by hand, and a method of one's own."""

import json
import sys

import numpy as np
import pytest

from benchmarks.__main__ import main, split
from benchmarks.paired import figures
from benchmarks.paired.lexicons import Dice
from benchmarks.paired.methods import METHODS, make
from benchmarks.paired.yardstick import Side, stems_of
from tests.planted import planted_corpus

GERMAN = ["Ernte Korn", "Ernte Heu", "Hafen Schiff", "Hafen Anker"]
ENGLISH = ["harvest grain", "harvest hay", "harbour ship", "harbour anchor"]


class Fixed:
    """Says what it was told to say."""

    def __init__(self, words=(), likeness=None, topics=()):
        self.words, self._likeness, self._topics = list(words), likeness, list(topics)

    def fit(self, texts_a, texts_b):
        return self

    def keywords(self, text, n):
        return self.words[:n]

    def likeness(self, texts_a, texts_b):
        return self._likeness

    def translations(self, word, n):
        return self.words[:n] if word == "ernte" else []

    def topics(self, n):
        return self._topics


@pytest.fixture
def sides():
    a = Side("de", GERMAN * 3, GERMAN[:2])
    b = Side("en", ENGLISH * 3, ENGLISH[:2])
    return a, b


def test_keywords_are_right_where_all_their_stems_stand_in_the_true_side(sides):
    # Of the first text harvest and grain are right, of the second harvest alone.
    found = figures.keywords(Fixed(["harvests", "grain", "harbour", "harvest grain"]), *sides)
    assert found["precision@10"] == pytest.approx((3 + 1) / 2 / 10)
    assert found["overlap@20"] == pytest.approx((2 + 1) / 2 / 20)
    idf = {"harvest": np.log(13 / 7) + 1, "grain": np.log(13 / 4) + 1}
    first, second = idf["harvest"] + 2 * idf["grain"], idf["harvest"]
    assert found["idf precision@10"] == pytest.approx((first + second) / 2 / 10)


def test_partners_are_ranked_both_ways(sides):
    found = figures.partners(Fixed(likeness=np.array([[0.1, 0.9], [0.2, 0.8]])), *sides)
    assert (found["MRR a→b"], found["P@1 a→b"]) == (0.75, 0.5)
    assert (found["MRR b→a"], found["P@1 b→a"]) == (0.5, 0.0)


def test_translations_are_held_against_the_other_side_of_texts_with_the_word(sides):
    found = figures.translations(Fixed(["grain", "harvest"]), *sides)
    # "ernte" alone stands in five texts or more: grain is in one of its two, harvest in both.
    assert (found["words"], found["translated"]) == (1, 1.0)
    assert (found["first held"], found["one of three held"]) == (0.5, 1.0)


def test_listed_translations(sides):
    listed = {"ernte": {"harvest", "crop"}, "schiff": {"ship"}}
    found = figures.listed_translations(Fixed(["grain", "Harvests"]), listed, *sides)
    assert (found["P@1"], found["P@3"]) == (0.0, 0.5)


def test_topics_whose_words_stand_together_and_on_both_sides():
    a, b = Side("de", GERMAN * 3, GERMAN), Side("en", ENGLISH * 3, ENGLISH)
    good = Fixed(topics=[(["Hafen"], ["harbour"]), (["Ernte"], ["harvest"])])
    mixed = Fixed(topics=[(["Hafen"], ["harvest"]), (["Ernte"], ["harbour"])])
    assert figures.topics(good, a, b)["CNPMI"] == pytest.approx(1.0)
    assert figures.topics(mixed, a, b)["CNPMI"] == pytest.approx(-1.0)
    assert figures.topics(good, a, b)["diversity a"] == 1.0
    same = Fixed(topics=[(["Hafen", "Schiff"], ["harbour"])] * 2)
    assert figures.topics(same, a, b)["diversity a"] == 0.5


def test_headings_as_annif_counts_them():
    class Two:
        def headings(self, text, n):
            return ["a", "x", "b"]

    found = figures.headings(Two(), ["t", "t"], [["a", "b"], []])
    assert found["F1@5"] == pytest.approx(2 * 2 / (5 + 2))
    assert found["nDCG@10"] == pytest.approx((1 + 0.5) / (1 + 1 / np.log2(3)))


def test_stop_words_and_forms_do_not_matter():
    assert stems_of("The harvests of the", "en") == stems_of("harvest", "en")


def test_the_lexicon_translates_what_it_saw_on_lines():
    corpus = planted_corpus(40)
    method = Dice().fit(corpus.texts["de"], corpus.texts["en"])
    word = corpus.texts["de"][0].split()[0]
    assert method.translations(word, 3)
    assert method.translations("quux", 3) == []
    assert len(method.keywords(corpus.texts["de"][0], 5)) == 5


@pytest.mark.parametrize("name", [name for name in METHODS if name not in ("tomotopy", "e5")])
def test_every_method_keeps_the_contract(name):
    corpus = planted_corpus(48)
    train, test = split(len(corpus), 0.25, 0)
    a, b = (
        Side(side, [texts[row] for row in train], [texts[row] for row in test])
        for side, texts in corpus.texts.items()
    )
    method = make(name)
    method.fit(a.train, b.train)
    found = figures.keywords(method, a, b)
    assert 0 <= found["precision@10"] <= 1
    for needs, figure in figures.GROUPS.values():
        if hasattr(method, needs):
            assert figure(method, a, b)


def test_from_the_command_line_with_a_method_of_ones_own(tmp_path, monkeypatch, capsys):
    rows = "".join(
        f"{n},{a},{b}\n" for n, (a, b) in enumerate(zip(GERMAN * 6, ENGLISH * 6, strict=True))
    )
    (tmp_path / "pairs.csv").write_text("id,de,en\n" + rows, "utf-8")
    out = tmp_path / "found.json"
    own = f"{__name__}:Fixed"
    monkeypatch.setitem(sys.modules, __name__, sys.modules[__name__])
    command = ["benchmarks", str(tmp_path / "pairs.csv"), "--source", "de", "--target", "en"]
    options = ["--methods", "frequent", own, "--only", "keywords", "--json", str(out)]
    monkeypatch.setattr(sys, "argv", command + options)
    main()
    assert "keywords, pairs: 24 pairs, 0.25 held out" in capsys.readouterr().out
    found = json.loads(out.read_text("utf-8"))
    assert set(found["keywords"]) == {"frequent", own}
    assert found["keywords"][own][0]["precision@10"] == 0


def test_what_cannot_be_made_is_said():
    with pytest.raises(SystemExit, match="No method 'nothing': gplsa, frequent"):
        make("nothing")
    with pytest.raises(SystemExit, match="cannot be made"):
        make("no_module_here:Thing")
