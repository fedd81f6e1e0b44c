"""The report: whole, escaped, without the network, and honest about what it does not know."""

import base64
import dataclasses
import hashlib
import json
import re
from datetime import date
from html.parser import HTMLParser
from types import SimpleNamespace

import numpy as np
import plotly.graph_objects as go
import plotly.io as pio
import pytest
from scipy import sparse

import gplsa
from gplsa.cli import main
from gplsa.corpus.corpus import Corpus
from gplsa.corpus.features import Features
from gplsa.corpus.notes import DataWarning, Done
from gplsa.figures import document_map
from gplsa.figures.told import share_of_group
from gplsa.headings import Concept, HeadingVocabulary
from gplsa.html.elements import Html, html, tag
from gplsa.images.vocabulary import COLOR_WORDS
from gplsa.language import in_language
from gplsa.model.by_field import by_field, topics_by_difference
from gplsa.model.choices import SETTINGS
from gplsa.model.editing.edits import Merge
from gplsa.report import card, examples, report_html, sections
from gplsa.report.by_field import NAMED, _cells, _named, by_each, by_fields
from gplsa.report.cover import cover, described
from gplsa.report.pieces import measured, table
from gplsa.report.settings import _said
from gplsa.training.train import train
from tests.conftest import REPOSITORY
from tests.photos import photo_corpus
from tests.planted import plain_settings, planted_corpus

DAY = date(2026, 3, 1)
FONT_LICENCE = (REPOSITORY / "gplsa/report/fonts/OFL.txt").read_text(encoding="utf-8")
EVIL = '</script><script>alert(1)</script><img src=x onerror="alert(2)">&amp;\'"<!--'
VOID = {"meta", "img", "br"}


class Page(HTMLParser):
    """A report taken apart: its elements, what stands in scripts, and the text to read."""

    def __init__(self, content):
        super().__init__()
        self.tags, self.attributes, self.scripts, self.text = [], [], [], []
        self._open = []
        self.feed(content)
        self.close()
        assert self._open == []

    def handle_starttag(self, name, attributes):
        self.tags.append(name)
        self.attributes += attributes
        if name == "script":
            self.scripts.append((dict(attributes).get("type", ""), ""))
        if name not in VOID:
            self._open.append(name)

    def handle_endtag(self, name):
        assert self._open.pop() == name

    def handle_data(self, data):
        if self._open and self._open[-1] == "script":
            kind, before = self.scripts[-1]
            self.scripts[-1] = (kind, before + data)
        elif self._open and self._open[-1] != "style":
            self.text.append(data)

    @property
    def said(self):
        return " ".join(" ".join(self.text).split())


@pytest.fixture(scope="module")
def model():
    """Of letters with a year: theme 0 stands in the first one alone."""
    corpus = planted_corpus(80)
    years = ["1900" if theme == "0" else "1901" for theme in corpus.fields["theme"]]
    fields = corpus.fields | {"year": years}
    return train(dataclasses.replace(corpus, fields=fields), plain_settings(n_topics=5))


@pytest.fixture(scope="module")
def content(model):
    return report_html(model, DAY)


def test_it_holds_every_section(model, content):
    page = Page(content)
    for title in (
        "Corpus",
        "Did it work?",
        "Topics",
        "Time and fields",
        "Examples with their evidence",
        "Model card",
        "Settings and versions",
        "How to cite",
    ):
        assert title in page.said
    assert "1 Mar 2026" in page.said
    assert f"Validation: {model.validation.verdict}" in page.said
    for topic in range(model.n_topics):
        assert model.topic_label(topic) in page.said
        for side in model.modalities:
            assert model.top_words(side, topic, 1)[0][0] in page.said
    assert re.search(r"in \d+ of \d+ pairs? with \w+", page.said), "no evidence is shown"


def test_the_same_model_gives_the_same_report(model, content):
    assert report_html(model, DAY) == content
    assert len(content) < 6_000_000


def test_nothing_comes_from_elsewhere(content):
    page = Page(content)
    for name, value in page.attributes:
        assert not name.startswith("on"), f"{name}={value}"
        if name in ("src", "href", "action", "data"):
            assert value.startswith("#")
    links = {value for name, value in page.attributes if name == "href"}
    ids = {f"#{value}" for name, value in page.attributes if name == "id"}
    assert links <= ids
    style = content.split("<style>")[1].split("</style>")[0]
    assert "url(" not in style and "@import" not in style


def test_only_its_own_programs_may_run(content):
    page = Page(content)
    (policy,) = [value for name, value in page.attributes if value and "default-src" in value]
    assert "default-src 'none'" in policy
    allowed = re.findall(r"'sha256-([^']+)'", policy)
    programs = [text for kind, text in page.scripts if kind == ""]
    digests = [base64.b64encode(hashlib.sha256(p.encode()).digest()).decode() for p in programs]
    assert digests == allowed
    assert len(programs) == 2


def test_every_figure_has_a_title_names_for_its_axes_and_an_alternative(content):
    page = Page(content)
    figures = [json.loads(text) for kind, text in page.scripts if kind == "application/json"]
    assert len(figures) == 4  # each for telephones, too
    for figure in figures:
        layout = figure["layout"]
        assert layout["title"]["text"]
        for axis in (layout["xaxis"], layout["yaxis"]):
            # The directions of a map say nothing; what rows and columns are say their names and
            # the heading, and a title would lie on the scale.
            assert axis.get("ticktext") or not axis.get("showticklabels", True)
            assert not axis.get("title", {}).get("text")
    told = [v for n, v in page.attributes if n == "aria-label"]
    assert sum("Topics as circles" in v or "Shares of" in v for v in told) == 2


def test_fields_are_told_with_what_is_no_chance(model, content):
    said = Page(content).said
    assert "The topics that change most" in content
    # One precision, which is that of the topics above it.
    told = (
        r" makes up \d+\.\d\s% of .{1,40} \(\d+ documents?\), against \d+\.\d\s% of all: more than"
    )
    assert re.search(told, said)
    # Nothing paints a line along the edges of the map, whose directions mean nothing.
    (own,) = [text for kind, text in Page(content).scripts if not kind and "data-figure" in text]
    assert "gridcolor" in own and "linecolor" not in own
    themes = [model.corpus.fields["theme"][row] for row in range(80)]
    for theme in sorted(set(themes)):
        rows = [row for row in range(80) if themes[row] == theme]
        topic = int(model.doc_topic["de"][rows].mean(axis=0).argmax())
        # By theme: 16 documents, of which this topic is what they speak of.
        assert f"{theme} 16 {model.short_label(topic)}" in said


def in_fields(model):
    return by_fields(model, by_each(model), 1)


def cover_of(model):
    return cover(model, by_each(model))


def themes_of(model):
    return model.corpus.fields["theme"]


def hostile(model):
    """The same model of a corpus in which every text that is shown tries to be markup."""
    corpus = model.corpus
    evil = dataclasses.replace(
        corpus,
        name=EVIL,
        ids=[f"{EVIL}{i}" for i in corpus.ids],
        titles=[EVIL] * len(corpus),
        texts={side: [f"{EVIL} {text}" for text in own] for side, own in corpus.texts.items()},
        fields={EVIL: corpus.fields["year"], "theme": [EVIL + t for t in corpus.fields["theme"]]},
        warnings=[DataWarning("swapped", EVIL)],
        cleaning=[Done("markup", EVIL, 3, "before")],
    )
    words = {
        side: dataclasses.replace(v, forms=[EVIL + form for form in v.forms], warnings=[EVIL])
        for side, v in model.vocabularies.items()
    }
    check = dataclasses.replace(model.validation, verdict="poor", cause=EVIL, remedy=EVIL)
    names = dict.fromkeys(range(2), EVIL)
    marks = {"topic_names": names, "topic_notes": names}
    return dataclasses.replace(
        model, name=EVIL, corpus=evil, vocabularies=words, validation=check, **marks
    )


def test_a_hostile_corpus_stays_text(model, content):
    evil = report_html(hostile(model), DAY)
    benign, page = Page(content), Page(evil)
    assert page.tags.count("script") == benign.tags.count("script")
    assert set(page.tags) == set(benign.tags)
    assert {name for name, _ in page.attributes} == {name for name, _ in benign.attributes}
    assert page.said.count("<script>alert(1)</script>") > 100
    data = [text for kind, text in page.scripts if kind]
    assert len(data) == 4
    for text in data:
        assert "<" not in text
        json.loads(text)


def test_what_is_no_markup_of_ours_is_escaped():
    assert tag("b", "<i>", title='"x"') == '<b title="&quot;x&quot;">&lt;i&gt;</b>'
    assert html(Html("<hr>"), "&") == "<hr>&amp;"
    assert "&lt;td&gt;" in table("<td>", ["<td>"], [["<td>"]])


def test_a_model_without_texts_or_check(model):
    alone = dataclasses.replace(model, has_texts=False, validation=None)
    said = Page(report_html(alone, DAY)).said
    assert said.count("This model was not validated on held-out pairs.") == 2, "on the cover too"
    assert "saved without them" in said


def test_sides_that_are_no_texts():
    texts = planted_corpus(60)
    rng = np.random.default_rng(0)
    shapes = Features(
        [f"shape {n}" for n in range(12)], sparse.csr_matrix(rng.poisson(1.0, (60, 12)) + 0.0)
    )
    corpus = Corpus("mixed", texts.ids, {"en": texts.texts["en"]}, {"en": "en", "shape": ""},
                    features={"shape": shapes})  # fmt: skip
    page = Page(report_html(train(corpus, plain_settings(n_topics=3, check=False)), DAY))
    assert "features" in page.said
    assert "no two sides of texts" in page.said


def test_the_card_names_what_speaks_against_the_model(model):
    poor = dataclasses.replace(model.validation, verdict="fair", cause="Short texts.")
    found = " ".join(card.reasons_for_doubt(dataclasses.replace(model, validation=poor)))
    for said in ("calls it fair: Short texts.", "80 pairs only"):
        assert said in found
    assert card.reasons_for_doubt(model) == [], "what is known to work needs no reason for doubt"


def test_the_card_says_how_many_pairs_do_not_fit_where_they_are_some(model, monkeypatch):
    swapped = model.corpus.texts | {"en": [*model.corpus.texts["en"]]}
    for one, other in ((3, 41), (17, 60)):
        texts = swapped["en"]
        texts[one], texts[other] = texts[other], texts[one]
    corpus = dataclasses.replace(model.corpus, texts=swapped)
    doubts = card.reasons_for_doubt(train(corpus, model.settings))
    assert any("of its 80 pairs look as if" in doubt for doubt in doubts), doubts
    monkeypatch.setattr(card, "COMPARED_AT_ONCE", 79)
    assert card._misaligned_pairs(train(corpus, model.settings)) == []


def test_a_page_of_streamlit_lends_its_figures_nothing(model, content):
    """Its template is of colours that only its own front end knows, and has no room for labels."""
    before = pio.templates.default
    pio.templates["of a page"] = go.layout.Template(
        layout={"colorway": ["#000001"], "yaxis": {"automargin": False}}
    )
    pio.templates.default = "of a page"
    try:
        assert report_html(model, DAY) == content
    finally:
        pio.templates.default = before
    figures = [json.loads(text) for kind, text in Page(content).scripts if "json" in kind]
    cells, _ = figures[-1]["data"]
    assert len({color for _, color in cells["marker"]["colorscale"]}) == 3, "cells of one colour"


def test_the_cover_says_what_was_found(model, content):
    said = Page(content).said
    assert "The sides explain each other well." in said
    share = model.topic_share()
    listed = re.findall(r'<a href="#topic-(\d+)">([^<]+)</a>.*?class="num">([\d.]+)', content)
    told = [topic for topic in np.argsort(-share).tolist() if topic not in model.uninformative]
    assert [int(topic) for topic, _, _ in listed] == told
    for topic, name, percent in listed:
        assert name == model.topic_label(int(topic))
        assert float(percent) == round(100 * share[int(topic)], 1)
        assert f'id="topic-{topic}"' in content


def test_its_letters_are_in_it(content):
    """The policy lets nothing be asked for: faces are made of what stands in the program."""
    program = next(text for kind, text in Page(content).scripts if "new FontFace" in text)
    found = re.findall(r'"(Report \w+)", "[\d ]+", "([A-Za-z0-9+/=]+)"', program)
    assert [name for name, _ in found] == ["Report Sans", "Report Serif"]
    for name, letters in found:
        assert base64.b64decode(letters)[:4] == b"wOF2"
        assert f'"{name}"' in content.split("<style>")[1].split("</style>")[0]
    assert sum(len(letters) for _, letters in found) < 90_000
    assert "SIL OPEN FONT LICENSE" in FONT_LICENCE and "© 2014-2023 Adobe" in FONT_LICENCE


def test_cells_bear_the_names_of_their_columns():
    """On a telephone a row stands as lines, each beside the name of its column."""
    told = table("wide", ["name", "n", "words"], [["a", 1, "x"]], numbers=range(1, 2))
    assert '<table class="stacked">' in told
    assert '<td data-label="n" class="num">1</td><td data-label="words">x</td>' in told
    assert "stacked" not in table("narrow", ["name", "n"], [["a", 1]])


def test_days_without_a_document_are_left_out(model):
    years = ["1900-01-01" if theme == "0" else "1900-01-09" for theme in themes_of(model)]
    dated = dataclasses.replace(model.corpus, fields={"day": years})
    section = in_fields(dataclasses.replace(model, corpus=dated)).content
    told = Page(section).said
    assert "none does" not in told, "days without a document are counted"
    data, _ = [text for kind, text in Page(section).scripts if kind]
    drawn = json.loads(data)
    cells, _ = drawn["data"]
    assert {group for _, group in cells["customdata"]} == {0, 8}, "a cell without a document"
    assert drawn["layout"]["xaxis"]["ticktext"] == ["1 Jan", "9 Jan"]


def test_groups_in_which_nothing_stands_out_are_left_out(model):
    """Of a column of headings, as of catalogues, most are of too few records."""
    themes = enumerate(themes_of(model))
    places = ["first" if theme == "0" else f"place {row % 16}" for row, theme in themes]
    beside = dataclasses.replace(model.corpus, fields={"place": places})
    placed = dataclasses.replace(model, corpus=beside)
    found = by_each(placed)("place")
    stands_out = found.differences.marked.any(axis=1)
    assert 0 < stands_out.sum() < len(stands_out) == 17
    told = in_fields(placed).content
    assert told.count("<tr>") == 1 + stands_out.sum()
    assert f"; in {17 - stands_out.sum()} others none does" in told
    # What somebody has put away stands nowhere.
    away = frozenset(np.flatnonzero(found.differing()).tolist())
    hidden = in_fields(dataclasses.replace(placed, hidden_topics=away)).content
    assert "No topic differs between them" in hidden and "<tr>" not in hidden


def test_the_card_of_a_topic_has_its_note(model):
    noted = dataclasses.replace(model, topic_notes={1: "Mine: see box 4"})
    assert "✎ Mine: see box 4" in sections.topics(noted).content
    assert "✎" not in sections.topics(model).content


def test_what_was_changed_by_hand_is_told(model):
    merged = model.edited(Merge((0, 1)))
    said = html(f"Changed by hand: {merged.history.steps[0].message}.")
    assert str(said) in str(sections.topics(merged).content)
    assert "Changed by hand" not in str(sections.topics(model).content)


def test_many_topics_are_a_click_away(model):
    few = sections.topics(model).content
    assert 'class="rest"' not in few and few.count("<article") == model.n_topics
    in_sight = sections.IN_SIGHT, sections.FEW
    sections.IN_SIGHT, sections.FEW = 2, 0
    try:
        many = sections.topics(model).content
    finally:
        sections.IN_SIGHT, sections.FEW = in_sight
    before, rest = many.split('class="rest"')
    assert (before.count("<article"), rest.count("<article")) == (2, model.n_topics - 2)
    assert f"{model.n_topics - 2} more topics" in rest


def test_the_columns_of_a_card_are_named_by_their_sides(model, content):
    cards = re.findall(r'<div class="words".*?</div></div>', content, re.DOTALL)
    names = [re.findall(r'<p class="side small">([^<]*)</p><ol', card) for card in cards]
    assert cards and {tuple(one) for one in names} == {("de", "en")}


def test_what_stands_out_by_a_field_is_on_the_cover(model):
    places = ["Bonn" if theme == "0" else "Ulm" for theme in model.corpus.fields["theme"]]
    placed = dataclasses.replace(model.corpus, fields={"place": places})
    of_places = dataclasses.replace(model, corpus=placed)
    said, found = cover_of(of_places), by_field(of_places, "place")
    assert "stands out where place is Bonn." in said
    first = topics_by_difference(of_places, found)[0]  # which the page says first, in these words
    assert share_of_group(of_places, found, first, found.group_of_most(first)) in said
    both = dataclasses.replace(model.corpus, fields={"heading": places, "place": places})
    of_both = dataclasses.replace(model, corpus=both)
    assert "where heading is Bonn." in cover_of(of_both)
    known = HeadingVocabulary.of_values(places)
    vars(of_both)["suggester"] = SimpleNamespace(column="heading", vocabulary=known)
    assert "where place is Bonn." in cover_of(of_both)
    chance = dataclasses.replace(model.corpus, fields={"place": ["Bonn", "Ulm"] * 40})
    assert "stands out" not in cover_of(dataclasses.replace(model, corpus=chance))
    told = in_fields(dataclasses.replace(model, corpus=chance)).content
    assert "No topic differs" in told and "table" not in told


def test_documents_that_lack_a_side_are_no_pairs():
    corpus = planted_corpus(60)
    texts = corpus.texts | {"en": [*corpus.texts["en"][:-5], *[""] * 5]}
    gaps = train(dataclasses.replace(corpus, texts=texts), plain_settings(n_topics=3, check=False))
    assert described(gaps) == "“planted”, 55 pairs and 5 documents that lack a side"


def test_settings_are_told_in_words_and_as_python_takes_them(content):
    said = Page(content).said
    assert "how closely the sides must agree, λ 1 lam=1.0" in said
    assert "symmetric Kullback–Leibler divergence regularizer='skl'" in said
    assert "visual_words" not in said  # of a model without pictures


def test_it_is_cited_as_the_citation_file_says():
    told = (REPOSITORY / "CITATION.cff").read_text(encoding="utf-8")
    assert f'title: "{card.TITLE}"' in told
    assert f'name: "{card.AUTHORS}"' in told
    titles = re.findall(r'^    title: "(.+)"$', told, re.MULTILINE)
    for reference in card.REFERENCES:
        assert any(title.casefold() in reference.casefold() for title in titles), reference


def test_the_command_writes_it(model, tmp_path, capsys):
    model.save(tmp_path / "m.gplsa")
    out = tmp_path / "report.html"
    assert main(["report", str(tmp_path / "m.gplsa"), "--out", str(out)]) == 0
    assert f"Written to {out}" in capsys.readouterr().out
    assert "How to cite" in Page(out.read_text(encoding="utf-8")).said
    assert main(["report", str(tmp_path / "none.gplsa"), "--out", str(out)]) == 2


CODES = [Concept(f"x:{n}", {"de": f"Thema {n}", "en": f"Theme {n}"}) for n in range(8)]


@pytest.mark.parametrize(
    ("vocabulary", "told"),
    [
        (
            HeadingVocabulary(CODES, "themes.csv"),
            "Of the 8 concepts of the vocabulary “themes.csv” the column “theme” uses 5.",
        ),
        (HeadingVocabulary(CODES), "Of a vocabulary of 8 concepts the column “theme” uses 5."),
        (None, "What the column “theme” holds, 5 different ones."),
    ],
)
def test_a_report_names_the_vocabulary_of_the_headings(vocabulary, told, tmp_path):
    corpus = planted_corpus(60)
    cells = [f"x:{theme}" for theme in corpus.fields["theme"]]
    corpus = dataclasses.replace(corpus, fields={"theme": cells})
    settings = plain_settings(n_topics=6, headings="theme")
    model = train(corpus, settings, vocabulary=vocabulary)
    model.save(tmp_path / "m.gplsa")
    again = gplsa.load(tmp_path / "m.gplsa")
    said = Page(report_html(again, DAY)).said
    assert f"Subject headings {told}" in said
    assert ("F1@5 nDCG@10" in said) == ("F1@5: how far" in said)
    with_name = "name" in again.file_documents()["headings"]
    assert with_name == bool(vocabulary and vocabulary.name)
    if vocabulary is not None:  # groups by their labels, in the reader's language
        with in_language("de"):
            assert "Thema 1" in str(in_fields(again).content)
            legend = {trace.name for trace in document_map(again, field="theme").data}
            assert {f"Thema {n}" for n in range(5)} <= legend


def test_a_report_without_headings_says_nothing_of_them(content):
    assert "Subject headings" not in Page(content).said


def test_cards_of_a_model_of_pictures_show_the_most_typical():
    settings = plain_settings(n_topics=3, max_iter=5, check=False)
    made = report_html(model := train(photo_corpus(42), settings))
    assert "42 pictures" in made and "42 documents" not in made
    assert "pictures that speak of it most" in made
    assert document_map(model, titled=True).layout.title.text.startswith("Map of the pictures")
    shown = re.findall(r'<img src="data:image/jpeg;base64,[^"]+" alt="([^"]*)">', made)
    assert len(shown) == 3 * 3 and all(shown)
    # Nothing groups the documents, and no chapter says so.
    assert 'href="#fields"' not in made and "Time and fields" not in made


def test_what_is_told_from_pictures_stands_below_what_is_told_from_texts():
    """In the report as on the page Train."""
    model = train(photo_corpus(60, german=True), plain_settings(n_topics=3, max_iter=5))
    one = next(iter(model.validation.directions.values()))
    ways = dict.fromkeys([("image", "de"), ("en", "de"), ("image", "en")], one)
    _, _, rows = measured(model, dataclasses.replace(model.validation, directions=ways))
    assert [row[0].split("\N{NO-BREAK SPACE}")[0] for row in rows] == [
        "English",
        "pictures",
        "pictures",
    ]
    text = SETTINGS["visual_words"].said
    assert f"at most ({COLOR_WORDS} of colours" in text  # which are counted among its words, too


def test_examples_can_be_folded_and_say_then_which_keywords_they_have(content):
    shown = re.findall(r'<details class="example" open="">(.*?)</details>', content, re.DOTALL)
    assert len(shown) == 3
    for one in shown:
        summary = re.search(r"<summary>(.*?)</summary>", one)[1]
        named = re.search(r'<span class="small">(.*?)</span>', summary)[1].split(", ")
        chips = re.findall(r'<span class="chip">(.*?)</span>', one)
        assert named == chips[:5]


def test_the_pairs_of_an_example_are_others(content):
    shown = re.findall(r'<details class="example" open="">(.*?)</details>', content, re.DOTALL)
    own = [re.search(r'<span class="soft small">(.*?)</span>', one)[1] for one in shown]
    pairs = [re.findall(r'<span class="id">(.*?)</span>', one) for one in shown]
    assert all(pairs) and not any(name in named for name, named in zip(own, pairs, strict=True))


def test_an_example_is_headed_by_its_title(model):
    titled = dataclasses.replace(model.corpus, titles=[f"On {n}" for n in model.corpus.ids])
    made = examples.examples(dataclasses.replace(model, corpus=titled)).content
    heads = re.findall(r"<summary><h3>On (\w+) <span[^>]*>(\w+)</span></h3>", made)
    assert len(heads) == 3 and all(title == name for title, name in heads)


def test_the_figure_of_fields_shows_only_topics_that_differ(model):
    found = by_each(model)("year")
    differing = int(found.differing().sum())
    assert 0 < differing < model.n_topics
    for narrow in (False, True):
        figure = _cells(model, found, narrow=narrow)
        assert len({topic for topic, _ in figure.data[0].customdata}) == differing
        assert not figure.layout.annotations, "no row is apart"


def test_where_only_uninformative_topics_differ_the_figure_has_these(model):
    found = by_each(model)("year")
    differing = np.flatnonzero(found.differing()).tolist()
    noisy = dataclasses.replace(model)
    noisy.__dict__["uninformative"] = dict.fromkeys(differing, "")
    shown = {topic for topic, _ in _cells(noisy, found).data[0].customdata}
    assert shown == {*differing}


def test_the_words_of_all_sides_stand_in_one_table(content):
    said = Page(content).said
    assert "How texts became words setting de en in Python" in said
    assert "letters at least 2 2 min_length" in said
    assert re.search(r"iterations made \d+, (settled|stopped before it had settled)", said)


def test_settings_are_numbers_that_people_write():
    assert _said(1e-05) == "0.00001"
    with in_language("de"):
        assert (_said(1e-05), _said(1000.0), _said(1200)) == ("0,00001", "1000", "1.200")


def test_a_single_further_topic_is_one(model):
    found = by_each(model)("theme")
    chosen = np.arange(model.n_topics) < NAMED + 1
    with in_language("de"):
        said = _named(dataclasses.replace(model, hidden_topics=frozenset()), found, 0, chosen)
    assert said.endswith("; und ein weiteres") == (model.n_topics > NAMED)
