"""Parts of names and codes are told by what stands in the same letters on both sides."""

import numpy as np
import pytest

from gplsa.corpus.corpus import Corpus
from gplsa.model.phrasing import Phrasing
from gplsa.text import Vocabulary, WordOptions, unseen
from gplsa.text.sequence.names import Capitals, codes, name_parts, shared_names, spelling
from gplsa.text.sequence.surroundings import in_order
from gplsa.training.counted import Counted, Side
from gplsa.training.phrasing import read_phrases

GERMAN = [
    "Der Band mit Beiträgen von Jens Lehmann, Jens Riederer und Jens Meyer über Häuser",
    "Mit Texten von Jens Lehmann, Caroline Kast und Caroline Voss über Wien und die EU",
    "Le Corbusier baute Häuser; bei Le Corbusier gilt die EU nichts, Corbusier baute in Wien",
    "Caroline Meyer und Anna Weiß lasen über Wien, Normen: DIN 4188; DIN 5033",
    "Corbusier baute; Meyer las, und Meyer sah Wien in der EU, Kapitel II und Kapitel III",
    "Häuser mit Beiträgen nach DIN 51401, DIN 53159, DIN 53160, DIN 53190, DIN 53191, DIN 53192",
    "Kapitel II und Kapitel III nach DIN 53194 und DIN 53195",
]
ENGLISH = [
    "The volume with contributions of Jens Lehmann, Jens Riederer and Jens Meyer on houses",
    "With texts of Jens Lehmann, Caroline Kast and Caroline Voss on Wien and the EU",
    "Le Corbusier built houses; with Le Corbusier the EU says little, Corbusier built in Wien",
    "Caroline Meyer and Anna Weiß read on Wien, standards: DIN 4188; DIN 5033",
    "Corbusier built; Meyer read, and Meyer saw Wien in the EU, chapter II and chapter III",
    "houses with contributions to DIN 51401, DIN 53159, DIN 53160, DIN 53190, DIN 53191, DIN 53192",
    "chapter II and chapter III by DIN 53194 and DIN 53195",
]


def sides():
    texts = {"de": GERMAN, "en": ENGLISH}
    vocabularies = {
        side: Vocabulary.build(column, WordOptions(side, max_df=1.0))[0]
        for side, column in texts.items()
    }
    capitals = {
        side: Capitals.of(in_order(vocabularies[side], column)) for side, column in texts.items()
    }
    return vocabularies, capitals


def forms(vocabulary, told):
    return {form for form, one in zip(vocabulary.forms, told, strict=True) if one}


@pytest.mark.parametrize(("side", "other"), [("de", "en"), ("en", "de")])
def test_first_names_and_who_stands_behind_them_once_a_text_are_parts(side, other):
    vocabularies, capitals = sides()
    others = capitals[other].proper
    named = forms(vocabularies[side], name_parts(capitals[side], others))
    # Corbusier and Meyer stand alone too, and Wien is a place.
    assert named == {"Jens", "Lehmann", "Caroline"}


@pytest.mark.parametrize(("side", "other"), [("de", "en"), ("en", "de")])
def test_codes_stand_beside_numbers_and_acronyms_in_sentences(side, other):
    vocabularies, capitals = sides()
    assert "EU" in vocabularies[side].forms
    found = codes(capitals[side], capitals[other].proper)
    assert forms(vocabularies[side], found) == {"II", "III", "DIN"}


def test_what_no_other_side_has_is_no_name():
    _, capitals = sides()
    assert not name_parts(capitals["en"], frozenset()).any()


def phrasings(corpus, vocabularies):
    sides = {m: Side(v, v.count_lines(corpus.texts[m])) for m, v in vocabularies.items()}
    return read_phrases(corpus, Counted(sides)).phrasings


def capitals_of(texts):
    vocabularies = {
        side: Vocabulary.build(column, WordOptions(side, max_df=1.0))[0]
        for side, column in texts.items()
    }
    found = [Capitals.of(in_order(vocabularies[side], texts[side])) for side in texts]
    return vocabularies, found


def test_a_name_stands_about_as_often_on_both_sides():
    """*Universität* is a word of one side that the other has now and then."""
    german = [f"Die Universität {place} liest Kant" for place in ("Bonn", "Trier", "Kiel")] * 3
    english = [f"Kant is read in {place}" for place in ("Bonn", "Trier", "Kiel")] * 3
    english[0] += " at the Universität Bonn"
    english[1] += " at the Universität Trier"
    _, found = capitals_of({"de": german, "en": english})
    assert shared_names(found) == ["Bonn", "Kant", "Kiel", "Trier"]


def test_a_last_name_may_lead_others_in_a_list():
    """As in *Anna Müller, Müller Hans*: always beside a name, never alone."""
    lines = [
        "mit Anna Müller",
        "mit Anna Voss",
        "mit Anna Kast",
        "mit Hans Kast",
        "mit Hans Voss",
        "mit Hans Huber",
        "mit Müller Hans",
    ]
    vocabularies, found = capitals_of(
        {"de": lines, "en": [line.replace("mit", "by") for line in lines]}
    )
    assert "Müller" in forms(vocabularies["de"], name_parts(found[0], shared_names(found)))


def test_a_last_name_may_stand_behind_titles_mostly():
    """*Bericht Huber* once; a text about Haber, who has a title too, names Haber again."""
    german = [
        "Wir danken Frau Huber und Herrn Kast",
        "Wir danken Herrn Huber, Herrn Kast und Frau Haber, denn Haber las",
        "Herr Haber las: Haber in Wien; der Bericht Huber in Wien",
        "Herr Voss las, und Herr Voss aß, denn Frau Voss und Herr Voss danken",
        "Frau Voss las wie Frau Voss, und Frau Voss ging",
    ]
    english = [
        "We thank Mrs Huber and Mr. Kast",
        "We thank Mr Huber, Mr. Kast and Mrs Haber, as Haber read",
        "Mr Haber read: Haber in Wien; the report Huber in Wien",
        "Mr Voss read, and Mr Voss ate, as Mrs Voss and Mr Voss give thanks",
        "Mrs Voss read as Mrs Voss, and Mrs Voss went",
    ]
    vocabularies, found = capitals_of({"de": german, "en": english})
    shared = shared_names(found)
    for (side, vocabulary), capitals in zip(vocabularies.items(), found, strict=True):
        assert forms(vocabulary, name_parts(capitals, shared)) == {"Huber", "Kast", "Voss"}, side


def test_words_the_other_side_alone_has_name_nothing():
    """*the* in a German quotation; but English has a verb of its own that is written *die*."""
    german = ["Er sagte the house and the ship, die Ernte war gut"] * 3
    english = ["He said the house and the ship; they die, the harvest was good"] * 3
    texts = {"de": german, "en": english}
    vocabularies = {
        side: Vocabulary.build(column, WordOptions(side, max_df=1.0))[0]
        for side, column in texts.items()
    }
    corpus = Corpus("a", list("abc"), texts, {"de": "de", "en": "en"})
    kept = phrasings(corpus, vocabularies)
    left = {m: forms(vocabularies[m], one.traits.circumstance) for m, one in kept.items()}
    assert {"and", "the"} <= left["de"] and "ship" not in left["de"]  # a dictionary has *and*
    assert "die" in vocabularies["en"].forms and "die" not in left["en"]


def test_names_are_kept_apart_and_take_no_place_among_keywords():
    ids = [str(i) for i in range(len(GERMAN))]
    corpus = Corpus("a", ids, {"de": GERMAN, "en": ENGLISH}, {"de": "de", "en": "en"})
    vocabularies, _ = sides()
    for side, phrasing in phrasings(corpus, vocabularies).items():
        named = forms(vocabularies[side], phrasing.traits.name)
        assert {"Jens", "Caroline"} <= named
        assert named | {"DIN", "II"} <= forms(vocabularies[side], phrasing.traits.circumstance)


def test_what_is_a_part_of_names_on_one_side_is_on_all():
    """*Roman* is an adjective in English and leads nobody's name there."""
    german = ["mit Roman Kuhn", "mit Roman Voss", "mit Roman Kast", "der Hof von Voss in Wien"]
    english = ["by Roman Kuhn", "by Roman Voss", "by Roman Kast and Roman courts of Roman law"]
    english.append("Roman law and the Roman court of Voss in Vienna")
    texts = {"de": german, "en": english}
    corpus = Corpus("a", list("abcd"), texts, {"de": "de", "en": "en"})
    vocabularies = {
        side: Vocabulary.build(column, WordOptions(side, max_df=1.0, min_df=1))[0]
        for side, column in texts.items()
    }
    kept = phrasings(corpus, vocabularies)
    named = {m: forms(vocabularies[m], one.traits.name) for m, one in kept.items()}
    alike = {m: forms(vocabularies[m], one.traits.spelling >= 0) for m, one in kept.items()}
    assert "Roman" in named["de"] and named["de"] & named["en"] == named["de"]
    assert not alike["de"] & named["de"]


def test_full_names_stand_together_among_names():
    vocabularies, capitals = sides()
    vocabulary = vocabularies["de"]
    told = name_parts(capitals["de"], capitals["en"].proper)
    parts = frozenset(np.flatnonzero(told).tolist())
    text = "Ein Band von Jens Lehmann und Caroline Meyer, und Meyer sah Wien"
    assert unseen(vocabulary, text, parts).names == [("Caroline Meyer", 2), ("Jens Lehmann", 1)]
    assert unseen(vocabulary, text).names == []


def test_a_model_of_before_knows_no_names():
    ids = [str(i) for i in range(len(GERMAN))]
    corpus = Corpus("a", ids, {"de": GERMAN, "en": ENGLISH}, {"de": "de", "en": "en"})
    vocabularies, _ = sides()
    now = phrasings(corpus, vocabularies)["en"]
    n_terms = len(now.traits.name)
    arrays = now.to_arrays()
    again = Phrasing.from_parts(now.to_json(), arrays, len(GERMAN), n_terms)
    assert np.array_equal(again.traits.name, now.traits.name)
    del arrays["name"]
    assert not Phrasing.from_parts(now.to_json(), arrays, len(GERMAN), n_terms).traits.name.any()


@pytest.mark.parametrize(("side", "preposition"), [("de", "von"), ("en", "by")])
def test_initials_tell_first_names_too(side, preposition):
    lines = [f"{preposition} Tim {name}" for name in ("O. Reilly", "O. Hara", "Kast")]
    lines.append(f"{preposition} Dresden")
    vocabularies, found = capitals_of(
        {side: lines, "fr": [line.replace(preposition, "par") for line in lines]}
    )
    named = forms(vocabularies[side], name_parts(found[0], shared_names(found)))
    assert "Tim" in named and "Dresden" not in named


def test_two_letters_are_no_name_that_is_the_same_on_both_sides():
    lines = ["mit EFSA und OS", "nach EFSA und OS"]
    vocabularies, found = capitals_of({"de": lines, "en": [f"in EFSA, OS {i}" for i in (1, 2)]})
    known = spelling(found[0], shared_names(found))
    assert {f: int(n) for f, n in zip(vocabularies["de"].forms, known, strict=True)} == {
        "EFSA": 0,
        "OS": -1,
    }
