"""The page Saved: projects, what tells their versions apart, names, and what opening one brings."""

import io
from dataclasses import replace

import pytest

from gplsa.app.desk import corpora, trainings
from gplsa.app.library.library import CORPUS, MODEL, Facts, Listed, read_piece
from gplsa.app.library.projects import projects
from gplsa.app.saved import parts as saved
from gplsa.app.show import header
from gplsa.corpus.cleaning.applying import clean
from gplsa.model.editing.edits import Merge
from gplsa.model.settings import TrainSettings
from gplsa.reading import Choices, Upload
from tests.app.conftest import html
from tests.app.test_pages import button, markdown, wait


def silent(fraction, phase):
    pass


def catalogue(corpus, note=""):
    """A table with a title beside the abstract of each side."""
    rows = [
        f"B{row};Der {de.split()[0]};{note}{de};The {en.split()[0]};{en}"
        for row, (de, en) in enumerate(zip(*corpus.texts.values(), strict=True))
    ]
    table = "\n".join(["id;titel;abstract_de;title_en;abstract_en", *rows])
    return Upload.from_bytes("catalogue.csv", table.encode())


@pytest.fixture
def versions(desk, corpus):
    """A catalogue as it was read and cleaned, two models of the one and one of the other."""
    settings = TrainSettings(n_topics=4, max_iter=5, check=False)
    corpora.read(desk, [catalogue(corpus, "<p>")], Choices(), silent)
    trainings.fit(desk, settings, silent)
    tags = [doubt for doubt in desk.corpus.warnings if doubt.kind == "tags"]
    corpora.put_right(desk, lambda corpus: clean(corpus, tags), silent)
    for lam in (1.0, 10.0):
        trainings.fit(desk, replace(settings, n_topics=3, lam=lam), silent)
    return desk


def test_columns_that_are_called_as_their_languages_are_not_said_again(versions):
    entry = versions.library.listed(CORPUS)[0]
    for german, said in (("de", False), ("text", True)):
        columns = {"de": [german], "en": ["en"]}
        read = replace(entry, read=replace(entry.read, columns=columns))
        assert (f"{german}\N{NO-BREAK SPACE}| en" in saved.corpus_in_short(read)) == said


def test_a_project_holds_its_versions_and_these_their_models(versions, open_page):
    library = versions.library
    [project] = projects(library.listed(CORPUS), library.listed(MODEL), library.called)
    assert project.name == "catalogue"
    assert sorted(len(version.models) for version in project.versions) == [1, 2]
    app = open_page("saved.py")
    assert app.subheader[0].value == "catalogue"
    shown = html(app)
    assert "corpus, cleaned: tags" in shown and "corpus, as it was read" in shown
    done = [b for b in app.button if b.label in ("Rename", "Delete")]
    assert {b.proto.type for b in done} == {"secondary"}, "as Download and Report"
    assert shown.count("titel + abstract_de\N{NO-BREAK SPACE}| title_en + abstract_en") == 2
    assert "λ 10, sKL" in shown and "λ 1, sKL" in shown  # which differ here
    assert shown.count(">open<") == 2


def test_what_is_deleted_is_told_from_the_other_of_its_name(versions, open_page):
    app = open_page("saved.py")
    told = {"corpus, cleaned: tags": "Its 2 models stay.", "corpus, as it was": "Its model stays."}
    for entry in versions.library.listed(CORPUS):
        app.button(key=f"delete-corpus-{entry.id}").click().run()
        done = next(one for one in told if saved.as_it_is(entry).startswith(one))
        [asked] = [one for one in markdown(app).splitlines() if one.startswith("Delete")]
        asked = asked.replace("\\", "")
        assert asked.startswith(f"Delete “catalogue, 60 documents, {done}")
        assert asked.endswith(f":{entry.kept:%M} UTC” for good? {told.pop(done)}")
    assert not told


def test_what_is_alike_in_all_models_of_a_project_is_not_said(laid_out, open_page):
    assert "sKL" not in html(open_page("saved.py")).split("4 topics")[-1]


def test_projects_of_what_was_kept_before():
    """Models that do not know their corpus: to the one of its name, where there is one."""

    def entry(name, **facts):
        return Listed(name, name[:-1], "2026", Facts(3, **facts))

    old, lost = entry("a1", topics=4, corpus="letters"), entry("b2", topics=5, corpus="gone")
    corpus = replace(entry("letters1"), id="c")
    found = projects([corpus], [old, lost], str.upper)
    assert [(one.key, one.name) for one in found] == [("letters", "LETTERS"), ("gone", "GONE")]
    assert [(v.corpus, v.models) for one in found for v in one.versions] == [
        (corpus, [old]),
        (None, [lost]),
    ]
    two = projects([corpus, replace(corpus, id="d")], [old], str)
    assert sorted(len(version.models) for version in two[0].versions) == [0, 0, 1]


def test_a_project_is_renamed_everywhere_and_its_pieces_stay(laid_out, open_page):
    before = laid_out.corpus_state.id
    app = open_page("saved.py")
    app.button(key="rename-letters").click().run()
    app.text_input(key="name-letters").set_value("Letters of 1848 ")
    button(app, "Save the name").click().run()
    assert app.subheader[0].value == "Letters of 1848"
    assert laid_out.corpus_state.id == before and laid_out.corpus.name == "letters"
    assert "Letters of 1848" in html(open_page("topics.py"))
    assert "Letters of 1848" in open_page("corpus.py").success[0].value
    file = io.BytesIO(saved._file(laid_out.library, CORPUS, before))
    assert read_piece(CORPUS, file).name == "Letters of 1848"


def test_a_model_without_a_name_of_its_own_is_asked_for_one(laid_out, open_page, monkeypatch):
    monkeypatch.setattr(laid_out.model, "name", "letters")  # of all tests: set back at the end
    name = laid_out.model_state.id
    app = open_page("saved.py")
    app.button(key=f"rename-{name}").click().run()
    field = app.text_input(key=f"name-{name}")
    assert (field.label, field.value, field.placeholder) == ("Name of the model", "", "4 topics")
    button(app, "Save the name").click().run()
    assert laid_out.library.open(MODEL, name).name == "letters"
    app.button(key=f"rename-{name}").click().run()
    app.text_input(key=f"name-{name}").set_value("Of May")
    button(app, "Save the name").click().run()
    assert header._chip(laid_out) == "Of May · 4 topics"
    assert "Of May" in html(open_page("topics.py"))


def test_what_is_noted_of_a_model_is_no_change_of_another_app(versions):
    model = versions.model
    assert versions.library.remarked(MODEL, versions.model_state.id, "of")
    assert versions.model is model  # else it would have been read anew
    versions.library.renamed(versions.model_state.id, model)


def test_a_model_that_was_edited_is_told_from_one_that_was_not(versions, open_page):
    assert "1 edit" not in html(open_page("saved.py"))
    name = versions.model_state.id
    versions.library.renamed(name, versions.model.edited(Merge((0, 1))))
    assert html(open_page("saved.py")).count("1 edit") == 1


def test_opening_a_model_opens_its_corpus(versions, open_page):
    library = versions.library
    [first] = [entry.id for entry in library.listed(MODEL) if entry.facts.topics == 4]
    of = library.corpus_of(first)
    assert of != versions.corpus_state.id
    app = open_page("saved.py")
    app.button(key=f"open-model-{first}").click().run()
    assert (versions.model_state.id, versions.corpus_state.id) == (first, of)
    assert not app.warning
    assert app.title[0].value.startswith("Topics:")  # what was opened is seen
    library.remove(CORPUS, of)
    versions.lay_out(MODEL, versions.library.listed(MODEL)[0].id)
    versions.lay_out(MODEL, first)  # its corpus is gone
    assert not open_page("saved.py").warning


def test_the_warning_of_another_corpus_is_cured_by_a_click(desk, laid_out, corpus, open_page):
    letters, model = laid_out.corpus_state.id, laid_out.model_state.id
    corpora.read(desk, [catalogue(corpus)], Choices(), silent)
    app = open_page("topics.py")
    assert "is not of the corpus that is open" in app.warning[0].value
    app.button(key="cure-corpus").click().run()
    assert not app.warning and desk.corpus_state.id == letters
    corpora.read(desk, [catalogue(corpus)], Choices(), silent)
    trainings.fit(desk, TrainSettings(n_topics=3, max_iter=5, check=False), silent)
    own = desk.model_state.id
    desk.lay_out(MODEL, model)
    assert desk.corpus_state.id == letters
    desk.lay_out(CORPUS, desk.library.corpus_of(own))
    app = open_page("topics.py")
    app.button(key="cure-model").click().run()
    assert desk.model_state.id == own and not app.warning


def test_a_second_corpus_shows_its_own_columns(desk, corpus, open_page):
    """The strip of the first is still drawn while the second is read."""
    rows = [f"{de}\t{en}" for de, en in zip(*corpus.texts.values(), strict=True)]
    app = open_page("corpus.py")
    for names in ("Brief\tRegest", "Text\tAbstract"):
        rows.pop()
        table = Upload.from_bytes("a.tsv", "\n".join([names, *rows]).encode())
        corpora.read(desk, [table], Choices(), silent)
        app.run()
        shown = {column.label: column.value for column in app.multiselect}
        brief, regest = names.split("\t")
        assert shown["Columns of “German”"] == [brief]
        assert shown["Columns of “English”"] == [regest]
        assert "Read again with these columns" not in [b.label for b in app.button]


def test_columns_are_chosen_above_the_pairs(desk, corpus, open_page):
    corpora.read(desk, [catalogue(corpus)], Choices(), silent)
    app = open_page("corpus.py")

    def menu(part):
        return next(m for m in app.multiselect if m.label == f"Columns of “{part}”")

    shown = {part: menu(part).value for part in ("id", "German", "English", "kept")}
    assert shown == {
        "id": ["id"],
        "German": ["titel", "abstract_de"],
        "English": ["title_en", "abstract_en"],
        "kept": [],
    }
    assert menu("headings").value == []
    menu("kept").set_value(["titel"]).run()
    assert menu("German").value == ["abstract_de"]  # a column is one thing
    button(app, "Read again with these columns").click().run()
    assert wait(desk).state == "done"
    assert desk.corpus.texts["de"] == corpus.texts["de"]
    assert desk.corpus.fields["titel"][0].startswith("Der ")
    app.run()
    menu("German").set_value([]).run()
    button(app, "Read again with these columns").click().run()
    assert "Two sides need at least a column each" in app.warning[0].value


def test_a_side_without_columns_is_one_no_more(desk, corpus, open_page):
    texts = [*corpus.texts.values(), corpus.texts["en"]]
    rows = ["de\ten\tfr", *map("\t".join, zip(*texts, strict=True))]
    table = Upload.from_bytes("a.tsv", "\n".join(rows).encode())
    corpora.read(desk, [table], Choices(), silent)
    assert desk.corpus.modalities == ["de", "en", "fr"]
    app = open_page("corpus.py")
    menu = next(one for one in app.multiselect if one.label == "Columns of “French”")
    menu.set_value([]).run()
    button(app, "Read again with these columns").click().run()
    assert wait(desk).state == "done"
    assert desk.corpus.modalities == ["de", "en"] and len(desk.corpus) == len(corpus)


def test_the_column_of_headings_is_said_with_their_number_and_chosen(desk, corpus, open_page):
    rows = [
        f"{n};{de};{en};{'ships | trade' if n % 2 else 'harvest'};{1800 + n}"
        for n, (de, en) in enumerate(zip(*corpus.texts.values(), strict=True))
    ]
    table = "\n".join(["id;abstract_de;abstract_en;subjects;year", *rows]).encode()
    corpora.read(desk, [Upload.from_bytes("catalogue.csv", table)], Choices(), silent)
    app = open_page("corpus.py")

    def menu(part):
        return next(m for m in app.multiselect if m.label == f"Columns of “{part}”")

    assert (menu("headings").value, menu("kept").value) == (["subjects"], ["year"])
    for desk.language, told in (
        ("de", "3 verschiedene Schlagwörter"),
        ("en", "3 different headings"),
    ):
        labels = [one.proto.popover.label for one in popovers(open_page("corpus.py")._tree)]
        assert sum(told in label and "subjects" in label for label in labels) == 1
    assert "Read again with these columns" not in [b.label for b in app.button]
    menu("headings").set_value([]).run()
    menu("kept").set_value(["year", "subjects"]).run()
    assert "Read again with these columns" not in [b.label for b in app.button]
    labels = [box.label for box in open_page("train.py").expander]
    assert "Subject headings: none" in labels
    train_page = open_page("train.py")
    train_page.selectbox(key=f"headings-of-{desk.corpus_state.id}").set_value("subjects").run()
    app = open_page("corpus.py")
    assert menu("headings").value == ["subjects"]


def popovers(node):
    """All popovers below a node."""
    for child in (getattr(node, "children", None) or {}).values():
        if getattr(child, "type", "") == "popover":
            yield child
        yield from popovers(child)


def test_columns_of_new_documents_are_chosen_before_and_after(laid_out, corpus, open_page):
    laid_out.piles["documents"] = (catalogue(corpus),)
    # Of many documents nothing is made ready before somebody asks, and then of one nothing.
    assert not open_page("keywords.py").multiselect
    app = open_page("keywords.py", "Many documents")
    assert not app.text_area

    def menu(part):
        return next(m for m in app.multiselect if m.label == f"Columns of “{part}”")

    assert menu("German").value == ["titel", "abstract_de"]
    assert menu("kept").value == ["title_en", "abstract_en"]
    menu("German").set_value(["abstract_de"]).run()
    button(app, f"Find keywords for {len(corpus)} documents").click().run()
    assert wait(laid_out).state == "done"
    batch = laid_out.model_state.batch
    assert batch.texts == corpus.texts["de"] and "titel" not in batch.fields
    app.run()
    menu("kept").set_value(["title_en"]).run()
    assert "What the columns are taken for" in [one.label for one in app.expander]
    button(app, "Read again with these columns").click().run()
    assert wait(laid_out).state == "done"
    assert [*laid_out.model_state.batch.fields] == ["id", "abstract_de", "title_en"]


def test_a_memory_says_how_many_lines_it_has(desk, open_page):
    units = "".join(
        f'<tu><tuv xml:lang="de"><seg>Ernte {n}</seg></tuv>'
        f'<tuv xml:lang="en"><seg>harvest {n}</seg></tuv></tu>'
        for n in range(45)
    )
    memory = f'<tmx version="1.4"><header/><body>{units}</body></tmx>'
    upload = Upload.from_bytes("memory.tmx", memory.encode())
    desk.begin(
        "Reading",
        lambda progress: corpora.read(desk, [upload], Choices(units_per_document=3), progress),
    )
    assert wait(desk).message == "Read: 45 lines in 15 documents."
    app = open_page("corpus.py")
    assert "45 lines in 15 documents" in app.success[0].value
    assert "Encoding, size of documents" in [one.label for one in app.expander]
    desk.lay_out(CORPUS, desk.corpus_state.id)  # as it was noted beside the corpus
    assert "45 lines in 15 documents" in open_page("corpus.py").success[0].value
    assert "45 lines in 15 documents" in html(open_page("saved.py"))
