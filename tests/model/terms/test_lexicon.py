"""The bilingual lexicon: what stands for each other, and nothing else."""

import dataclasses

import pytest

from gplsa.corpus.corpus import Corpus
from gplsa.errors import InputError
from gplsa.model.direction import Direction
from gplsa.model.settings import TrainSettings
from gplsa.model.terms.aligned import AlignedLine
from gplsa.model.terms.concordance import all_lines
from gplsa.model.terms.exports import Terms, lexicon_tbx
from gplsa.model.terms.lexicon import LEAST_DICE, Entry, dictionary_order
from gplsa.model.terms.side_words import as_written, within_sentence
from gplsa.text import WordOptions
from gplsa.training.train import train
from tests.model.terms.conftest import NOUNS, trained_on


def test_every_planted_pair_is_an_entry_and_nothing_wrong_is(model):
    entries = model.lexicon("de", "en")
    found = {(entry.source, entry.target) for entry in entries}
    assert set(NOUNS) <= found
    assert ("Ministerpräsident", "prime minister") in found
    others = {
        ("loben", "praise"), ("bekommen", "receive"), ("gut", "good"), ("Mehlhafen", "flour"),
        # These two stand beside each other wherever they stand.
        ("im Hafen sah", "harbour"), ("Hafen", "harbour"), ("Ministerpräsident", "prime minister"),
        ("Ministerpräsident lobte", "prime minister praised"),
        ("bekam der Ministerpräsident", "prime minister received"),
    }  # fmt: skip
    assert found <= {*NOUNS} | others


def test_lines_that_nobody_has_translated_are_no_entries():
    """As translation memories have them; names that both sides share are."""
    pairs = [
        ("Huber liest die langen Briefe", "Huber reads the long letters"),
        ("Huber liest am Montag", "Huber reads on Monday"),
        ("lange Briefe kommen am Montag", "long letters come on Monday"),
        ("the ship lies in the harbour", "The ship lies in the harbour"),
        ("a harbour has a ship", "a harbour has a ship"),
    ]
    model = trained_on(pairs)
    found = {entry.terms for entry in model.lexicon("de", "en")}
    assert {("Huber", "Huber"), ("lang", "long")} <= found
    assert not any("harbour" in one or "ship" in one for one in found)
    assert model.concordance("harbour", "de", "en").partners == []


def test_a_compound_is_the_whole_phrase_of_which_one_word_is_linked():
    pairs = [
        ("Die Mitgliedstaaten zahlen", "The Member States pay"),
        ("Alle Mitgliedstaaten helfen", "All Member States help"),
        ("Die Mitgliedstaaten warten", "The Member States wait"),
        ("Kein Mitgliedstaat wartet lange", "No Member State waits long"),
        ("Die Mitgliedstaaten helfen bald", "Soon the Member States will help"),
        ("Das Mitglied zahlt", "The member pays"),
        ("Jedes Mitglied wartet bald", "Soon every member will wait"),
        ("Das Mitglied hilft", "The member helps"),
        ("Dieser Staat hilft lange", "This state helps long"),
        ("Ein Staat zahlt bald", "A state pays soon"),
        ("Der Staat wartet", "The state waits"),
    ]
    model = trained_on(pairs)
    for ways in (("de", "en"), ("en", "de")):
        found = [one for one in model.lexicon(*ways) if "Mitgliedstaat" in one.terms]
        assert [{*one.terms} for one in found] == [{"Mitgliedstaat", "Member States"}]
        assert (found[0].lines, found[0].source_lines, found[0].target_lines) == (30, 30, 30)
        # One word of the phrase is free for what it says elsewhere.
        others = [{*one.terms} for one in model.lexicon(*ways) if "Mitglied" in one.terms]
        assert others == [{"Mitglied", "member"}]


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
    with pytest.raises(InputError, match="1 or more, not 0"):
        model.lexicon("de", "en", min_pairs=0)


def test_an_entry_needs_its_strength(model, monkeypatch):
    """D = 2 n_fe / (n_f + n_e), of what an entry tells."""
    entries = model.lexicon("de", "en")
    strength = {e: 2 * e.lines / (e.source_lines + e.target_lines) for e in entries}
    assert min(strength.values()) >= LEAST_DICE
    monkeypatch.setattr("gplsa.model.terms.lexicon.LEAST_DICE", 0.9)
    strong = model.lexicon("de", "en")
    assert {(e.source, e.target) for e in strong} == {
        (e.source, e.target) for e, value in strength.items() if value >= 0.9
    }


def test_no_entry_goes_over_the_end_of_a_sentence(model):
    corpus = model.corpus
    texts = {side: [text.replace("\n", ". ") for text in own] for side, own in corpus.texts.items()}
    one_line = dataclasses.replace(model, corpus=dataclasses.replace(corpus, texts=texts))
    assert one_line.lexicon("de", "en")
    for entry in one_line.lexicon("de", "en"):
        assert not set(".,") & set(entry.source + entry.target)


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
    content = "".join(lexicon_tbx(Terms.of(Direction(model, "de", "en")), found.values()))
    assert content.count('<termNote type="partOfSpeech">noun</termNote>') == 4  # "sah" is none


def test_a_german_phrase_stands_in_the_base_form_that_the_texts_have():
    said = [("der gemeinsamen Politik", 5), ("die gemeinsame Politik", 2), ("dem neuen Amt", 2)]
    said += [("ein neues Amt", 1), ("des großen Marktes", 3)]
    pairs = [(f"Er spricht {a} zu", f"He said {n}{a[:5]}") for a, n in said for _ in range(n)]
    read = all_lines(trained_on(pairs).direction("de", "en"))

    def written(phrase):
        numbers = read.source.numbers_of(phrase)
        return as_written(read.source, read.texts[0], read.source.places_of(numbers).tolist(), 2)

    asked = "gemeinsame Politik", "neue Amt", "großen Marktes"
    assert [*map(written, asked)] == ["gemeinsame Politik", "neues Amt", "großen Marktes"]


def counted(model):
    """Of entries how often, and of how many lines; and the same by their words alone."""
    entries = model.lexicon("de", "en", min_pairs=2)
    answers = {e: model.concordance(e.source, "de", "en").partners for e in entries}
    told = {(e.source, e.target): (e.lines, e.source_lines) for e in entries}
    alone = {(e.source, p.word): (p.lines, p.of) for e, own in answers.items() for p in own}
    return told, alone


def test_entries_are_counted_as_the_answers_to_their_words(model, monkeypatch):
    """Also where the lexicon that was learned links what nothing in the line does."""
    read = all_lines(model.direction("de", "en"))
    (number,), (harvest,) = read.source.numbers_of("Ernte"), read.target.numbers_of("harvest")
    own, other = read.source.places_of([number])[:3], read.target.places_of([harvest])[:3]
    group = [of_side.copy() for of_side in read.group]
    group[0][own] = group[1][other] = -1
    unlinked = dataclasses.replace(read, group=tuple(group))
    monkeypatch.setattr("gplsa.model.terms.concordance.bitext", lambda *_: unlinked)
    told, alone = counted(dataclasses.replace(model))
    assert told["Ernte", "harvest"] == alone["Ernte", "harvest"]
    assert told["Ernte", "harvest"][0] == sum("Ernte" in line.source for line in read.lines)


def test_a_word_in_its_base_form_is_counted_in_any():
    """“Frau” is an address in most lines, “Frauen” never; “ersten” is no form of “erst”."""
    pairs = [
        ("Frau Keller kommt am ersten Montag", "Mrs Keller comes on the first Monday"),
        ("Frau Keller liest Briefe", "Mrs Keller reads letters"),
        ("Frau Abel liest am ersten Dienstag", "Mrs Abel reads on the first Tuesday"),
        ("Frauen kommen am Montag", "women come on Monday"),
        ("Abel liest erst am Dienstag", "Abel reads only on Tuesday"),
        ("Keller kommt mit den ersten Briefen", "Keller comes with the first letters"),
    ]
    told, alone = counted(trained_on(pairs))
    assert told["Frau", "Mrs"] == alone["Frau", "Mrs"] == (18, 24)
    assert told["ersten", "first"] == alone["ersten", "first"] == (18, 18)


def test_a_phrase_that_began_sentences_is_shown_as_within_one():
    forms = ["Cultural", "cultural", "activity", "White", "white", "Paper", "Paris", "accord"]
    asked = ["Cultural activity", "White Paper", "Paris accord", "white Paper"]
    told = [within_sentence(phrase, forms) for phrase in asked]
    assert told == ["cultural activity", *asked[1:]]


def test_a_name_that_begins_every_line_keeps_its_capital():
    """Its key is in small letters, which stands in no text."""
    pairs = [
        ("Bericht Huber vom Montag", "Huber report of Monday"),
        ("Bericht Huber und Zölle", "Huber report and tariffs"),
        ("Bericht Huber: Korn", "Huber report: grain"),
    ]
    read = all_lines(trained_on(pairs).direction("en", "de"))
    numbers = read.source.numbers_of("huber report")
    places = read.source.places_of(numbers).tolist()
    assert as_written(read.source, read.texts[0], places, 2) == "Huber report"


def test_names_and_words_without_a_sharp_s_are_shown_as_they_are_written():
    """A dictionary has *Patte* for *Patten*, and *Voraußetzung* for *Voraussetzungen*."""
    pairs = [
        ("Patten nennt Voraussetzungen", "Patten names conditions"),
        ("Patten hat Voraussetzungen", "Patten has conditions"),
        ("Patten kommt am Montag", "Patten comes on Monday"),
        ("die Voraussetzungen am Dienstag", "the conditions on Tuesday"),
    ]
    found = {entry.terms for entry in trained_on(pairs).lexicon("de", "en")}
    assert ("Patten", "Patten") in found
    assert ("Voraussetzung", "condition") in found


def test_a_part_of_a_name_is_no_entry_for_the_name():
    line = AlignedLine(0, "In New York", "In New York")
    told = [("New York", "York"), ("situ", "in situ"), ("York", "York"), ("Neu", "New York")]
    assert [Entry(*terms, 3, 4, 5, 2, line).in_part for terms in told] == [True, True, False, False]


def test_words_with_accents_stand_where_dictionaries_have_them():
    words = ["accuser", "œuvre", "accès", "zone", "Éclair", "accessible", "or", "eau"]
    ordered = ["accès", "accessible", "accuser", "eau", "Éclair", "œuvre", "or", "zone"]
    assert sorted(words, key=dictionary_order) == ordered
