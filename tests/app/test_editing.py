"""The page Topics shapes topics: merge, split, leave out, seed, name, undo, redo, train again."""

import dataclasses
import json

import numpy as np
import pytest

from gplsa.app.desk import trainings
from gplsa.app.desk.batches import Batch
from gplsa.app.library.library import MODEL
from gplsa.app.library.on_disk import OnDisk
from gplsa.app.topics import editing
from gplsa.html.escaping import label
from gplsa.model.direction import Direction
from gplsa.model.editing.seeding import topic_with
from gplsa.model.reasons import summarize_with_reasons
from gplsa.model.topics.hierarchy import distances
from gplsa.model.topics.shown import RELEVANCE
from gplsa.model.topics.words import words_shown
from gplsa.shaping import Drop, Merge, Note, Rename, Seed, Split
from tests.app.conftest import entries, html
from tests.app.test_pages import button, wait
from tests.patience import PATIENCE


def model_of(desk):
    return desk.model


def pills(app, key):
    return next(group for group in app.get("button_group") if group.key == key)


def captions(app) -> str:
    return "\n".join(element.value for element in app.caption)


def test_merging_is_previewed_then_done_undone_and_done_again(laid_out, open_page, trained):
    app = open_page("topics.py")
    assert app.button(key="undo").disabled and app.button(key="redo").disabled
    app.button(key="merge-0").click().run()
    chosen = pills(app, "merged-(0,)")
    assert chosen.label.startswith("Which topics belong together? The most alike come first")
    assert chosen.value == [0] and app.button(key="do-merge").disabled
    chosen.set_value([0, 2]).run()
    assert "Preview: 4 topics become 3, the chosen ones this:" in captions(app)
    assert model_of(laid_out).n_topics == 4
    app.button(key="do-merge").click().run()
    assert not app.exception
    after = model_of(laid_out)
    assert after.n_topics == 3
    assert html(app).count('class="topic"') == 3
    assert "Last: merged “" in captions(app)  # and no number of a topic
    app.button(key="undo").click().run()
    assert model_of(laid_out).n_topics == 4 and html(app).count('class="topic"') == 4
    assert not model_of(laid_out).history.steps
    app.button(key="redo").click().run()
    np.testing.assert_array_equal(model_of(laid_out).topic_word["de"], after.topic_word["de"])


def test_the_topics_most_alike_are_offered_first_and_none_is_ticked_but_what_is_clicked(
    laid_out, open_page, trained
):
    app = open_page("topics.py")
    app.button(key="merge").click().run()
    far = distances(trained.topic_word.values())
    # By their names, as the cards have them: numbers stand nowhere else on the page.
    named = [f"**{label(trained.read_label(topic))}**" for topic in range(4)]
    assert len({*named}) == 4
    options = pills(app, "merged-()").options
    first = [
        next(z for z, name in enumerate(named) if option.startswith(name)) for option in options
    ]
    nearest = [far[z].min() for z in first]
    assert sorted(first) == [0, 1, 2, 3] and nearest == sorted(nearest)
    one, other = first[:2]
    like = f"{100 * (1 - far.min()):.0f}\N{NO-BREAK SPACE}% like {trained.short_label(other)}"
    assert f":gray[{label(like)}]" in options[0]
    # What is clicked is ticked alone, and the others stand by how like it they are.
    pills(app, "merged-()").set_value([one]).run()
    again = pills(app, f"merged-({one},)")
    assert again.value == [one] and app.button(key="do-merge").disabled
    order = [one, *sorted({*range(4)} - {one}, key=lambda z: far[one, z])]
    for option, z in zip(again.options, order, strict=True):
        near = f"{100 * (1 - far[one, z]):.0f}\N{NO-BREAK SPACE}% like"
        assert option.startswith(named[z]) and (z == one or near in option)
    again.set_value([one, order[-1]]).run()
    again = pills(app, f"merged-({one},)")
    assert again.value == [one, order[-1]] and "Preview: 4 topics become 3" in captions(app)


def test_topics_but_one_hidden_can_still_be_merged(laid_out, open_page, trained):
    trained.hidden_topics.update({1, 2, 3})
    app = open_page("topics.py")
    app.button(key="merge").click().run()
    assert not app.exception and len(pills(app, "merged-()").options) == 1


def test_a_topic_that_may_be_one_shows_words_of_both_sides_those_of_both_topics_first(trained):
    one, other = ([w for w, _ in words_shown(trained, "de", z, 20)] for z in (0, 1))
    both = [word for word in other if word in one]
    assert both and both != other[: len(both)]
    option = editing._candidate(trained, 1, 0.25, 0)
    *_, german, english = option.split(":gray[")
    assert german.startswith(", ".join(f"**{label(word)}**" for word in both[:6]))
    assert (
        german.count(", ") == english.count(", ") == 5 and "75\N{NO-BREAK SPACE}% like " in option
    )


def test_splitting_is_previewed_and_its_parts_get_cards(laid_out, open_page, monkeypatch):
    desk = laid_out
    laid_out.library.edited(desk.model_state.id, model_of(laid_out).edited(Merge((0, 1))))
    app = open_page("topics.py")
    app.button(key="split-0").click().run()
    assert html(app).count('class="topic"') == 3 + 2
    kept = "The largest keeps the name."
    assert kept not in captions(app) and "The smallest" not in captions(app)
    monkeypatch.setattr(editing, "FEW", 1000)
    laid_out.library.edited(desk.model_state.id, model_of(laid_out).edited(Rename(0, "Mine")))
    app = open_page("topics.py")
    app.button(key="split-0").click().run()
    assert kept in captions(app) and "The smallest: about " in captions(app)
    app.button(key="do-split").click().run()
    assert model_of(laid_out).n_topics == 4 and html(app).count('class="topic"') == 4
    assert model_of(laid_out).topic_label(0) == "Mine" in html(app)


def test_words_are_left_out_of_all_topics(laid_out, open_page, trained):
    word = trained.top_words("en", 0, 1)[0][0]
    app = open_page("topics.py")
    app.button(key="details-0").click().run()
    listed = pills(app, "out-0-en")
    assert listed.options[0] == f"{word} ×"
    listed.set_value([word]).run()
    assert "Preview, English: " in captions(app)
    assert word not in captions(app)
    button(app, "Leave out 1 word").click().run()
    assert f'title="{word}"' not in html(app)
    assert model_of(laid_out).history.steps[-1].edit.side == "en"


def test_a_new_topic_waits_for_the_next_training(laid_out, open_page):
    app = open_page("topics.py")
    app.button(key="new-topic").click().run()
    assert app.button(key="do-seed").disabled
    app.text_input(key="seeds-None-de").set_value("Xylophon").run()
    assert "In no document, and so left out: Xylophon" in [text.value for text in app.caption]
    assert button(app, "Keep for the next training").disabled
    # Words without commas are several where nobody writes them together; the others count.
    app.text_input(key="seeds-None-de").set_value("Ernte Xylophon Korn").run()
    assert any("“Ernte”, “Korn”" in text.value for text in app.caption)
    app.text_input(key="seeds-None-de").set_value("Ernte Korn").run()
    assert any("“Ernte”, “Korn”" in text.value for text in app.caption)
    app.text_input(key="seeds-None-de").set_value("Ernte, Korn").run()
    assert "“Ernte”, “Korn” \\(German\\) for a new topic" in captions(app)
    button(app, "Keep for the next training").click().run()
    assert model_of(laid_out).history.steps[-1].edit == Seed(None, "de", ("Ernte", "Korn"))


def test_a_new_topic_shows_documents_and_what_there_is_already(laid_out, open_page, trained):
    app = open_page("topics.py")
    app.button(key="new-topic").click().run()
    app.text_input(key="seeds-None-de").set_value("Ernte, harvest").run()
    harvest = trained.vocabularies["de"].forms.index("Ernte")
    same = next(z for z in range(4) if harvest in trained.top_terms("de", z, 10, RELEVANCE))
    assert [box.value for box in app.warning] == [
        "Only English texts have this, so type it there: harvest",
        f"There is a topic of these words already: {label(trained.read_label(same))}",
    ]
    n = trained.counts["de"][:, [harvest]].nnz
    assert f"{n} documents have such words; the first 3 of them:" in captions(app)
    assert html(app).count('<mark class="w">Ernte</mark>') >= 3
    # To a topic of one's own choice more words may be given that it has.
    app.button(key=f"details-{same}").click().run()
    app.text_input(key=f"seeds-{same}-de").set_value("Ernte").run()
    assert not app.exception and not app.warning


def test_the_first_word_of_a_topic_is_enough_to_know_it_again(trained):
    for topic in range(4):
        first, *others = trained.top_terms("de", topic, 30, RELEVANCE)
        few = {"de": frozenset([first, *others[20:24]])}
        assert topic_with(trained, few) is not None


def test_pills_of_topics_are_called_as_their_cards(laid_out, open_page, trained):
    long = "Landwirtschaft, Ernte · agriculture, harvests"
    trained.topic_names[0] = long
    laid_out.lay_out(MODEL, laid_out.library.keep(trained))
    app = open_page("topics.py")
    app.button(key="merge").click().run()
    assert any(label(long) in one for one in pills(app, "merged-()").options)


def test_a_note_stands_on_the_card_escaped(laid_out, open_page):
    app = open_page("topics.py")
    app.button(key="details-1").click().run()
    app.text_area(key="note-of-1").set_value("<b>ask</b> Anna")
    button(app, "Save name and note").click().run()
    assert "✎ &lt;b&gt;ask&lt;/b&gt; Anna" in html(app)
    assert [step.edit for step in model_of(laid_out).history.steps] == [Note(1, "<b>ask</b> Anna")]
    assert not [one for one in app.run().button if one.key == "retrain"]  # of which nothing comes


def test_train_again_with_what_was_done(laid_out, open_page, trained):
    word = trained.top_words("de", 0, 1)[0][0]
    shaped = model_of(laid_out).edited(Merge((0, 1))).edited(Drop("de", (word,)))
    desk = laid_out
    before = desk.model_state.id
    laid_out.library.edited(before, shaped.edited(Rename(0, "Both")))
    app = open_page("topics.py")
    app.button(key="retrain").click().run()
    seen = wait(laid_out)
    assert seen.state == "done", seen.message
    assert seen.message.startswith("The model is trained anew with")
    after = model_of(laid_out)
    assert desk.model_state.id != before and after.n_topics == 3
    assert word not in after.vocabularies["de"].forms
    assert "Both" in after.topic_names.values()
    app = open_page("topics.py")
    assert "The training took over:" in captions(app)
    assert laid_out.library.open(MODEL, before).n_topics == 3


def test_edits_survive_a_new_start_and_a_writing_that_was_cut_off(laid_out, trained, tmp_path):
    library, desk = laid_out.library, laid_out
    fitted = model_of(laid_out)
    shaped = fitted.edited(Merge((0, 1))).edited(Split(0)).edited(Rename(0, "Mine"))
    library.edited(desk.model_state.id, shaped)
    assert library.finish(PATIENCE)
    again = OnDisk(library.folder).open(MODEL, desk.model_state.id)
    assert again.topic_names == {0: "Mine"} and len(again.history.steps) == 3
    # The file is that of before, the note beside it is new.
    library.edited(desk.model_state.id, fitted)
    assert library.finish(PATIENCE)
    note = library.folder / MODEL / f"{desk.model_state.id}.gplsa.json"
    file = (library.folder / MODEL / f"{desk.model_state.id}.gplsa").read_bytes()
    library.edited(desk.model_state.id, shaped)
    assert library.finish(PATIENCE)
    (library.folder / MODEL / f"{desk.model_state.id}.gplsa").write_bytes(file)
    found = OnDisk(library.folder).open(MODEL, desk.model_state.id)
    np.testing.assert_array_equal(found.topic_word["en"], shaped.topic_word["en"])
    assert found.topic_names == {0: "Mine"}
    # A note that makes no sense leaves the model as its file has it.
    content = json.loads(note.read_text("utf-8"))
    content["edits"][0]["topics"] = [0, 99]
    note.write_text(json.dumps(content), "utf-8")
    assert OnDisk(library.folder).open(MODEL, desk.model_state.id).n_topics == 4


def test_topics_of_many_keywords_follow_the_edit(laid_out, open_page, corpus):
    desk, model = laid_out, model_of(laid_out)
    texts = corpus.texts["de"][:6]
    found, reasons = summarize_with_reasons(Direction(model, "de", "en"), texts, None)
    about = "de", "en", corpus.ids[:6], texts, {}, found, [], [""] * 6
    desk.model_state.batch = Batch(*about, reasons=reasons)
    app = open_page("topics.py")
    app.button(key="merge-2").click().run()
    pills(app, "merged-(2,)").set_value([2, 3]).run()
    app.button(key="do-merge").click().run()
    now = desk.model_state.batch
    assert [s.words for s in now.summaries] == [s.words for s in found]
    assert max(topic for s in now.summaries for topic, _ in s.topics) == 2
    assert len(entries(open_page("keywords.py", "Many documents"))) == 6


@pytest.mark.parametrize("page", ["fields.py", "documents.py", "search.py", "saved.py"])
def test_other_pages_follow(laid_out, open_page, page):
    app = open_page(page)
    laid_out.library.edited(laid_out.model_state.id, model_of(laid_out).edited(Merge((0, 1, 2))))
    app.run()
    assert not app.exception


def test_the_tree_has_a_title_and_the_document_map_is_called_by_its_tab(
    laid_out, open_page, corpus
):
    app = open_page("topics.py")
    for form, title in (("tree", "Tree of the topics"), ("documents", "")):
        app.segmented_control(key="form").set_value(form).run()
        assert not app.exception
        (chart,) = app.get("plotly_chart")
        spec = json.loads(chart.proto.spec)
        assert spec["layout"]["title"].get("text", "") == title
        # The directions of a map say nothing, and beside a tree stand the names of its topics.
        assert bool(spec["layout"]["xaxis"]["title"]["text"]) == (form == "tree")
    app.selectbox(key="map-field").set_value("year").run()
    assert not app.exception
    assert spec["layout"]["showlegend"] is False
    assert json.loads(app.get("plotly_chart")[0].proto.spec)["layout"]["showlegend"]


def test_a_sample_or_a_model_without_texts_is_not_trained_again(laid_out, open_page, corpus):
    desk = laid_out
    bare = dataclasses.replace(model_of(laid_out), has_texts=False).edited(Merge((0, 1)))
    laid_out.library.edited(desk.model_state.id, bare)
    assert open_page("topics.py").button(key="retrain").disabled
    desk.begin("T", lambda p: trainings.fit_again(desk, p))
    assert "without its texts" in wait(laid_out).message
