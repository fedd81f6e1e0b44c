"""Names of topics: distinct, and the same on both sides; and topics that deserve none."""

from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest
from scipy import sparse

from gplsa.keywords import Traits
from gplsa.model.topics.names_after import names_after
from gplsa.model.topics.naming import reader_first, topic_names
from gplsa.model.topics.order import uninformative_topic_text
from gplsa.model.topics.phrases import phrase_of
from gplsa.model.topics.shown import TopicReading, TopicSide
from gplsa.model.topics.uninformative import (
    OF_EVERYWHERE,
    OF_FUNCTION_WORDS,
    OF_MARKUP,
    OF_PUBLICATIONS,
    OF_REFERENCES,
    burstiness,
    uninformative_topics,
)
from gplsa.shaping import Hide, Merge, Split

WORDS = 12
DOCUMENTS = 200
HALVES, DE = np.array([0.5, 0.5]), ["de"]


def side(
    topics: list[list[str]], spread: list[float] | None = None, language: str = ""
) -> TopicSide:
    """Topics that each have these words, the first one most; a form in two topics is one word.

    spread  by topic, how often a word stands in a document that holds it: 1 is as by chance
    """
    forms = sorted({form for words in topics for form in words})
    place = {form: number for number, form in enumerate(forms)}
    topic_word = np.full((len(topics), len(forms)), 1e-9)
    often = np.ones(len(forms))
    for topic, words in enumerate(topics):
        for rank, form in enumerate(words):
            topic_word[topic, place[form]] = 1 / (2 + rank)
            often[place[form]] = (spread or [4.0] * len(topics))[topic]
    topic_word /= topic_word.sum(axis=1, keepdims=True)
    frequency = np.full(len(forms), 20)
    return TopicSide(topic_word, forms, frequency, DOCUMENTS, often * frequency, language)


def reading(first: TopicSide, second: TopicSide, pairs: dict[str, str]) -> TopicReading:
    table = np.zeros((len(first.forms), len(second.forms)))
    for one, other in pairs.items():
        table[list(first.forms).index(one), list(second.forms).index(other)] = 1.0
    n_topics = len(first.topic_word)
    share = np.full(n_topics, 1 / n_topics)
    partners = {("de", "en"): sparse.csr_matrix(table)}
    return TopicReading({"de": first, "en": second}, share, partners, ["de", "en"])


def test_both_sides_of_a_name_say_the_same():
    """The first words of the sides are no translations; the name goes by those that are."""
    german = side([["Regen", "Ernte", "Korn"], ["Schiff", "Hafen", "Kapitän"]])
    english = side([["harvest", "weather", "grain"], ["port", "ship", "crew"]])
    pairs = {"Ernte": "harvest", "Korn": "grain", "Schiff": "ship", "Hafen": "port"}
    names = topic_names(reading(german, english, pairs))
    assert names == ["Ernte, Korn · harvest, grain", "Hafen, Schiff · port, ship"]


def test_what_is_no_noun_names_a_topic_last():
    """*based* stands before *networks* among the words; Lienemann is a name, which no noun is."""
    german = side([["Wasser", "Lienemann", "Richtlinie"], ["Netz", "basiert", "Ansatz"]])
    english = side([["water", "Lienemann", "directive"], ["networks", "based", "approach"]])
    pairs = {"Wasser": "water", "Lienemann": "Lienemann", "Richtlinie": "directive"}
    pairs |= {"Netz": "networks", "basiert": "based", "Ansatz": "approach"}
    german, english = (
        replace(one, traits=replace(Traits.unknown(len(one.forms)), nouniness=nouns))
        for one in (german, english)
        for nouns in [np.where(np.isin(one.forms, ["Lienemann", "basiert", "based"]), 0.1, 0.9)]
    )
    names = topic_names(reading(german, english, pairs))
    assert names == ["Wasser, Richtlinie · water, directive", "Netz, Ansatz · networks, approach"]


def test_german_adjectives_which_have_no_capital_name_a_topic_last():
    """Articles stand before *portugiesische* as before *Präsidentschaft*."""
    words = [["portugiesisch", "Präsidentschaft", "Rat"], ["Netz", "Ansatz", "Lienemann"]]
    german = side(words, language="de")
    english = side([["Portuguese", "presidency", "council"], ["networks", "approach", "Lienemann"]])
    pairs = {"portugiesisch": "Portuguese", "Präsidentschaft": "presidency", "Rat": "council"}
    pairs |= {"Netz": "networks", "Ansatz": "approach", "Lienemann": "Lienemann"}
    traits = replace(
        Traits.unknown(len(german.forms)),
        nouniness=np.where(np.array(german.forms) == "Lienemann", 0.1, 0.95),
        capital=np.array([float(form[0].isupper()) for form in german.forms]),
    )
    names = topic_names(reading(replace(german, traits=traits), english, pairs))
    first, second = (name.split(" · ")[0] for name in names)
    assert first.startswith("Präsidentschaft")
    assert second == "Netz, Ansatz"


def test_parts_of_a_topic_are_named_by_words_with_their_translations_if_by_any():
    german = side([["Hafen"], ["Präsident", "Wort", "Rede", "Haus", "Fischerei"]])
    english = side([["port"], ["question", "motion", "chair", "table", "fishing"]])
    found = reading(german, english, {"Hafen": "port", "Fischerei": "fishing"})
    assert topic_names(found)[1].startswith("Präsident")
    assert topic_names(found, kept=["Hafen · port", ""]) == ["Hafen · port", "Fischerei · fishing"]


def test_a_word_of_a_name_stands_beside_its_likeliest_translation():
    """*Rückzug* translates *Willoughby* too."""
    german = side([["Hafen"], ["Rückzug", "Willoughby", "Geschäft"]])
    english = side([["port"], ["Willoughby", "brand"]])
    pairs = {"Rückzug": "Willoughby", "Willoughby": "Willoughby", "Geschäft": "brand"}
    found = reading(german, english, pairs)
    table = 0.6 * found.partners["de", "en"].toarray()
    table[list(german.forms).index("Rückzug")] *= 0.4
    found = replace(found, likely={("de", "en"): sparse.csr_matrix(table)})
    for kept in ([], ["Hafen · port", ""]):
        names = topic_names(found, kept=kept)
        assert names[1] == "Willoughby, Geschäft · Willoughby, brand"


def test_a_second_word_is_one_that_both_sides_have_rather_than_a_better_one_that_they_have_not():
    german, english = side([["China", "USA", "Regierung"]]), side([["China", "double", "rule"]])
    pairs = {"China": "China", "USA": "double", "Regierung": "rule"}
    found = reading(german, english, pairs)
    table = found.partners["de", "en"].toarray()
    table[list(german.forms).index("USA")] *= 0.2  # *double* is only like what stands beside it
    found = replace(found, likely={("de", "en"): sparse.csr_matrix(table)})
    assert topic_names(found) == ["China, Regierung · China, rule"]


def test_names_are_distinct_and_no_word_is_in_two():
    """Every topic begins with the same word: it names the one in which it is most at home."""
    own = [["sagte", f"Wort{n}a", f"Wort{n}b"] for n in range(6)]
    theirs = [["said", f"word{n}a", f"word{n}b"] for n in range(6)]
    pairs = {"sagte": "said"} | {f"Wort{n}{x}": f"word{n}{x}" for n in range(6) for x in "ab"}
    names = topic_names(reading(side(own), side(theirs), pairs))
    assert len(set(names)) == 6
    words = [word for name in names for part in name.split(" · ") for word in part.split(", ")]
    assert len(words) == len(set(words))
    assert sum("sagte" in name for name in names) <= 1


def test_topics_of_the_same_words_are_numbered_apart():
    found = reading(side([["Ernte"]] * 3), side([["harvest"]] * 3), {"Ernte": "harvest"})
    names = topic_names(found)
    assert names[0] == "Ernte · harvest"
    assert len(set(names)) == 3


def test_who_has_a_name_keeps_it_and_the_parts_of_a_topic_are_told_apart():
    german = side([["Wasser", "Fluss", "Recht"], ["rechtlich", "Vertrag"], ["Recht", "Klage"]])
    english = side([["water", "river", "law"], ["legal", "contract"], ["law", "suit"]])
    pairs = {"Wasser": "water", "Fluss": "river", "Recht": "law", "rechtlich": "legal"}
    found = reading(german, english, pairs | {"Vertrag": "contract", "Klage": "suit"})
    names = topic_names(found, kept=["Fluss · river", "", ""])
    assert names == ["Fluss · river", "rechtlich, Vertrag · legal, contract", "Klage · suit"]


def test_merged_topics_are_named_by_a_word_of_each_and_others_as_before():
    names = ["Modell, Netz · model, network", "Ufer · shore", "Modelle, Tier · models, animal"]
    assert names_after(Merge((0, 2)), names) == ["Modell, Tier · model, animal", "Ufer · shore"]
    assert names_after(Split(1, 3), names) == [names[0], "", names[2], "", ""]
    assert names_after(Merge((0, 1)), ["", "Ufer · shore"]) == [""]
    assert names_after(Hide((0,)), names) == names


def test_forms_that_beginalike_are_one_word_of_a_name():
    german = side([["Tsunami", "Tsunamis", "Küste"]])
    english = side([["tsunami", "tsunamis", "coast"]])
    pairs = {"Tsunami": "tsunami", "Tsunamis": "tsunamis", "Küste": "coast"}
    assert topic_names(reading(german, english, pairs)) == ["Tsunami, Küste · tsunami, coast"]


def test_a_compound_does_not_stand_beside_its_part():
    german = side([["Aktionsprogramm", "Programm", "Kultur"]])
    english = side([["action", "programme", "culture"]])
    pairs = {"Aktionsprogramm": "action", "Programm": "programme", "Kultur": "culture"}
    assert topic_names(reading(german, english, pairs)) == [
        "Aktionsprogramm, Kultur · action, culture"
    ]


def test_two_words_of_one_translation_do_not_stand_beside_each_other():
    german = side([["Gebiet", "Region", "Kultur"]])
    english = side([["region", "area", "culture"]])
    pairs = {"Gebiet": "region", "Region": "area", "Kultur": "culture"}
    found = reading(german, english, pairs)
    table = found.partners["de", "en"].tolil()
    table[list(german.forms).index("Region"), list(english.forms).index("region")] = 0.6
    found = TopicReading(found.sides, found.share, {("de", "en"): table.tocsr()}, found.readable)
    assert topic_names(found) == ["Gebiet, Kultur · region, culture"]


def test_a_name_is_of_words_that_the_leading_documents_hold():
    """Ernte and Korn stand in the same documents: a name of both leaves the others out."""
    one = side([["Ernte", "Korn", "Aal", "Wetter"]])
    place = [list(one.forms).index(form) for form in ("Ernte", "Korn", "Aal", "Wetter")]
    held = np.zeros((40, 4))
    held[:4, place] = [[3, 3, 0, 0], [3, 3, 0, 0], [0, 0, 1, 3], [0, 0, 1, 3]]
    held[4, place] = [1, 1, 0, 1]  # elsewhere they stand together
    one = replace(one, counts=sparse.csr_matrix(held))
    found = TopicReading({"de": one}, np.array([1.0]), {}, ["de"])
    assert topic_names(found) == ["Korn, Ernte"]
    assert topic_names(found, leading=[np.arange(4)]) == ["Korn, Wetter"]
    assert topic_names(found, leading=[np.arange(2)]) == ["Korn, Ernte"]


def test_a_general_word_names_a_topic_last():
    """*Ende* is in few texts more than chance has it, what the other words are is not so."""
    one = side([["Ende", "Ernte", "Korn"], ["Schiff", "Hafen", "Kapitän"]])
    once = np.where(np.equal(one.forms, "Ende"), 0.25, 1.0)
    found = TopicReading({"de": replace(one, occurrences=one.occurrences * once)}, HALVES, {}, DE)
    assert topic_names(found) == ["Ernte, Korn", "Schiff, Hafen"]


def test_the_second_word_of_a_name_stands_beside_the_first():
    """The topic has texts of fathers as well: *Korn, Vater* would tell neither."""
    one = side([["Korn", "Vater", "Ernte"], ["Schiff", "Hafen"]])
    place = [list(one.forms).index(form) for form in ("Korn", "Ernte", "Vater", "Schiff")]
    held = np.zeros((40, len(one.forms)))
    held[:4, place], held[4:8, place[2]], held[8:, place[3]] = [2, 2, 0, 0], 2, 2
    found = TopicReading({"de": replace(one, counts=sparse.csr_matrix(held))}, HALVES, {}, DE)
    leading = [np.arange(8), np.arange(8, 40)]
    assert topic_names(found, leading=leading)[0] == "Ernte, Korn"


def test_one_side_alone_has_names_too():
    one = side([["Ernte", "Korn"], ["Schiff", "Hafen"]])
    found = TopicReading({"de": one}, np.array([0.5, 0.5]), {}, ["de"])
    assert topic_names(found) == ["Ernte, Korn", "Schiff, Hafen"]


def test_a_word_that_mostly_stands_in_one_phrase_is_shown_in_it():
    texts = ["the human rights of all", "human rights,\nand human rights", "a human right"]
    texts += ["human rights", "human rights"]
    assert phrase_of("human", texts, {"the", "of"}) == "human rights"
    assert phrase_of("rights", texts, {"the", "of"}) == "human rights"
    # Not with a word that makes no phrase, nor across a sign, nor where it stands twice only.
    assert phrase_of("human", texts, {"rights"}) == "human"
    assert phrase_of("human", ["human, rights"] * 6, set()) == "human"
    assert phrase_of("human", texts[:1], set()) == "human"
    # All of it in one text, or in two.
    assert phrase_of("human", [" ".join(["human rights"] * 9)], set()) == "human"
    assert phrase_of("human", [" ".join(["human rights"] * 9), "human rights"], set()) == "human"
    # In three of six places it stands alone.
    assert phrase_of("human", [*texts, "human.", "human.", "human."], set()) == "human"


def test_a_german_phrase_is_shown_in_its_base_form_where_the_texts_have_it():
    texts = [f"Im Vereinigten Königreich war Korn {n}." for n in range(6)]
    assert phrase_of("Königreich", texts, set()) == "Vereinigten Königreich"
    texts.append("Das Vereinigte Königreich hatte Korn.")
    assert phrase_of("Königreich", texts, set()) == "Vereinigte Königreich"
    wider = [f"in wider Europe {n}" for n in range(6)] + ["a wide Europe"]
    assert phrase_of("Europe", wider, set()) == "wider Europe"


def test_names_hold_phrases_where_there_are_texts():
    found = reading(side([["Menschenrechte"]]), side([["human"]]), {"Menschenrechte": "human"})
    texts = {"de": ["Menschenrechte gelten"], "en": ["human rights"] * 5}
    names = topic_names(found, lambda side, topic: texts[side])
    assert names == ["Menschenrechte · human rights"]


def test_an_abbreviation_is_spelled_as_the_texts_of_a_topic_have_it():
    found = reading(side([["LIFE"]]), side([["life"]]), {"LIFE": "life"})
    for said, name in (("LIFE pays for it", "LIFE"), ("a way of life", "life")):
        texts = {"de": ["LIFE zahlt"], "en": [said]}
        assert topic_names(found, lambda side, topic, texts=texts: texts[side]) == [
            f"LIFE · {name}"
        ]


def themes(n: int) -> list[list[str]]:
    return [[f"wort{topic}{place}" for place in range(WORDS)] for topic in range(n)]


def uninformative_of(english: TopicSide) -> dict[int, str]:
    n = len(english.topic_word)
    german = side(themes(n), [1.0 if words == LAST else 4.0 for words in range(n)], "de")
    return uninformative_topics(reading(german, english, {}))


LAST = 5


def test_remains_of_markup_and_function_words_of_another_language_are_filler():
    words = themes(6)
    words[1][2:8] = ["br", "nbsp", "href", "http", "div", "quot"]
    words[3][:5] = ["und", "nicht", "oder", "wird", "auch"]
    found = uninformative_of(side(words, language="en"))
    assert found == {1: OF_MARKUP, 3: OF_FUNCTION_WORDS}


def test_references_of_a_catalogue_are_filler():
    words = themes(6)
    words[4][:6] = ["Abb", "S", "Bd", "Inv", "vgl", "Vase"]
    assert uninformative_of(side(words, language="de")) == {4: OF_REFERENCES}
    words[4][4] = "Krug"
    assert uninformative_of(side(words, language="de")) == {}


def test_what_books_say_of_themselves_is_filler_where_every_side_does():
    german, english = themes(6), themes(6)
    german[2][:4] = ["Auflage", "Lehrbuch", "Kapitel", "Mechanik"]
    english[2][:4] = ["edition", "textbook", "chapter", "mechanics"]

    def found() -> dict[int, str]:
        sides = side(german, [1.0] * 6, "de"), side(english, [1.0] * 6, "en")
        return uninformative_topics(reading(*sides, {}))

    assert found() == {2: OF_PUBLICATIONS}
    english[2][2] = "statics"
    assert found() == {}


def test_words_of_the_own_language_are_no_strangers():
    """*die* and *war* are German function words and English words; three of ten prove nothing."""
    words = themes(6)
    words[2][:4] = ["war", "die", "und", "oder"]
    assert uninformative_of(side(words, language="en")) == {2: OF_FUNCTION_WORDS}
    words[2][:4] = ["war", "die", "und", "ship"]
    assert uninformative_of(side(words, language="en")) == {}


def test_words_spread_as_if_by_chance_on_every_side_are_filler():
    evenly = [4.0] * 5 + [1.0]
    found = uninformative_of(side(themes(6), evenly, "en"))
    assert found == {LAST: OF_EVERYWHERE}
    # On one side only it is not uninformative; nor where all topics are like that, as captions are.
    assert uninformative_of(side(themes(6), [4.0] * 6, "en")) == {}
    alike = reading(side(themes(6), [1.0] * 6), side(themes(6), [1.0] * 6), {})
    assert uninformative_topics(alike) == {}


def test_words_in_all_of_a_museum_are_a_subject_where_they_stand_together():
    """Portraits are spread over the collection as *said* and *took* are, but go together."""
    evenly = [4.0] * 5 + [1.0]
    english = side(themes(6), evenly, "en")
    rng = np.random.default_rng(0)
    topic_of = english.topic_word.argmax(axis=0)
    own = np.arange(DOCUMENTS)[:, None] % 6 == topic_of

    def found(held: np.ndarray) -> dict[int, str]:
        told = replace(english, counts=sparse.csr_matrix(held.astype(float)))
        return uninformative_of(told)

    often = np.where(topic_of == LAST, 0.9, 0.5)
    assert found(own & (rng.random(own.shape) < often)) == {}
    apart = np.where(topic_of == LAST, rng.random(own.shape) < 0.1, own)
    assert found(apart & (rng.random(own.shape) < 0.9)) == {LAST: OF_EVERYWHERE}


def test_three_remains_of_markup_prove_nothing():
    words = themes(6)
    words[1][2:5] = ["br", "nbsp", "href"]
    assert uninformative_of(side(words, language="en")) == {}


@pytest.mark.parametrize(("occurrences", "found"), [(2.0, {LAST: OF_EVERYWHERE}), (2.7, {})])
def test_filler_is_less_than_six_tenths_as_bursty_as_the_middle_topic(occurrences, found):
    uneven = [4.0] * 5 + [occurrences]
    sides = [side(themes(6), uneven, language) for language in ("de", "en")]
    bursty = burstiness(sides[0])
    share = bursty[-1] / np.median(bursty)
    assert (share < 0.6) == bool(found)
    assert 0.4 < share < 0.8
    assert uninformative_topics(reading(*sides, {})) == found


def test_filler_is_told_in_a_sentence():
    model = SimpleNamespace(n_topics=20, uninformative={3: OF_MARKUP, 7: OF_MARKUP})
    assert uninformative_topic_text(model) == (
        "2 of 20 topics are uninformative (remains of markup); listed last."
    )
    model.uninformative = {}
    assert uninformative_topic_text(model) == ""


def test_a_name_that_is_the_same_on_all_sides_is_read_once():
    assert reader_first("Brexit, EU · Brexit, EU", ["de", "en"]) == "Brexit, EU"
    assert reader_first("Mühle · mill", ["de", "en"]) == "mill · Mühle"
