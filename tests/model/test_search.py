"""Any side finds any side: texts of either language, and what is no text, with the reasons."""

import time
from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest
from scipy import sparse
from sklearn.metrics.pairwise import cosine_similarity

from gplsa.core.sums import document_frequency
from gplsa.corpus.corpus import Corpus
from gplsa.corpus.features import Features
from gplsa.errors import InputError
from gplsa.model import across, kin, measures, search
from gplsa.model import said as of_said
from gplsa.model.asked import known_best
from gplsa.model.direction import Direction, direction_meant
from gplsa.model.excerpts import Excerpts
from gplsa.model.links import Link
from gplsa.model.rare_words import Held, Typed, nearer_by_rare, typed_words
from gplsa.model.said import Said, lacking
from gplsa.model.search import Finder, Hit, with_telling_topics
from gplsa.model.settings import TrainSettings
from gplsa.retrieval.counterparts import tfidf, translation_matrix
from gplsa.text import Span
from gplsa.training.train import train
from tests.patience import SLOWNESS
from tests.planted import plain_settings, planted_corpus

N_DOCUMENTS = 120


@pytest.fixture(scope="module")
def model():
    """German, English, and "shape": features that go with the theme of a pair."""
    texts = planted_corpus(N_DOCUMENTS)
    rng = np.random.default_rng(0)
    themes = np.unique(texts.fields["theme"], return_inverse=True)[1]
    rates = rng.gamma(0.3, size=(themes.max() + 1, 30)) * 8
    shapes = rng.poisson(rates[themes]) + 0.0
    shapes[3] = 0
    corpus = Corpus(
        "three", texts.ids, texts.texts, {"de": "de", "en": "en", "shape": ""}, fields=texts.fields,
        features={"shape": Features([f"shape {n}" for n in range(30)], sparse.csr_matrix(shapes))},
    )  # fmt: skip
    return train(corpus, plain_settings(n_topics=5, check=False))


def test_a_model_gives_its_directions(model):
    direction = model.direction("de", "en")
    assert direction.sides == direction.turned.turned.sides == ("de", "en")
    assert direction.leads and not model.direction("de", "de").leads
    assert direction.ranker is model.rankers["de", "en"]
    with pytest.raises(InputError, match="does not lead from 'de' to 'fr'"):
        _ = model.direction("de", "fr").ranker


def test_one_of_two_languages_leads_to_the_other_also_beside_features(model):
    assert direction_meant(model, "de", None).sides == ("de", "en")
    assert direction_meant(model, "en", None).sides == ("en", "de")
    for unclear in ((None, None), ("shape", None), (None, "de")):
        with pytest.raises(InputError, match=r"--from and --to .*'shape', 'de', 'en'"):
            direction_meant(model, *unclear)


def themes_of(model, hits):
    return [model.corpus.fields["theme"][hit.row] for hit in hits]


def test_a_german_text_finds_its_english_side(model):
    finder = Finder(Direction(model, "de", "en"))
    places = []
    for row in range(0, N_DOCUMENTS, 6):
        found = finder.find(model.corpus.texts["de"][row], limit=N_DOCUMENTS)
        places.append([hit.row for hit in found.hits].index(row))
        scores = [hit.score for hit in found.hits]
        assert scores == sorted(scores, reverse=True)
        assert 0 <= scores[-1] <= scores[0] <= 1 + 1e-9
    assert np.mean(np.array(places) == 0) > 0.8


def test_the_score_is_the_formula(model):
    """½ cos of the translated word with the document and of the word with the translated one; the
    mean of that and the cosine on the side asked in."""
    there, back = model.rankers["de", "en"], model.rankers["en", "de"]
    word = model.vocabularies["de"].forms[0]
    asked = tfidf(model.vocabularies["de"].count([word]), back.idf).toarray()
    found = tfidf(model.counts["en"], there.idf).toarray()
    translated = asked @ translation_matrix(there.lexicon).toarray() * there.idf
    returned = found @ translation_matrix(back.lexicon).toarray() * back.idf
    expected = (cosine_similarity(translated, found) + cosine_similarity(asked, returned))[0] / 2
    own = tfidf(model.counts["de"], back.idf)
    expected = (expected + cosine_similarity(asked, own)[0]) / 2
    hits = Finder(Direction(model, "de", "en")).find(word, N_DOCUMENTS).hits
    for hit in hits:
        np.testing.assert_allclose(hit.score, expected[hit.row], rtol=1e-9, atol=1e-12)


def test_of_several_words_those_that_hold_all_come_first():
    """Of words with idf 3, 2 and 1: the first has the rare one alone, the second all in a long
    text, the third the two others; the third word asked for is said by the fourth and fifth, and by
    the first so rarely that who holds it does not hold what is asked for."""
    documents = sparse.csr_matrix([[0.9, 0, 0, 0, 0], [0.1, 0.1, 0, 0, 0.1], [0, 0.5, 0, 0.5, 0]])
    said = sparse.csr_matrix([[1.0, 0, 0, 0, 0], [0, 1, 0, 0, 0], [0.1, 0, 0, 0.6, 0.4]])
    idf, nearness = np.array([3.0, 2, 1]), np.array([0.8, 0.2, 0.3])
    found = measures.holding_most_first(nearness, documents, said, idf)
    np.testing.assert_allclose(found, [0.8 * 3 / 6, 0.4 + 0.6 * 0.2, 0.3 * 3 / 6], rtol=1e-12)
    # Where more is asked for than these words none holds all.
    part = measures.holding_most_first(nearness, documents, said, idf, is_part=True)
    np.testing.assert_allclose(part, [0.8 * 3 / 6, 0.2, 0.3 * 3 / 6], rtol=1e-12)
    one = measures.holding_most_first(nearness, documents, said[:1], idf[:1])
    np.testing.assert_array_equal(one, nearness)


def test_what_begins_as_the_likeliest_word_says_it_too():
    said = sparse.csr_matrix([[0.6, 0.2, 0.2], [0, 0, 0], [0, 0.5, 0]])
    found = across.with_kin(said, ["Maschine", "maschinell", "Motor"]).toarray()
    np.testing.assert_allclose(found, [[0.6, 0.3, 0.2], [0, 0, 0], [0, 0.5, 0]])


@pytest.mark.parametrize("side", ["de", "en"])
def test_a_text_with_all_words_stands_above_any_with_fewer(model, side):
    finder, rng = Finder(Direction(model, side, side)), np.random.default_rng(0)
    forms = model.vocabularies[side].forms
    for row in range(0, N_DOCUMENTS, 6):
        words = rng.choice(model.counts[side][row].indices, 3, replace=False)
        with_all = set(np.flatnonzero(np.diff(model.counts[side][:, words].indptr) == 3))
        found = finder.find(" , ".join(forms[word] for word in words), len(with_all)).hits
        assert {hit.row for hit in found} == with_all


def test_every_hit_says_why(model):
    text = model.corpus.texts["de"][0]
    hit = Finder(Direction(model, "de", "en")).find(text).hits[0]
    shares = [link.share for link in hit.links]
    assert shares == sorted(shares, reverse=True)
    assert 0 < sum(shares) <= 1 + 1e-9
    english = model.corpus.texts["en"][hit.row].casefold()
    for link in hit.links:
        assert link.asked.casefold() in text.casefold()
        assert link.found.casefold() in english
    assert 0 < sum(share for _, share in hit.topics) <= 1 + 1e-9


def test_a_text_finds_itself_on_its_own_side(model):
    hit = Finder(Direction(model, "en", "en")).find(model.corpus.texts["en"][7]).hits[0]
    assert hit.row == 7
    np.testing.assert_allclose(hit.score, 1.0, rtol=1e-9)
    assert all(link.asked == link.found for link in hit.links)


def test_texts_find_what_is_no_text_and_the_other_way_round(model):
    for source, target in (("de", "shape"), ("shape", "en")):
        finder = Finder(Direction(model, source, target))
        right = [
            theme == model.corpus.fields["theme"][row]
            for row in (0, 1, 2, 4, 5, 6)
            for theme in themes_of(model, finder.find_row(row, 5).hits)
        ]
        assert np.mean(right) > 0.8, (source, target)
    links = Finder(Direction(model, "shape", "en")).find_row(0).hits[0].links
    assert links
    assert all(link.asked == "" and link.found for link in links)
    links = Finder(Direction(model, "en", "shape")).find(model.corpus.texts["en"][0]).hits[0].links
    assert links
    assert all(link.asked and link.found in ("", link.asked) for link in links)


def test_a_word_that_stands_beside_what_is_no_text_brings_it_first(model):
    texts = model.corpus.texts["en"]
    word = model.vocabularies["en"].forms[
        int(np.argmin(model.vocabularies["en"].document_frequency))
    ]
    hits = Finder(Direction(model, "en", "shape")).find(word, 1).hits
    assert word in texts[hits[0].row].split()
    assert [(link.asked, link.found) for link in hits[0].links][:1] == [(word, word)]


def test_documents_that_lack_the_side_are_never_found(model):
    hits = (
        Finder(Direction(model, "en", "shape")).find(model.corpus.texts["en"][3], N_DOCUMENTS).hits
    )
    assert len(hits) == N_DOCUMENTS - 1
    assert 3 not in [hit.row for hit in hits]


def test_words_that_nobody_knows_find_nothing(model):
    found = Finder(Direction(model, "de", "en")).find("Xylophon Xylophon Quarz")
    assert (found.hits, found.topics) == ([], [])
    assert found.unknown_words == ["Xylophon", "Quarz"]


def test_words_too_rare_to_be_counted_are_found_as_they_stand(model):
    texts = {side: list(own) for side, own in model.corpus.texts.items()}
    texts["de"][7] += " Lesothos"
    texts["de"][9] += " Quarzuhr"
    texts["de"][11] += " Lesotho und die Quarzuhr"
    rare = replace(model, corpus=replace(model.corpus, texts=texts))

    def found(query, target):
        return Finder(Direction(rare, "de", target)).find(query)

    for target in ("en", "de"):
        # Through the pair, on whichever side it stands; with an ending, not within other words.
        alone = found("lesotho", target)
        assert {hit.row for hit in alone.hits} == {7, 11} and alone.unknown_words == []
        assert all(hit.links[0].said.lower() == "lesotho" for hit in alone.hits)
        assert [hit.score for hit in alone.hits] == pytest.approx([1.0, 1.0])
        assert found("Quarz", target).unknown_words == ["Quarz"]
        both = found("Lesotho Quarzuhr Xylophon", target)
        assert both.hits[0].row == 11 and both.unknown_words == ["Xylophon"]
        word = texts["de"][30].split()[0]
        known = found(word, target)
        beside = found(f"{word} Lesotho", target)
        rows = [hit.row for hit in beside.hits]
        assert {*rows[:2]} == {7, 11} and rows[2:] == [
            hit.row for hit in known.hits if hit.row not in (7, 11)
        ][: len(rows) - 2]
        assert [hit.score for hit in beside.hits] == sorted(
            (hit.score for hit in beside.hits), reverse=True
        )
    # A text is no query of a few words.
    assert found("Lesotho " + " ".join(f"Xylo{n}phon" for n in "abcdefghijkl"), "en").hits == []
    # A word that many hold is counted with another ending; one that no document of the side has.
    common = texts["de"][30].split()[0]
    counted = replace(rare, corpus=replace(rare.corpus, texts=texts | {
        "de": [f"{text} Mischels" for text in texts["de"]]}))  # fmt: skip
    assert Finder(Direction(counted, "de", "en")).find("Mischel").unknown_words == ["Mischel"]
    some = Finder(Direction(rare, "de", "en"), among=np.arange(9)).find(f"{common} Quarzuhr")
    assert some.unknown_words == ["Quarzuhr"] and some.rare_words == ()


def test_a_word_that_no_text_has_is_found_in_the_columns_beside_them(model):
    fields = {
        "headings": [f"Kirche; {'Quarzuhr' if n == 5 else 'Turm'}" for n in range(N_DOCUMENTS)]
    }
    beside = replace(model, corpus=replace(model.corpus, fields=fields))
    found = Finder(Direction(beside, "de", "en")).find("Quarzuhr")
    assert [hit.row for hit in found.hits] == [5] and found.hits[0].links[0].said == "Quarzuhr"


def test_a_rare_verb_finds_nothing_beside_other_words(model):
    """It stood above all: *Gerichte entscheiden über Datenschutz* found whatever is decided."""
    texts = {side: list(own) for side, own in model.corpus.texts.items()}
    texts["de"][7] += " krakeelen"
    texts["de"][9] += " Krawall"
    rare = replace(model, corpus=replace(model.corpus, texts=texts))
    finder, word = Finder(Direction(rare, "de", "en")), texts["de"][30].split()[0].title()
    known = [hit.row for hit in finder.find(word).hits]
    assert [hit.row for hit in finder.find(f"{word} krakeelen").hits] == known
    assert finder.find(f"{word} Krawall").hits[0].row == 9
    assert [hit.row for hit in finder.find("krakeelen").hits] == [7]
    # In small letters all may be nouns.
    assert finder.find(f"{word} krakeelen".lower()).hits[0].row == 7


def test_of_a_few_words_every_document_has_a_reason(model):
    """Also where its own side alone holds one of them, or more are found than are shown."""
    first, other = (model.corpus.texts["de"][row].split()[0] for row in (30, 31))
    for limit in (3, N_DOCUMENTS):
        hits = Finder(Direction(model, "de", "en")).find(f"{first} {other}", limit).hits
        assert len(hits) >= 3 and all(hit.links for hit in hits)


def test_common_words_count_less_beside_a_rare_one_the_less_they_are_nouns(model):
    finder = Finder(Direction(model, "de", "en"))
    ranker, terms = finder.direction.ranker, np.arange(4)
    whole = finder._weight(terms)
    assert whole > 4
    nouns = np.zeros(len(model.vocabularies["de"].terms))
    nouns[0] = 0.5
    halved = Finder(Direction(replace(model, rankers={**model.rankers, ("de", "en"): replace(
        ranker, nouns=nouns)}), "de", "en"))  # fmt: skip
    assert 0 < halved._weight(terms) < whole / 3


def test_what_says_all_words_on_any_side_stands_before_what_says_one(model):
    """Also where the lexicon knows no word that says one; what a document lacks is told."""
    said = Said(["a", "b", "c"], np.array([[1, 1, 0], [0, 1, 0], [0, 0, 0]]) > 0, *np.zeros((2, 3)))
    assert said.all.tolist() == [False, True, False]
    assert said.missing(0) == ("b", "c") and said.missing(1) == ("c",)
    scores = said.first(np.array([0.8, 0.1, 0.5]), np.array([True, False, True]))
    assert scores.tolist() == pytest.approx([0.8, 0.8 + 0.1 * 0.8, 0.5])
    # What says only a word that most say is told of where nothing says more.
    said = Said(
        ["a", "b"], np.array([[1, 1, 1, 1, 0, 0], [1, 0, 0, 0, 0, 1]]) > 0, *np.zeros((2, 6))
    )
    assert said.listed(np.ones(6) > 0).tolist() == [True, False, False, False, False, True]
    assert said.listed(np.zeros(6) > 0).tolist() == [True] + [False] * 5
    # Of one word what only may translate it stands last.
    one = Said(["a"], np.ones((1, 3)) > 0, np.zeros(3), np.array([False, True, False]))
    scores = one.first(np.array([0.2, 0.8, 0.5]), np.ones(3) > 0)
    assert scores.tolist() == pytest.approx([0.2, 0.2 * 0.8 / 1.8, 0.5])
    assert str(lacking("ab", [], [("a",), ("b",)])) == "No document says all of these words."
    assert str(lacking("ab", ["c"], [("a",), ("a", "b")])).endswith("Those found lack “c, a”.")
    assert str(lacking("ab", ["c"], [(), ("b",)])) == "No document found says “c”."
    assert lacking("ab", [], [(), ("b",)]) == "" == lacking("a" * 20, [], [()])
    texts = {side: list(own) for side, own in model.corpus.texts.items()}
    texts["de"][7] += " Lesotho"
    rare, word = (
        replace(model, corpus=replace(model.corpus, texts=texts)),
        texts["de"][7].split()[0],
    )
    for text in (f"{word} Lesotho", f"suche Arbeiten zu {word} und Lesotho"):
        hits = Finder(Direction(rare, "de", "en")).find(text, N_DOCUMENTS).hits
        assert [(hit.row, hit.missing) for hit in hits] == [(7, ())]


def test_the_side_asked_in_shows_the_word_that_it_alone_has(model):
    texts = {side: list(own) for side, own in model.corpus.texts.items()}
    texts["de"][7] = f"{texts['de'][7]} {'und ' * 200} Lesotho"
    texts["en"][7] += " and " * 200
    rare = replace(model, corpus=replace(model.corpus, texts=texts))
    way, word = Direction(rare, "de", "en"), texts["de"][7].split()[0]
    found = Finder(way).find(f"{word} Lesotho")
    asked = Excerpts.of(way, f"{word} Lesotho", None, None, found.rare_words)
    hit, text = found.hits[0], asked.shown("en", 7, 0, 80)
    begin = asked.beside("de", 0, 80, asked.terms_in("de", 7), hit)
    shown = asked.shown("de", 7, begin, 80)
    assert "Lesotho" in shown
    here, there = (
        [link.said for link in links] for links in asked.links(hit, 0, text, besides=shown)
    )
    assert "Lesotho" in here and "Lesotho" not in there
    assert "Lesotho" in [link.said for link in asked.links(hit, 0, text, besides="und")[1]]


def test_compounds_of_a_word_and_its_family_come_after_it(model, monkeypatch):
    texts = {side: list(own) for side, own in model.corpus.texts.items()}
    for row, word in ((7, "Windkraftanlagen"), (8, "Windkraftwerkelte"), (9, "Windkraft")):
        texts["de"][row] += f" {word}"
    compound = replace(model, corpus=replace(model.corpus, texts=texts))
    found = Finder(Direction(compound, "de", "en")).find("Windkraft")
    said = [(hit.row, [link.said for link in hit.links]) for hit in found.hits]
    assert said == [(9, ["Windkraft"]), (7, ["Windkraft → Windkraftanlagen"])]
    assert found.rare_words == ("Windkraft", "Windkraftanlagen")
    # *Roman* and *romanisch* are said by other words.
    forms = ("Islam", "islamisch", "Roman", "romanisch", "organ", "organisch")
    other = SimpleNamespace(forms=("Islam", "Islamic", "novel", "Romance", "organ", "organic"))
    way = SimpleNamespace(
        vocabulary=SimpleNamespace(forms=forms), turned=SimpleNamespace(vocabulary=other)
    )
    monkeypatch.setattr(kin, "reasons", lambda direction, term: [term])
    assert [kin._family(way, term) for term in range(6)] == [[1], [0], [], [], [], []]


def test_another_form_of_the_same_word_is_there_word_for_word(model, monkeypatch):
    word = model.vocabularies["en"].forms[0]
    texts = {"de": [word], "en": [f"The {word}s"]}
    documents = Corpus("letters", ids=["1"], texts=texts, languages={"de": "de", "en": "en"})
    asked = Excerpts.of(Direction(model, "de", "en"), word, None, documents)
    span = Span(4, 5 + len(word), 0)
    monkeypatch.setattr(Excerpts, "spans", lambda self, row: [span])
    hit = search.Hit(0, 1.0, [], [Link(word, word, 1.0)])
    assert [(one.said, one.is_alike) for one in asked.links(hit)[0]] == [(f"{word}s", True)]


def test_a_base_form_of_other_letters_is_not_looked_for(model):
    texts = {side: list(own) for side, own in model.corpus.texts.items()}
    texts["de"][7] += " for"
    rare = replace(model, corpus=replace(model.corpus, texts=texts))
    assert Finder(Direction(rare, "de", "en")).find("forest").unknown_words == ["forest"]


def test_what_stands_there_itself_is_said_by_nothing_else(model, monkeypatch):
    texts = model.corpus.texts["de"]
    finder, word = Finder(Direction(model, "de", "en")), texts[30].split()[0]
    found = [Link(word, "cup", 0.9), Link(word, word.upper(), 0.8), Link("Pokal", "cup", 0.7)]
    monkeypatch.setattr(type(finder._measure), "links", lambda *_: found)
    assert finder.find(word).hits[0].links == found[1:]


def test_rare_words_count_beside_the_others_by_their_idf():
    scores, held = np.array([0.0, 0.2, 0.8, 1.0]), Held(np.array([True, False, False, False]), ())
    idf = np.log(5 / 2) + 1
    assert nearer_by_rare(scores, [held], 4 * idf) == pytest.approx([0.25, 0.2, 0.8, 1.0])
    assert nearer_by_rare(scores, [held], idf / 2) == pytest.approx([2.0, 0.2, 0.8, 1.0])
    assert nearer_by_rare(np.zeros(4), [held], 0.0) == pytest.approx([1.0, 0.0, 0.0, 0.0])
    verb = held._replace(noun=0.1)
    assert nearer_by_rare(scores, [verb], idf / 2) == pytest.approx([0.2, 0.2, 0.8, 1.0])


def test_the_language_that_knows_more_of_the_words_is_told(model):
    titles = replace(model.vocabularies["de"], stop_words=frozenset({"der", "und", "das"}))
    english = replace(model.vocabularies["en"], stop_words=frozenset({"of", "the", "and"}))
    both = replace(model, vocabularies={**model.vocabularies, "de": titles, "en": english})
    words = [[form for form in own.forms if form.isalpha()][:4] for own in (titles, english)]
    assert known_best(both, "de", "the " + " of ".join(words[1])) == "en"
    assert known_best(both, "en", "der " + " und ".join(words[0])) == "de"
    assert known_best(both, "de", "der " + " und ".join(words[0])) == "de"
    assert known_best(both, "de", "Xylophon") == "" and known_best(both, "de", "…") == ""
    # *of* stands in English titles among German texts.
    assert known_best(both, "de", "lactation of cows") == "en"


def test_a_word_is_found_in_its_base_form_or_within_longer_ones(model):
    texts = {side: list(own) for side, own in model.corpus.texts.items()}
    texts["de"][7] += " Schaubergwerken"
    texts["en"][8] += " gover expressed"
    rare = replace(model, corpus=replace(model.corpus, texts=texts))
    for typed in ("Bergwerken", "Bergwerk"):
        found = Finder(Direction(rare, "de", "en")).find(typed)
        assert [hit.row for hit in found.hits] == [7] and found.rare_words == ("Schaubergwerken",)
        assert found.hits[0].links[0].said == f"{typed} → Schaubergwerken"
    texts["de"][9] += " Bergwerks"  # the word itself before longer ones
    found = Finder(Direction(rare, "de", "en")).find("Bergwerken")
    assert [(hit.row, hit.links[0].said) for hit in found.hits] == [
        *((9, "Bergwerk"), (7, "Bergwerken → Schaubergwerken"))
    ]
    # The stem of what no dictionary has is no word.
    assert Finder(Direction(rare, "en", "de")).find("goverment").unknown_words == ["goverment"]
    assert Finder(Direction(rare, "en", "de")).find("Presse").unknown_words == ["Presse"]


def test_a_word_that_its_side_lacks_is_found_by_its_spelling_on_the_other(model):
    texts = {side: list(own) for side, own in model.corpus.texts.items()}
    texts["en"][7] += " All Catholics came, and a democrat."
    spelled = replace(model, corpus=replace(model.corpus, texts=texts))
    for typed, said in (("Katholiken", "catholic"), ("Demokraten", "democrat")):
        found = Finder(Direction(spelled, "de", "en")).find(typed)
        assert [hit.row for hit in found.hits] == [7] and not found.unknown_words
        assert found.hits[0].links[0].said.lower() == f"{typed} → {said}".lower()
    texts["de"][9] += " Katholiken"  # which comes before
    found = Finder(Direction(spelled, "de", "en")).find("Katholiken")
    assert [(hit.row, hit.links[0].said) for hit in found.hits] == [(9, "Katholiken")]


def test_of_a_few_words_only_what_has_a_reason_is_found(model, monkeypatch):
    """What no word surely says is found through the pair; in a longer text that tells little."""
    direction, counts = Direction(model, "de", "en"), model.counts["de"]
    often = document_frequency(counts)
    term = int(np.flatnonzero((often > 2) & (often < 6))[0])
    word, own = model.vocabularies["de"].forms[term], np.flatnonzero(counts[:, [term]].toarray())
    assert {hit.row for hit in Finder(direction).find(word, 60).hits} >= {*own.tolist()}
    monkeypatch.setattr(across, "LEAST_STRENGTH", 1.1)  # no translation is as sure
    hits = Finder(direction).find(word, 60).hits
    assert {hit.row for hit in hits} == {*own.tolist()}
    assert all(hit.links[0].said == word for hit in hits)
    assert len(Finder(direction).find(model.corpus.texts["de"][0], 60).hits) > len(hits)
    # Nor by a part of a compound.
    spelled = Typed({}, {f"{word}Xy": [term]}, [])
    monkeypatch.setattr("gplsa.model.search.typed_words", lambda text, spans: spelled)
    assert Finder(direction).find(word).hits == []


def test_words_of_which_parts_alone_are_known():
    spans = [Span(0, 4, 3), Span(4, 10, 7), Span(11, 16, 2), Span(11, 14, 5), Span(17, 20, -1)]
    assert typed_words("Bergwerken Hafen Uhu", spans)[:3] == (
        {"Hafen": [2]},
        {"Bergwerken": [3, 7]},
        [5],
    )
    alone = typed_words("Bergwerken Berg", [*spans[:2], Span(11, 15, 3)])[:3]
    assert alone == ({"Berg": [3]}, {"Bergwerken": [7]}, [])
    # Of what is written without spaces a sentence is no word.
    sentence = typed_words("医院病人", [Span(0, 2, 4), Span(1, 3, 70), Span(2, 4, 47)])[:3]
    assert sentence == ({"医院": [4], "院病": [70], "病人": [47]}, {}, [])


def test_only_what_stands_in_documents_found_is_told_as_a_rare_word(model):
    """And its place is right where small letters are longer than capital ones."""
    texts = {side: list(own) for side, own in model.corpus.texts.items()}
    for row in (3, 7, 11):
        texts["de"][row] += 60 * " İ" + f" Grubenpferde{'xyz'[row % 3]}"
    rare = replace(model, corpus=replace(model.corpus, texts=texts))
    found = Finder(Direction(rare, "de", "en")).find("Grubenpferd", 2)
    told = [hit.links[0].said for hit in found.hits]
    assert told == [*found.rare_words] and len(told) == 2


@pytest.fixture(scope="module")
def titled():
    """German texts, a few of which have English titles."""
    german = ["Wasser und Technik im Werk", "Energie und Politik der Stadt"] * 20
    english = ["water and technique in factories", "energy and policy of the city"] * 20
    german[0], german[2] = (f"Drinking water\n{german[0]}", f"Water\n{german[2]}")
    names, languages = [f"{n}" for n in range(40)], {"de": "de", "en": "en"}
    corpus = Corpus("titled", names, {"de": german, "en": english}, languages)
    return train(corpus, TrainSettings(n_topics=2, max_iter=40, check=False))


@pytest.mark.parametrize(
    ("typed", "side"), [("drinking water", "en"), ("water", "en"), ("Energiepolitik", "de")]
)
def test_words_that_stray_on_a_side_are_not_known_there_and_compounds_are(titled, typed, side):
    assert known_best(titled, "de", typed) == known_best(titled, "en", typed) == side


def test_what_stands_on_the_other_side_alone_is_found_there_beside_what_is_known(titled):
    asked = Finder(Direction(titled, "en", "de"))
    found = asked.find("drinking water")
    assert found.hits[0].row == 0 and not found.hits[0].missing and not found.unknown_words
    assert len(found.hits) == 10 and all(hit.missing == ("drinking",) for hit in found.hits[1:])
    # Alone it is asked for in the wrong language.
    assert asked.find("drinking").unknown_words == ["drinking"]


def test_a_text_of_rare_words_that_its_side_has_is_in_no_other_language(model):
    texts = {side: list(own) for side, own in model.corpus.texts.items()}
    texts["de"][7] += " Lesotho Quarzuhr"
    texts["en"][9] += " Xylophon"
    direction = Direction(replace(model, corpus=replace(model.corpus, texts=texts)), "de", "en")

    def read_in(typed):
        found = Finder(direction).find(typed)
        return Excerpts.of(direction, typed, None, None, found.rare_words).language_rather(
            typed, found
        )

    assert (read_in("Lesotho Quarzuhr Xylophon"), read_in("Xylophon")) == ("", "English")


def test_of_a_word_and_its_part_the_whole_is_told_and_other_forms_are_the_same_word(model):
    texts = {side: list(own) for side, own in model.corpus.texts.items()}
    direction = Direction(model, "de", "en")
    part, whole = 0, 1
    forms = direction.turned.vocabulary.forms
    links = [Link("Bühne", forms[term], 0.5) for term in (part, whole)]
    hit = Hit(0, 1.0, [], [*links, Link("Haus", "Haus", 1.0)])
    for text, n in (("Plattformen, Plattformbau", 1), ("Plattformen, Platt", 2)):
        texts["en"][0] = text
        named = replace(model.corpus, texts=texts)
        asked = Excerpts.of(direction, "", None, named)
        starts = [(0, 5, part), (0, 11, whole), (13, 18, part)]
        asked._spans[0] = [Span(*one) for one in starts]
        asked.typed.update({"Haus": "Häuser"})
        here, there = asked.links(hit)
        assert len(here) == n + 1 and not there and here[-1].said == "Häuser"


def test_topics_are_told_where_they_differ_or_nothing_else_speaks():
    link = [Link("Hafen", "harbour", 1.0)]
    same = [Hit(1, 0.9, [(3, 1.0)], link), Hit(2, 0.8, [(3, 0.9), (1, 0.1)], link)]
    assert [hit.topics for hit in with_telling_topics(same)] == [[], []]
    alone = Hit(4, 0.7, [(3, 1.0)], [])
    assert with_telling_topics([*same, alone])[-1] == alone
    apart = [*same, Hit(5, 0.6, [(2, 1.0)], link)]
    assert with_telling_topics(apart) == apart


def test_what_has_nothing_to_do_with_a_query_is_not_found(model):
    text = model.corpus.texts["de"][0]
    hits = Finder(Direction(model, "de", "en")).find(text, N_DOCUMENTS).hits
    assert 1 < len(hits) < N_DOCUMENTS
    assert hits[-1].score > 0.05 * hits[0].score


def test_words_that_are_no_nouns_weigh_little(model, monkeypatch):
    """Also such as nothing surely says, which are found through the pair: of these a query is a
    part, of which no document holds all."""
    nouns = np.ones(len(model.vocabularies["de"].forms))
    noun, verb = np.argsort(-document_frequency(model.counts["de"]), kind="stable")[:2]
    nouns[verb] = 0.0
    ranker = replace(model.rankers["de", "en"], nouns=nouns)
    verbal = replace(model, rankers={**model.rankers, ("de", "en"): ranker})
    form, text = (model.vocabularies["de"].forms[term] for term in (verb, noun))
    asked = []

    def kept(nearness, words, likely, weights, is_part):
        asked.append((len(weights), weights.min() / weights.max(), is_part))
        return nearness

    monkeypatch.setattr(across, "holding_most_first", kept)
    finder = Finder(Direction(verbal, "de", "en"))
    finder.find(f"{text} {form}")
    assert asked[0][0] == 2 and asked[0][1] < 2 * across.LEAST_NOUN and not asked[0][2]
    monkeypatch.setattr(across.ByLexicon, "unsaid", lambda *asked: [int(verb)])
    monkeypatch.setattr(of_said, "COMMON", 1.0)
    monkeypatch.setattr(search, "nouns_alone", lambda way, rare, others: dict(rare))
    hits = finder.find(f"{text} {form}").hits
    assert asked[1] == (1, 1.0, True)
    assert form in {link.found for hit in hits for link in hit.links}
    counts, whole = finder.direction.vocabulary.read([form])[0], np.array([verb])
    asked_for = finder._query(counts, None), whole, finder._rows
    found = of_said.unsaid_words(finder.direction, finder._measure, *asked_for)
    assert found[form].noun == across.LEAST_NOUN


def test_a_hidden_topic_is_no_reason(model):
    text = model.corpus.texts["de"][0]
    topic = Finder(Direction(model, "de", "en")).find(text).hits[0].topics[0][0]
    model.hidden_topics.add(topic)
    try:
        hits = Finder(Direction(model, "de", "en")).find(text).hits
    finally:
        model.hidden_topics.clear()
    assert all(topic != shared for hit in hits for shared, _ in hit.topics)


def test_a_query_is_quick(model):
    finder = Finder(Direction(model, "de", "en"))
    start = time.process_time()
    for _ in range(5):
        finder.find(model.corpus.texts["de"][0])
    assert (time.process_time() - start) / 5 < 0.25 * SLOWNESS


def links_of(direction, rows):
    finder = Finder(direction)
    return [link for row in rows for hit in finder.find_row(row).hits for link in hit.links]


def test_no_word_is_told_for_one_that_it_translates_by_chance(model, monkeypatch):
    direction = Direction(model, "de", "en")
    assert links_of(direction, (0, 6))
    monkeypatch.setattr(across, "LEAST_STRENGTH", 1.1)  # no translation is as sure
    assert not links_of(direction, (0, 6))


def test_what_is_weak_and_rests_on_few_pairs_is_no_reason_unless_it_begins_alike(monkeypatch):
    def words(*forms):
        return SimpleNamespace(forms=forms)

    turned = SimpleNamespace(vocabulary=words("complete", "lasting", "building", "hausen", "US"))
    lexicon = SimpleNamespace(lexicon=None)
    direction = SimpleNamespace(
        vocabulary=words("haus"), turned=turned, ranker=lexicon, uses=([1.0], None)
    )
    # The strength of each, pairs with both, and its number.
    row = [(0.24, 2, 0), (0.16, 3, 1), (0.17, 3, 2), (0.12, 2, 3), (0.19, 5, 4)]
    monkeypatch.setattr(across, "partners_of_row", lambda *asked: row)
    monkeypatch.setattr(across, "by_lexicon", lambda *asked: [(0, 0.2)])
    assert across.reasons(direction, 0) == [2, 3]


def test_what_stands_beside_a_translation_is_no_reason():
    corpus = planted_corpus(60)
    german, english = (list(corpus.texts[side]) for side in ("de", "en"))
    for row in range(0, 18, 3):
        own, other = ("Bank", "of Bank") if row < 9 else ("", "")
        english[row] += f"\nScottish {own}"
        german[row] += f"\nschottisch {other}"
        german[row + 1] += "\nof" * (row < 9)
    named = replace(corpus, texts={"de": german, "en": english})
    model = train(named, plain_settings(n_topics=5, check=False))
    hits = Finder(Direction(model, "en", "de")).find("Scottish").hits
    assert {link.said for hit in hits for link in hit.links} == {"Scottish → schottisch"}
    assert {hit.row for hit in hits} == {*range(0, 18, 3)}


def test_words_of_few_texts_are_not_told_as_seen(model, monkeypatch):
    often = dict(
        zip(model.vocabularies["en"].forms, document_frequency(model.counts["en"]), strict=True)
    )
    monkeypatch.setattr(measures, "FEWEST_TEXTS", least := int(np.median([*often.values()])))
    links = links_of(Direction(model, "shape", "en"), (0, 1, 2, 4))
    assert links and all(often[link.found] >= least for link in links)
