"""The page Compare: settings as a job, its curves and advice, models, topics of two runs."""

import json
import re
from dataclasses import replace

import pandas as pd
import pytest

from gplsa import figures
from gplsa.app.compare import kinds, parts, two_models
from gplsa.app.desk import counting, experiments, pace
from gplsa.app.library.library import MODEL
from gplsa.app.show import controls
from gplsa.app.show.settings import recommended_topics
from gplsa.compare import DECIDES, LAMS, MEASURES, Match, Outcome, Plan, Result, Trial
from gplsa.compare.advice import Advice
from gplsa.figures import compared
from gplsa.language import in_language
from gplsa.model.settings import TrainSettings
from gplsa.training.train import train
from tests.app.conftest import html
from tests.app.test_pages import button, markdown, wait

FIGURES = dict.fromkeys(MEASURES, 0.5)


def outcome(lam: float, n_topics: int, **figures: float) -> Outcome:
    return Outcome(Trial("skl", lam, n_topics), FIGURES | figures)


def captions(app) -> str:
    return "\n".join(element.value for element in app.caption)


def classes(app):
    return next(box for box in app.selectbox if "names the class" in box.label)


@pytest.fixture
def quick(monkeypatch):
    """Two short trainings instead of four long ones."""
    monkeypatch.setattr(
        experiments, "base_settings", lambda desk: TrainSettings(max_iter=5, check=False)
    )


def cells(shown):
    """Of a table in HTML, by rows."""
    rows = re.findall(r"<tr>(.*?)</tr>", shown, re.DOTALL)
    return [re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row) for row in rows]


def test_numbers_of_a_table_are_written_as_they_are_read(open_page, monkeypatch):
    table = pd.DataFrame({"λ": [0.1, 100.0], "a": [-1234.5, None], "b": [2, 3], "c": ["<b>", "x"]})
    shown = []
    monkeypatch.setattr(controls, "show", lambda *parts: shown.extend(parts))
    monkeypatch.setattr(controls, "download_table", lambda *rest: None)
    with in_language("de"):
        names = {name: name.upper() for name in table}
        controls.table_with_download(table, "t", full=lambda: table, alt="x", names=names)
    assert cells(shown[0]) == [
        ["Λ", "A", "B", "C"],
        ["0,1", "−1.234,5", "2", "&lt;b&gt;"],
        ["100", "", "3", "x"],
    ]


def test_four_settings_by_default(laid_out, open_page):
    app = open_page("compare.py")
    assert "4 settings, trained on 48 pairs and measured on 12 held-out ones" in captions(app)
    assert button(app, "Compare these settings").disabled is False


def test_before_a_comparison_the_form_of_its_answer_is_shown(laid_out, open_page, quick):
    app = open_page("compare.py")
    assert "For example:" in html(app) and "Take agreement λ = 1 and 24 topics" in html(app)
    heads = ["λ", "topics", "compared with the best", "Doubt about the other side&#x27;s words"]
    assert cells(html(app))[:2] == [heads, ["0.1", "24", "as good as the best", "1,590.2"]]
    assert "How many words the model hesitates between" in html(app)
    button(app, "Compare these settings").click().run()
    wait(laid_out)
    assert "For example:" not in html(open_page("compare.py"))


@pytest.mark.parametrize(("other", "differ"), [(0.501, False), (0.6, True)])
def test_where_settings_make_no_difference_that_is_the_reason(
    laid_out, open_page, corpus, monkeypatch, other, differ
):
    found = tuple(
        outcome(lam, recommended_topics(corpus, 24), prediction=other if lam == 1 else 0.5)
        for lam in LAMS
    )
    monkeypatch.setattr(experiments, "tried", lambda desk: found)
    app = open_page("compare.py")
    shown = html(app)
    assert '"big"><b>Take agreement λ = ' in shown  # what to do, whatever the reason
    assert ("All settings tried are as good" in shown) != differ


def test_what_the_open_model_has_is_not_trained_again(laid_out, open_page, monkeypatch):
    own = laid_out.model.settings
    monkeypatch.setattr(parts, "recommend", lambda found, measure: Advice(found[0].trial, ()))
    for n_topics, known in ((own.n_topics, True), (own.n_topics + 1, False)):
        found = (outcome(own.lam, n_topics),)
        monkeypatch.setattr(experiments, "tried", lambda desk, found=found: found)
        monkeypatch.setattr(parts, "_plan", lambda *asked, n=n_topics: Plan(topics=(n,)))
        app = open_page("compare.py")
        assert (
            "Your model has these settings: there is nothing to change." in captions(app)
        ) == known
        assert ("Train with this" in [one.label for one in app.button]) != known


def test_settings_from_the_button_to_advice_and_on_to_train(laid_out, open_page, quick):
    app = open_page("compare.py")
    group = next(g for g in app.button_group if "must the two languages" in g.label)
    assert group.options[1:3] == ["loosely (λ = 0.1)", "recommended (λ = 1)"]
    group.set_value([0.0, 100.0]).run()
    button(app, "Compare these settings").click().run()
    assert wait(laid_out).message == "2 settings are compared."
    app.run()
    assert not app.exception
    shown = html(app)
    assert "Take agreement λ = " in shown
    assert "of the 2 settings tried" in shown or "within half a percent" in shown
    table = cells(html(app))
    assert [row[0] for row in table] == ["λ", "0", "100"]
    # The measure is named above; its name would take five lines of a telephone.
    assert table[0][-1] == "value\N{NO-BREAK SPACE}↓"
    assert "The settings tried by “Doubt about the other side&#x27;s words” (↑ more is" in shown
    assert app.selectbox(key="compare-measure").value == DECIDES
    assert "lower is better" in app.get("plotly_chart")[0].proto.spec
    assert "all are done" in captions(app)
    assert not [
        b for b in app.button if b.label in ("Compare these settings", "Compare those left")
    ]
    assert "regulariser" not in table[0] and len(table[0]) == 4
    # The row of what is advised, and no other, stands out.
    assert [" · recommended" in row[2] for row in table].count(True) == 1
    assert html(app).count('class="num marked"') == 1
    app.selectbox(key="compare-measure").set_value("keywords").run()
    assert "higher is better" in app.get("plotly_chart")[0].proto.spec
    taken = "λ = 100" if "Take agreement λ = 100" in html(app) else "λ = 0"
    button(app, "Train with this").click().run()
    assert not app.exception
    assert [element.value for element in app.title] == ["Training: find the topics"]
    expected = {"λ = 100": 100.0, "λ = 0": 0.0}[taken]
    assert app.select_slider(key="agreement").value == expected


def test_what_was_tried_is_there_after_a_restart(laid_out, quick):
    desk = laid_out
    plan = Plan(lams=(1.0,), topics=(4,), base=experiments.base_settings(desk))
    said = experiments.try_settings(desk, plan, lambda fraction, phase: None)
    assert said == "1 settings are compared."
    before = experiments.tried(desk)
    desk.corpus_state.tried.clear()
    assert experiments.tried(desk) == before
    (file,) = (laid_out.library.folder / "laboratory").iterdir()
    for damage in ("{", "[1]", json.dumps([{"trial": {}}])):
        file.write_text(damage)
        desk.corpus_state.tried.clear()
        assert experiments.tried(desk) == ()


def test_other_words_are_another_comparison(laid_out):
    desk = laid_out
    before = experiments.fingerprint(desk)
    desk.corpus_state.words = counting.default_words(desk.corpus)
    assert experiments.fingerprint(desk) == before  # it said what is so anyway
    desk.corpus_state.words["de"] = replace(desk.corpus_state.words["de"], min_df=3)
    assert experiments.fingerprint(desk) != before


@pytest.mark.parametrize(("near", "n_marked"), [([], 1), (["link-plsa"], 0)])
def test_the_row_of_a_kind_that_is_ahead_is_marked(
    laid_out, open_page, quick, monkeypatch, near, n_marked
):
    monkeypatch.setattr(kinds, "ahead", lambda found, measure: ("plsa", near))
    app = open_page("compare.py", "Other kinds of model")
    group = next(g for g in app.button_group if g.label == "Kinds of model")
    group.set_value(["plsa", "link-plsa"]).run()
    button(app, "Compare these kinds").click().run()
    wait(laid_out)
    assert html(app.run()).count('class="marked">PLSA<') == n_marked


def test_models_with_classes_from_a_column(laid_out, open_page, quick):
    app = open_page("compare.py", "Other kinds of model")
    assert classes(app).options == ["none", "year"]
    group = next(g for g in app.button_group if g.label == "Kinds of model")
    group.set_value(["plsa", "link-plsa"]).run()
    button(app, "Compare these kinds").click().run()
    assert wait(laid_out).message == "2 models are compared."
    app.run()
    assert not app.exception
    table = cells(html(app))
    assert [row[0] for row in table] == ["model", "PLSA", "Link-PLSA"]
    better = ["coherence ↑", "repeated words ↓", "seconds ↓"]
    assert table[0][1:] == [
        one.replace(" ↓", "\N{NO-BREAK SPACE}↓").replace(" ↑", "\N{NO-BREAK SPACE}↑")
        for one in better
    ]
    assert "<caption>12 topics each (↑ more is better · ↓ less is better)</caption>" in html(app)
    assert "Words of a topic that belong together (coherence): " in html(app)
    assert "How good keywords would be is not measured here." in captions(app)
    assert "**LDA**: Latent Dirichlet Allocation" in captions(app)


@pytest.mark.parametrize(
    ("coherence", "said"),
    [
        ((0.3, 0.1, -0.1), "LDA is best, by more than chance."),
        ((0.3, 0.28, 0.1), "LDA is best; PLSA may be behind by chance only."),
        ((0.3, 0.28, 0.31), "these kinds do not differ by more than chance."),
    ],
)
def test_the_verdict_on_kinds_says_what_is_no_chance(coherence, said):
    found = [
        Result(one, coherence=value, coherence_error=0.02)
        for one, value in zip(("lda", "plsa", "gplsa"), coherence, strict=True)
    ]
    asked = "Words of a topic that belong together (coherence)"
    assert kinds.verdict(found) == [f"{asked}: {said}"]
    assert not kinds.verdict(found[:1])  # of what there is nothing to say


def test_how_long_kinds_take_is_told_before_and_expected(laid_out, open_page, quick, monkeypatch):
    corpus, words = laid_out.corpus, counting.default_words(laid_out.corpus)
    sides = counting.count_texts(corpus, words, None)
    counting.keep_counted(laid_out, laid_out.corpus_state, corpus, words, sides)
    app = open_page("compare.py", "Other kinds of model")
    assert "This takes about 1 s." in captions(app)
    few, more = (experiments.seconds_expected(laid_out, names, 12) for names in (["plsa"], ["lda"]))
    assert more > 8 * few > 0
    monkeypatch.setattr(experiments, "seconds_expected", lambda *asked: 40.0)
    monkeypatch.setattr(pace, "here", lambda library, kind, seconds: 77.0)
    button(app, "Compare these kinds").click().run()
    wait(laid_out)
    assert laid_out.job._expected == 77.0


def test_a_column_that_names_no_classes_is_said(laid_out, open_page, quick):
    app = open_page("compare.py", "Other kinds of model")
    classes(app).set_value("year").run()
    button(app, "Compare these kinds").click().run()
    assert wait(laid_out).state == "failed"
    app.run()
    assert "does not name classes" in app.error[0].value


def test_topics_of_two_runs(laid_out, open_page, corpus):
    app = open_page("compare.py", "Two of your models")
    assert "Train two models" in "".join(i.value for i in app.markdown) and not app.info
    button(app, "Train a model").click()  # and a way to do so
    other = train(corpus, TrainSettings(n_topics=3, max_iter=20, check=False))
    laid_out.library.keep(other)
    app = open_page("compare.py", "Two of your models")
    shown = html(app)
    assert shown.count('class="match"') == 4 and shown.count("nearest: <b>") == 1
    assert "of 3 topics** are much the same in both" in markdown(app)
    assert len(laid_out.library.listed(MODEL)) == 2


def test_curves_have_a_line_for_every_number_of_topics():
    found = [outcome(lam, k) for k in (5, 20) for lam in (10.0, 0.1)]
    figure = figures.comparison_curves(found, "keywords")
    assert [line.name for line in figure.data] == ["5", "20"]
    assert figure.layout.title.text.endswith(
        "<br><span style='font: 400 13px Source Sans, "
        "sans-serif; fill-opacity: 0.75'>higher is better</span>"
    )
    assert list(figure.data[0].x) == ["0.1", "10"]
    low, high = figure.layout.yaxis.range
    assert low == pytest.approx(0.49)
    assert high == pytest.approx(0.51)
    marked = figures.comparison_curves(found, "keywords", advised=found[0].trial)
    advised = marked.data[-1]
    assert (advised.text, advised.x) == (
        ("recommended",),
        ("10",),
    ) and not marked.layout.annotations
    assert advised.y == (found[0].figures["keywords"],)
    over_topics = figures.comparison_curves([outcome(1.0, 20), outcome(1.0, 5)], "keywords")
    assert list(over_topics.data[0].x) == ["5", "20"]


def test_tables():
    table = compared.outcomes_table([outcome(1.0, 5, prediction=1234.567, keywords=0.12345)])
    assert table[MEASURES["prediction"].title][0] == 1234.6
    assert table[MEASURES["keywords"].title][0] == 0.123
    plain = [Result("lda", 2.0, 0.1, 0.3)]
    assert "accuracy" not in compared.results_table(plain)
    labelled = compared.results_table([*plain, Result("plsa", 1.0, 0.2, 0, 0.75, 0.5)])
    assert list(labelled["accuracy"].fillna(-1)) == [-1, 0.75]
    assert "**NMI**: " not in kinds.explained(plain)
    assert "**NMI**: " in kinds.explained([Result("plsa", 1.0, 0.2, 0, 0.75, 0.5)])


def test_the_table_says_how_much_worse_than_the_best_a_setting_is():
    figures = {0.1: 900.0, 1.0: 800.0, 10.0: 803.0}
    found = [outcome(lam, 5, prediction=figure) for lam, figure in figures.items()]
    table = compared.outcomes_table(found)
    shown = parts.beside_best(table, found, "prediction")
    names = [*parts.column_names(shown).values()]
    last = "Doubt about the other side's words\N{NO-BREAK SPACE}↓"
    assert names == ["λ", "topics", "compared with the best", last]
    assert [*shown["compared with the best"]] == [
        "12.5\N{NO-BREAK SPACE}% worse",
        "best",
        "as good as the best",
    ]
    keywords = parts.beside_best(table.copy(), found, "keywords")
    assert [*keywords["compared with the best"]] == ["best"] * 3 and "regulariser" not in keywords


def test_names_in_matches_are_escaped(trained):
    trained.topic_names[0] = "<script>"
    try:
        shown = two_models.matches(trained, trained, [Match(0, 1, 0.9)])
        table = compared.matches_table(trained, trained, [Match(0, 1, 0.9)])
    finally:
        trained.topic_names.clear()
    assert "<script>" not in shown
    assert "&lt;script&gt;" in shown
    assert table["topic of model 2"][0] == 2


def test_the_tab_stays_after_another_page_and_in_another_language(laid_out, open_page):
    app = open_page("compare.py", "Two of your models")
    app.switch_page("saved.py").run()
    app.switch_page("compare.py").run()
    assert "Train two models" in "".join(i.value for i in app.markdown)
    button(app, "DE").click().run()
    assert "Trainieren Sie zwei Modelle" in "".join(i.value for i in app.markdown)
    app.session_state["compare-what"] = "Einstellungen"
    assert not app.run().info and not app.exception
