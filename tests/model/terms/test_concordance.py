"""How a word is said: found in any form, with partners and the lines that show them."""

import dataclasses

import numpy as np
import pytest

import gplsa
from gplsa.corpus.corpus import Corpus
from gplsa.errors import InputError
from gplsa.model.direction import Direction
from gplsa.model.settings import TrainSettings
from gplsa.model.terms import concordance
from gplsa.model.terms.aligned import _joined
from gplsa.model.terms.bitext import Bitext, Said
from gplsa.model.terms.concordance import Line, all_lines
from gplsa.model.terms.partners import Kinds, doubtful
from gplsa.model.terms.sought import Sought, sought_of
from gplsa.model.terms.wholes import beyond_chance, linked_by_lexicon, said_again, whole_phrases
from gplsa.text import Vocabulary, WordOptions
from gplsa.training.train import train
from gplsa.training.words import learn_words
from tests.model.terms.conftest import NOUNS, trained_on


@pytest.mark.parametrize("place", range(len(NOUNS)))
def test_every_word_leads_to_its_translation_and_back(model, place):
    german, english = NOUNS[place]
    there, back = model.concordance(german, "de", "en"), model.concordance(english, "en", "de")
    assert (there.partners[0].word, back.partners[0].word) == (english, german)
    texts = model.corpus.texts["de"]
    assert there.pairs == sum(german in text for text in texts)
    lines = sum(german in line for text in texts for line in text.split("\n"))
    assert (there.partners[0].lines, there.partners[0].of) == (lines, lines)
    assert not there.partners[0].doubtful
    assert there.all_known


def test_lines_show_the_word_and_its_partner(model):
    found = model.concordance("Ernte", "de", "en")
    assert found.lines
    for line in found.lines:
        start, end = line.source_places[0]
        assert line.source[start:end] == "Ernte"
        assert [line.target[a:b] for a, b in line.target_places] == ["harvest"]
        assert line.partner == "harvest"
        before, match, after = line.kwic()
        assert before + match + after == line.source
    rows = [line.row for line in found.lines]
    assert rows == sorted(rows)


def test_inflected_forms_count(model):
    by_form = [model.concordance(typed, "de", "en") for typed in ("Ernte", "ernten", "Ernten")]
    assert len({found.pairs for found in by_form}) == 1
    assert {found.partners[0].word for found in by_form} == {"harvest"}


def test_a_word_of_one_character_is_counted_where_no_spaces_tell_words_apart():
    nouns = {"船": "ship", "錨": "anchor", "鐘": "bell", "塔": "tower", "本": "book"}
    pairs = [(f"私は{ja}を見た。", f"I saw the {en}.") for ja, en in nouns.items()] * 8
    sides = {"ja": [ja for ja, _ in pairs], "en": [en for _, en in pairs]}
    with pytest.warns(gplsa.InputWarning, match="repeat an earlier one"):
        model = gplsa.train(gplsa.corpus_of(sides), n_topics=2, check=False)
    assert model.concordance("錨", "ja", "en").pairs == 8
    assert model.concordance("nchor", "en", "ja").pairs == 0


def test_a_compound_whose_parts_alone_are_counted_is_no_phrase_of_these():
    """*Wahlkampf* was said to stand in a pair, of which no line had it."""
    texts = [f"Eine {noun}" for noun in ("Wahl", "Kampf", "Stadt", "Burg", "Insel", "Wolke")] * 3
    vocabulary, _ = Vocabulary.build(texts, WordOptions("de", min_df=1, split_compounds=True))
    assert sought_of(vocabulary, "Wahlkampf") == Sought((), (), "Wahlkampf")
    assert len(sought_of(vocabulary, "Wahl Kampf").terms) == 2


def test_a_phrase_is_found_as_it_stands(model):
    found = model.concordance("prime minister", "en", "de")
    assert found.pairs == 24
    assert found.partners[0].word == "Ministerpräsident"
    assert all(line.kwic().match == "prime minister" for line in found.lines)
    assert model.concordance("minister prime", "en", "de").pairs == 0
    assert model.concordance("Ministerpräsident", "de", "en").partners[0].word == "prime minister"


def test_a_phrase_keeps_its_apostrophe_wherever_it_is_shown():
    nouns = ("Ernte", "récolte"), ("Mühle", "moulin"), ("Brücke", "pont"), ("Schule", "école")
    said = ("Die Menschenrechte der {}", "Les droits de l'homme et {}"), ("Eine {}", "Une {}")
    rows = [(one, noun) for one in said for noun in nouns] * 6
    texts = {m: [one[n].format(noun[n]) for one, noun in rows] for n, m in enumerate(("de", "fr"))}
    corpus = Corpus("rights", [str(n) for n in range(48)], texts, {"de": "de", "fr": "fr"})
    words = {side: WordOptions(side, max_df=1.0) for side in texts}
    model = train(corpus, TrainSettings(n_topics=2, max_iter=5, check=False, words=words))
    assert "droits de l'homme" in model.direction("de", "fr").forms
    for alone in (model, dataclasses.replace(model, has_texts=False)):
        (partner, *_) = alone.concordance("Menschenrechte", "de", "fr").partners
        assert partner.word == "droits de l'homme"
    assert model.concordance("droits de l'homme", "fr", "de").pairs == 24


def test_a_part_of_a_compound_is_found():
    """Fischhafen holds Hafen, and only that part is marked in it."""
    pairs = (
        ("Der Hafen ist groß", "The harbour is large"),
        ("Der Fischhafen ist neu", "The fish harbour is new"),
        ("Fisch um Fisch am Hafen", "Fish by fish at the harbour"),
        ("Ein Haus am Berg", "A house on the hill"),
        ("Der Berg ist hoch", "The hill is high"),
        ("Das Haus ist alt", "The house is old"),
    )
    found = trained_on(pairs).concordance("Hafen", "de", "en")
    assert (found.pairs, found.n_read, found.n_own) == (18, 18, 12)
    assert found.partners[0].word == "harbour"
    assert {line.kwic().match for line in found.lines} == {"Hafen", "hafen"}
    lines = found.sorted_lines("partner")
    assert [line.kwic().match for line in lines] == ["Hafen"] * 12 + ["hafen"] * 6


def test_a_line_is_about_the_place_that_is_said_by_the_answer():
    """Not about the compound before it."""
    pairs = (
        ("Am Fischhafen vorbei kommt man zum Hafen", "One passes the fish docks to the harbour"),
        ("Der Hafen ist groß", "The harbour is large"),
        ("Ein Haus am Berg", "A house on the hill"),
        ("Der Fisch am Berg", "The fish on the hill"),
    )
    found = trained_on(pairs).concordance("Hafen", "de", "en")
    line = next(line for line in found.lines if "vorbei" in line.source)
    assert (line.partner, line.kwic().match, line.alone) == ("harbour", "Hafen", True)
    assert len(line.source_places) == 2


def test_of_a_long_line_the_sentences_with_the_word_and_its_answer_are_shown():
    source = "Es regnete. " * 40 + "Der Kapitän schlief." + " Es schneite." * 40
    target = "It rained. " * 40 + "The captain slept." + " It snowed." * 40
    own, other = source.index("Kapitän"), target.index("captain")
    line = Line(0, source, [(own, own + 7)], target, [(other, other + 7)], "captain")
    assert line.passages(100) == (
        ("Der Kapitän schlief.", [(4, 11)]),
        ("The captain slept.", [(4, 11)]),
    )
    told = dataclasses.replace(line, target_places=[])
    text, marked = told.passages(100)[1]
    assert "The captain slept." in text and len(text) < 200 and marked == []


def test_what_hardly_ever_stands_without_its_preposition_is_shown_with_it():
    """But not *to pay*, nor *in the*, nor what stands without now and then."""
    pairs = [
        ("Huber spricht im Namen der Bauern", "Huber speaks on behalf of the farmers"),
        ("Keller kam im Namen der Stadt", "Keller came on behalf of the town"),
        ("Wir zahlen Steuern", "We are glad to pay taxes"),
        ("Die Bauern zahlen wenig", "The farmers have to pay little"),
        ("Die Stadt will zahlen", "The town wants to pay"),
    ]
    model = trained_on(pairs)
    assert model.concordance("Namen", "de", "en").partners[0].word == "on behalf of"
    assert model.concordance("zahlen", "de", "en").partners[0].word == "pay"
    assert model.concordance("behalf", "en", "de").partners[0].word == "im Namen"
    assert model.concordance("Stadt", "de", "en").partners[0].word == "town"
    found = {entry.terms for entry in model.lexicon("de", "en")}
    assert ("im Namen", "on behalf of") in found
    model = trained_on([*pairs, ("Sie nannten Namen", "Her behalf was named")])
    assert model.concordance("Namen", "de", "en").partners[0].word == "behalf"


def test_a_compound_is_said_with_the_word_that_says_another_part(model):
    lines = all_lines(Direction(model, "de", "en"))
    (compound,) = lines.source.numbers_of("Ministerpräsident")
    prime, minister = lines.target.numbers_of("prime minister")
    whole = next(o for o in lines.said(lines.source.places_of([compound])) if o.first >= 0)
    first, last = whole._replace(last=whole.first), whole._replace(first=whole.last)
    parts = [{prime}, {minister}]
    for said in (first, last):
        assert whole_phrases(lines, [said], parts, {}) == [whole]
    assert whole_phrases(lines, [first], [{prime, minister}], {}) == [first]


def test_a_word_is_said_with_the_word_beside_it_that_was_learned(model):
    """Unless this one says another word of the line, or the lexicon is not sure."""
    lines = all_lines(Direction(model, "de", "en"))
    (compound,) = lines.source.numbers_of("Ministerpräsident")
    _, minister = lines.target.numbers_of("prime minister")
    whole = next(o for o in lines.said(lines.source.places_of([compound])) if o.first >= 0)
    prime = whole._replace(last=whole.first)
    assert whole_phrases(lines, [prime], [], {minister: 0.05}) == [whole]
    assert whole_phrases(lines, [prime], [], {minister: 0.01}) == [prime]
    elsewhere = lines.group[1].copy()
    elsewhere[whole.last] = elsewhere.max() + 1
    other = dataclasses.replace(lines, group=(lines.group[0], elsewhere))
    assert whole_phrases(other, [prime], [], {minister: 0.05}) == [prime]


def test_of_answers_as_frequent_the_known_one_of_the_same_kind_comes_first():
    """A noun is said by a noun, a learned word goes before one that is not, and no word of a phrase
    lends the others what is known of it."""
    kinds = Kinds([], 0.9, {1: 0.9, 2: 0.1}, {1: 0.2, 2: 0.2}, 7.0)
    assert kinds.fit([1]) > max(kinds.fit([2]), kinds.fit([3])) > 0
    assert kinds.fit([1]) > kinds.fit([3, 1])
    unknown = dataclasses.replace(kinds, nouniness=None)
    assert unknown.fit([1]) == unknown.fit([2]) > unknown.fit([3])


def test_an_answer_in_titles_is_shown_in_small_letters_where_both_stand_there():
    titles = [("Der Krieg am Hafen", "The War at the Harbour"), ("Ein Krieg in Wien", "A War")]
    model = trained_on([*titles, ("Der Krieg war lang", "The war was long")])
    assert model.concordance("Krieg", "de", "en").partners[0].word == "war"
    assert model.concordance("war", "en", "de").partners[0].word == "Krieg"


def test_a_phrase_much_longer_than_its_word_comes_later():
    """By the letters that it has, but not where it says the parts of a compound."""
    kinds = Kinds([], None, {}, {}, 7.0)
    assert kinds.fit_of_length(["sale"]) == kinds.fit_of_length(["bad", "faith"]) == 1
    assert kinds.fit_of_length(["internationalisation"]) == 1
    assert 0 < kinds.fit_of_length(["sale", "of", "alcohol"]) < 0.7
    assert dataclasses.replace(kinds, parts=[{1}]).fit_of_length(["sale", "of", "alcohol"]) == 1


def test_what_is_linked_with_nothing_is_said_by_the_lexicon(model):
    """Unless that word says another one, or the lexicon is not sure."""
    lines = all_lines(Direction(model, "de", "en"))
    (number,), (harvest,) = lines.source.numbers_of("Ernte"), lines.target.numbers_of("harvest")
    known = next(o for o in lines.said(lines.source.places_of([number])) if o.first >= 0)
    nothing = known._replace(first=-1, last=-1)
    free = lines.group[1].copy()
    free[known.first] = -1
    unlinked = dataclasses.replace(lines, group=(lines.group[0], free))
    assert linked_by_lexicon(unlinked, [nothing], {harvest: 0.5}) == [known]
    assert linked_by_lexicon(lines, [nothing], {harvest: 0.5}) == [nothing]
    assert linked_by_lexicon(unlinked, [nothing], {harvest: 0.05}) == [nothing]


def test_a_word_that_is_not_counted_is_found_as_it_is_written(model):
    """A stop word: its lines, and no word that would stand for it."""
    found = model.concordance("ohne", "de", "en")
    assert found.lines
    assert all(line.kwic().match == "Ohne" for line in found.lines)
    nothing = model.concordance("Unterseeboot", "de", "en")
    assert (nothing.pairs, nothing.lines, nothing.partners) == (0, [], [])


def test_what_stands_in_too_many_texts_to_be_counted_is_found_and_answers():
    """“chien” in all lines and “Hund” in two thirds of them are left out of the vocabulary."""
    colours = ("brauner", "brun"), ("weißer", "blanc"), ("schwarzer", "noir"), ("roter", "rouge")
    drawn = [colours[n] for n in np.random.default_rng(1).permutation(60) % 4]
    texts = {
        "de": [f"Ein {de} Hund" if n % 3 else f"Ein {de} Kater" for n, (de, _) in enumerate(drawn)],
        "fr": [f"Un chien {fr}" if n % 3 else f"Un matou {fr}" for n, (_, fr) in enumerate(drawn)],
    }
    corpus = Corpus("dogs", [str(n) for n in range(60)], texts, {"de": "de", "fr": "fr"})
    dogs = train(corpus, TrainSettings(n_topics=2, max_iter=20, check=False))
    assert "Hund" not in dogs.vocabularies["de"].forms
    found = dogs.concordance("Hund", "de", "fr")
    assert [(partner.word, partner.lines) for partner in found.partners] == [("chien", 40)]
    # In this form it stands nowhere.
    assert found.pairs == dogs.concordance("Hunden", "de", "fr").pairs == 40


def test_an_answer_that_is_seldom_is_doubtful(model):
    corpus = model.corpus
    english = list(corpus.texts["en"])
    row = next(n for n, text in enumerate(english) if "harvest" in text)
    english[row] = english[row].replace("harvest", "crop")
    texts = corpus.texts | {"en": english}
    changed = dataclasses.replace(model, corpus=dataclasses.replace(corpus, texts=texts))
    partners = changed.concordance("Ernte", "de", "en").partners
    assert [(partner.word, partner.doubtful) for partner in partners] == [
        ("harvest", False), ("crop", True)
    ]  # fmt: skip


def test_what_may_stand_there_by_chance_is_doubtful():
    """*given* is said of everything, *privacy* of what has *Datenschutz*; *long* stands in twelve
    lines with *Streit* but says it in three; *examination* says it in six, wherever it stands."""
    given, privacy = beyond_chance(2, 15, 150, 1200), beyond_chance(4, 7, 6, 1200)
    assert doubtful(2, 15, given, 0, given) and not doubtful(2, 15, privacy, 0, privacy)
    assert not doubtful(2, 15, given, 0.5, given) and not doubtful(8, 15, given, 0, given)
    assert not doubtful(1, 7, privacy, 0, 0) and doubtful(1, 25, privacy, 0, 0)
    long, linked = beyond_chance(12, 41, 81, 1200), beyond_chance(3, 41, 81, 1200)
    assert doubtful(3, 41, long, 0, linked) and not doubtful(3, 41, long, 0, long)
    often = beyond_chance(6, 41, 27, 1200)
    assert not doubtful(6, 41, often, 0, often) and doubtful(3, 41, often, 0, often)
    assert beyond_chance(1, 50, 50, 100) == 0


def test_a_line_whose_link_tells_nothing_says_what_another_line_says():
    """*Handelskrieg* is linked with *tariffs … trade war* there, which is no phrase; *trade*, which
    says another word, is not taken from it."""
    pairs = [
        ("Streit im Handelskrieg", "quarrel in the trade war"),
        ("Zoll wegen Handelskrieg", "tariff in the trade war"),
        ("Anfang", "the trade war"),
        *((f"Handel {n}", f"trade {n}") for n in range(400)),
    ]
    texts = {side: [pair[n] for pair in pairs] for n, side in enumerate(("de", "en"))}
    corpus = Corpus("wars", [str(n) for n in range(403)], texts, {"de": "de", "en": "en"})
    direction = Direction(learn_words(corpus), "de", "en")
    read = all_lines(direction)
    source, target = read.source, read.target
    first, second = source.places_of(source.numbers_of("Handelskrieg")).tolist()
    wars = target.places_of(target.numbers_of("trade war")).tolist()
    said = [Said(0, first, wars[0], wars[0] + 1), Said(1, second, -1, -1)]
    group = [np.full_like(own, -1) for own in read.group]
    free = dataclasses.replace(read, group=(group[0], group[1]))
    assert said_again(free, said, 1) == [said[0], said[1]._replace(first=wars[1], last=wars[1] + 1)]
    group[0][second - 1] = group[1][wars[1]] = 1
    assert said_again(free, said, 1) == said
    # From a word that says it half as often it is: *erhobene Anschuldigung*, *allegation*.
    third = Said(2, source.places_of(source.numbers_of("Anfang"))[0], wars[2], wars[2] + 1)
    assert said_again(free, [*said, third], 1)[1].first == wars[1]


def test_lines_of_one_unit_stay_apart():
    """A title does not run into the text below it."""
    assert _joined(["Title\nText", "Ost-\nund West"], np.zeros(4, dtype=int), 1) == [
        "Title\nText\nOst- und West"
    ]


def test_a_form_that_says_something_else_is_asked_for_alone():
    """“Frau” is an address in most lines, “Frauen” never."""
    pairs = [
        ("Frau Keller kommt am Montag", "Mrs Keller comes on Monday"),
        ("Frau Keller liest Briefe", "Mrs Keller reads letters"),
        ("Frau Abel liest am Montag", "Mrs Abel reads on Monday"),
        ("Frauen kommen am Montag", "women come on Monday"),
        ("Abel liest Briefe", "Abel reads letters"),
    ]
    texts = {side: [pair[n] for pair in pairs] * 6 for n, side in enumerate(("de", "en"))}
    corpus = Corpus("letters", [str(n) for n in range(30)], texts, {"de": "de", "en": "en"})
    model = train(corpus, TrainSettings(n_topics=2, max_iter=20, check=False))
    said = {typed: model.concordance(typed, "de", "en").partners[0] for typed in ("Frau", "Frauen")}
    assert {typed: partner.word for typed, partner in said.items()} == {
        "Frau": "Mrs", "Frauen": "women"
    }  # fmt: skip
    assert (said["Frauen"].lines, said["Frauen"].of) == (6, 6)


def test_words_need_no_keywords(model):
    """A model that has learned no lexicon makes one when it is asked."""
    alone = dataclasses.replace(model, rankers={})
    assert alone.concordance("Ernte", "de", "en").partners[0].word == "harvest"
    assert ("Ernte", "harvest") in {(e.source, e.target) for e in alone.lexicon("de", "en")}


def test_of_a_large_corpus_some_pairs_are_read(model, monkeypatch):
    monkeypatch.setattr(concordance, "READ_WHOLE", 100)
    monkeypatch.setattr(concordance, "READ_FOR_ONE", 4000)
    large = dataclasses.replace(model)
    found = large.concordance("Ernte", "de", "en")
    assert found.partners[0].word == "harvest"
    assert found.pairs == model.concordance("Ernte", "de", "en").pairs
    assert large.made(Bitext, ("de", "en")) is None


def test_only_lines_with_a_partner(model):
    found = model.concordance("Ernte", "de", "en", partner="harvest", limit=3)
    assert len(found.lines) == 3
    with pytest.raises(InputError, match="none of the translations"):
        model.concordance("Ernte", "de", "en", partner="bridge")


def test_sorting(model):
    found = model.concordance("Ernte", "de", "en")
    after = [line.kwic().after.casefold().split() for line in found.sorted_lines("after")]
    assert after == sorted(after)
    before = [line.kwic().before.split()[::-1] for line in found.sorted_lines("before")]
    assert [words[0].casefold() for words in before] == sorted(w[0].casefold() for w in before)
    assert sorted(map(id, found.sorted_lines("partner"))) == sorted(map(id, found.lines))
    with pytest.raises(InputError, match="sorted by one of"):
        found.sorted_lines("length")


@pytest.mark.parametrize(
    ("typed", "source", "target", "said"),
    [
        (" ", "de", "en", "Type a word"),
        ("!?", "de", "en", "Type a word"),
        ("x" * 201, "de", "en", "at most 200"),
        ("Ernte", "de", "de", "the same"),
        ("Ernte", "de", "fr", "'fr' is no side of texts"),
    ],
)
def test_what_cannot_be_looked_for(model, typed, source, target, said):
    with pytest.raises(InputError, match=said):
        model.concordance(typed, source, target)


def test_without_texts_partners_are_told(model):
    alone = dataclasses.replace(model, has_texts=False)
    found = alone.concordance("Ernte", "de", "en")
    assert found.partners[0].word == "harvest"
    assert found.lines == []
    with pytest.raises(InputError, match="without its texts"):
        alone.lexicon("de", "en")


@pytest.mark.parametrize("hostile", ["(", "a|b", ".*", "\\", "[x", "Ernte)", "<b>Ernte</b>"])
def test_signs_are_not_a_pattern(model, hostile):
    try:
        found = model.concordance(hostile, "de", "en")
    except InputError:
        return
    assert found.pairs <= len(model.corpus)
