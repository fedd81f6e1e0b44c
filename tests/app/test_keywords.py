"""The page Keywords: one document with its evidence, many as a job and a table."""

import re
from dataclasses import replace

import pytest

from gplsa.app.desk import batches
from gplsa.app.desk.desk import Desk
from gplsa.app.desk.state import Batch, ModelState
from gplsa.app.keywords import explained as page
from gplsa.app.keywords import files, many
from gplsa.app.keywords.explained import _in_short
from gplsa.app.keywords.keyword_list import added
from gplsa.app.library import beside
from gplsa.app.library.library import MODEL
from gplsa.app.show import tables
from gplsa.app.show.controls import way_key
from gplsa.app.show.tables import csv_bytes, xlsx_bytes
from gplsa.errors import InputError
from gplsa.figures.sure import alike_told, how_sure, sure_in_short
from gplsa.html.marks import passages
from gplsa.model.direction import Direction
from gplsa.model.editing.edits import Split
from gplsa.model.keywords import summarize
from gplsa.model.reasons import because_of
from gplsa.model.settings import TrainSettings
from gplsa.model.summary import (
    NAME,
    KeywordOptions,
    ShownKeyword,
    Summary,
    WordEvidence,
    all_shares,
)
from gplsa.model.tables import reason_rows
from gplsa.reading import Upload
from gplsa.reading.sandboxed import look_at_table
from gplsa.text import Span
from gplsa.text.passages import as_written, holding
from gplsa.training.train import train
from tests.app.conftest import THEMES, entries, html, opened
from tests.app.test_pages import button, wait
from tests.patience import PATIENCE


def test_keywords_of_a_pasted_text_with_evidence(laid_out, open_page):
    app = open_page("keywords.py")
    app.text_area(key="pasted").set_value("Der Bauer bringt Korn vom Acker in die Scheune, Quux.")
    button(app, "Find keywords").click().run()
    assert not app.exception
    shown = [b for b in app.button if (b.key or "").startswith("word-one-")]
    words = [b.label for b in shown]
    assert set(" ".join(words).split()) <= set(
        THEMES["Ernte Korn Acker Bauer Scheune Regen"].split()
    )
    assert len(words) >= 3
    assert "confidence: " in html(app)
    assert "Quux" in html(app)
    shown[0].click().run()
    assert not app.exception
    shown = html(app)
    assert "would occur in a translation with probability" in shown
    assert "<mark" in shown


def test_what_no_training_text_has_stands_apart_and_why_is_told_once(laid_out, open_page):
    app = open_page("keywords.py")
    text = "Terrorismus im Hafen: das Schiff lag am Ufer, der Bauer sah Korn; Touristen, Tourist."
    app.text_area(key="pasted").set_value(text)
    button(app, "Find keywords").click().run()
    *known, second, first = shown_words(app)
    assert (first.label, second.label) == ("terrorism", "tourist")
    assert known and "<mark" in html(app)
    copied = "; ".join(word.label for word in [*known, second, first])
    assert copied in [code.value for code in app.code]
    assert "spelled as here: <b>Terrorismus</b></p>" in html(app)
    said = "In few or no documents of the corpus: told by spelling alone, so there is no ✓ or ✗:"
    assert html(app).count(said) == 1
    asked = [group.label for group in app.button_group if group.label.startswith("Is ")]
    assert len(asked) == len(known)
    assert "<b>Ufer</b>" in html(app) and "lag · sah" in html(app)  # what else is new to the model
    first.click().run()
    assert "Both languages write it nearly alike" in html(app)
    assert "It follows from these words" not in html(app)


def test_why_a_name_is_a_keyword(laid_out):
    why = WordEvidence([("Quux", 1.0)], [NAME], [], "", 0, 0, [])
    shown = _in_short(laid_out, "de", ShownKeyword("Quux", 0.75, 0.5, NAME), why)
    assert "the text comes back to it" in shown


def test_a_word_and_what_it_is_made_of_are_one_reason(laid_out):
    why = WordEvidence([("Korns", 0.6), ("Korn (in Korns)", 0.4)], [1, 2], [], "", 0, 0, [])
    assert because_of(laid_out.model, "de", why) == ["Korns"]


def test_a_text_without_a_known_word(laid_out, open_page):
    app = open_page("keywords.py")
    app.text_area(key="pasted").set_value("zzz qqq")
    button(app, "Find keywords").click().run()
    assert "The model knows no word of this text" in app.warning[0].value


def test_a_click_without_a_text_asks_for_one(laid_out, open_page):
    app = open_page("keywords.py")
    assert not app.info
    button(app, "Find keywords").click().run()
    assert "There is no text yet" in app.info[0].value
    # The unseen documents that come along are of another collection than these letters.
    assert not [b for b in app.button if b.label.startswith("Take")]


def test_passages_of_a_long_text():
    text = "Korn " * 40 + "<i>Die\nErnte</i> " + "Heu " * 40
    place = text.index("Ernte")
    spans = [Span(0, 4, 1), Span(5, 9, 1), Span(place, place + 5, 2), Span(place - 4, place - 1, 3)]
    shown = passages(text, spans, {1: 0.2, 2: 0.8}, "red")
    assert shown.index("where it stands") < shown.index("<mark") < shown.index("the whole text")
    assert shown.index("Ernte</mark>") < shown.index("Korn</mark>")
    assert re.findall('--w:([^"]+)', shown) == ["1.00", "0.25"]
    assert shown.count("<mark") == 2  # the first place of each, none of what has no weight
    assert "Korn &lt;i&gt;Die <mark" in shown
    assert shown.count("…") == 3  # nothing stands before the first word


def test_passages_begin_and_end_with_whole_words():
    text = "Herstellungsverfahren " * 9 + "Ernte" + " Grundwasserschutz" * 9
    place = text.index("Ernte")
    shown = passages(text, [Span(place, place + 5, 1)], {1: 1.0}, "red")
    shown = shown.split('<div class="passages"')[1].split("</div>")[0].partition(">")[2]
    words = re.findall(r"\w+", re.sub("<[^>]+>", "", shown))
    assert set(words) == {"Herstellungsverfahren", "Ernte", "Grundwasserschutz"}


def reasons_beside(shown, most=None):
    """The words that stand behind the keywords of a list, the first `most` of them."""
    told = re.findall(r"sure</span> · from (.*?)</p>", shown)[:most]
    return set(re.findall(r"<b>(\w+)</b>", " ".join(told)))


def test_reasons_are_words_as_they_stand_in_the_text(laid_out, open_page):
    app = open_page("keywords.py")
    app.text_area(key="pasted").set_value("Die Schiffe der Kapitäne und die Ladungen im HAFEN.")
    button(app, "Find keywords").click().run()
    assert not app.exception
    reasons = reasons_beside(html(app))
    assert reasons and reasons <= {"Schiffe", "Kapitäne", "Ladungen", "HAFEN"}
    first = next(b for b in app.button if (b.key or "").startswith("word-one-"))
    first.click().run()
    said = re.search(r"training pairs with <i>(\w+)</i>", html(app))[1]
    assert said in {"Schiffe", "Kapitäne", "Ladungen", "HAFEN"}


def test_before_a_click_all_that_speaks_for_keywords_is_marked_and_after_it_one(
    laid_out, open_page
):
    app = open_page("keywords.py")
    text = (
        "Das Schiff lag im Hafen, der Bauer brachte die Ernte ein, und der Lehrer kam zur Schule."
    )
    app.text_area(key="pasted").set_value(text)
    button(app, "Find keywords").click().run()
    marks = r"<mark[^>]*>(\w+)</mark>"
    every = set(re.findall(marks, html(app)))
    listed = [b for b in app.button if (b.key or "").startswith("word-one-")]  # others are unsure
    assert len(every) > 1 and every == reasons_beside(html(app), len(listed))
    assert "document, reasons marked" in html(app)
    shown_words(app)[0].click().run()
    own = set(re.findall(marks, html(app)))
    assert own & every and every - own  # the words behind one are told in full
    listed = re.findall(r'class="bar"><span>(\w+)</span>', html(app))
    assert own <= set(listed), "what is marked is listed"


def test_of_a_word_that_stands_in_compounds_alone_these_are_told():
    text = "Der Hafenkapitän und sein Schiff."
    spans = [Span(4, 16, 0), Span(9, 16, 1), Span(26, 32, 2)]
    evidence = WordEvidence(
        [("Kapitän", 0.6), ("Schiff", 0.3), ("Hafen", 0.1)], [1, 2, 3], [], "Kapitän", 3, 4, []
    )
    said = evidence.in_words(as_written(text, spans), holding(text, spans))
    assert said.source_words[0] == ("Kapitän (in Hafenkapitän)", 0.6)
    assert said.source_words[1:] == [("Schiff", 0.3), ("Hafen", 0.1)]
    assert said.witness == "Kapitän"  # of the training pairs, which may have it by itself
    assert said.leading(2, 0.5).shares == {1: 0.6} and len(said.leading(2, 0).shares) == 2
    assert all_shares([said, said.leading(1, 0)]) == {1: 0.6, 2: 0.3, 3: 0.1}


def test_words_new_to_the_model_are_listed_once(laid_out, open_page):
    app = open_page("keywords.py")
    text = "Kapitän Mulder sah das Schiff im Hafen, mit Ladung aus Namibia: 1739 Zebrafelle."
    app.text_area(key="pasted").set_value(text)
    button(app, "Find keywords").click().run()
    shown = html(app).split('class="text"')
    listed = f"{shown[0]}{shown[1].split('</div>', 1)[1]}"
    for word in ("Mulder", "Namibia", "Zebrafelle", "1739"):
        assert listed.count(word) == 1, word
    assert listed.count("of the words never seen") == 1


def test_a_text_in_the_other_language_is_noticed(laid_out, open_page):
    app = open_page("keywords.py")
    english = "The old farmer brought the grain from the field into the barn before the rain."
    app.text_area(key="pasted").set_value(english)
    button(app, "Find keywords").click().run()
    assert "This text looks English, not German: keywords would be chance" in app.warning[0].value
    assert not shown_words(app)
    assert "Show what comes of it all the same" in [toggle.label for toggle in app.toggle]
    app.text_area(key="pasted").set_value(
        "Der alte Bauer brachte das Korn vor dem Regen heim ins Dorf."
    )
    button(app, "Find keywords").click().run()
    assert not [warning for warning in app.warning if "looks" in warning.value]


def test_keywords_of_many_documents(laid_out, open_page, corpus):
    desk = laid_out
    english = b"The old farmer brought the grain from the field into the barn before the rain"
    table = b"nr,text\n=1,Bauer Korn Acker Ernte\n2,Schiff Hafen Segel in Triest 1848\n3," + english
    desk.begin(
        "Finding keywords",
        lambda p: batches.summarize_many(
            desk, [Upload.from_bytes("new.csv", table)], ("de", "en"), None, p
        ),
    )
    assert wait(laid_out).message == "The keywords of 2 of 3 documents are ready."
    app = open_page("keywords.py", "Many documents")
    shown = entries(app)
    assert len(shown) == 3 and not app.dataframe
    assert "1 of them looks as if it were in another language" in app.warning[0].value
    chips = [re.findall('<span class="chip">(.*?)</span>', one) for one in shown]
    assert {"harvest", "grain"} & {*chips[0]} and {"ship", "harbour"} & {*chips[1]}
    summaries = desk.model_state.batch.summaries
    assert chips == [summaries[0].words, summaries[1].words, []]
    assert "looks like English" in shown[2] and "confidence" not in shown[2]
    assert "high, " in shown[0] and "confidence" not in shown[0]
    assert desk.model.read_label(summaries[0].topics[0][0]) in shown[0]
    kept = files.by_document(desk.model, desk.model_state.batch)
    assert list(kept["names"])[:2] == ["", "Triest"]
    assert list(kept["numbers"])[:2] == ["", "1848"]
    assert [bool(topic) for topic in kept["topic"]] == [True, True, False]
    only = Upload.from_bytes("new.csv", b"nr,text\n3," + english + b"\n4," + english)
    told = batches.summarize_many(desk, [only], ("de", "en"), None, lambda *_: None)
    assert told == "No keywords: 2 documents in another language."


def another(corpus, n_topics=3):
    return train(corpus, TrainSettings(n_topics=n_topics, max_iter=5, check=False))


def new_documents(desk, *texts, **fields):
    """A batch of documents that need no job."""
    found = summarize(Direction(desk.model, "de", "en"), texts, KeywordOptions())
    ids, by = [f"D{n:02d}" for n in range(len(texts))], desk.model.ratings.state
    reasons = [["Korn"] * len(one.keywords) for one in found]
    about = ("de", "en", ids, [*texts], fields, found, [], [""] * len(ids), by)
    desk.model_state.batch = Batch(*about, reasons=reasons)


def test_each_line_of_a_text_can_be_a_document(laid_out, open_page):
    lines = [
        "Bauer; Korn, Acker",
        "Schiff; Hafen",
        '"Schule"; Lehrer',
        "Ernte; Feld",
        "Segel; Boot",
    ]
    upload = Upload.from_bytes("captions.txt", "\n\n".join(lines).encode())
    batches.summarize_many(laid_out, [upload], ("de", "en"), None, lambda *_: None)
    assert laid_out.model_state.batch.ids == ["captions.txt"]
    app = open_page("keywords.py", "Many documents")
    button(app, "Read each of its 5 lines as a document").click().run()
    wait(laid_out)
    assert laid_out.model_state.batch.texts == lines
    assert not [one for one in app.run().button if one.label.startswith("Read each")]


def test_documents_asked_before_are_read_again_after_a_restart_or_another_batch(
    laid_out, open_page
):
    desk, rows = laid_out, f"nr,alt,text\nA7,Schiff Hafen,{FARM.replace(',', '')}\n"
    table = Upload.from_bytes("new.csv", rows.encode())
    seen = look_at_table([table], "de")
    columns = seen, replace(seen.recognised, columns={"": ("alt",)}, id_column="nr")
    batches.summarize_many(desk, [table], ("de", "en"), columns, lambda *_: None)
    first = desk.model_state.batch
    desk.model_state = ModelState(desk.model_state.id)  # as the next start has it
    app = open_page("keywords.py", "Many documents")
    assert not entries(app)
    [again] = [one for one in app.button if one.label.startswith("new")]
    assert "1 document" in again.label
    again.click().run()
    assert "ready" in wait(desk).message
    found = desk.model_state.batch
    assert (found.ids, found.texts, found.fields) == (first.ids, first.texts, first.fields)
    assert found.columns == first.columns  # not what would be recognised
    # What is shown is not offered; what another one has taken the place of is.
    assert not [one for one in app.run().button if one.label.startswith("new")]
    for n in range(4):
        other = Upload.from_bytes(f"letter{n}.txt", f"{FARM} {n}".encode())
        batches.summarize_many(desk, [other], ("de", "en"), None, lambda *_: None)
    app = open_page("keywords.py", "Many documents")
    offered = [one.label for one in app.button if "1 document," in one.label]
    assert [re.search(r"\d", one)[0] for one in offered] == ["2", "1"]  # the last three, shown: 3
    folder = desk.library.folder / MODEL
    assert len([*folder.glob("*.asked-*")]) == 3
    desk.library.remove(MODEL, desk.model_state.id)
    assert not [*folder.glob("*.asked-*")]


def test_what_was_kept_is_offered_until_it_is_forgotten(laid_out, open_page, monkeypatch):
    def ask(*uploads):
        batches.summarize_many(laid_out, uploads, ("de", "en"), None, lambda *_: None)

    def offered():
        app = open_page("keywords.py", "Many documents")
        return app, [
            one.label for one in app.button if "document" in one.label and "," in one.label
        ]

    letter = Upload.from_bytes("letter.txt", FARM.encode())
    ask(letter, Upload.from_bytes("empty.txt", b""))
    assert not offered()[1]
    monkeypatch.setattr(beside, "MOST_BYTES", 0)
    ask(Upload.from_bytes("large.txt", FARM.encode()))
    app, (label,) = offered()
    assert label.startswith("letter") and "empty" in label and ", 1 document, " in label
    with pytest.raises(InputError, match="cannot be deleted"):
        beside.forget(laid_out.library.folder)  # as little as a disk that is read-only
    button(app, "Forget").click().run()
    assert not offered()[1] and not [*(laid_out.library.folder / MODEL).glob("*.asked-*")]
    monkeypatch.undo()
    laid_out.library.beside(MODEL, laid_out.model_state.id, "gplsa").unlink()
    ask(letter)
    assert not laid_out.model_state.batch.kept


def test_documents_wait_for_a_model_trained_anew(laid_out, open_page, corpus):
    new_documents(laid_out, "Bauer Korn Acker Ernte")
    upload = Upload.from_bytes("new.txt", b"Bauer Korn Acker Ernte")
    laid_out.model_state.batch = replace(laid_out.model_state.batch, uploads=(upload,))
    app = open_page("keywords.py", "Many documents")
    laid_out.keep_trained(another(corpus))
    app.run()
    assert "another model's" in app.info[0].value
    assert not entries(app)
    button(app, "Find keywords for 1 file").click().run()
    assert wait(laid_out).message == "The keywords of 1 document are ready."
    assert len(entries(app.run())) == 1


def test_a_training_made_again_has_nothing_of_the_one_that_was_edited(laid_out, open_page, corpus):
    """Both have one name, and topics of other numbers."""
    laid_out.keep_trained(another(corpus))
    name = laid_out.model_state.id
    laid_out.library.edited(name, laid_out.model.edited(Split(0, 2)).edited(Split(1, 2)))
    new_documents(laid_out, "Bauer Korn Acker Ernte", "Schiff Hafen Segel", "Schule Lehrer Kind")
    [first, *_] = summaries = laid_out.model_state.batch.summaries
    summaries[0] = replace(first, topics=[(4, 1.0)])
    laid_out.keep_trained(another(corpus))
    assert laid_out.model_state.id == name and laid_out.model_state.batch is None
    assert not entries(open_page("keywords.py", "Many documents"))


def test_what_was_found_comes_back_with_a_model_as_it_was_and_with_no_other(laid_out, corpus):
    first = laid_out.model_state.id
    second, third = (laid_out.library.keep(another(corpus, n)) for n in (2, 3))
    new_documents(laid_out, "Bauer Korn Acker Ernte")
    laid_out.model_state.decided["text", "uri"] = True
    found = laid_out.model_state
    laid_out.lay_out(MODEL, second)
    assert laid_out.model_state.batch is None and laid_out.left_keywords
    laid_out.lay_out(MODEL, third)
    laid_out.lay_out(MODEL, first)
    assert laid_out.model_state is found and found.decided
    laid_out.lay_out(MODEL, first)
    assert laid_out.model_state is found
    # Another app has edited it meanwhile: its topics are others.
    laid_out.lay_out(MODEL, second)
    laid_out.library.edited(first, laid_out.library.open(MODEL, first).edited(Split(0, 2)))
    laid_out.lay_out(MODEL, first)
    assert laid_out.model_state.batch is None


def test_nothing_is_kept_of_a_model_that_was_deleted(laid_out, corpus):
    first, second = laid_out.model_state.id, laid_out.library.keep(another(corpus))
    new_documents(laid_out, "Bauer Korn Acker Ernte")
    laid_out.lay_out(MODEL, second)
    laid_out.library.remove(MODEL, first)
    laid_out.lay_out(MODEL, None)
    assert not laid_out.left_keywords


def test_documents_do_not_wait_for_a_model_that_cannot_read_them(laid_out, corpus):
    new_documents(laid_out, "Bauer Korn Acker Ernte")
    upload = Upload.from_bytes("new.txt", b"Korn")
    laid_out.model_state.batch = replace(laid_out.model_state.batch, uploads=(upload,))
    laid_out.keep_trained(another(replace(corpus, languages={"de": "fr", "en": "en"})))
    assert not laid_out.piles


def test_a_document_of_many_opens_in_its_place_and_closes_again(laid_out, open_page):
    new_documents(laid_out, *[f"{word} {FARM}" for word in "Schiff Schule Brand".split()])
    app = open_page("keywords.py", "Many documents")
    assert [b.label for b in app.button if (b.key or "").startswith("open-")] == ["Open"] * 3
    assert not shown_words(app)
    opened(app, 1)
    assert [b.label for b in app.button if (b.key or "").startswith("open-")][1] == "Close"
    assert {b.key.rpartition("-")[0] for b in shown_words(app)} == {"word-row-1"}
    bodies = [element.proto.body for element in app.get("html")]
    [text] = [place for place, one in enumerate(bodies) if 'aria-label="German text"' in one]
    own, after = (bodies.index(entries(app)[place]) for place in (1, 2))
    assert own < text < after and "Schule" in bodies[text]  # beside it, not below the list
    assert "chip" in entries(app)[0] and "chip" not in entries(app)[1]  # said once
    opened(app, 0)  # another one in its stead
    assert {b.key.rpartition("-")[0] for b in shown_words(app)} == {"word-row-0"}
    opened(app, 0)
    assert not shown_words(app) and len(entries(app)) == 3


def test_a_document_of_a_list_is_said_to_be_of_a_topic_that_tells_and_has_a_share(
    laid_out, open_page, monkeypatch
):
    """In the file as on the page, where the words that are read stand first."""
    new_documents(laid_out, "Bauer Korn Acker Ernte")
    [main, *_] = [z for z, _ in laid_out.model_state.batch.summaries[0].topics]
    name, read = laid_out.model.topic_label(main), laid_out.model.read_label(main)
    batch = laid_out.model_state.batch

    def shown():
        [in_the_file] = files.by_document(laid_out.model, batch)["topic"]
        on_the_page = in_the_file.replace(name, read)
        assert on_the_page in entries(open_page("keywords.py", "Many documents"))[0]
        return in_the_file

    assert shown() == name
    [summary] = batch.summaries
    batch.summaries[:] = [replace(summary, topics=[(main, tables.LEADS - 0.01)])]
    assert shown() == "" and read not in entries(open_page("keywords.py", "Many documents"))[0]
    batch.summaries[:] = [replace(summary, confidence=0.3)]
    assert shown() == ""
    batch.summaries[:] = [summary]
    told = {main: "of words that say little"}
    monkeypatch.setitem(vars(laid_out.model), "uninformative", told)
    assert shown() != name
    assert read not in entries(open_page("keywords.py", "Many documents"))[0]


def test_what_is_not_sure_looks_so_in_a_list(laid_out, open_page):
    new_documents(laid_out, "Bauer Korn Acker Ernte", "Xylophon", "Schiff")
    batch = laid_out.model_state.batch
    batch.summaries[2] = replace(batch.summaries[2], confidence=0.02)
    sure, none, low = entries(open_page("keywords.py", "Many documents"))
    assert 'class="chip">' in sure and "<b>D00</b>" in sure
    assert "The model knows no word of it." in none
    assert 'class="chip plain">' in low and 'class="chip">' not in low


def test_where_there_are_results_the_place_for_more_documents_is_folded(laid_out, open_page):
    app = open_page("keywords.py", "Many documents")
    assert not app.expander
    new_documents(laid_out, "Bauer Korn Acker Ernte")
    laid_out.piles["documents"] = (Upload.from_bytes("new.txt", b"Korn"),)
    [fold] = open_page("keywords.py", "Many documents").expander
    assert fold.label == "Keywords for other documents" and not fold.proto.expanded


def test_the_direction_is_that_of_the_results_shown_unless_another_is_chosen(laid_out, open_page):
    new_documents(laid_out, "Bauer Korn Acker Ernte")
    batch = laid_out.model_state.batch
    for direction in (("de", "en"), ("en", "de")):
        source, target = direction
        laid_out.model_state.batch = replace(batch, source=source, target=target)
        app = open_page("keywords.py", "Many documents")
        way = app.selectbox[0]
        assert way.value == direction
        other = "The direction chosen above is that of other documents."
        assert other not in [one.value for one in app.caption]
        way.set_value((target, source)).run()
        assert other in [one.value for one in app.caption]


def test_what_confidence_means_is_said_once_above_many(laid_out, open_page):
    new_documents(laid_out, "Bauer Korn Acker Ernte", "Schiff Hafen Segel")
    app = open_page("keywords.py", "Many documents")
    assert sum("how many of 100" in one.value for one in app.caption) == 1
    [(word, figure)] = re.findall(r"verdict\">(\w+), (\d+)\W%", entries(app)[0])
    shown = html(opened(app, 0))
    assert f"confidence: {word}" in shown and f"about {figure} of 100" in shown
    assert not re.search(r"confidence[^<]*<[^>]*track", html(app))
    assert '<span class="of-topic"><span class="soft">topic</span>&nbsp; <span' in html(app)


def test_many_are_ordered_by_how_sure_they_are_and_filtered_by_topic(laid_out, open_page):
    new_documents(laid_out, "Bauer Korn Acker Ernte", "Schiff Hafen Segel", "Schule Lehrer Kind")
    batch, missing = laid_out.model_state.batch, [("Todesstrafe", 8)]
    told = zip(batch.summaries, (0.9, 0.5, 0.95), ([], [(1, 0.9)], [(1, 0.9)]), strict=True)
    sure = [replace(one, confidence=p, topics=topics) for one, p, topics in told]
    batch.summaries[:] = [*sure[:2], replace(sure[2], untold=missing)]
    app = open_page("keywords.py", "Many documents")

    def names():
        return [re.findall(r"<b>(D\d+)</b>", one)[0] for one in entries(app)]

    assert names() == ["D00", "D01", "D02"] and "<b>Todesstrafe</b>" in entries(app)[2]
    order = next(one for one in app.button_group if one.label == "Order")
    order.set_value(True).run()
    assert names() == ["D01", "D02", "D00"]
    topic = next(one for one in app.selectbox if one.label == "Topic")
    assert topic.options[1:] == [f"{laid_out.model.read_label(1)} (2)", "no clear topic (1)"]
    topic.set_value(1).run()
    assert names() == ["D01", "D02"]


def test_confidence_is_of_the_keywords_and_unseen_words_are_told_apart_from_it():
    keyword = ShownKeyword("harvest", 0.78, 0.5, 1)
    much = Summary([keyword], 0.78, 0.5, [], [], [], [], [])
    said = how_sure(much)
    assert "confidence: fair" in said and "check before you use them" in said
    sure = how_sure(replace(much, confidence=0.8, unknown_share=0.3))
    assert "confidence: high" in sure and "check" not in sure
    assert "50\N{NO-BREAK SPACE}% of the words never seen" in said
    assert "never seen" not in how_sure(replace(much, unknown_share=0.1))
    assert "confidence: low" in how_sure(replace(much, confidence=0.3, unknown_share=0.0))
    # More such keywords are right than beside *high*: why it is not called so is told with it.
    capped = how_sure(replace(much, confidence=0.91, unknown_share=0.52))
    assert "confidence: fair, as many of the words are unknown" in capped and "91" in capped
    assert "check" not in capped and "as many" not in said
    short = sure_in_short(None, replace(much, confidence=0.91, unknown_share=0.52), None, [])
    assert "fair" in short and "many of its words are unknown" in short and "91" not in short


def test_results_stay_with_their_model_and_are_missed_in_a_sentence(laid_out, open_page, corpus):
    app = open_page("keywords.py", "Many documents")
    assert not app.info
    new_documents(laid_out, "Bauer Korn Acker Ernte")
    app.run()
    first = laid_out.model_state.id
    laid_out.lay_out(MODEL, laid_out.library.keep(another(corpus)))
    assert "are another model's" in app.run().info[0].value
    # They are there when their model comes back.
    laid_out.lay_out(MODEL, first)
    assert not app.run().info and len(entries(app)) == 1


def test_many_documents_are_turned_over_by_the_dozen(laid_out, open_page):
    new_documents(laid_out, *[FARM] * 30)
    app = open_page("keywords.py", "Many documents")
    assert len(entries(app)) == 12 and "D11" in entries(app)[-1]
    app.session_state[f"batch-{laid_out.model_state.batch.id}-page-[0]-3"] = 3
    app.run()
    assert [one.count("D2") for one in entries(app)] == [1] * 6


def test_the_file_of_many_documents_says_what_is_missing(laid_out):
    """As the page does: where the subject may be, no figure promises that it is told."""
    new_documents(laid_out, f"Ein Zeppelin! {'Der Zeppelin. ' * 4}{FARM}", FARM)
    batch = laid_out.model_state.batch
    table = files.by_document(laid_out.model, batch)
    assert table["missing"].tolist() == ["Zeppelin", ""]
    capped, whole = batch.summaries
    assert capped.is_capped and capped.percent is None and whole.percent is not None
    assert table["confidence %"].isna().tolist() == [True, False]
    assert f",{whole.percent},".encode() in csv_bytes(table) and xlsx_bytes(table)
    foreign = files.by_document(laid_out.model, replace(batch, others=["Dutch", ""]))
    assert "missing" not in foreign


def test_the_files_of_many_documents_have_own_columns(laid_out, open_page, monkeypatch):
    handed_out = {}
    kept = lambda table, name, *more: handed_out.update({name: table()})  # noqa: E731
    monkeypatch.setattr(many, "download_table", kept)
    texts = [FARM, "Das Schiff lag im Hafen."]
    new_documents(laid_out, *texts, box=["7", "8"], letter=[700 * "x", "y"])
    app = open_page("keywords.py", "Many documents")
    [table] = handed_out.values()
    known = ["keywords", "probability %", "because of", "confidence %", "topic", "unknown words %"]
    assert [*handed_out] == ["keywords-by-document"]
    # A long text stands behind what is told of it.
    assert [*table] == ["id", "box", *known, "unknown words", "letter"]
    assert table["box"].tolist() == ["7", "8"] and table["letter"][0] == 700 * "x"
    words = [summary.words for summary in laid_out.model_state.batch.summaries]
    assert table["keywords"].tolist() == ["; ".join(own) for own in words]
    first = laid_out.model_state.batch.summaries[0].keywords
    sure = "; ".join(f"{100 * keyword.probability:.0f}" for keyword in first)
    assert table["probability %"][0] == sure
    assert table["because of"][0] == "; ".join(f"{keyword.word}: Korn" for keyword in first)
    # The same with a row for each, to be filtered and sorted by how probable it is.
    control = next(one for one in app.button_group if one.label == "In the file")
    uploads = (Upload.from_bytes("New letters.csv", b""),)
    laid_out.model_state.batch = replace(laid_out.model_state.batch, uploads=uploads)
    control.set_value("keywords").run()
    by_word = handed_out["New-letters-keywords"]
    assert [*by_word] == ["id", "keyword", "probability %", "because of"]
    assert by_word["keyword"].tolist() == [word for own in words for word in own]
    assert by_word["probability %"][0] == round(100 * first[0].probability)


def test_a_job_finds_with_every_keyword_of_many_what_speaks_for_it(laid_out):
    upload = Upload.from_bytes("a.txt", FARM.encode())
    batches.summarize_many(laid_out, [upload], ("de", "en"), None, lambda *_: None)
    batch = laid_out.model_state.batch
    assert batch.summaries[0].keywords[0].evidence is None  # all of it would fill the memory
    assert len(batch.reasons[0]) == len(batch.summaries[0].keywords) > 2
    said = {word for one in batch.reasons[0] for word in one.split(", ")}
    assert said <= {*FARM.replace(",", "").replace(".", "").split()}
    batches.summarize_again(laid_out, lambda *_: None)
    again = laid_out.model_state.batch
    assert len(again.reasons[0]) == len(again.summaries[0].keywords)


FARM = "Der Bauer bringt Korn vom Acker in die Scheune, die Ernte vor dem Regen."


def rated(app, term, said):
    next(g for g in app.button_group if g.key.endswith(f"-{term}")).set_value(said).run()
    assert not app.exception


def shown_words(app):
    return [b for b in app.button if re.match("word-(?!more-)", b.key or "")]


def test_a_judged_keyword_is_kept_struck_out_and_can_be_taken_back(laid_out, open_page):
    app = open_page("keywords.py")
    app.text_area(key="pasted").set_value(FARM)
    button(app, "Find keywords").click().run()
    before = [b.label for b in shown_words(app)]
    first = shown_words(app)[0]
    rated(app, first.key.rsplit("-", 1)[1], "✗")
    assert f"~~{first.label}~~" in shown_words(app)[-1].label
    again = open_page("keywords.py")  # another visit
    again.text_area(key="pasted").set_value(FARM)
    button(again, "Find keywords").click().run()
    assert f"~~{first.label}~~" in shown_words(again)[-1].label
    assert any(box.label == "1 keyword rated" for box in again.expander)
    button(again, "Take the last one back").click().run()
    assert [b.label for b in shown_words(again)] == before
    assert not [box for box in again.expander if "rated" in box.label]


def test_judgements_outlive_the_app_and_are_in_the_file(laid_out, trained):
    from gplsa.app.library.on_disk import OnDisk
    from gplsa.model.public import Model
    from gplsa.model.rated import rate

    name = laid_out.model_state.id
    model = laid_out.library.open("model", name)
    rate(Direction(model, "de", "en"), FARM, 0, False)
    laid_out.library.renamed(name, model)
    assert laid_out.library.finish(PATIENCE)
    other = OnDisk(laid_out.library.folder)
    assert other.open("model", name).ratings == model.ratings
    (file,) = laid_out.library.folder.glob("model/*.gplsa")
    assert Model.load(file).ratings == model.ratings


def test_the_csv_of_many_documents_has_what_was_judged(laid_out, open_page, trained):
    from gplsa.model.rated import rate

    desk, upload = laid_out, Upload.from_bytes("new.csv", f"text\n{FARM}\n".encode())
    model = desk.model
    batches.summarize_many(desk, [upload], ("de", "en"), None, lambda *_: None)
    batch = desk.model_state.batch
    plain = files.by_document(model, batch)
    assert "rated wrong" not in plain
    wrong, right = plain["keywords"][0].split("; ")[:2]
    for word, said in ((wrong, False), (right, True)):
        rate(Direction(model, "de", "en"), batch.texts[0], word, said)
    table = files.by_document(model, batch)
    assert (table["rated wrong"][0], table["rated right"][0]) == (wrong, right)
    assert wrong not in table["keywords"][0].split("; ")
    [shown] = entries(open_page("keywords.py", "Many documents"))
    assert f">{right}<" in shown and f">{wrong}<" not in shown
    foreign = files.by_document(model, replace(batch, others=["English"]))
    assert (foreign["keywords"][0], foreign["looks like"][0]) == ("", "English")
    app = open_page("keywords.py", "Many documents")
    button(app, "Rank these anew: ratings have changed since").click().run()
    wait(laid_out)
    again = desk.model_state.batch
    assert right in again.summaries[0].words
    assert wrong not in again.summaries[0].words


def test_reasons_stand_beside_keywords_and_all_can_be_carried_away(laid_out, open_page):
    app = open_page("keywords.py")
    app.text_area(key="pasted").set_value(FARM)
    button(app, "Find keywords").click().run()
    shown = html(app)
    words = [b.label for b in shown_words(app)]
    reason = r"\d+\s% sure</span> · from <b>\w+</b>(?:, <b>\w+</b>)*</p>"
    assert len(re.findall(reason, shown.partition("st-key-word-more")[0])) == len(words)
    terms = [b.key.rsplit("-", 1)[1] for b in shown_words(app)]
    shown = shown.partition("st-key-word-more")[0]
    bars = re.findall(r"st-key-word-one-(\d+) {--c: #b3437c; --p: (\d+)%}", shown)
    assert [term for term, _ in bars] == terms
    told = re.findall(r"(\d+)\s% sure", shown)
    assert all(abs(int(p) - int(n)) <= 1 for (_, p), n in zip(bars, told, strict=True))
    assert "; ".join(words) in [code.value for code in app.code]
    names = [one.proto.label for one in app.get("download_button")]
    assert names.count("Download with reasons") == names.count("XLSX") == 1


def test_own_columns_and_the_text_come_back_and_the_id_once(laid_out):
    desk, table = laid_out, f"id,letter,keywords\nA7,{FARM.replace(',', '')},old\n"
    upload, columns = Upload.from_bytes("new.csv", table.encode()), ("letter",)
    seen = look_at_table([upload], "de")
    read_so = replace(seen.recognised, columns={"": columns}, id_column="id")
    asked = desk, [upload], ("de", "en"), (seen, read_so), lambda *_: None
    batches.summarize_many(*asked)
    found = files.by_document(desk.model, desk.model_state.batch)
    assert [*found][:4] == ["id", "letter", "keywords", "keywords (gplsa)"]
    assert [*found.iloc[0, :3]] == ["A7", FARM.replace(",", ""), "old"]
    others = replace(desk.model_state.batch, fields={"id": ["x"]})
    table = files.by_keyword(desk.model, others)
    assert [*table.iloc[0, :2]] == ["A7", "x"] and [*table][:2] == ["id (gplsa)", "id"]


def test_titles_and_texts_come_back_as_they_were_and_files_with_their_texts(laid_out, open_page):
    desk, rows = laid_out, f"PPN;Titel;Abstract\nA7;Die Ernte;{FARM}\nA8;Der Hafen;Schiff Segel\n"
    uploads = [Upload.from_bytes("new.csv", rows.encode())]
    batches.summarize_many(desk, uploads, ("de", "en"), None, lambda *_: None)
    found = files.by_document(desk.model, desk.model_state.batch)
    assert [*found][:4] == ["PPN", "Titel", "Abstract", "keywords"] and "text" not in found
    assert [*found.iloc[0, :3]] == ["A7", "Die Ernte", FARM]
    # With a row for each keyword they say which document it is of, without its text.
    batch = desk.model_state.batch
    by_word = files.by_keyword(desk.model, replace(batch, others=["English", ""]))
    assert [*by_word][:3] == ["PPN", "Titel", "keyword"]
    assert {*zip(by_word["PPN"], by_word["Titel"], strict=True)} == {("A8", "Der Hafen")}
    assert by_word["keyword"].tolist() == found["keywords"][1].split("; ")
    # In the list each is called by its title.
    listed = entries(open_page("keywords.py", "Many documents"))
    heads = [re.findall(r"<b>(.*?)</b>.*?>(.*?)</span>", one)[0] for one in listed]
    assert heads == [("Die Ernte", "A7"), ("Der Hafen", "A8")]
    file = Upload.from_bytes("a.txt", FARM.encode())
    for brought in ([file], [*uploads, file]):
        batches.summarize_many(desk, brought, ("de", "en"), None, lambda *_: None)
        found = files.by_document(desk.model, desk.model_state.batch)
        assert found["id"].iloc[-1] == "a.txt" and found["text"].iloc[-1] == FARM


def test_a_file_of_many_is_called_by_its_headline_not_by_its_first_sentence(laid_out, open_page):
    firsts = "Die Ernte", "Das Korn ist reif ."
    written = [f"{first}\n{FARM}" for first in firsts]
    named = map(Upload.from_bytes, ("a.txt", "b.txt"), (one.encode() for one in written))
    batches.summarize_many(laid_out, [*named], ("de", "en"), None, lambda *_: None)
    listed = entries(open_page("keywords.py", "Many documents"))
    assert [re.findall(r"<b>(.*?)</b>", one)[0] for one in listed] == ["Die Ernte", "b.txt"]


def test_a_text_of_the_other_language_is_read_as_such_by_a_click(laid_out, open_page):
    app = open_page("keywords.py")
    english = " ".join("the ship came into the harbour and its sail was torn by wind".split() * 3)
    app.text_area(key="pasted").set_value(english)
    button(app, "Find keywords").click().run()
    assert any("looks English" in one.value for one in app.warning)
    button(app, "Read it as English").click().run()
    assert not any("looks" in one.value for one in app.warning)
    assert app.selectbox[0].value == ("en", "de")


def test_many_texts_of_the_other_language_are_read_as_such_by_a_click(laid_out, open_page):
    english = "the ship came into the harbour and its sail was torn by wind"
    farmer = "the farmer brought the grain into the barn before the rain came"
    most = ["text", english, farmer, FARM]
    for rows in ([*most, FARM], most):
        upload = Upload.from_bytes("new.csv", "\n".join(rows).encode())
        batches.summarize_many(laid_out, [upload], ("de", "en"), None, lambda *_: None)
        app = open_page("keywords.py", "Many documents")
        assert any("look as if they were in another language" in one.value for one in app.warning)
        assert ("Read them as English" in [one.label for one in app.button]) == (rows is most)
    # In German both would be called the same, which broke the page.
    assert "Read it as English" not in [one.label for one in opened(app, 0).button]
    button(app, "Read them as English").click().run()
    wait(laid_out)
    assert app.selectbox[0].value == ("en", "de")
    batch = laid_out.model_state.batch
    assert batch.source == "en" and "Hafen" in " ".join(batch.summaries[0].words)


def added_field(app):
    return next(one for one in app.multiselect if one.label == "Keywords added by you")


def test_a_keyword_of_ones_own_goes_with_the_document_until_it_is_taken_away(laid_out, open_page):
    app = open_page("keywords.py")
    app.text_area(key="pasted").set_value(FARM)
    button(app, "Find keywords").click().run()
    words = [b.label for b in shown_words(app)]
    added_field(app).set_value(["husbandry; tithe barn"]).run()
    assert added_field(app).value == ["husbandry", "tithe barn"]
    assert "; ".join([*words, "husbandry", "tithe barn"]) in [code.value for code in app.code]
    rows = reason_rows([], {}, 0.1, added(FARM, "en"))
    assert [row["keyword"] for row in rows] == ["husbandry", "tithe barn"]
    assert Desk(laid_out.library).model_state.decided == laid_out.model_state.decided
    new_documents(laid_out, FARM)
    batch = laid_out.model_state.batch
    table, by_word = (make(laid_out.model, batch) for make in (files.by_document, files.by_keyword))
    assert table["keywords"][0].endswith("; husbandry; tithe barn")
    assert table["added"][0] == "husbandry; tithe barn"
    assert by_word["because of"].tolist()[-2:] == ["added by hand"] * 2
    foreign = files.by_document(laid_out.model, replace(batch, others=["Dutch"]))
    assert foreign["keywords"][0] == "husbandry; tithe barn"
    many_texts = open_page("keywords.py", "Many documents")
    assert '<span class="chip own">husbandry</span>' in entries(many_texts)[0]
    opened(many_texts, 0)
    added_field(many_texts).set_value(["husbandry"]).run()
    assert added(FARM, "en") == ["husbandry"]


def test_to_a_text_without_a_known_word_keywords_can_be_added(laid_out, open_page):
    app = open_page("keywords.py")
    app.text_area(key="pasted").set_value("zzz qqq")
    button(app, "Find keywords").click().run()
    added_field(app).set_value(["riddle"]).run()
    assert added("zzz qqq", "en") == ["riddle"]


def test_what_is_held_back_is_behind_a_click_and_taken_in_by_one(laid_out, open_page, monkeypatch):
    monkeypatch.setattr(page, "LEAST_SURE", 0.0)
    text = f"{FARM} Das Schiff liegt im Hafen."
    new_documents(laid_out, text)
    app = opened(open_page("keywords.py", "Many documents"), 0)
    more = next(box for box in app.expander if "less sure" in box.label)
    unsure = [b for b in more.button if (b.key or "").startswith("word-")]
    assert more.label.startswith(f"{len(unsure)} more, ")
    word, term = unsure[-1].label, unsure[-1].key.rsplit("-", 1)[1]
    assert word not in laid_out.model_state.batch.summaries[0].words
    rated(app, term, "✓")
    assert word in laid_out.model_state.batch.summaries[0].words
    assert word in files.by_document(laid_out.model, laid_out.model_state.batch)["keywords"][0]
    more = [box for box in app.expander if "less sure" in box.label]
    assert word not in [b.label for box in more for b in box.button]
    rated(app, term, None)
    assert word not in laid_out.model_state.batch.summaries[0].words


def test_nouns_of_the_title_that_the_model_does_not_know_are_told_above_the_keywords(
    laid_out, open_page
):
    text = f"Trauer am Acker\n{FARM}"
    app = open_page("keywords.py")
    app.text_area(key="pasted").set_value(text)
    button(app, "Find keywords").click().run()
    assert "Missing, as the model does not know it: <b>Trauer</b>" in html(app)
    new_documents(laid_out, text)
    [shown] = entries(open_page("keywords.py", "Many documents"))
    assert "unknown to the model: <b>Trauer</b>" in shown
    assert "<b>Trauer am Acker</b>" in shown  # what it is called by, not its file


def test_what_few_pairs_tell_of_unknown_words_stands_behind_an_arrow(
    laid_out, open_page, monkeypatch
):
    said = {"Trauer": "mourning", "Zölle": "tariffs"}
    monkeypatch.setattr(page, "lines_tell", lambda _, words: said.copy())
    app = open_page("keywords.py")
    app.text_area(key="pasted").set_value(f"Trauer am Acker\n{FARM} Die Zölle und das Xylophon.")
    button(app, "Find keywords").click().run()
    assert "does not know it: <b>Trauer → mourning</b>" in html(app)
    assert "Zölle → tariffs · Xylophon" in html(app)
    assert "behind an arrow" in html(app)
    assert added_field(app).options == ["mourning", "tariffs"]
    said.clear()
    app.text_area(key="pasted").set_value(f"{FARM} Das Xylophon.")
    button(app, "Find keywords").click().run()
    assert "Xylophon" in html(app) and "behind an arrow" not in html(app)


def test_what_lines_tell_is_of_the_side_that_is_asked(laid_out, corpus, open_page, monkeypatch):
    texts = corpus.texts | {"fr": corpus.texts["en"]}
    three = replace(corpus, texts=texts, languages=corpus.languages | {"fr": "fr"})
    model = train(three, TrainSettings(n_topics=len(THEMES), max_iter=10, check=False))
    laid_out.lay_out(MODEL, laid_out.library.keep(model))
    monkeypatch.setattr(page, "lines_tell", lambda way, words: dict.fromkeys(words, way.target))
    app = open_page("keywords.py")
    app.text_area(key="pasted").set_value(f"{FARM} Die Zölle.")
    button(app, "Find keywords").click().run()
    for target in ("en", "fr"):
        app.selectbox(key=way_key(model)).set_value(("de", target)).run()
        assert f"Zölle → {target}" in html(app)


def test_pairs_are_shown_as_alike_with_their_words_where_they_are(laid_out, open_page, trained):
    own = trained.corpus.texts["de"][0]
    (summary,) = summarize(Direction(trained, "de", "en"), [own])
    told = alike_told(trained, summary, own, "de")
    assert told[0].startswith(
        '<p class="small soft">100\N{NO-BREAK SPACE}% alike, mainly through: '
    )
    words = told[0].partition("through: ")[2].removesuffix("</p>").split(", ")
    assert len(words) == 4 and {*words} <= {*trained.vocabularies["de"].forms}
    strange = replace(summary, nearest=[(row, 0.14) for row, _ in summary.nearest])
    assert alike_told(trained, strange, own, "de") == {}
