"""Subject headings in the app: the column they come from, suggestions with reasons, files."""

import re
from copy import copy
from dataclasses import replace
from io import BytesIO

import pytest

from gplsa.app.desk import batches
from gplsa.app.desk.desk import Desk
from gplsa.app.desk.state import decided
from gplsa.app.keywords import headings
from gplsa.app.keywords.files import by_document
from gplsa.app.keywords.headings import headings_table
from gplsa.app.library.library import CORPUS, MODEL
from gplsa.app.train import headings as column
from gplsa.app.train import result
from gplsa.errors import InputError
from gplsa.headings import Suggestion, columns_of_headings, read_vocabulary, shown
from gplsa.model.headings import marking_names, suggest_headings
from gplsa.model.settings import TrainSettings
from gplsa.reading import Upload
from gplsa.training.train import train
from tests.app.conftest import html
from tests.app.test_pages import button, wait

OF_THEME = ("Ackerbau; Wetter", "Hafen; Seefahrt", "Schule", "Brand; Feuerwehr")
HARVEST = "Der Bauer bringt Korn vom Acker in die Scheune."


@pytest.fixture(scope="module")
def catalogued(corpus):
    subjects = [OF_THEME[row % 4] for row in range(len(corpus))]
    return replace(corpus, fields=corpus.fields | {"subjects": subjects})


@pytest.fixture(scope="module")
def taught(catalogued):
    return train(catalogued, TrainSettings(n_topics=4, max_iter=60, headings="subjects"))


@pytest.fixture
def at_hand(desk, catalogued, taught):
    desk.lay_out(CORPUS, desk.library.keep(catalogued))
    desk.lay_out(MODEL, desk.library.keep(taught))
    return desk


def in_list(app):
    """Of every document in the list its headings, as they look, without how likely they are."""
    return [[one.partition(" :small")[0] for one in own] for own in labels_in_list(app)]


def labels_in_list(app):
    found = {}
    for one in app.button:
        if (one.key or "").startswith("decide-"):
            found.setdefault(one.key.rpartition("-")[0], []).append(one.label)
    return [*found.values()]


def chosen_column(app):
    [box] = [box for box in app.selectbox if box.label == "Column of headings"]
    return box


def test_a_column_of_headings_is_recognised(catalogued):
    fields = catalogued.fields
    assert columns_of_headings(fields) == ["subjects"]
    assert columns_of_headings({"note": [f"remark {n}; number {n}" for n in range(60)]}) == []
    assert columns_of_headings({"GND": ["4030702-1", "", "4030702-1"]}) == ["GND"]


def test_train_shows_what_the_column_holds_and_learns_it(at_hand, open_page):
    at_hand.lay_out(MODEL, None)
    app = open_page("train.py")
    assert chosen_column(app).value == "subjects"
    assert any(c.value == "7 different headings in 60 documents, 1.8 each." for c in app.caption)
    assert html(app).count('<span class="chip plain">Seefahrt</span>') >= 1
    button(app, "Train").click().run()
    assert wait(at_hand).message == "The model is trained."
    model = at_hand.model
    assert model.settings.headings == "subjects" and len(model.suggester.vocabulary) == 7
    assert "German → headings:" in html(app.run())


def test_without_a_column_nothing_is_learned(at_hand, open_page):
    at_hand.lay_out(MODEL, None)
    app = open_page("train.py")
    chosen_column(app).set_value("").run()
    button(app, "Train").click().run()
    assert wait(at_hand).message == "The model is trained."
    assert at_hand.model.suggester is None


def test_a_vocabulary_takes_the_place_of_the_values(at_hand, catalogued):
    table = b"uri,label_de,label_en\nx:1,Hafen,Port\nx:2,Schule,School\n"
    vocabulary = read_vocabulary(BytesIO(table), name="themes.csv")
    assert [one.label("en") for one in vocabulary.concepts] == ["Port", "School"]
    for name, content in (("themes.csv", b"a,b\n1,2\n"), ("x.ttl", b"no turtle"), ("x.doc", b"")):
        with pytest.raises(InputError, match=name):
            read_vocabulary(BytesIO(content), name=name)


def test_nothing_is_trained_while_the_vocabulary_cannot_be_read(at_hand, open_page, monkeypatch):
    def unread(desk):
        raise InputError("This is no vocabulary.")

    monkeypatch.setattr(column, "_vocabulary", unread)
    app = open_page("train.py")
    assert "no vocabulary" in app.error[0].value
    assert not [one for one in app.button if one.label == "Train"]


def test_values_that_a_vocabulary_lacks_are_told(at_hand, open_page):
    table = b"uri,label_de\nx:1,Hafen\nx:2,Schule\n"
    at_hand.lay_out(MODEL, None)
    app = open_page("train.py")
    app.file_uploader[0].set_value(("themes.csv", table, "text/csv")).run()
    assert not app.exception
    [warning] = [w.value for w in app.warning if "no headings of the vocabulary" in w.value]
    assert warning.startswith("5 values are no headings") and "Seefahrt" in warning


@pytest.mark.parametrize(
    ("column", "file", "told"),
    [
        ("subjects", ("v.ttl", b"<html>"), "is no SKOS that can be read"),
        ("subjects", ("v.csv", b"a,b\n1,2\n"), "its first line must name `uri`"),
        ("subjects", ("v.tsv", b"<x:1>\tWalfang\n"), "“Ackerbau” for one: choose the vocabulary"),
        ("note", None, "in more than one record, “remark 0” for one"),
        ("empty", None, "is empty: choose the one with the headings"),
    ],
)
def test_bad_input_is_told_in_a_sentence(desk, open_page, catalogued, column, file, told):
    fields = {"note": [f"remark {n}" for n in range(60)], "empty": [""] * 60}
    desk.lay_out(CORPUS, desk.library.keep(replace(catalogued, fields=catalogued.fields | fields)))
    app = open_page("train.py")
    chosen_column(app).set_value(column).run()
    if file is not None:
        app.file_uploader[0].set_value((*file, "text/plain")).run()
    assert not app.exception
    said = [one.value.replace("\\", "") for one in (*app.error, *app.warning)]
    assert [told in sentence for sentence in said] == [True]


def test_what_was_accepted_and_rejected_is_in_the_files(at_hand, open_page):
    upload = Upload.from_bytes("new.csv", f"id,text\na,{HARVEST}\nb,{HARVEST}\n".encode())
    batches.summarize_many(at_hand, [upload], ("de", "en"), None, lambda *_: None)
    batch = at_hand.model_state.batch
    first, second = [one.concept.uri for one in batch.headings[0][:2]]
    app = open_page("keywords.py")
    app.text_area(key="pasted").set_value(HARVEST)
    button(app, "Find keywords").click().run()
    for mark, uri in (("✓", first), ("✗", second)):
        [field] = [g for g in app.button_group if g.label == f"Accept {uri}?"]
        field.set_value(mark).run()
    assert re.findall("<s><span.*?>(.*?) <", html(app)) == [second]
    table = headings_table(batch, "en")
    said = dict(zip(table["heading"], table["accepted"], strict=True))
    assert said == {first: "yes", second: "no"}
    whole = by_document(at_hand.model, batch, "en")
    assert whole["headings"].tolist() == whole["accepted"].tolist() == [first, first]
    many = open_page("keywords.py", "Many documents")
    assert any(
        re.search(r"headings\*\* suggested, 2 accepted", text.value) for text in many.caption
    )
    assert in_list(many) == [[f"**{first} ✓**", f":gray[~~{second}~~ ✗]"]] * 2
    [field] = [g for g in app.button_group if g.label == f"Accept {second}?"]
    field.set_value(None).run()
    whole = by_document(at_hand.model, batch, "en")
    assert second in whole["headings"][1] and second not in whole["accepted"][1]


def test_what_was_decided_on_is_there_after_a_restart_and_after_a_new_training(
    at_hand, open_page, taught
):
    app = open_page("keywords.py")
    app.text_area(key="pasted").set_value(HARVEST)
    button(app, "Find keywords").click().run()
    [field] = [g for g in app.button_group if g.label == "Accept Ackerbau?"]
    field.set_value("✓").run()
    decided = dict(at_hand.model_state.decided)
    assert list(decided.values()) == [True]
    assert Desk(at_hand.library).model_state.decided == decided
    at_hand.keep_trained(replace(taught, settings=replace(taught.settings, seed=5)))
    at_hand.remember()
    assert at_hand.model_state.decided == decided
    assert Desk(at_hand.library).model_state.decided == decided
    [field] = [g for g in app.run().button_group if g.label == "Accept Ackerbau?"]
    field.set_value(None).run()
    assert not at_hand.model_state.decided
    assert not Desk(at_hand.library).model_state.decided


def test_what_another_app_decided_meanwhile_stays(at_hand):
    other = Desk(at_hand.library)
    other.decide({("one", "uri"): True, ("two", "uri"): False})
    at_hand.decide({("three", "uri"): True, ("two", "uri"): None})
    both = {("one", "uri"): True, ("three", "uri"): True}
    assert at_hand.model_state.decided == both
    assert Desk(at_hand.library).model_state.decided == both


@pytest.mark.parametrize("noted", [None, 3, [["a"]], "odd", [[[], "uri", True]]])
def test_a_damaged_note_of_what_was_decided_says_nothing(noted):
    assert decided(noted) == {}


def test_less_likely_headings_are_behind_a_click(at_hand, open_page, monkeypatch):
    monkeypatch.setattr(shown, "AT_ONCE", 1.1)
    app = open_page("keywords.py")
    app.text_area(key="pasted").set_value(HARVEST)
    button(app, "Find keywords").click().run()
    asked = [group.label for group in app.button_group if group.label.startswith("Accept ")]
    [less] = [one for one in app.expander if "1 more heading, less" in one.label]
    assert [group.label for group in less.button_group] == asked[1:] and len(asked) == 2


@pytest.mark.parametrize(
    ("n", "reasons", "told"),
    [
        (0, (), ""),
        (1, (), ""),
        (2, (0, 1), "1 more heading, less likely or for a weak reason"),
        (3, (1,), "2 more headings, less likely or for a weak reason"),
    ],
)
def test_where_no_heading_is_likely_the_best_one_is_shown_as_unsure(
    at_hand, open_page, monkeypatch, taught, n, reasons, told
):
    """The one that has a reason, else the likeliest; what is behind a click reads well."""
    [[one, *_]] = suggest_headings(taught, [HARVEST], "de", 9, 0.0, ())
    concepts = enumerate(taught.suggester.vocabulary.concepts[:n])
    few = [replace(one, number=k, concept=concept, probability=0.1) for k, concept in concepts]
    monkeypatch.setattr(headings, "suggest_headings", lambda *_: [few])
    monkeypatch.setattr(Suggestion, "supported", property(lambda one: one.number in reasons))
    app = open_page("keywords.py")
    app.text_area(key="pasted").set_value(HARVEST)
    button(app, "Find keywords").click().run()
    [said] = [one.value for one in app.caption if "None is likely" in one.value]
    assert ("The best guess, unsure:" in said) == (n > 0)
    assert [one.label for one in app.expander if "more heading" in one.label] == [told] * bool(told)
    asked = [group.label for group in app.button_group if group.label.startswith("Accept ")]
    assert len(asked) == n
    if n:
        best = taught.suggester.vocabulary.concepts[min(reasons, default=0)].label()
        assert asked[0] == f"Accept {best}?"


def marked_in(part):
    return [one.proto.body for one in part.get("html") if 'class="reasons"' in one.proto.body]


def test_headings_without_a_reason_are_behind_a_click_and_in_no_file(
    at_hand, open_page, monkeypatch
):
    monkeypatch.setattr(shown, "AT_ONCE", 0.0)
    known = property(lambda one: one.concept.label() == "Ackerbau")
    monkeypatch.setattr(Suggestion, "supported", known)
    app = open_page("keywords.py")
    app.text_area(key="pasted").set_value(HARVEST)
    button(app, "Find keywords").click().run()
    [less] = [one for one in app.expander if "more heading" in one.label]
    assert len(less.button_group) == 1
    assert ["· <b>for a weak reason</b>" in one for one in marked_in(less)] == [True]
    assert sum("for a weak reason</b>" in one for one in marked_in(app)) == 1
    upload = Upload.from_bytes("new.csv", f"id,text\na,{HARVEST}\n".encode())
    batches.summarize_many(at_hand, [upload], ("de", "en"), None, lambda *_: None)
    batch = at_hand.model_state.batch
    assert len(headings_table(batch, "en")) == 1
    # But where somebody accepts one, it is in the files and in the list.
    less.button_group[0].set_value("✓").run()
    assert sorted(headings_table(batch, "en")["accepted"]) == ["", "yes"]
    [accepted] = by_document(at_hand.model, batch, "en")["accepted"]
    many = open_page("keywords.py", "Many documents")
    assert accepted and f"**{accepted} ✓**" in in_list(many)[0]
    assert any("**2 headings** suggested" in text.value for text in many.caption)
    monkeypatch.setattr(Suggestion, "supported", False)  # the likeliest has none either
    assert not shown.shown_at_once(at_hand.model_state.batch.headings[0])


def test_as_many_headings_can_be_judged_as_are_listed(at_hand, open_page, monkeypatch):
    asked = []
    for module in (batches, headings):
        told = lambda model, items, side, *limits: asked.append(limits[:2]) or [[]]  # noqa: E731
        monkeypatch.setattr(module, "suggest_headings", told)
    upload = Upload.from_bytes("new.csv", f"id,text\na,{HARVEST}\n".encode())
    batches.summarize_many(at_hand, [upload], ("de", "en"), None, lambda *_: None)
    button(open_page("keywords.py", "Many documents"), "Open").click().run()
    assert len(asked) == 2 and asked[0] == asked[1]


def test_headings_stand_above_keywords_with_their_reasons(at_hand, open_page):
    app = open_page("keywords.py")
    app.text_area(key="pasted").set_value(HARVEST)
    button(app, "Find keywords").click().run()
    assert not app.exception
    shown = html(app)
    assert shown.index("Ackerbau") < shown.index("keywords, the most telling")
    [first] = re.findall(r'class="chip sure".*?</ul>', shown)[:1]
    beside, reasons = first.split('<ul class="reasons">')
    assert "given to 15 documents" in beside
    assert "records like it: " in reasons and reasons.count("<li>") == 1
    [accept] = [g for g in app.button_group if g.label == "Accept Ackerbau?"]
    accept.set_value("✓").run()
    assert "Ackerbau" in [code.value for code in app.code]


def test_a_word_that_leads_to_a_heading_by_translation_is_said_once(at_hand):
    text = "Bauer und Knecht"
    [[one, *_]] = suggest_headings(at_hand.model, [text], "de", 5, 0.0, ())
    through = replace(one.reason, words=((0, 5), (10, 16)), through=(("Bauer", "farmer"),))
    both = headings.reasons_for(at_hand.model, replace(one, reason=through), text)
    said = ["the text has <b>Knecht</b>", "by translation <b>Bauer</b> → farmer"]
    assert both[:2] == said


def test_a_model_without_headings_says_nothing_of_them(laid_out, open_page):
    app = open_page("keywords.py")
    app.text_area(key="pasted").set_value(HARVEST)
    button(app, "Find keywords").click().run()
    assert "Subject headings" not in " ".join(text.value for text in app.markdown)


def test_headings_of_many_documents_are_a_file(at_hand, open_page):
    rows = "id,text,box\na,Der Bauer bringt Korn vom Acker,7\nb,Das Schiff liegt im Hafen,8\n"
    upload = Upload.from_bytes("new.csv", rows.encode())
    batches.summarize_many(at_hand, [upload], ("de", "en"), None, lambda *_: None)
    batch = at_hand.model_state.batch
    table = headings_table(batch, "en")
    assert table[table["id"] == "a"]["heading"].iloc[0] in ("Ackerbau", "Wetter")
    assert table["probability %"].between(5, 100).all()
    assert not {"uri", "notation"} & {*table}  # a value of the column is the heading itself
    assert all(table["because of"])
    assert [*table][:2] == ["id", "heading"]
    called = replace(batch, fields={"Nr": batch.ids, "Titel": ["Korn", "Schiff"]})
    table = headings_table(called, "en")
    assert [*table][:3] == ["Nr", "Titel", "heading"]
    assert {*zip(table["Nr"], table["Titel"], strict=True)} == {("a", "Korn"), ("b", "Schiff")}
    whole = by_document(at_hand.model, batch, "en")
    assert "uris" not in whole
    assert whole["box"].tolist() == ["7", "8"]
    told = whole["heading probability %"][1].split("; ")
    listed = [f"{100 * one.probability:.0f}" for one, _ in headings.listed(batch, 1)]
    assert told == listed and len(told) == whole["headings"][1].count("; ") + 1
    assert "Hafen" in whole["headings"][1].split("; ")
    assert [*whole].count("id") == 1 and whole["text"][1] == "Das Schiff liegt im Hafen"
    app = open_page("keywords.py", "Many documents")
    assert any("headings** suggested" in text.value for text in app.caption)
    # One bar for all of them, and of every document one row with both.
    [rows] = [control for control in app.button_group if control.label == "In the file"]
    assert rows.options == [f"one row per {one}" for one in ("document", "keyword", "heading")]
    assert len(app.get("download_button")) == 2
    assert [*whole].index("headings") < [*whole].index("keywords") and all(whole["keywords"])
    # In sight, not in files alone.
    assert ["; ".join(named) for named in in_list(app)] == whole["headings"].tolist()
    share = re.compile(r":gray\[(\d+)\s%\]")
    shares = [share.findall(" ".join(own)) for own in labels_in_list(app)]
    assert ["; ".join(own) for own in shares] == whole["heading probability %"].tolist()


def test_headings_are_decided_in_the_list(at_hand, open_page):
    upload = Upload.from_bytes("new.csv", f"id,text\na,{HARVEST}\nb,Brand am Hafen\n".encode())
    batches.summarize_many(at_hand, [upload], ("de", "en"), None, lambda *_: None)
    app, batch = open_page("keywords.py", "Many documents"), at_hand.model_state.batch
    [first, *others], said = in_list(app)[0], at_hand.model_state
    for looks, told, held in (
        (f"**{first} ✓**", [True], True),
        (f":gray[~~{first}~~ ✗]", [False], False),
        (first, [], True),
    ):
        decide = next(one for one in app.button if (one.key or "").startswith("decide-"))
        decide.click().run()
        assert in_list(app)[0] == [looks, *others]  # where it was
        assert [*said.decided.values()] == told
        assert (first in by_document(at_hand.model, batch, "en")["headings"][0].split("; ")) == held
        assert any(", 1 rejected" in text.value for text in app.caption) == (told == [False])
    opened = [one for one in app.button if one.label == "Open"]
    opened[0].click().run()
    assert len(in_list(app)) == 1  # of the other one; the opened one has its marks


def test_a_side_taught_by_pairs_alone_gets_headings_too(at_hand, open_page, taught):
    """Where only English records have headings, German texts get theirs, one by one or many."""
    suggester = taught.suggester
    german, english = (suggester.calibrated[side] for side in ("de", "en"))
    suggester = copy(suggester)
    suggester.calibrated, suggester.pair_calibrators = {"en": english}, {"de": german.calibrator}
    at_hand.lay_out(MODEL, at_hand.library.keep(replace(taught, suggester=suggester)))
    upload = Upload.from_bytes("new.csv", f"id,text\na,{HARVEST}\n".encode())
    batches.summarize_many(at_hand, [upload], ("de", "en"), None, lambda *_: None)
    assert at_hand.model_state.batch.headings[0]
    app = open_page("keywords.py")
    app.text_area(key="pasted").set_value(HARVEST)
    button(app, "Find keywords").click().run()
    assert not app.exception
    assert [g for g in app.button_group if g.label == "Accept Ackerbau?"]


def test_headings_mark_topics_and_name_them(at_hand, open_page, taught):
    names = {one for topic in range(4) for one in marking_names(taught, topic, "en")[:2]}
    assert {"Hafen", "Seefahrt"} & names and {"Ackerbau", "Wetter"} & names
    assert marking_names(replace(taught, suggester=None), 0, "en") == []


def test_the_check_card_says_how_well_headings_are_predicted(taught):
    said = result.check(taught, taught.validation)
    assert "German → headings:" in said and "F1@5" in said
    n, recall = (
        getattr(taught.suggester.calibrated["de"].figures, at) for at in ("texts", "recall")
    )
    assert (
        f"{100 * recall[2]:.0f}\u00a0% are among the first 5 suggested (mean of {n} documents"
        in said
    )
    assert n == 60 and "each predicted by the others" in said
    assert "headings that only one document has are not counted" in said
