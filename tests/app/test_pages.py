"""Every page, with nothing on the desk and with a small corpus and its model on it."""

import dataclasses
import json
import re
from datetime import datetime
from types import SimpleNamespace

import numpy as np
import pytest

from gplsa.app.desk import corpora
from gplsa.app.desk.desk import current_desk
from gplsa.app.library.library import CORPUS, MODEL
from gplsa.app.show import cards, controls, piles
from gplsa.app.show.reader import NARROW
from gplsa.app.show.settings import recommended_topics
from gplsa.app.topics import parts, views
from gplsa.corpus.notes import DataWarning, Done
from gplsa.corpus.storage import corpus_digest
from gplsa.html.escaping import markup
from gplsa.language import in_language, tr
from gplsa.model.topics.order import found_words, topics_in_order, with_translations
from gplsa.model.topics.words import words_shown
from gplsa.reading import Choices, Upload, with_warnings
from gplsa.shaping import Drop, Rename
from tests.app.conftest import THEMES, entries, html, opened
from tests.conftest import REPOSITORY
from tests.patience import PATIENCE, eventually

TITLES = {
    "corpus.py": "What is in the texts you cannot read?",
    "train.py": "Training: find the topics",
    "topics.py": "Topics: what is in the collection",
    "keywords.py": "Keywords: what a new document is about",
    "search.py": "Search: find what goes with it",
    "words.py": "Words: how it is said on the other side",
    "documents.py": "Documents: do the pairs belong together?",
    "fields.py": "By time and field: where topics differ",
    "compare.py": "Compare: what serves this corpus best?",
    "saved.py": "Saved: projects and their models",
    "manual.py": "Read the output",
}


def button(app, text):
    return next(b for b in app.button if b.label == text)


def markdown(app):
    return "\n".join(element.value for element in app.markdown)


def wait(desk):
    """Until the job has ended; the sentence it left."""
    job = desk.job
    eventually(lambda: not job.snapshot.live)
    return job.snapshot


@pytest.mark.parametrize(("page", "title"), TITLES.items())
def test_every_page_opens_on_an_empty_desk(open_page, page, title):
    app = open_page(page)
    assert [element.value for element in app.title] == [title]
    assert "Everything stays on this computer." in html(app)


@pytest.mark.parametrize(
    ("page", "waits_for"),
    [
        ("train.py", "Training waits for a corpus."),
        ("topics.py", "Topics appear here once a model is trained."),
        ("keywords.py", "Keywords need a trained model."),
        ("search.py", "Search needs a trained model."),
        ("words.py", "Looking words up waits for a corpus."),
        ("compare.py", "Comparing waits for a corpus."),
        ("documents.py", "Documents are shown once a model is trained on them."),
        ("fields.py", "Topics by time and field are shown once a model is trained."),
    ],
)
def test_a_step_says_what_it_waits_for(open_page, page, waits_for):
    said = markdown(open_page(page))
    assert waits_for in said
    assert "for a corpus" in said or "First choose a corpus, then train on it." in said


def test_with_a_corpus_a_step_that_needs_a_model_waits_for_it_alone(desk, corpus, open_page):
    named = dataclasses.replace(corpus, name="letters" * 20)
    desk.lay_out(CORPUS, desk.library.keep(named))
    app = open_page("search.py")
    assert markdown(app) == "Search needs a trained model."
    assert [link.proto.label for link in app.get("page_link")] == ["Choose the settings"]
    assert f">{named.name[:59]}…</span></b>" in html(app)


def test_a_page_that_needs_a_model_trains_one_when_it_is_asked_to(desk, corpus, open_page):
    desk.lay_out(CORPUS, desk.library.keep(corpus))
    app = open_page("search.py")
    button(app, "Train as recommended").click().run()
    assert wait(desk).message == "The model is trained."
    assert desk.model.settings.n_topics == recommended_topics(corpus, 100)
    assert app.run().text_area


def test_what_is_saved_is_offered_where_nothing_is_on_the_desk(laid_out, open_page):
    laid_out.lay_out(MODEL, None)
    app = open_page("topics.py")
    offered = [link.proto.label for link in app.get("page_link")]
    assert offered == ["Choose the settings", "Open the saved one"]


def test_words_of_a_topic_say_their_language_so_that_compounds_break_where_they_may(
    laid_out, open_page
):
    words = html(open_page("topics.py")).partition('<div class="words">')[2]
    assert re.findall(r'<div style="--c:#\w+" lang="(\w+)"', words)[:2] == ["de", "en"]


def test_corpus_shows_counts_and_pairs(laid_out, open_page):
    app = open_page("corpus.py")
    assert "60 pairs · German \\+ English" in app.success[0].value
    shown = html(app)
    assert shown.count('class="pair"') == 5
    assert "60 pairs · German + English" in shown


def test_one_primary_way_leads_on_from_a_corpus(laid_out, open_page):
    """To the topics where a model of it is open, else to the training."""

    def primary(app):
        return [one.label for one in app.button if one.proto.type == "primary"]

    def order(app):
        said = {'class=\\"pairs': "pair", "See topics": "See topics", "**letters**": "success"}
        told = [str(getattr(one, "proto", "")) for one in app.main]
        return [name for one in told for part, name in said.items() if part in one]

    app = open_page("corpus.py")
    assert primary(app) == ["See topics"]
    labels = [one.label for one in app.button]  # in one place, the plainer first
    assert labels[labels.index("See topics") - 1] == "Use this corpus: train"
    # In the first screen beside what was read; on a telephone pairs are fewer and shorter.
    assert order(app) == ["success", "See topics", "pair"]
    app.session_state[NARROW] = "narrow"
    assert order(app.run()) == ["success", "pair", "See topics"]
    assert html(app).count('class="pair"') == 2
    laid_out.lay_out(MODEL, None)
    app = open_page("corpus.py")
    assert primary(app) == ["Use this corpus: train"]


def test_reading_a_file_counts_words_and_points_out_doubts(desk, open_page, corpus):
    rows = [f"{de}\t{en}" for de, en in zip(*corpus.texts.values(), strict=True)]
    table = "\n".join(["de\ten", *rows, rows[0], "nur deutsch\t"]).encode()
    desk.begin(
        "Reading",
        lambda progress: corpora.read(
            desk, [Upload.from_bytes("a.tsv", table)], Choices(), progress
        ),
    )
    assert wait(desk).message == "Read: 61 pairs, and 1 document with one side missing."
    app = open_page("corpus.py")
    assert "61 pairs" in app.success[0].value
    assert "1 lack English" in app.success[0].value
    labels = [expander.label for expander in app.expander]
    assert any(r"Words: 24 German \/ 24 English kept" in label for label in labels), labels
    assert not [one for one in app.text_input if one.label == "Leave out as well"]
    app.session_state[f"words-of-{desk.corpus_state.id}"] = True
    german = next(one for one in app.run().text_input if one.label == "Leave out as well")
    german.set_value("Ernte")
    button(app, "Count again").click().run()
    wait(desk)
    assert "Ernte" in desk.corpus_state.counted.sides["de"].options.add_stop_words
    assert desk.corpus_state.counted.sides["de"].kept == 23
    assert "Count again" in [one.label for one in app.run().button]  # it stays unfolded


def test_columns_without_a_name_are_called_by_their_number(desk, open_page, corpus):
    rows = [f"{de}\t{en}" for de, en in zip(*corpus.texts.values(), strict=True)]
    upload = Upload.from_bytes("a.tsv", "\n".join(rows).encode())
    corpora.read(desk, [upload], Choices(), lambda *_: None)
    menus = [one.proto.popover.label for one in open_page("corpus.py").get("popover")]
    assert "**German:** column 1" in menus and "**English:** column 2" in menus, menus


def test_how_files_were_read_is_folded_away(desk, open_page, corpus):
    rows = [f"{de}\t{en}" for de, en in zip(*corpus.texts.values(), strict=True)]
    upload = Upload.from_bytes("a.tsv", "\n".join(["de\ten", *rows]).encode())
    desk.begin("R", lambda p: corpora.read(desk, [upload], Choices(), p))
    wait(desk)
    app = open_page("corpus.py")
    assert "Encoding" in [one.label for one in app.expander]
    assert "UTF\N{NON-BREAKING HYPHEN}8" in app.success[0].value  # in one line


def test_near_copies_show_what_differs_and_odd_pairs_their_lengths(desk, open_page, corpus):
    german, english = ([*column] for column in corpus.texts.values())
    german[0] = " ".join(german[:4])
    german[9], english[9] = german[0].replace(german[3][:5], "12345"), english[0]
    near = DataWarning("near copies", "1 pair is nearly the same.", (9,), firsts=(0,))
    odd = DataWarning("lengths", "1 pair is of very different length.", (0,))
    texts = {"de": german, "en": english}
    desk.lay_out(
        CORPUS, desk.library.keep(dataclasses.replace(corpus, texts=texts, warnings=[near, odd]))
    )
    shown = html(open_page("corpus.py"))
    assert f"{corpus.ids[9]} repeats {corpus.ids[0]}<" in shown
    assert "<mark>12345</mark>" in shown and "<del>" not in shown
    assert f"[{len(german[0])} characters] " in shown


def test_doubts_come_with_what_to_do(desk, open_page, corpus):
    """Sides in columns called by the other language, and two copies: a click each."""
    german, english = corpus.texts["de"], corpus.texts["en"]
    prose = [f"Der Brief {n} ist von dem Bauern und sagt: {de}" for n, de in enumerate(german)]
    letter = [f"The letter {n} is by the farmer and says: {en}" for n, en in enumerate(english)]
    rows = [f"{en}\t{de}" for de, en in zip(prose, letter, strict=True)]
    upload = Upload.from_bytes("a.tsv", "\n".join(["de\ten", *rows, *rows[:2]]).encode())
    desk.begin("R", lambda p: corpora.read(desk, [upload], Choices(), p))
    wait(desk)
    app = open_page("corpus.py")
    button(app, "Exchange the sides").click().run()
    wait(desk)
    assert desk.corpus.texts["de"][:60] == prose
    app.run()
    assert not [e for e in app.expander if "look swapped" in e.label]
    (copies,) = [box for box in app.checkbox if "repeat an earlier one" in box.label]
    assert copies.value
    told = re.findall(r'<div class="soft small">([^<]*)<', html(app))
    assert " ".join(told).find("1 61 repeats 1 2 62 repeats 2") >= 0, told
    button(app, "Clean what is ticked").click().run()
    said = "2 pairs left out that repeated an earlier one word by word"
    assert wait(desk).message == "Left: 60 pairs."  # what was done stands on the page itself
    app.run()
    assert "60 pairs" in app.success[0].value
    assert not [box for box in app.checkbox if "repeat an earlier one" in box.label]
    assert desk.corpus_state.counted.sides["de"].kept > 20
    assert [e for e in app.caption if e.value == f"Cleaned: {said}"]
    button(app, "Undo the last cleaning").click().run()
    wait(desk)
    app.run()
    assert "62 pairs" in app.success[0].value
    assert [box.value for box in app.checkbox if "repeat an earlier one" in box.label] == [True]


def test_a_model_of_the_cleaned_corpus_is_told_from_one_of_the_corpus_as_it_was(
    desk, open_page, trained
):
    titles = [f"{title} cleaned" for title in trained.corpus.titles]
    done = [Done("tags", "tags removed", 1, "")]
    cleaned = dataclasses.replace(trained.corpus, titles=titles, cleaning=done)
    for of_corpus, of_model, said in (
        (trained.corpus, cleaned, "as it was after a cleaning."),
        (cleaned, trained.corpus, "as it was before this cleaning: train again."),
    ):
        desk.lay_out(MODEL, desk.library.keep(dataclasses.replace(trained, corpus=of_model)))
        desk.lay_out(CORPUS, desk.library.keep(of_corpus))
        told = [one.value for one in open_page("corpus.py").caption]
        assert f"The model is of this corpus {said}" in told


def test_cleaning_shows_before_and_after_and_survives_a_new_start(desk, open_page, corpus):
    german = [f"<p>{text}</p>" if row < 9 else text for row, text in enumerate(corpus.texts["de"])]
    spoiled = dataclasses.replace(corpus, texts=corpus.texts | {"de": german})
    desk.lay_out(CORPUS, desk.library.keep(with_warnings(spoiled)))
    desk.remember()
    assert desk.close(PATIENCE)
    current_desk.cache_clear()  # the app starts again
    app = open_page("corpus.py")
    desk = current_desk()
    assert app.checkbox[0].label.startswith("9 documents have tags")
    assert f"<del>&lt;p&gt;</del>{markup(german[0][3:30])}" in html(app) and "after" in html(app)
    app.checkbox[0].uncheck().run()
    assert button(app, "Clean what is ticked").disabled
    app.checkbox[0].check().run()
    button(app, "Clean what is ticked").click().run()
    wait(desk)
    cleaned = desk.corpus
    assert [text.strip() for text in cleaned.texts["de"]] == corpus.texts["de"]
    desk.library.remove(CORPUS, corpus_digest(with_warnings(spoiled))[:24])
    app.run()
    button(app, "Undo the last cleaning").click().run()
    assert "not kept any more" in wait(desk).message


@pytest.mark.parametrize(
    ("page", "name", "text"),
    [
        (("corpus.py",), "corpus", "Read 2 files"),
        (("keywords.py", "Many documents"), "documents", "Find keywords for"),
    ],
)
def test_files_stay_until_they_are_read(laid_out, open_page, page, name, text):
    desk = laid_out
    sides = "de\ten\n" + "Bauer Korn Acker\tfarmer grain field\n" * 5
    more = "de\ten\n" + "Schiff\tship\n" * 5
    broken, well = (
        tuple(Upload.from_bytes(called, text.encode()) for called, text in files.items())
        for files in (
            # One bad file ends the reading of a corpus; of new documents, only when all are bad.
            {("a.tsv" if name == "corpus" else "a.zip"): sides, "b.zip": "no archive"},
            {"a.tsv": sides, "b.tsv": more},
        )
    )
    for files, outcome in ((broken, "failed"), (well, "done")):
        desk.piles[name] = files
        app = open_page(*page)
        next(b for b in app.button if b.label.startswith(text)).click().run()
        assert wait(laid_out).state == outcome
        app.run()
        left = [b for b in app.button if b.label.startswith(text)]
        assert bool(left) == (outcome == "failed")
    desk.piles[name] = (Upload.from_bytes("a.csv", b""),)
    app = open_page(*page)
    next(b for b in app.button if b.label.endswith(" 1 file")).click().run()
    assert wait(laid_out).state == "failed"
    assert name not in desk.piles


def test_sizes_of_files_in_words():
    sizes = (0, 3, 40_000, 200_000, 5_000_000)
    assert [piles.file_size(n) for n in sizes] == ["empty", "1 kB", "39 kB", "0.2 MB", "4.8 MB"]


def test_times_are_those_of_the_clock_in_the_room(monkeypatch):
    kept = datetime.fromisoformat("2026-07-01T22:30:00+00:00")
    monkeypatch.setattr(controls.st, "context", SimpleNamespace(timezone="Europe/Berlin"))
    assert controls.moment(kept) == "2 Jul 2026, 00:30"
    for unknown in (None, "Nowhere/Else", "/etc/passwd"):
        monkeypatch.setattr(controls.st, "context", SimpleNamespace(timezone=unknown))
        assert controls.moment(kept) == "1 Jul 2026, 22:30 UTC"
    with in_language("de"):  # as the days of documents
        assert controls.moment(kept) == "1. Jul 2026, 22:30 UTC"


def test_cancel_leaves_what_was_there(laid_out, open_page, go_on):
    before = laid_out.model_state.id
    app = open_page("train.py")
    button(app, "Train").click().run()
    laid_out.job.cancel()
    go_on.set()
    assert wait(laid_out).state == "stopped"
    app.run()
    assert "Training was cancelled" in app.info[0].value
    assert laid_out.model_state.id == before
    button(app, "Close").click().run()
    assert not app.info


def test_a_failed_job_says_why_on_every_page(desk, open_page):
    desk.begin(
        "Reading your files",
        lambda p: corpora.read(desk, [Upload.from_bytes("a.csv", b"")], Choices(), p),
    )
    assert wait(desk).state == "failed"
    for page in TITLES:
        assert "Reading your files did not finish" in open_page(page).error[0].value


def test_topics_show_both_sides(laid_out, open_page):
    shown = html(open_page("topics.py"))
    for german, english in THEMES.items():
        assert any(word in shown for word in german.split())
        assert any(word in shown for word in english.split())
    assert shown.count('class="topic"') == 4
    assert "sides agree" not in shown
    # The columns of each card say whose they are.
    for side in ("German", "English"):
        assert shown.count(f'<p class="side" lang="en">{side}</p>') == 4


def test_the_slider_leads_from_distinctive_to_probable_words(laid_out, open_page, trained):
    app = open_page("topics.py")
    assert app.select_slider(key="relevance").options[::2] == [  # in words, not as 0.60
        "distinctive",
        "recommended",
        "frequent",
    ]
    for relevance in (0.0, 1.0):
        app.select_slider(key="relevance").set_value(relevance).run()
        shown = re.findall(r'class="word" title="([^":]+): ', html(app))
        largest = int(np.argmax(trained.topic_share()))
        words = []
        for side in ("de", "en"):  # on cards the most probable of them stand above
            best = trained.top_words(side, largest, 6, relevance)
            words += [word for word, _ in sorted(best, key=lambda one: -one[1])]
        assert shown[: len(words)] == words
        app.segmented_control(key="form").set_value("table").run()
        table = app.dataframe[0].value
        best = words_shown(trained, "de", largest, 10, relevance)
        assert table["German words"][0] == ", ".join(word for word, _ in best)
        app.segmented_control(key="form").set_value("cards").run()


def test_topics_that_say_little_are_marked_and_stand_last(
    laid_out, open_page, trained, monkeypatch
):
    largest = int(np.argmax(trained.topic_share()))
    monkeypatch.setitem(trained.__dict__, "uninformative", {largest: "remains of <b>markup</b>"})
    shown = html(open_page("topics.py"))
    assert shown.count('class="topic filler"') == 1
    assert shown.rindex('class="topic filler"') > shown.rindex('class="topic"')
    assert "uninformative: remains of &lt;b&gt;markup" in shown


def test_search_leaves_the_topic_of_the_word(laid_out, open_page, trained):
    app = open_page("topics.py")
    app.text_input(key="sought").set_value("harv").run()
    shown = html(app)
    assert shown.count('class="topic"') == 1
    assert 'class="word hit" title="harvest: ' in shown
    # Words that begin so have their share beside them, whether they are among those shown or not.
    assert re.search(r'class="word hit" title="harvest: [^"]*" data-said="\d+\.\d\d\s%"', shown)
    assert "**1 topic** has “harv”, or a word that begins with it, more" in markdown(app)
    assert "order" not in [box.key for box in app.selectbox]  # by what they hold of it
    app.text_input(key="sought").set_value("xylophone").run()
    assert "No topic has this word or one that begins with it" in app.info[0].value
    # A word in any of its forms.
    app.text_input(key="sought").set_value("Ernten").run()
    assert 'class="word hit" title="Ernte: ' in html(app) and not app.info
    # Beside what surely translates it.
    assert 'class="word hit" title="harvest: ' in html(app)
    left_out = trained.edited(Drop("en", ("harvest",)))
    for topic, found in found_words(left_out, "Ernte").items():
        assert "harvest" not in [word for word, *_ in with_translations(left_out, topic, found)]


def test_a_word_sought_has_its_bar_among_those_of_its_side(trained):
    few = cards.words_of(trained, 0, 2)
    rare = next(form for form in trained.vocabularies["en"].forms if f">{form}</span>" not in few)
    more = cards.words_of(trained, 0, 2, sought=[(rare, 0.5, "en")])
    assert more.count('class="word') == few.count('class="word') + 1
    bar = f'class="word hit" title="{rare}: 50.00\N{NO-BREAK SPACE}%" data-said='
    assert bar in more.split(">English<")[1]


def test_topics_of_a_sought_word_are_ordered_by_how_much_of_them_it_is(trained):
    found = found_words(trained, "h")
    assert len(found) > 1
    for topic, words in found.items():
        assert all(word.casefold().startswith("h") for word, *_ in words)
        shares = [share for _, share, _ in words]
        assert shares == sorted(shares, reverse=True)
        side = words[0][2]
        place = trained.vocabularies[side].forms.index(words[0][0])
        assert shares[0] == trained.topic_word[side][topic, place]
    order = topics_in_order(trained, "h", "found", np.ones(trained.n_topics), found)
    held = [sum(share for _, share, _ in found.get(topic, [])) for topic in order]
    assert held == sorted(held, reverse=True) and held[0] > 0
    assert found_words(trained, "") == {}


def test_of_a_word_sought_the_table_has_what_was_found(laid_out, open_page):
    app = open_page("topics.py")
    app.segmented_control(key="form").set_value("table").run()
    app.text_input(key="sought").set_value("harv").run()
    table = app.dataframe[0].value
    assert list(table["found"]) == ["harvest"] and "translated" not in table


def test_the_words_of_a_card_stand_out_among_those_of_its_dialog(trained):
    card = re.findall(r'class="word" title="([^":]+): ', cards.topic(trained, 0, 0.1))
    dialog = cards.words_of(trained, 0, 24)
    assert card == re.findall(r'class="word own" title="([^":]+): ', dialog)
    assert dialog.count('class="word"') > len(card)


def test_a_name_of_ones_own_is_told_from_one_made_of_words(trained):
    named = trained.edited(Rename(0, "Mine"))
    own = f"your name for “{trained.read_label(0)}”"
    assert own in cards.topic(named, 0, 0.1) and "your name" not in cards.topic(named, 1, 0.1)


def test_hiding_and_showing_again(laid_out, open_page, trained):
    app = open_page("topics.py")
    button(app, "Hide").click().run()
    assert html(app).count('class="topic"') == 3
    desk = laid_out
    assert len(desk.model.hidden_topics) == 1
    button(app, "Show them again").click().run()
    assert html(app).count('class="topic"') == 4


def test_a_topic_can_be_named_and_the_name_is_kept(laid_out, open_page):
    app = open_page("topics.py")
    button(app, "Details").click().run()
    name = next(field for field in app.text_input if field.label == "Give it a name of your own")
    name.set_value("Weather <b>& land</b>")
    button(app, "Save name and note").click().run()
    assert "Weather &lt;b&gt;&amp; land&lt;/b&gt;" in html(app)
    current_desk.cache_clear()
    again = laid_out.model
    assert "Weather <b>& land</b>" in again.topic_names.values()


def test_documents_of_a_topic_open_and_close_in_the_dialog(laid_out, open_page, trained):
    app = open_page("topics.py")
    button(app, "Details").click().run()
    largest = int(np.argmax(trained.topic_share()))
    best = [trained.corpus.ids[row] for row, _ in trained.topic_documents(largest, 12)]
    closed = entries(app)
    assert [re.search(r"L\d\d", one)[0] for one in closed] == best
    opened(app, 2)
    assert [place for place, one in enumerate(entries(app)) if 'class="text"' in one] == [2]
    opened(app, 2)
    assert entries(app) == closed and not app.dataframe


def test_table_and_map_of_topics(laid_out, open_page):
    app = open_page("topics.py")
    app.segmented_control(key="form").set_value("table").run()
    assert not app.exception
    table = app.dataframe[0].value
    words = ["German words", "English words"]
    assert list(table.columns) == ["share %", "name", "translated", *words]
    assert {*table["name"]} == {*map(laid_out.model.read_label, range(4))}
    assert table["share %"].sum() == pytest.approx(100, abs=0.1)
    told = json.loads(app.dataframe[0].proto.columns)["share %"]["type_config"]
    # As the reader writes them, decimals below each other.
    assert told["format"] == "localized" and told["step"] in (1, 0.1, 0.01)
    # Of twenty words, as on the cards: a share of what, nobody could tell.
    agreement = sorted((20 * laid_out.model.topic_agreement()).round().tolist())
    assert sorted(table["translated"]) == agreement
    column = json.loads(app.dataframe[0].proto.columns)["translated"]
    assert column["label"] == "translated"
    said = "“Translated”: how many of a topic’s 20 most typical words, ten a side"
    assert any(said in caption.value for caption in app.caption)
    assert column["type_config"]["format"] == "%d of 20"
    app.segmented_control(key="form").set_value("map").run()
    assert not app.exception
    # Its title would say once more what the pressed button says.
    layout = json.loads(app.get("plotly_chart")[0].proto.spec)["layout"]
    assert not layout["title"]["text"] and layout["margin"]["t"] == 10


def test_the_table_says_how_many_topics_and_shares_as_the_cards(laid_out, open_page):
    app = open_page("topics.py")
    app.segmented_control(key="form").set_value("table").run()
    n_topics = laid_out.model.n_topics
    said = f"{n_topics} topics. Click a name to see its documents."
    assert any(caption.value.startswith(said) for caption in app.caption)
    shares = app.dataframe[0].value["share %"]
    assert shares.equals(shares.round(1)) and len(shares) == n_topics
    told = json.loads(app.dataframe[0].proto.columns)["share %"]["type_config"]
    assert told["step"] == 0.1  # as on the cards
    field = next(one for one in app.text_input if one.key == "sought")
    assert field.placeholder == "search a word"  # on a telephone its label is hidden


def test_a_word_is_sought_where_topics_are_told_apart_by_it(laid_out, open_page):
    app = open_page("topics.py")
    for form in ("table", "map", "tree", "documents"):
        app.segmented_control(key="form").set_value(form).run()
        sought = "sought" in [field.key for field in app.text_input]
        assert sought == (form in ("table", "map"))


def test_the_table_has_pages_as_the_cards_and_does_not_scroll_in_itself(
    laid_out, open_page, monkeypatch
):
    monkeypatch.setattr(parts, "PAGE", 3)
    monkeypatch.setattr(parts, "FEW", 0)
    monkeypatch.setattr(parts, "ROW", 400)
    drawn = []
    shown = parts.st.dataframe
    monkeypatch.setattr(
        parts.st, "dataframe", lambda table, **look: drawn.append(look) or shown(table, **look)
    )
    app = open_page("topics.py")
    app.segmented_control(key="form").set_value("table").run()
    told = "4 topics. Click a name to see its documents."
    assert any(caption.value.startswith(told) for caption in app.caption)
    assert len(app.dataframe[0].value) == 3
    assert drawn[-1]["height"] == controls.HEADING + 3 * 400


def test_a_finger_on_the_map_of_documents_lists_all_of_a_topic(trained, monkeypatch):
    largest = trained.mixtures.argmax(axis=1)
    rows = np.arange(trained.n_documents)
    topic = int(largest[5])
    of_it = np.flatnonzero(largest == topic).tolist()
    for narrow in (False, True):
        monkeypatch.setattr(views, "is_narrow", lambda narrow=narrow: narrow)
        assert views._chosen(trained, rows, set()) == []
        assert views._chosen(trained, rows, {len(rows) + topic}) == of_it
        assert views._chosen(trained, rows, {5}) == (of_it if narrow else [5])
        few = rows[rows != of_it[0]]  # of a filter
        assert views._chosen(trained, few, {len(rows) + topic}) == of_it[1:]


def test_rows_of_the_table_hold_what_stands_in_them(laid_out, open_page, monkeypatch):
    monkeypatch.setattr(laid_out.model, "topic_names", {0: "unbreakable" * 20})
    app = open_page("topics.py")
    app.segmented_control(key="form").set_value("table").run()
    columns = json.loads(app.dataframe[0].proto.columns)
    assert app.dataframe[0].proto.row_height == parts.ROW <= 84
    for name in ("name", "German words", "English words"):
        letters = columns[name]["width"] / parts.LETTER
        for told in app.dataframe[0].value[name]:
            assert len(told) <= letters * (parts.ROW // parts.LINE), told
    assert any(told.endswith("…") for told in app.dataframe[0].value["name"])


def test_saved_lists_what_is_kept_and_deletes_after_asking(laid_out, open_page):
    app = open_page("saved.py")
    shown = html(app)
    assert "4 topics" in shown
    assert "60 pairs" in shown
    assert shown.count(">open<") == 2
    app.button(key=f"delete-model-{laid_out.model_state.id}").click().run()
    asked = r"Delete “letters, 4 topics, .*\d{4}, .* UTC” for good\? Its corpus stays\."
    assert re.search(asked, markdown(app))
    button(app, "Yes, delete").click().run()
    assert laid_out.library.listed(MODEL) == []
    assert laid_out.model is None
    assert len(laid_out.library.listed(CORPUS)) == 1


def test_what_was_interrupted_is_said_until_it_begins_again(laid_out, go_on):
    desk = laid_out
    desk.interrupted = "Training"
    for title, left in (("Reading", "Training"), ("Training", "")):
        go_on.clear()
        desk.begin(title, lambda progress: progress(0.5, "") or "Done.")
        assert desk.interrupted == left
        go_on.set()
        assert wait(laid_out).state == "done"


def test_an_interrupted_run_is_said_on_the_next_start(laid_out, open_page):
    laid_out.remember(running="Training")
    current_desk.cache_clear()
    app = open_page("corpus.py")
    assert "“Training” was interrupted" in app.info[0].value
    assert "60 pairs" in app.success[0].value


def test_the_manual_has_a_list_of_its_parts_and_the_figures_of_the_model(laid_out, open_page):
    app = open_page("manual.py")
    assert "[Topics](#part-1)" in app.markdown[0].value
    assert [part.proto.anchor for part in app.header][:2] == ["part-0", "part-1"]
    assert 'class="check"' in html(app)
    assert any("the largest of 4 topics takes" in caption.value for caption in app.caption)
    name = laid_out.model.read_label(int(laid_out.model.topic_share().argmax()))
    assert [app.header[n].value for n in (3, 6)] == ["Subject headings", "Words"]
    shown = html(app)
    assert markup(name) in shown and "<mark>harbour</mark>" in shown


def test_why_a_single_file_was_left_out_is_seen_at_sight(desk, open_page):
    table = "id,de,en\n" + "".join(
        f"{n},Der Bauer bringt Korn {n} heim,The farmer brings home corn {n}\n" for n in range(40)
    )
    files = [Upload.from_bytes("a.csv", table.encode()), Upload.from_bytes("b.ttl", b"# SKOS")]
    corpora.read(desk, files, Choices(), lambda *_: None)
    [fold] = [one for one in open_page("corpus.py").expander if "left out" in one.label]
    assert fold.proto.expanded
    assert "“b.ttl” is a vocabulary" in fold.text[0].value


def test_in_the_manual_no_figure_parts_from_its_sign():
    for place in ("", "de/"):
        assert not re.search(
            r"\d %", (REPOSITORY / "docs" / f"{place}reading.md").read_text("utf-8")
        )


def test_the_manual_has_the_same_parts_in_both_languages():
    """With subject headings, and all that is said of them in the app."""
    texts = [(REPOSITORY / "docs" / f"{at}reading.md").read_text("utf-8") for at in ("", "de/")]
    assert texts[0].count("\n## ") == texts[1].count("\n## ")
    for text, title in zip(texts, ("Subject headings", "Schlagwörter"), strict=True):
        part = text.split("\n## ")[4]
        assert part.startswith(f"{title}\n")
        for measure in ("ecall@5", "F1@5", "nDCG@10", "15\u00a0%"):
            assert measure in part


def test_the_menu_calls_the_page_of_the_manual_as_its_title_does():
    for language, place in (("en", ""), ("de", "de/")):
        title = (REPOSITORY / "docs" / f"{place}reading.md").read_text("utf-8").splitlines()[0]
        with in_language(language):
            assert title == f"# {tr('Read the output')}"
