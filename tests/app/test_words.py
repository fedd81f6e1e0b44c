"""The page Words: partners and lines of a word, the lexicon and its files, nothing unescaped."""

import dataclasses
import json
import re
from functools import partial
from types import SimpleNamespace

import pytest

from gplsa.app.desk import counting, trainings
from gplsa.app.desk.desk import current_desk
from gplsa.app.desk.state import MadeLexicon, ModelState
from gplsa.app.library.library import CORPUS, MODEL
from gplsa.app.show.reader import NARROW
from gplsa.app.words import cards, lexicon, parts
from gplsa.model.direction import Direction
from gplsa.model.editing.edits import Merge
from gplsa.model.settings import TrainSettings
from gplsa.model.terms.concordance import Concordance
from gplsa.model.terms.lexicon import entries_with
from gplsa.model.terms.lexicon import lexicon as make_entries
from gplsa.model.terms.partners import Partner
from gplsa.training.train import train
from tests.app.conftest import html
from tests.patience import eventually

LEXICON = "The whole lexicon"


def button(app, text):
    return next(b for b in app.button if b.label == text)


def look_up(app, word):
    side = "en" if app.segmented_control[0].value else "de"
    app.session_state[f"words-typed-{side}"] = word
    app.run()
    assert not app.exception
    return html(app)


def wait(desk):
    job = desk.job
    eventually(lambda: not job.snapshot.live)
    assert job.snapshot.state == "done", job.snapshot.message
    return job.snapshot


def test_a_german_word_and_its_english_lines(laid_out, open_page):
    app = open_page("words.py")
    shown = look_up(app, "Kapitän")
    assert '<th scope="row">captain</th>' in shown
    assert "<mark>Kapitän</mark>" in shown
    assert "<mark>captain</mark>" in shown
    model = current_desk().model
    held = sum("Kapitän" in text for text in model.corpus.texts["de"])
    assert f"found in {held} pairs of 60" in shown


def test_lines_are_counted_alike_and_all_places_in_them_are_marked(
    desk, corpus, trained, open_page
):
    texts = [text.replace("Küste", "Küste und Küstenwache") for text in corpus.texts["de"]]
    longer = dataclasses.replace(corpus, texts=corpus.texts | {"de": texts})
    desk.lay_out(CORPUS, desk.library.keep(longer))
    desk.lay_out(MODEL, desk.library.keep(dataclasses.replace(trained, corpus=longer)))
    app = open_page("words.py")
    shown = look_up(app, "Küste")
    held = [text for text in texts if "Küste" in text]
    assert "longer word" not in shown
    assert f"found in {len(held)} pairs of 60 in “letters”<" in shown
    assert set(re.findall(r"in \d+ of (\d+) lines", shown)) == {str(len(held))}
    assert f"{len(held)} lines" in [caption.value for caption in app.caption]
    marked = shown.count("<mark>Küste</mark>")
    assert marked >= sum(len(re.findall(r"\bKüste\b", text)) for text in held) > len(held)


def test_where_answers_are_of_some_of_the_lines_it_is_said():
    partner = Partner("coast", 12, 24, False)
    found = Concordance("Küste", "de", "en", 24, True, [partner], [], [], 33, 24, 24)
    told = "33 lines: 24 with the word itself, 9 in compounds or otherwise"
    assert cards.counted(found) == told
    assert cards.counted(dataclasses.replace(found, n_lines=24)) == "24 lines"
    read = dataclasses.replace(found, pairs=400, n_lines=24)
    assert cards.counted(read) == "24 lines, from 24 of these pairs"


def test_pairs_with_longer_words_alone_are_counted_apart(trained):
    found = Concordance("Küste", "de", "en", 43, True, [], [], [], 111, 45, 21)
    told = "found in 21 pairs of 60 in “letters” · in 24 more as part of a longer word"
    assert told in cards.held(trained, found)
    some = dataclasses.replace(found, pairs=400)
    told = "found in 400 pairs of 60 in “letters” · in some of them as part of a longer word"
    assert told in cards.held(trained, some)


def test_the_other_direction_and_lines_with_one_partner(laid_out, open_page):
    app = open_page("words.py")
    app.segmented_control[0].set_value(1).run()
    shown = look_up(app, "harbour")
    assert '<th scope="row">Hafen</th>' in shown
    app.pills[0].set_value("Hafen").run()
    assert not app.exception
    lines = html(app).split('class="aligned"')[1].split("<article>")[1:]
    assert lines
    assert all("<mark>Hafen</mark>" in line for line in lines)


def test_of_a_long_line_a_sentence_is_shown_and_all_on_a_click(laid_out, open_page, monkeypatch):
    look, rain = parts.concordance, "Es regnete. " * 90

    def with_a_long_line(*asked, **how):
        found = look(*asked, **how)
        first, *others = found.lines
        places = [(a + len(rain), b + len(rain)) for a, b in first.source_places]
        first = dataclasses.replace(first, source=rain + first.source, source_places=places)
        return dataclasses.replace(found, lines=[first, *others])

    monkeypatch.setattr(parts, "concordance", with_a_long_line)
    app = open_page("words.py")
    look_up(app, "Hafen")
    lines = re.findall("<article>(.*?)</article>", html(app).split('class="aligned"')[1])
    (long,) = [line for line in lines if "show the whole line" in line]
    opened, shown = long.split("</details>")
    assert "regnete" not in shown and "<mark>Hafen</mark>" in shown
    assert opened.count("regnete") == 90 and "<mark>Hafen</mark>" in opened


@pytest.mark.parametrize(
    ("typed", "told"), [("Unterseeboot", "Your corpus does not have it"), ("?!", "Type a word")]
)
def test_what_is_not_there_is_said(laid_out, open_page, monkeypatch, typed, told):
    # The test's select box holds only what it offers.
    monkeypatch.setattr("gplsa.app.words.parts.suggested", lambda model, side, n: [typed])
    app = open_page("words.py")
    look_up(app, typed)
    assert any(told in said.value for said in [*app.info, *app.warning])


def test_a_word_of_the_other_side_is_looked_up_there(laid_out, open_page, monkeypatch):
    # The test's select box holds only what it offers.
    monkeypatch.setattr(
        "gplsa.app.words.parts.suggested", lambda model, side, n: ["harbour", "Uhu"]
    )
    app = open_page("words.py")
    look_up(app, "Uhu")
    assert app.segmented_control[0].value == 0 and app.info
    look_up(app, "harbour")
    assert app.segmented_control[0].value == 1
    assert '<th scope="row">Hafen</th>' in html(app) and not app.info
    told = "Only English has it, so the direction has been switched."
    assert told in [one.value for one in app.caption]
    app.segmented_control[0].set_value(0).run()
    assert app.segmented_control[0].value == 0 and told not in [one.value for one in app.caption]


def test_a_word_of_documents_without_counterpart_turns_the_page_once(
    laid_out, open_page, monkeypatch
):
    """It stands on both sides, and on neither in a pair."""
    monkeypatch.setattr("gplsa.app.words.parts.suggested", lambda model, side, n: ["Uhu"])
    beside = {"de": "en", "en": "de"}
    monkeypatch.setattr("gplsa.app.words.parts.other_side_with", lambda m, word, side: beside[side])
    app = open_page("words.py")
    look_up(app, "Uhu")
    assert app.segmented_control[0].value == 1 and app.info


def test_bars_of_partners_begin_in_one_line(trained):
    partners = [Partner(word, lines, 24, False) for word, lines in [("coast", 12), ("shore", 2)]]
    found = Concordance("Küste", "de", "en", 24, True, partners, [], [], 24, 24)
    shown = cards.partners(trained, found, partners)
    assert shown.count('class="num"><div class="seen"><span class="track"') == 2
    assert ">how often</th>" in shown


def test_doubtful_answers_have_no_bars_and_a_single_line_is_called_so(trained):
    found = Concordance("Küste", "de", "en", 2, True, [], [], [], 2, 2)
    shown = [cards.partners(trained, found, [Partner("coast", 2, 2, own)]) for own in (False, True)]
    assert [re.findall(r"width:(\d+)%", one) for one in shown] == [["100"], []]
    assert ["doubtful" in one for one in shown] == [False, True]
    assert "in 2 of 2 lines" in shown[1] and "track" not in shown[1]
    assert "in the only line" in cards.partners(trained, found, [Partner("coast", 1, 1, True)])


def test_where_no_answer_is_sure_it_is_said(laid_out, open_page, monkeypatch):
    look = parts.concordance

    def doubted(*asked, **how):
        found = look(*asked, **how)
        partners = [dataclasses.replace(one, doubtful=True) for one in found.partners]
        return dataclasses.replace(found, partners=partners)

    app = open_page("words.py")
    look_up(app, "Hafen")
    assert not app.info
    monkeypatch.setattr(parts, "concordance", doubted)
    look_up(app, "Hafen")
    assert app.info[0].value.startswith("No word stands out as its translation")


def test_what_spelling_tells_is_said_to_be_and_has_no_bar(trained):
    told = "guessed from its spelling, as too few lines show a translation"
    for lines, of, seen in ((1, 1, "in the only line"), (0, 3, "in no line"), (1, 3, "in 1 of 3")):
        partner = Partner("coast", lines, of, False, spelled=True)
        found = Concordance("Küste", "de", "en", 2, True, [partner], [], [], 2, 2)
        shown = cards.partners(trained, found, [partner])
        assert told in shown and f'<div class="seen"><span></span><span>{seen}' in shown


def test_a_part_of_a_better_answer_is_no_other_one_beside_it(trained):
    partners = [Partner("sea coast", 9, 24, False), Partner("coast", 3, 24, False)]
    partners[1] = dataclasses.replace(partners[1], part_of="sea coast")
    found = Concordance("Küste", "de", "en", 24, True, partners, [], [], 24, 24)
    shown = cards.partners(trained, found, partners)
    assert shown.count("part of “sea coast”") == 1
    assert '<th scope="row">sea coast</th>' in shown


def test_a_word_that_is_not_there_leads_to_one_that_is(laid_out, open_page, monkeypatch):
    monkeypatch.setattr("gplsa.app.words.parts.suggested", lambda *asked: ["Kapitähn", "Kapitän"])
    app = open_page("words.py")
    look_up(app, "Kapitähn")
    said = "Your corpus does not have it, so there is no translation to show."
    assert app.info[0].value == said
    # And to words that are there.
    assert "Or try a word that is typical of your corpus:" in [one.value for one in app.caption]
    button(app, "Look up “Kapitän”").click().run()
    assert '<th scope="row">captain</th>' in html(app) and not app.info


def test_examples_in_the_lexicon_are_cut_where_their_cells_end(trained):
    cut = partial(lexicon._cut, trained.vocabularies["de"])
    words = "Könnte Herr Kinnock heute Abend vielleicht schon einen Zipfel des Schleiers lüften?"
    shown = cut(words, "nowhere")
    assert len(shown) <= lexicon.LETTERS and shown.endswith(" …")
    assert words.startswith(shown.removesuffix(" …"))
    for before in (words, "Ein Fischereipartnerschaftsabkommen"):
        shown = cut(f"{before} {before}, Häfen am Meer. {words}", "Hafen")
        assert "Häfen" in shown and shown.startswith("…") and len(shown) <= lexicon.LETTERS
    assert cut(f"{words} Zum Hafen.", "Hafen") == "…lüften? Zum Hafen."
    long = "Donaudampfschifffahrtsgesellschaftskapitän"
    assert long in cut(f"{words} {long}. {words}", long)


def test_before_words_are_learned_an_example_says_what_one_will_get(desk, corpus, open_page):
    desk.lay_out(CORPUS, desk.library.keep(corpus))
    shown = html(open_page("words.py"))
    assert '<th scope="row">harbour</th>' in shown and "in 13 of 18 lines" in shown


def test_lines_stand_on_pages_of_which_a_telephone_has_shorter_ones(
    laid_out, open_page, monkeypatch
):
    monkeypatch.setattr(parts, "LINES", 4)
    app = open_page("words.py")
    assert look_up(app, "Hafen").count("<article>") == 4
    app.session_state[NARROW] = "narrow"
    assert html(app.run()).count("<article>") == 2


def test_all_lines_of_a_frequent_word_are_there_to_be_read(desk, corpus, open_page, monkeypatch):
    thrice = dataclasses.replace(
        corpus,
        ids=[str(n) for n in range(180)],
        titles=[],
        texts={side: texts * 3 for side, texts in corpus.texts.items()},
        fields={},
    )
    model = train(thrice, TrainSettings(n_topics=4, max_iter=5, check=False))
    desk.lay_out(MODEL, desk.library.keep(model))
    app = open_page("words.py")
    look_up(app, "Hafen")
    n_lines = 3 * sum("Hafen" in text for text in corpus.texts["de"])
    assert n_lines > 50
    assert f"{n_lines} lines" in [caption.value for caption in app.caption]
    monkeypatch.setattr(parts, "LINES_TO_READ", 12)
    assert f"12 of {n_lines} lines" in [caption.value for caption in app.run().caption]


def test_a_single_line_is_not_to_be_sorted(laid_out, open_page, monkeypatch):
    for n_lines in (2, 1):
        found = partial(_with_lines, parts.concordance, n_lines)
        monkeypatch.setattr(parts, "concordance", found)
        app = open_page("words.py")
        look_up(app, "Hafen")
        assert ("Sort the lines" in [box.label for box in app.selectbox]) == (n_lines > 1)


def test_lines_that_show_an_answer_come_first(laid_out, open_page, monkeypatch):
    look = parts.concordance

    def with_one_that_shows_none(*asked, **how):
        found = look(*asked, **how)
        bare = dataclasses.replace(found.lines[0], target_places=[], partner="")
        return dataclasses.replace(found, lines=[bare, *found.lines[1:]])

    monkeypatch.setattr(parts, "concordance", with_one_that_shows_none)
    app = open_page("words.py")
    look_up(app, "Hafen")
    lines = re.findall("<article>(.*?)</article>", html(app).split('class="aligned"')[1])
    assert ["<mark>harbour</mark>" in line for line in lines] == [True] * (len(lines) - 1) + [False]


def _with_lines(look, n_lines, *asked, **how):
    found = look(*asked, **how)
    return dataclasses.replace(found, lines=found.lines[:n_lines], n_lines=n_lines)


def test_telling_words_are_offered_with_their_translations(laid_out, open_page):
    app = open_page("words.py")
    offered = [b for b in app.button if (b.key or "").startswith("begin-")]
    assert 0 < len(offered) <= parts.TO_BEGIN
    word, partner = offered[0].label.split(" → ")
    offered[0].click().run()
    assert f"<b>{word}</b>" in html(app) and f'<th scope="row">{partner}</th>' in html(app)
    assert not [b for b in app.button if (b.key or "").startswith("begin-")]


def test_words_learned_without_a_model_are_offered_too(desk, corpus, open_page):
    desk.lay_out(CORPUS, desk.library.keep(corpus))
    button(open_page("words.py"), "Learn the words").click().run()
    wait(desk)
    assert [b for b in open_page("words.py").button if (b.key or "").startswith("begin-")]


def test_a_word_of_the_lexicon_leads_to_its_lines(laid_out, open_page, monkeypatch):
    app = open_page("words.py", LEXICON)
    state = {"cells": [(0, "en")]}
    monkeypatch.setattr(
        lexicon.st, "session_state", {"table": SimpleNamespace(selection=SimpleNamespace(**state))}
    )
    entry = SimpleNamespace(source="Schiff", target="ship")
    lexicon._follow(Direction(laid_out.model, "de", "en"), "table", [entry])
    found = lexicon.st.session_state
    assert found["words-typed-en"] == "ship" and found["words-what"] == "A word"
    assert app.session_state["words-what"] == LEXICON


def test_the_lexicon_is_made_and_handed_out(laid_out, open_page):
    app = open_page("words.py", LEXICON)
    wait(laid_out)
    app.run().number_input[0].set_value(2).run()
    button(app, "Make the lexicon").click().run()
    assert "The lexicon has" in wait(laid_out).message
    made = laid_out.model_state.lexicons["de", "en"]
    assert {("Schiff", "ship"), ("Hafen", "harbour")} <= {
        (e.source, e.target) for e in made.entries
    }
    assert ("en", "de") not in laid_out.model_state.lexicons
    app.run()
    assert not app.exception
    table = app.dataframe[0]
    # Numbers, which a click on their heading puts in order; as texts 112 came before 13.
    assert [*table.value.columns[:4]] == ["lines", "de", "en", "together"]
    assert [*table.value["together"]] == [round(e.probability, 2) for e in made.entries]
    assert [*table.value["lines"]] == [entry.source_lines for entry in made.entries]
    n = len(made.entries)
    told = f"{n} entries, each shown by at least 2 pairs. Click a word to see its lines."
    assert any(one.value.startswith(told) for one in app.caption)
    app.session_state[NARROW] = "narrow"
    app.run()
    # A telephone has a list, whose long words are broken and not cut.
    first = made.entries[0]
    said = f"in {first.lines} of {first.source_lines} lines"
    told = f"{first.source} → **{first.target}** :gray[:small[{said}]]"
    assert not app.dataframe
    button(app, told).click().run()
    assert app.session_state["words-typed-de"] == first.source
    assert f"<mark>{first.source}</mark>" in html(app)
    app = open_page("words.py", LEXICON)
    app.run()
    assert table.proto.row_height <= 32, "twelve rows are in sight at once"
    offered = {b.label for b in app.get("download_button")}
    assert {"Lexicon as CSV", "XLSX", "Lexicon as TBX (glossary)"} <= offered
    button(app, "Make a translation memory (TMX)").click().run()
    assert "60 lines aligned" in wait(laid_out).message
    app.run()
    assert "60 aligned lines as TMX" in {b.label for b in app.get("download_button")}


def kept_files(desk):
    return [*(desk.library.folder / MODEL).glob("*.lexicon-*")]


def test_the_lexicon_begins_by_itself_once(laid_out, open_page, go_on):
    app = open_page("words.py", LEXICON)
    job = laid_out.job
    assert job.snapshot.title == "Lexicon" and job.snapshot.live
    assert button(app, "Make the lexicon").disabled
    button(app, "Cancel").click().run()
    go_on.set()
    eventually(lambda: not job.snapshot.live)
    for page in (app.run(), open_page("words.py", LEXICON)):  # also after a reload
        assert laid_out.job is job and not button(page, "Make the lexicon").disabled
    app.segmented_control[0].set_value(1).run()
    wait(laid_out)
    assert [*laid_out.model_state.lexicons] == [("en", "de")]


def test_the_lexicon_waits_for_what_runs(laid_out, open_page, go_on):
    laid_out.begin("Reading", lambda progress: progress(0.5, "") or "Done.")
    reading = laid_out.job
    app = open_page("words.py", LEXICON)
    assert laid_out.job is reading
    go_on.set()
    wait(laid_out)
    app.run()
    assert laid_out.job is not reading and wait(laid_out).title == "Lexicon"


def test_a_lexicon_is_there_after_a_restart_and_goes_with_its_model(laid_out, open_page):
    open_page("words.py", LEXICON)
    wait(laid_out)
    made = laid_out.model_state.lexicons["de", "en"]
    assert len(kept_files(laid_out)) == 1 and made.entries
    laid_out.library.edited(laid_out.model_state.id, laid_out.model.edited(Merge((0, 1))))
    current_desk.cache_clear()
    app = open_page("words.py", LEXICON)
    desk = current_desk()
    assert desk.job is None and desk.model.n_topics == 3
    assert desk.model_state.lexicons == {("de", "en"): made}
    assert len(app.dataframe[0].value) == len(made.entries)
    desk.library.remove(MODEL, desk.model_state.id)
    assert not kept_files(desk)
    assert not [*(desk.library.folder / MODEL).iterdir()]
    state = ModelState(desk.model_state.id)  # a model that lies on no disk would leave it behind
    trainings.make_lexicon(desk, state, Direction(laid_out.model, "de", "en"), 3, None)
    assert state.lexicons and not kept_files(desk)


@pytest.mark.parametrize(
    ("name", "value"),
    [("example", {"row": 60, "source": "", "target": ""}), ("source_lines", 0), ("lines", "two")],
)
def test_a_damaged_lexicon_is_made_again(laid_out, open_page, name, value):
    open_page("words.py", LEXICON)
    wait(laid_out)
    made, [file] = laid_out.model_state.lexicons["de", "en"], kept_files(laid_out)
    kept = json.loads(file.read_text("utf-8"))
    kept["entries"][0][name] = value
    file.write_text(json.dumps(kept), "utf-8")
    current_desk.cache_clear()
    open_page("words.py", LEXICON)
    wait(current_desk())
    assert current_desk().model_state.lexicons["de", "en"] == made
    assert json.loads(file.read_text("utf-8")) != kept


def test_the_lexicon_is_searched_and_what_was_ticked_stays_so(laid_out, open_page):
    entries = make_entries(laid_out.model.direction("de", "en"))
    laid_out.model_state.lexicons["de", "en"] = MadeLexicon(3, entries)
    app = open_page("words.py", LEXICON)
    assert len(app.dataframe[0].value) == len(entries)
    find = next(field for field in app.text_input if field.label == "Find in the lexicon")
    find.set_value("HARB").run()
    assert all("harbour" in word for word in app.dataframe[0].value["en"])
    ticked = laid_out.model_state.ticked["de", "en"]
    ticked.add(("Schiff", "ship"))
    find.set_value("schiff").run()
    assert ticked_rows(app) == ["Schiff"]
    assert ticked == {("Schiff", "ship")}
    find.set_value("xyz").run()
    assert not app.exception and not app.dataframe
    assert "under “A word”" in app.info[0].value
    told = [caption.value for caption in app.caption]
    assert "Entries in the files: 1." in told, "ticked are those one wants"
    find.set_value(
        next(e.source for e in entries if len(entries_with(entries, e.source)) == 1)
    ).run()
    assert any("**1 of them is listed**" in caption.value for caption in app.caption)
    assert app.segmented_control(key="words-kept").options == ["only ticked rows", "all but these"]
    kinds = [type(element).__name__ for element in app.main]
    assert kinds.index("Dataframe") > kinds.index("ButtonGroup"), "in sight, above the table"
    app.segmented_control(key="words-kept").set_value("without").run()
    told = [caption.value for caption in app.caption]
    assert f"Entries in the files: {len(entries) - 1}." in told
    app = open_page("words.py", LEXICON)
    assert ticked_rows(app) == ["Schiff"], "as after a reload"


def test_words_of_a_hostile_corpus_are_escaped(desk, corpus, trained, open_page):
    texts = {side: list(own) for side, own in corpus.texts.items()}
    texts["de"] = [f"<img src=x onerror=alert(1)> {text}" for text in texts["de"]]
    hostile = dataclasses.replace(corpus, texts=texts, ids=[f"<b>{i}" for i in corpus.ids])
    desk.lay_out(CORPUS, desk.library.keep(hostile))
    desk.lay_out(MODEL, desk.library.keep(dataclasses.replace(trained, corpus=hostile)))
    shown = look_up(open_page("words.py"), "Schiff")
    assert "<mark>Schiff</mark>" in shown
    assert "&lt;b&gt;L" in shown
    assert "<img src=x" not in shown
    assert "<b>L" not in shown


def test_without_texts_partners_alone(desk, corpus, trained, open_page):
    desk.lay_out(CORPUS, desk.library.keep(corpus))
    desk.lay_out(MODEL, desk.library.keep(dataclasses.replace(trained, has_texts=False)))
    app = open_page("words.py")
    assert '<th scope="row">ship</th>' in look_up(app, "Schiff")
    app = open_page("words.py", LEXICON)
    assert "Make the lexicon" not in {b.label for b in app.button}
    assert any("saved without" in one.value for one in app.caption)


def test_what_is_seldom_seen_stands_last_in_the_lexicon(laid_out, open_page):
    entries = make_entries(laid_out.model.direction("de", "en"))[:4]
    seldom = [dataclasses.replace(entries[n], source_lines=9 * entries[n].lines) for n in (0, 2)]
    shown = [seldom[0], entries[1], seldom[1], entries[3]]
    laid_out.model_state.lexicons["de", "en"] = MadeLexicon(3, shown)
    app = open_page("words.py", LEXICON)
    words = [entries[n].source for n in (1, 3, 0, 2)]
    assert [*app.dataframe[0].value["de"]] == words
    assert "The last 2 are doubtful" in app.caption[0].value
    laid_out.model_state.ticked["de", "en"] = {entries[1].terms}
    assert ticked_rows(open_page("words.py", LEXICON)) == [entries[1].source]


def ticked_rows(app):
    rows = json.loads(app.dataframe[0].proto.selection_default)["selection"]["rows"]
    return [app.dataframe[0].value["de"].iloc[row] for row in rows]


def test_what_was_ticked_before_a_training_is_ticked_after_it(desk, corpus, trained, open_page):
    desk.lay_out(CORPUS, desk.library.keep(corpus))
    button(open_page("words.py"), "Learn the words").click().run()
    wait(desk)
    before = {("Schiff", "ship"), ("nirgends", "nowhere")}
    desk.corpus_state.lookup.ticked["de", "en"] = before
    for _ in range(2):  # also after another training
        desk.keep_trained(trained, desk.corpus_state.id)
        assert desk.lookup == (desk.model_state, desk.model)
        app = open_page("words.py", LEXICON)
        wait(desk)
        app.run()
        assert ticked_rows(app) == ["Schiff"]
        assert "Entries in the files: 1." in [caption.value for caption in app.caption]
    other = dataclasses.replace(trained, corpus=dataclasses.replace(corpus, name="another"))
    desk.keep_trained(other)
    assert not desk.model_state.ticked


def test_words_are_learned_without_a_model_which_takes_their_place(
    desk, corpus, trained, open_page
):
    desk.lay_out(CORPUS, desk.library.keep(corpus))
    app = button(open_page("corpus.py"), "Only look words up").click().run()
    button(app, "Learn the words").click().run()
    assert wait(desk).message == "Words can be looked up."
    app.run()
    assert '<th scope="row">captain</th>' in look_up(app, "Kapitän")
    app.session_state["words-what"] = LEXICON
    app.run()
    wait(desk)
    made = desk.corpus_state.lookup.lexicons["de", "en"]
    assert made.entries and desk.model is None and not kept_files(desk)
    assert "Lexicon as TBX (glossary)" in [
        one.proto.label for one in app.run().get("download_button")
    ]
    desk.lay_out(MODEL, desk.library.keep(trained))
    assert desk.lookup == (desk.model_state, desk.model)
    app.run()
    wait(desk)
    assert desk.model_state.lexicons["de", "en"] is not made


def test_words_of_another_corpus_are_not_shown(desk, corpus, open_page):
    desk.lay_out(CORPUS, desk.library.keep(corpus))
    button(open_page("words.py"), "Learn the words").click().run()
    wait(desk)
    desk.lay_out(CORPUS, desk.library.keep(dataclasses.replace(corpus, name="another")))
    assert button(open_page("words.py"), "Learn the words")


def test_beside_the_model_of_another_corpus_words_are_of_the_open_one(laid_out, corpus, open_page):
    other = dataclasses.replace(corpus, name="another", ids=[f"X{row}" for row in range(60)])
    laid_out.lay_out(CORPUS, laid_out.library.keep(other))
    app = open_page("words.py")
    assert not app.warning
    button(app, "Learn the words").click().run()
    wait(laid_out)
    assert laid_out.lookup[1].corpus.name == "another"
    assert '<th scope="row">captain</th>' in look_up(app.run(), "Kapitän")


def test_words_wait_for_two_sides_of_texts(desk, corpus, open_page):
    texts = {"de": corpus.texts["de"]}
    one = dataclasses.replace(corpus, texts=texts, languages={"de": "de"})
    desk.lay_out(CORPUS, desk.library.keep(one))
    app = open_page("words.py")
    assert "this corpus has only one" in app.info[0].value
    assert all(b.label != "Learn the words" for b in app.button)


def test_a_corpus_that_memory_does_not_hold_has_its_words_from_a_model(
    desk, corpus, open_page, monkeypatch
):
    monkeypatch.setattr(counting, "MEMORY_BUDGET", 1)
    desk.lay_out(CORPUS, desk.library.keep(corpus))
    button(open_page("words.py"), "Learn the words").click().run()
    eventually(lambda: not desk.job.snapshot.live)
    assert desk.job.snapshot.state == "failed"
    assert "train a model" in desk.job.snapshot.message
