"""The vocabulary of headings in the app: labels for identifiers, and kept with its corpus."""

from dataclasses import replace
from io import BytesIO

import pytest

from gplsa.app.desk import batches, corpora, trainings
from gplsa.app.desk.desk import Desk
from gplsa.app.fields.parts import shares_table
from gplsa.app.keywords import headings as page
from gplsa.app.keywords import many
from gplsa.app.library.beside import keep_vocabulary
from gplsa.app.library.library import CORPUS, MODEL
from gplsa.app.show import document_list, reader
from gplsa.figures import listed
from gplsa.headings import read_vocabulary
from gplsa.language import in_language
from gplsa.model.by_field import by_field
from gplsa.model.headings import suggest_headings
from gplsa.model.settings import TrainSettings
from gplsa.reading import Choices, Upload
from gplsa.training.train import train
from tests.app.conftest import html
from tests.app.test_pages import button

THEMES = (("1", "Ackerbau", "Farming"), ("2", "Hafen", "Harbour"), ("3", "Schule", "School"))
TABLE = "uri,label_de,label_en,notation\n" + "".join(
    f"http://x/{n},{de},{en},N{n}\n" for n, de, en in (*THEMES, ("4", "Schule", "Fire"))
)
RARE = "77-9"
"""A value of one record, which the vocabulary lacks."""


@pytest.fixture(scope="module")
def catalogued(corpus):
    """Identifiers, and 50 headings of one record each."""
    rows = range(len(corpus))
    subjects = [f"{row % 4 + 1}; {(row + row // 4) % 4 + 1}; {900 + row}" for row in rows]
    subjects[0] += f"; {RARE}"
    return replace(corpus, fields={"subjects": subjects})


@pytest.fixture(scope="module")
def vocabulary():
    rare = "".join(f"http://x/{900 + n},Selten {n:02d},Rare {n:02d},\n" for n in range(60))
    return read_vocabulary(BytesIO((TABLE + rare).encode()), name="themes.csv")


@pytest.fixture(scope="module")
def taught(catalogued, vocabulary):
    settings = TrainSettings(n_topics=4, max_iter=60, headings="subjects")
    return train(catalogued, settings, vocabulary=vocabulary)


@pytest.fixture
def at_hand(desk, catalogued, taught, monkeypatch):
    monkeypatch.setattr(reader, "_of_the_session", lambda: desk.language or "en")
    desk.lay_out(CORPUS, desk.library.keep(catalogued))
    desk.lay_out(MODEL, desk.library.keep(taught))
    return desk


def subjects(app):
    [box] = [box for box in app.multiselect if box.label == "subjects"]
    return box


@pytest.mark.parametrize("name", ["documents.py", "topics.py", "search.py", "fields.py"])
def test_the_filter_has_labels_and_filters_by_what_is_underneath(at_hand, open_page, name, taught):
    app = open_page(name)
    if name == "search.py":
        app.text_area[0].set_value("harbour ship")
        button(app, "Find").click().run()
    box = subjects(app)
    # In either language, so that each is found by whatever label somebody types.
    named = {"Farming · Ackerbau", "Harbour · Hafen", "Rare 59 · Selten 59", RARE}
    assert named <= {*box.options}
    assert len(box.options) == 4 + 60 + 1  # rare ones, too
    box.set_value(["http://x/2"]).run()
    assert not app.exception
    [told] = [one.label for one in app.expander if "of 60 documents" in one.label]
    held = taught.suggester.held[:, taught.suggester.vocabulary.find("2")].sum()
    assert told.replace("\\", "") == f"{int(held)} of 60 documents · subjects: Harbour"


def test_labels_are_of_the_readers_language_and_those_alike_are_told_apart(at_hand, open_page):
    at_hand.language = "de"
    app = open_page("documents.py")
    named = {"Ackerbau · Farming", "Hafen · Harbour", "Schule (N3) · School", "Schule (N4) · Fire"}
    assert named <= {*subjects(app).options}
    assert "subjects Ackerbau; Selten" in html(app)


def test_documents_show_labels_and_files_what_was_read(at_hand, open_page, taught):
    app = open_page("documents.py")
    shown = html(app)
    assert f"subjects Farming; Rare 00; {RARE}" in shown and "subjects 1;" not in shown
    assert "subjects Harbour; Rare 01<" in document_list.entry(taught, 1)
    [of_file] = listed.documents_table(taught, [(1, 0.5)])["subjects"]
    assert of_file == "2; 2; 901"


def test_files_of_many_documents_have_labels_of_the_language_chosen(
    at_hand, open_page, monkeypatch
):
    """They are made when they are fetched, when there is no page that knows it."""
    made = []
    monkeypatch.setattr(many, "download_table", lambda table, name: made.append(table))
    upload = Upload.from_bytes("new.csv", b"id,text\na,Der Bauer bringt Korn vom Acker\n")
    batches.summarize_many(at_hand, [upload], ("de", "en"), None, lambda *_: None)
    app = open_page("keywords.py", "Many documents")
    app.session_state["headings-in-en"] = "de"
    [rows] = [control for control in app.run().button_group if control.label == "In the file"]
    rows.set_value(rows.options[2]).run()
    assert "Ackerbau" in made[1]()["headings"][0].split("; ")
    assert "Ackerbau" in made[2]()["heading"].tolist()


def test_over_time_names_groups_by_labels(at_hand, open_page):
    app = open_page("fields.py")
    [group] = [box for box in app.selectbox if box.label == "subjects"]
    assert {"Farming", "Harbour", "School", "Fire"} <= {
        one.rpartition(" (")[0] for one in group.options
    }


def test_the_table_of_shares_has_both(taught):
    table = shares_table(taught, by_field(taught, "subjects"))
    assert {("2", "Harbour"), ("4", "Fire")} <= {
        *zip(table["subjects"], table["label"], strict=True)
    }


def test_suggestions_with_one_label_are_told_apart(at_hand, taught):
    [found] = suggest_headings(taught, ["Schule Lehrer Kind Brand Feuer"], "de", 8, 0.0, ())
    with in_language("de"):
        names = page.names_of(found, "de")
        alike = {name for name in names.values() if name.startswith("Schule")}
        assert alike == {"Schule (N3)", "Schule (N4)"}
        [school] = [one for one in found if names[one.number] == "Schule (N3)"]
        assert page.names_of([school], "de") == {school.number: "Schule"}
        # Its notation once: in small letters, or in the brackets.
        for name in ("Schule", "Schule (N3)"):
            assert page._shown(taught, school, "Schule", name, None).count("N3") == 1


def test_suggestions_are_in_the_language_that_is_chosen(at_hand, open_page):
    app = open_page("keywords.py")
    app.text_area[0].set_value("Der Bauer bringt Korn vom Acker in die Scheune.")
    button(app, "Find keywords").click().run()
    assert not app.exception and ">Farming " in html(app)
    [group] = [one for one in app.button_group if one.label == "Language of the headings"]
    assert group.value == "en"
    group.set_value("de").run()
    assert not app.exception and ">Ackerbau " in html(app) and ">Farming " not in html(app)


def in_use(app):
    said = [one.value.replace("\\", "") for one in app.markdown]
    return [one for one in said if one.startswith("Vocabulary: ")]


def choose(app, name="themes.csv", content=TABLE):
    app.file_uploader[0].set_value((name, content.encode(), "text/csv")).run()
    assert not app.exception


def test_a_vocabulary_is_kept_with_its_corpus(at_hand, open_page, catalogued):
    at_hand.lay_out(MODEL, None)
    app = open_page("train.py")
    choose(app)
    assert in_use(app) == [r"Vocabulary: **themes.csv**, 4 concepts"]
    kept = at_hand.corpus_state.id
    at_hand.lay_out(CORPUS, at_hand.library.keep(replace(catalogued, name="other")))
    assert in_use(app.run()) == []
    at_hand.lay_out(CORPUS, kept)
    assert in_use(app.run()) == [r"Vocabulary: **themes.csv**, 4 concepts"]
    # The app is started again, and trains without looking at the page first.
    again = Desk(type(at_hand.library)(at_hand.library.folder))
    assert again.corpus_state.id == kept and again.corpus_state.vocabulary is None
    settings = TrainSettings(n_topics=4, max_iter=20, headings="subjects")
    trainings.fit(again, settings, None)
    known = again.model.suggester.vocabulary
    assert (known.name, len(known)) == ("themes.csv", 4)


def test_a_vocabulary_is_replaced_and_removed(at_hand, open_page):
    at_hand.lay_out(MODEL, None)
    app = open_page("train.py")
    choose(app)
    choose(app, "more.csv", TABLE + "http://x/5,Turm,Tower,\n")
    assert in_use(app) == [r"Vocabulary: **more.csv**, 5 concepts"]
    choose(app, "bad.csv", "a,b\n1,2\n")
    assert "first line must name" in app.error[0].value.replace("\\", "")
    app.run()
    button(app, "Remove the vocabulary").click().run()
    assert in_use(app) == [] and not [b for b in app.button if b.label == "Remove the vocabulary"]
    assert not [*at_hand.library.folder.rglob("*.vocabulary")]


def test_a_vocabulary_stays_with_a_corpus_put_right_or_read_otherwise(desk, corpus):
    rows = [
        f"{de}\t{en}\t{n % 2 + 1}"
        for n, (de, en) in enumerate(zip(*corpus.texts.values(), strict=True))
    ]
    table = "\n".join(["de\ten\tsubjects", *rows]).encode()
    uploads = [Upload.from_bytes("a.tsv", table)]

    def nothing(*_):
        return None

    corpora.read(desk, uploads, Choices(), nothing)
    first = desk.corpus_state.id
    keep_vocabulary(desk.library, first, "themes.csv", TABLE.encode())
    corpora.put_right(desk, lambda one: one.subset(range(50)), nothing)
    assert desk.corpus_state.id != first
    assert corpora.vocabulary_at_hand(desk, desk.corpus_state).name == "themes.csv"
    swapped = dict(reversed(desk.corpus_state.intake.reading.recognised.columns.items()))
    read = replace(desk.corpus_state.intake.reading.recognised, columns=swapped)
    corpora.read(desk, uploads, read, nothing)
    assert corpora.vocabulary_at_hand(desk, desk.corpus_state).name == "themes.csv"
    other = [Upload.from_bytes("b.tsv", table.replace(b"subjects", b"themes"))]
    corpora.read(desk, other, Choices(), nothing)
    assert corpora.vocabulary_at_hand(desk, desk.corpus_state) is None


def test_a_vocabulary_that_is_read_beside_a_table_is_that_of_its_headings(desk, corpus):
    rows = [f"{de}\t{en}\t1" for de, en in zip(*corpus.texts.values(), strict=True)]
    table = Upload.from_bytes("a.tsv", "\n".join(["de\ten\tsubjects", *rows]).encode())
    skos = "http://www.w3.org/2004/02/skos/core#"
    label = f'<urn:1> a <{skos}Concept> ; <{skos}prefLabel> "Ernte"@de .\n'
    vocabulary = Upload.from_bytes("themes.ttl", label.encode())
    told = corpora.read(desk, [table, vocabulary], Choices(), lambda *_: None)
    assert told == "Read: 60 pairs, and the vocabulary “themes.ttl”."
    assert not desk.corpus_state.intake.reading.refused
    desk.corpus_state.vocabulary = None
    assert corpora.vocabulary_at_hand(desk, desk.corpus_state).name == "themes.ttl"


def test_a_vocabulary_goes_with_its_corpus(at_hand):
    name = at_hand.corpus_state.id
    keep_vocabulary(at_hand.library, name, "themes.csv", TABLE.encode())
    [path] = at_hand.library.folder.rglob("*.vocabulary")
    assert path.read_bytes() == TABLE.encode()
    at_hand.library.remove(CORPUS, name)
    assert not path.exists()


def test_a_damaged_vocabulary_is_told_and_can_be_removed(at_hand, open_page):
    at_hand.lay_out(MODEL, None)
    keep_vocabulary(at_hand.library, at_hand.corpus_state.id, "themes.csv", b"a,b\n1,2\n")
    app = open_page("train.py")
    assert "first line must name" in app.error[0].value.replace("\\", "")
    assert not [b for b in app.button if b.label == "Train"]
    button(app, "Remove the vocabulary").click().run()
    assert not app.error and [b for b in app.button if b.label == "Train"]


def test_a_disk_that_takes_nothing_is_told(at_hand, open_page, monkeypatch):
    def full(*_):
        raise OSError(28, "No space left on device")

    at_hand.lay_out(MODEL, None)
    monkeypatch.setattr("gplsa.app.library.beside.replace_bytes", full)
    app = open_page("train.py")
    choose(app)
    assert in_use(app) == [r"Vocabulary: **themes.csv**, 4 concepts"]
    said = [one.value.replace("\\", "") for one in app.warning]
    assert any("not kept beside the corpus: The disk is full" in one for one in said)
