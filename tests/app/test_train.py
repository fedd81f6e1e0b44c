"""The page Train: from the choices to the validation card, and what is said before and after."""

import dataclasses
import re
from dataclasses import replace

import numpy as np

from gplsa.app.desk import corpora, counting
from gplsa.app.library.library import CORPUS, MODEL
from gplsa.app.show import header
from gplsa.app.show.settings import does, question, take_over, topic_choices
from gplsa.app.train import result
from gplsa.corpus.corpus import Corpus
from tests.app.conftest import html
from tests.app.test_pages import button, wait
from tests.planted import planted_corpus


def test_training_from_the_page_to_the_check_card(laid_out, open_page, go_on):
    laid_out.lay_out(MODEL, None)
    app = open_page("train.py")
    button(app, "Train").click().run()
    assert any("Training" in bar.proto.text for bar in app.get("progress"))
    assert button(app, "Cancel").disabled is False
    assert button(app, "Train").disabled is True
    go_on.set()
    assert wait(laid_out).message == "The model is trained."
    assert len(laid_out.job.snapshot.curve) > 3
    app.run()
    said = ":material/check: The model is trained\\."
    assert [text.value for text in app.markdown if "trained" in text.value] == [said]
    assert said not in [text.value for text in app.run().markdown]
    shown = html(app)
    assert "Validation: " in shown
    assert "found their counterpart first" in shown
    assert "right by listing frequent words" in shown
    model = laid_out.model
    assert model.n_topics == 12  # the recommendation for 60 pairs


def test_what_memory_would_not_hold_is_said_before(laid_out, open_page, corpus, monkeypatch):
    desk = laid_out
    corpora.count_again(desk, counting.default_words(corpus), lambda *_: None)
    assert not open_page("train.py").info
    monkeypatch.setattr(counting, "MEMORY_BUDGET", 1)
    monkeypatch.setattr(counting, "affordable", lambda *_: 40)
    app = open_page("train.py")
    assert "Topics and keywords are of all 60 documents; the model shows 40" in app.info[0].value
    assert any(caption.value.startswith("60 pairs, ") for caption in app.caption)
    button(app, "Train").click().run()
    assert wait(laid_out).message == "The model is trained."
    said = "The topics are of 60 documents; those shown here are a sample of 40."
    shown = open_page("documents.py")
    assert [c.value for c in shown.caption if "a sample" in c.value] == [said]
    shown = open_page("search.py")
    assert "learned from 60 documents and holds 40 of them" in shown.info[0].value
    assert not shown.text_input
    # Pictures and features are not cut.
    monkeypatch.setattr("gplsa.app.desk.trainings.may_be_cut", lambda corpus: False)
    said = "the model is trained on 40 of the 60 documents"
    assert said in open_page("train.py").info[0].value


def test_of_one_side_nothing_is_asked_about_another(laid_out, open_page, corpus):
    alone = replace(corpus, texts={"de": corpus.texts["de"]}, languages={"de": "de"})
    laid_out.lay_out(CORPUS, laid_out.library.keep(alone))
    app = open_page("train.py")
    assert not app.select_slider and button(app, "Train")


def test_a_click_right_after_a_change_trains_with_the_change(laid_out, open_page):
    app = open_page("train.py")
    app.number_input(key="exact-topics").set_value(4)
    app.number_input(key="exact-lam").set_value(0.0)
    button(app, "Train").click().run()  # both changes and the click reach the page in one run
    assert wait(laid_out).message == "The model is trained."
    model = laid_out.model
    assert (model.n_topics, model.settings.lam) == (4, 0.0)


def test_wrong_pairs_are_said_on_the_result_card(laid_out, open_page, trained):
    desk = laid_out
    weighed = dataclasses.replace(trained, pair_weights=np.repeat([1.0, 0.0], [42, 18]))
    desk.lay_out(MODEL, laid_out.library.keep(weighed))
    app = open_page("train.py")
    said = (
        "About 30\N{NO-BREAK SPACE}% of the pairs do not seem to belong together; they count less."
    )
    assert f"{said} The page Documents shows which." in html(app)
    app.selectbox(key="weigh-pairs").set_value("always")
    button(app, "Train").click().run()
    assert wait(laid_out).message == "The model is trained."
    model = desk.model
    assert model.settings.weigh_pairs == "always" and model.pair_weights is not None


def test_every_keyword_marked_as_right_is_seen_where_the_true_text_has_it(laid_out, trained):
    found = trained.validation
    target, row = found.example.target, found.example.row
    held = [form for form in trained.vocabularies[target].forms if form.islower()][:2]
    texts = [*trained.corpus.texts[target]]
    for text in (f"So {held[0]} and {held[1]}.", f"{held[0]} {'so it is. ' * 90}{held[1]}"):
        texts[row] = text
        corpus = dataclasses.replace(trained.corpus, texts={**trained.corpus.texts, target: texts})
        example = dataclasses.replace(found.example, keywords=[(word, True) for word in held])
        shown = result.example(
            dataclasses.replace(trained, corpus=corpus), dataclasses.replace(found, example=example)
        )
        marked = re.findall(r"<mark[^>]*>(.*?)</mark>", shown)
        assert [*dict.fromkeys(word.casefold() for word in marked)] == held
        assert text in re.sub("<[^>]+>", "", shown)
        # What was given away stands above the pair, whose texts begin level.
        keywords, given, true = (shown.index(part) for part in ("chip", 'lang="de"', 'lang="en"'))
        assert keywords < given < true
    # Of the last text the second one is in sight only in full: it comes behind.
    for words in (held, held[::-1]):
        example = dataclasses.replace(example, keywords=[(word, True) for word in words])
        told = dataclasses.replace(found, example=example)
        shown = result.example(dataclasses.replace(trained, corpus=corpus), told)
        assert re.findall(r'class="chip"[^>]*>(\w+)', shown) == held
    # Both headings of a narrow table are broken at one place.
    assert "German\N{NO-BREAK SPACE}→ English" in result.check(trained, found)


def test_a_model_of_another_corpus_is_called_so(laid_out, open_page, corpus):
    for page in ("train.py", "topics.py", "fields.py"):
        assert not open_page(page).warning
    assert header._chip(laid_out) == "letters · 4 topics"
    other = dataclasses.replace(corpus, name="other", ids=[f"X{row}" for row in range(60)])
    laid_out.lay_out(CORPUS, laid_out.library.keep(other))
    for page in ("topics.py", "fields.py"):
        said = open_page(page).warning[0].value
        assert "The open model, “letters”, is not of the corpus that is open, “other”" in said
    assert header._chip(laid_out) == r"other · model\: letters"
    for page in ("corpus.py", "saved.py", "compare.py"):  # which show it, several, or none
        assert not open_page(page).warning


def test_before_its_first_training_a_corpus_shows_nothing_of_another_model(
    laid_out, open_page, corpus
):
    app = open_page("train.py")
    assert "Did it work?" in [heading.value for heading in app.subheader]
    other = dataclasses.replace(corpus, name="other", ids=[f"X{row}" for row in range(60)])
    laid_out.lay_out(CORPUS, laid_out.library.keep(other))
    app = open_page("train.py")
    assert not app.warning and not app.subheader and "Validation" not in html(app)
    # What few know stands behind plain words, one click away.
    slider, measure = app.select_slider(key="agreement"), app.radio(key="regularizer")
    assert slider.label == "How closely must the two languages agree?"
    assert [slider.options[0], slider.options[-1]] == ["not at all", "completely"]
    assert "λ" in slider.help and "λ" in measure.help
    assert "ratios of shares, symmetric KL (recommended)" in measure.options
    [behind] = app.get("popover")[1:]  # the first is of the header
    assert behind.proto.popover.label == "λ = 1, sKL" and measure in [*behind.radio]
    assert "exact-lam" in [one.key for one in behind.number_input]
    said = next(one.value for one in app.caption if "drawn to the same topics" in one.value)
    assert "λ" not in said and said.endswith("Topics depend on it, keywords hardly\\.")
    assert any(one.startswith("Large differences count most") for one in measure.proto.captions)
    button(app, "Train").click().run()
    assert wait(laid_out).message == "The model is trained."
    headings = [heading.value for heading in open_page("train.py").subheader]
    shown = html(open_page("train.py"))
    assert '</span>: <span class="soft">keywords from the other side alone' in shown
    assert ": the true text, which" in shown
    # The answer in sight, above the settings.
    assert headings == ["Did it work?", "One held-out pair", "Train again"]


def test_without_a_word_left_there_is_nothing_to_train_on(desk, open_page, corpus):
    of_stop_words = dataclasses.replace(corpus, texts={**corpus.texts, "de": ["und der die"] * 60})
    desk.lay_out(CORPUS, desk.library.keep(of_stop_words))
    words = counting.default_words(of_stop_words)
    corpora.count_again(desk, words, lambda *_: None)
    app = open_page("train.py")
    assert "no word of the German texts is left" in app.error[0].value
    assert not [b for b in app.button if b.label == "Train"]


def test_more_topics_than_pairs_can_fill_are_doubted(laid_out, open_page):
    app = open_page("train.py")
    app.number_input(key="exact-topics").set_value(30).run()
    assert not app.warning
    app.number_input(key="exact-topics").set_value(31).run()
    assert "31 topics are too many for 60 pairs" in app.warning[0].value
    assert "Advanced: 31 topics, set here" in [expander.label for expander in app.expander]


def test_a_number_of_topics_that_is_not_offered_is_taken_over_as_an_exact_one(monkeypatch):
    state = {"exact-topics": 3}
    monkeypatch.setattr("streamlit.session_state", state)
    take_over((6, 12, 24), "l2", 1.0, 12)
    chosen = {key: value for key, value in state.items() if value is not None}
    assert chosen == {"regularizer": "l2", "topics": 12, "agreement": 1.0}
    take_over((3, 7), "l2", 1.0, 12)
    assert (state["exact-topics"], state.get("topics")) == (12, None)
    take_over((3, 7), "l2", 1000.0, 7)  # a λ that Compare offers and the slider does not
    assert (state["agreement"], state["exact-lam"]) == (1000.0, None)


def test_no_more_topics_are_recommended_than_the_words_carry():
    corpus = planted_corpus(60)
    assert topic_choices(corpus, 500) == {6: "few", 12: "recommended", 24: "many"}
    assert topic_choices(corpus, 7) == {3: "few", 7: "recommended"}
    assert topic_choices(corpus, 2) == {2: "recommended"}


def test_an_exact_lam_stands_on_the_slider_until_that_is_moved(laid_out, open_page):
    app = open_page("train.py")
    app.radio(key="regularizer").set_value("l1")
    app.number_input(key="exact-lam").set_value(3.0).run()

    def shown():
        return app.select_slider(key="agreement").value, app.get("popover")[1].proto.popover.label

    assert shown() == (3.0, "λ = 3, ℓ1")
    assert "λ = 3" in app.select_slider(key="agreement").options
    app.select_slider(key="agreement").set_value(10.0).run()
    assert shown() == (10.0, "λ = 10, ℓ1") and app.number_input(key="exact-lam").value is None
    app.run()
    assert shown() == (10.0, "λ = 10, ℓ1") and len(app.select_slider(key="agreement").options) == 5
    app.number_input(key="exact-lam").set_value(3.0).run()
    app.number_input(key="exact-lam").set_value(None).run()
    assert shown() == (1.0, "λ = 1, ℓ1")  # emptied, it is as recommended


def test_what_must_agree_is_called_as_it_is(corpus):
    two = replace(corpus, languages={"de": "de", "en": "de"})
    languages, english = {**corpus.languages, "fr": "fr"}, {"en": corpus.texts["en"]}
    three = replace(corpus, texts={**corpus.texts, "fr": english["en"]}, languages=languages)
    pictures = {"image": [b""] * 60}
    photos = Corpus("photos", corpus.ids, english, {"en": "en"}, pictures=pictures)
    both = Corpus("photos", corpus.ids, corpus.texts, corpus.languages, pictures=pictures)
    said = [question(one).split("must ")[1] for one in (corpus, two, three, photos, both)]
    assert said == [
        "the two languages agree?",
        "the sides agree?",
        "the sides agree?",
        *["pictures and texts agree?"] * 2,
    ]


def test_without_agreement_no_regulariser_has_an_effect_and_that_is_said(corpus):
    assert "however disagreement is measured" in does(corpus, 0.0)
    assert "however" not in does(corpus, 1.0)
