"""The page Documents: what stands out, search and order, one pair opened, texts left out."""

import re
from dataclasses import replace
from functools import partial
from html import unescape
from itertools import combinations, product

import numpy as np
import pytest

from gplsa.app.desk import trainings
from gplsa.app.documents import cards as document_cards
from gplsa.app.documents import parts
from gplsa.app.library.library import CORPUS, MODEL
from gplsa.app.show import cards, document_list
from gplsa.app.show.cards import fields_of, side
from gplsa.corpus.corpus import Corpus
from gplsa.corpus.storage import without_texts
from gplsa.figures.listed import degree_told, pairs_table, verdicts_told, why
from gplsa.html.elements import tagged
from gplsa.html.sides import SIDE_COLORS, side_look
from gplsa.html.topics import (
    RULES,
    TOPIC_COLORS,
    coloured_topics,
    legend_style,
    of_several,
    topic_color,
)
from gplsa.html.verdicts import GOOD, NEUTRAL
from gplsa.model import pair_fits
from gplsa.model.documents import (
    NEWEST,
    TITLE,
    found_rows,
    ordered,
    read_alone,
    telling,
    topic_of_words,
)
from gplsa.model.pair_fits import Fits, assess, fits_of, weakest_margin
from gplsa.model.settings import TrainSettings
from gplsa.model.terms.translated import hits, said_at
from gplsa.retrieval.mismatch import DOUBTFUL, FITTING, UNDECIDED, UNKNOWN, WRONG, PairFit
from gplsa.training.train import train
from tests.app.conftest import html
from tests.app.test_pages import button, wait
from tests.conftest import REPOSITORY
from tests.patience import eventually
from tests.photos import photo_corpus


def searched(model, row, sought):
    """A document in the list of a search."""
    [texts] = hits(model, [row], sought, document_list.EXCERPT)
    return marks(document_list.entry(model, row, texts=texts))


def marks(shown):
    """Marks without what tells what was sought from what translates it."""
    return re.sub('<mark class="s( of)?">', "<mark>", shown)


def plain(shown):
    return re.sub("<[^>]+>", "", shown)


@pytest.fixture(scope="module")
def fits(trained):
    return fits_of(trained, None)


def verdicts(own: list[float], others: list[float]) -> Fits:
    better = np.where(np.array(own) < np.array(others), 20, 0)
    fit = PairFit(np.array(own), np.array(others), better, 200)
    return {("de", "en"): fit}


def test_the_page_says_what_stands_out_and_lists_the_worst_first(laid_out, open_page, fits):
    app = open_page("documents.py")
    shown = html(app)
    assert "of 60 pairs</b>" in shown or "All 60 pairs</b>" in shown
    assert shown.count('class="pair bare"') == 12
    worst = int(np.argmin(fits["de", "en"].margin))
    assert shown.index(f">L{worst:02d}<") == min(
        shown.index(f">L{n:02d}<") for n in range(60) if f">L{n:02d}<" in shown
    )
    assert "**60 pairs**" in [said.value for said in app.markdown]


def test_how_that_is_known_stands_in_a_part_of_the_manual():
    for place, name in (("", "belong together"), ("de/", "zusammenzugehören")):
        text = (REPOSITORY / "docs" / f"{place}reading.md").read_text("utf-8")
        assert name in text.split("\n## ")[parts.PART_OF_THE_MANUAL].splitlines()[0]


def test_pairs_of_which_it_cannot_be_told_count_for_none_that_belong_together(
    laid_out, open_page, monkeypatch
):
    found = verdicts([0.9] * 60, [0.3] * 60)
    found["de", "en"].better[:] = 2
    found["de", "en"].better[7] = 25
    monkeypatch.setattr(trainings, "fits_of", lambda model, progress: found)
    said = plain(html(open_page("documents.py")))
    assert "59 of 60 pairs look as if their sides belong together; of 1 it cannot be told." in said


def test_pairs_that_have_little_in_common_count_for_none_that_belong_together(
    laid_out, open_page, monkeypatch
):
    found = np.array([DOUBTFUL] * 2 + [FITTING] * 58)
    monkeypatch.setattr(pair_fits, "verdicts", lambda fits: found)
    said = plain(html(open_page("documents.py")))
    assert "58 of 60 pairs look as if their sides belong together; read the other 2: little" in said
    found[5] = UNDECIDED
    said = plain(html(open_page("documents.py")))
    assert "57 of 60 pairs look as if their sides belong together; 2 more have little in" in said


def test_one_pair_is_told_as_one():
    told = plain(verdicts_told([DOUBTFUL, *[FITTING] * 9]))
    assert told.endswith("sides belong together; read the other one: little in common.")
    assert verdicts_told([WRONG, DOUBTFUL, UNKNOWN]) == (
        "<b>1 of 3 pairs</b> looks as if its sides do not belong together; 1 more has little in "
        "common: read it; 1 has words on one side only."
    )


def test_shares_of_a_side_of_few_words_are_said_to_tell_little(trained, monkeypatch):
    counts = {m: counted.copy() for m, counted in trained.counts.items()}
    counts["de"].data[3:] *= np.arange(3, counts["de"].nnz) >= counts["de"].indptr[1]
    counts["de"].eliminate_zeros()
    few = replace(trained, counts=counts)
    assert "German has only 3 words the model knows; its shares tell little." in plain(
        document_cards.figures(few, [], 0, read_alone(few, 0))
    )
    monkeypatch.setattr(document_cards, "FEW_WORDS", 3)
    assert "tell little" not in document_cards.figures(few, [], 0, read_alone(few, 0))


def test_sides_that_are_compared_coarsely_doubt_no_pair(laid_out, open_page, monkeypatch):
    """Of the usual pair 2 % of the strangers fit better, as of photos beside captions."""
    found = verdicts([0.1, *[0.9] * 59], [0.5, *[0.3] * 59])
    found["de", "en"].better[1:] = 4
    found["de", "en"] = replace(found["de", "en"], of_pictures=True)
    monkeypatch.setattr(trainings, "fits_of", lambda model, progress: found)
    app = open_page("documents.py")
    said = plain(html(app))
    assert "59 of 60 pairs look as if their sides belong together; of 1 it cannot be told." in said
    assert "can compare only coarsely, as with pictures, it calls no pair wrong" in said
    button(app, "Open").click().run()
    said = plain(html(app))
    assert "cannot be told. The app compares these sides only coarsely." in said
    assert "Of 200 sides of other pairs 20 fit better (for the usual pair: 4)." in said
    assert "Leave this pair out of the corpus" not in [one.label for one in app.button]


def test_what_pairs_counted_is_shown_and_sorted_by(laid_out, open_page, trained):
    weights = np.linspace(1.0, 0.01, 60)
    weighed = replace(trained, pair_weights=weights)
    desk = laid_out
    desk.lay_out(MODEL, laid_out.library.keep(weighed))
    app = open_page("documents.py")
    shown = html(app)
    assert "30 of 60 pairs counted less than half, and keywords learned nothing" in shown
    assert shown.index(">L59<") < shown.index(">L58<") < shown.index(">L48<")
    assert "counted 1\N{NO-BREAK SPACE}%" in shown and ">L47<" not in shown
    rows = ordered(weighed, [2, 40, 9], "trust", None, None)
    assert rows == [40, 9, 2]
    button(app, "Open").click().run()
    assert "counted 1\N{NO-BREAK SPACE}%" in html(app)
    table = pairs_table(weighed, [0, 59], None)
    assert table["weight in the training"].tolist() == [1.0, 0.01]


def test_rows_that_have_shifted_are_named(laid_out, open_page, monkeypatch):
    own = np.full(60, 0.9)
    own[20:24] = 0.1
    fit = PairFit(own, np.full(60, 0.3), np.zeros(60, int), 118)
    monkeypatch.setattr(trainings, "fits_of", lambda model, progress: {("de", "en"): fit})
    app = open_page("documents.py")
    assert "4 of 60 pairs</b>" in html(app)
    assert "as if rows had shifted: L20 to L23" in app.warning[0].value


def test_search_in_texts_titles_and_ids(laid_out, open_page, trained):
    app = open_page("documents.py")
    app.text_input(key="sought-documents").set_value("harv").run()
    shown = html(app)
    assert '<mark class="s">harv</mark>' in shown
    assert app.selectbox(key="order-documents-hits-fit-order-title-newest-topic").value == "hits"
    assert [*found_rows(trained, "L07")] == [7]
    assert [*found_rows(trained, "l07")] == [7]
    fields = {
        "headings": ["Turm; Glocken" if n == 9 else "Turm" for n in range(len(trained.corpus))]
    }
    beside = replace(trained, corpus=replace(trained.corpus, fields=fields))
    assert [*found_rows(beside, "glocken")] == [9]
    app.text_input(key="sought-documents").set_value("xylophone").run()
    assert "No pair has this" in app.info[0].value


def test_whole_words_that_were_sought_go_before_beginnings_and_parts_of_words(trained):
    texts = ["Leer."] * 56 + ["Grundwasser.", "Ein Wasserrecht.", "Wasser.", "Ein Wasser, Wasser."]
    both = {"de": texts, "en": [""] * 60}
    model = replace(trained, corpus=replace(trained.corpus, texts=both))
    assert [*found_rows(model, "wasser")] == [59, 58, 57, 56]


def test_another_form_of_a_word_is_the_word_and_the_list_says_what_it_counts(
    laid_out, open_page, trained
):
    texts = ["Des Hafens Licht.", *["Leer."] * 58, "Hafenlicht."]
    both = {"de": texts, "en": [""] * 60}
    model = replace(trained, corpus=replace(trained.corpus, texts=both))
    hits = found_rows(model, "Hafen")
    said = ["1× as a word", "1× at the beginning of a word"]
    assert [hits[row].said("Hafen") for row in (0, 59)] == said
    found = said_at(model, "Hafen")({"de": texts[0]})
    assert found["de"] == [(4, 10)]
    app = open_page("documents.py")
    app.text_input(key="sought-documents").set_value("Hafen").run()
    assert any("with “Hafen”" in said.value for said in app.markdown)


def test_a_result_says_of_the_word_sought_what_the_order_goes_by(trained):
    texts = ["Grundwasser, Abwasser, Meerwasser.", "Wasserrecht, Wasserwerk.", "Wasser."]
    both = {"de": [*texts, *["Leer."] * 57], "en": [""] * 60}
    model = replace(trained, corpus=replace(trained.corpus, texts=both))
    found = [hits.said("wasser") for hits in found_rows(model, "wasser").values()]
    assert found == ["1× as a word", "2× at the beginning of a word", "3× inside of a word"]


def test_a_number_and_a_part_of_one_are_called_no_word(trained):
    ids = ["744227675", *trained.corpus.ids[1:]]
    model = replace(trained, corpus=replace(trained.corpus, ids=ids))
    assert found_rows(model, "744227675")[0].said("744227675") == "1× as a number"
    for part in ("7442", "2276"):
        assert found_rows(model, part)[0].said(part) == "1× in a longer number"


def test_what_a_title_and_the_text_behind_it_say_is_marked_in_both_and_counted_once(trained):
    title = "Wasser für alle"
    text = f"{title}\nEin Vorwort, das von anderem spricht. " + "Leer. " * 60 + "Das Wasser fließt."
    both = {"de": [text] * 60, "en": [""] * 60}
    model = replace(trained, corpus=replace(trained.corpus, texts=both, titles=[title] * 60))
    assert found_rows(model, "wasser")[0] == (2, 2, 2)
    [shown] = hits(model, [0], "wasser", 60)
    assert shown["de"].startswith('<mark class="s">Wasser</mark> für alle …')
    assert shown["de"].endswith('Das <mark class="s">Wasser</mark> fließt.')
    [shown] = hits(model, [0], "alle", 60)
    assert shown["de"].startswith('Wasser für <mark class="s">alle</mark> Ein Vorwort')


def test_an_excerpt_begins_a_little_before_the_best_hit(trained):
    text = "Das Abwasser " + "fließt weit " * 40 + "und wird zu Wasser " + "für alle " * 40
    both = {"de": [text] * 60, "en": [""] * 60}
    model = replace(trained, corpus=replace(trained.corpus, texts=both))
    shown = searched(model, 0, "wasser")
    before = re.search("…([^<]*) und wird zu <mark>Wasser</mark> für alle", shown).group(1)
    assert len(before) < 60


def test_what_was_sought_is_marked_in_an_opened_pair_and_what_translates_it(laid_out, open_page):
    app = open_page("documents.py")
    app.text_input(key="sought-documents").set_value("ernte").run()
    button(app, "Open").click().run()
    german, english = html(app).split('<p class="of-side">')[1:]
    assert {*re.findall('<mark class="s">(.*?)</mark>', german)} == {"Ernte"}
    assert {*re.findall('<mark class="s of">(.*?)</mark>', english)} == {"harvest"}
    assert ">Ernte</mark>" not in re.sub('<mark class="s">.*?</mark>', "", german)


def test_an_opened_pair_says_once_that_it_fits(laid_out, open_page):
    app = open_page("documents.py")
    app.selectbox(key="order-documents-fit-order-title-newest-topic").set_value("order").run()
    button(app, "Open").click().run()
    shown = html(app)
    assert "German and English seem to belong together" in plain(shown)
    assert len(re.findall("fits? better", shown)) == 1


def test_at_the_end_of_a_pair_a_link_leads_to_the_next(laid_out, open_page):
    app = open_page("documents.py")
    button(app, "Open").click().run()
    assert app.button(key="next-pair").icon == ":material/arrow_forward:"
    app.button(key="next-pair").click().run()
    assert "Pair 2 of 60" in [caption.value for caption in app.caption]


def test_topics_of_one_side_alone_are_left_out_unless_there_are_no_others():
    colors = {0: "#111", 1: "#222"}
    mixtures = {"de": np.array([0.9, 0.1]), "en": np.array([0.996, 0.004])}
    assert [*of_several(colors, mixtures)] == [0]
    assert of_several(colors, {"de": np.array([1.0, 0.0]), "en": np.array([0.0, 1.0])}) == colors


def test_topics_of_a_pair_have_the_colours_they_have_everywhere():
    """Of two of one colour the smaller has another line below its words."""
    shares = np.zeros(40)
    shares[[1, 3, 17, 20, 33]] = 0.4, 0.2, 0.15, 0.05, 0.2
    mixtures, colors = {"de": shares, "en": shares}, [topic_color(topic) for topic in range(40)]
    looks = coloured_topics(mixtures, colors)
    assert [*looks] == [1, 3, 33, 17, 20]
    assert all(look.startswith(f"--c:{topic_color(topic)};") for topic, look in looks.items())
    rules = [look.partition("--rule:")[2] for look in looks.values()]
    assert rules == ["solid", "solid", "dashed", "dotted", "solid"] and {*rules} < {*RULES}


def test_colours_of_topics_can_be_told_from_each_other_and_from_those_of_sides():
    def apart(one: str, other: str) -> float:
        """As the eye weighs red, green and blue, from 0 to 765."""
        red, green, blue = (int(one[n : n + 2], 16) - int(other[n : n + 2], 16) for n in (1, 3, 5))
        mean = (int(one[1:3], 16) + int(other[1:3], 16)) / 512
        return float(np.sqrt((2 + mean) * red**2 + 4 * green**2 + (3 - mean) * blue**2))

    assert min(apart(*two) for two in combinations(TOPIC_COLORS, 2)) > 90
    assert min(apart(*two) for two in product(TOPIC_COLORS, SIDE_COLORS[:2])) > 90


def test_the_other_side_begins_at_the_line_of_what_was_found(trained):
    german = "\n".join(["Die Ernte war gut in diesem Jahr." * 9, "Der Hafen ist leer."])
    english = "\n".join(["The harvest was good this year." * 9, "The harbour is empty."])
    both = {"de": [german] * 60, "en": [english] * 60}
    model = replace(trained, corpus=replace(trained.corpus, texts=both))
    shown = searched(model, 0, "harbour")
    assert "…Der <mark>Hafen</mark> ist leer." in shown and "<mark>harbour</mark>" in shown
    assert "Die Ernte war gut" in searched(model, 0, "nowhere")
    # Where lines do not tell, it begins as far on.
    on_one = replace(trained.corpus, texts=both | {"de": [german.replace("\n", " ")] * 60})
    shown = searched(replace(trained, corpus=on_one), 0, "harbour")
    assert "<mark>Hafen</mark> ist leer." in shown


def test_a_side_of_an_excerpt_begins_at_a_translation_nearby_and_not_at_one_far_away(trained):
    german = "Der Hafen ist leer. " + "Niemand kam an jenem Tag. " * 40
    near, far = ("Nobody came on that day. " * n + "The harbour is empty. " for n in (20, 80))
    for english, begins in ((near + "So it was. " * 40, True), (far, False)):
        both = {"de": [german] * 60, "en": [english] * 60}
        model = replace(trained, corpus=replace(trained.corpus, texts=both))
        assert ("<mark>harbour</mark>" in searched(model, 0, "hafen")) == begins


def test_a_result_says_how_often_it_has_what_was_sought_and_nothing_of_a_good_fit(
    laid_out, open_page
):
    app = open_page("documents.py")
    assert "the sides fit" in html(app) and "look as if" in html(app)
    app.text_input(key="sought-documents").set_value("ernte").run()
    assert re.search('<span class="soft num">[0-9]× as a word</span>', html(app))
    assert "look as if" not in html(app)
    results = html(app).count('class="pair bare"')
    assert html(app).count("the sides fit") < results


def test_orders(trained, fits):
    rows = [5, 9, 2]
    assert ordered(trained, rows, "hits", None, fits) == rows
    assert ordered(trained, rows, "order", None, fits) == sorted(rows)
    share = [trained.doc_topic[m][:, 1] for m in ("de", "en")]
    expected = sorted(rows, key=lambda row: -np.mean(share, axis=0)[row])
    assert ordered(trained, rows, "topic", 1, fits) == expected
    margin = fits["de", "en"].margin
    assert ordered(trained, rows, "fit", None, fits) == sorted(rows, key=lambda row: margin[row])


def test_documents_are_sorted_by_title_and_the_newest_first(trained):
    titles = ["Über Zeit", "“Ufer”", "Ökonomie", *["z"] * 57]
    fields = {"year": ["1990", "", "2010", *["1980"] * 57]}
    model = replace(trained, corpus=replace(trained.corpus, titles=titles, fields=fields))
    assert ordered(model, [0, 1, 2, 3], TITLE, None, None) == [2, 0, 1, 3]
    assert ordered(model, [0, 1, 2, 3], NEWEST, None, None, "year") == [2, 0, 3, 1]


def test_a_side_in_another_language_is_the_reason_why_a_pair_does_not_fit(trained):
    danish = (
        "Bogen viser, hvordan byudviklingen og arkitekturen har bevæget sig langt ud over, hvad "
        "verden hidtil har været vidne til, og hvad man nogensinde har oplevet. "
    )
    texts = {**trained.corpus.texts, "de": [danish * 3] * 60}
    found = assess(verdicts([0.1, *[0.9] * 59], [0.5, *[0.3] * 59]), 0)
    said = why(replace(trained.corpus, texts=texts), found, 0, str)
    assert said.startswith("The de side is in Danish, as far as can be told")
    assert why(trained.corpus, found, 0, str).startswith("de and en have as little in common")


def test_one_pair_with_its_words_in_the_colours_of_their_topics(laid_out, open_page, trained):
    app = open_page("documents.py")
    app.selectbox(key="order-documents-fit-order-title-newest-topic").set_value("order").run()
    button(app, "Open").click().run()
    assert not app.exception
    shown = html(app)
    assert [element.value for element in app.subheader] == ["L00"]
    assert shown.count('class="text"') == 2
    assert shown.count('<mark class="t"') > 10
    # The verdict comes first and what it goes by, then which colour is which topic, then the texts.
    drawn = [element for element in app.main if element.type in ("html", "button_group")]
    legend = next(n for n, one in enumerate(drawn) if one.type == "button_group")
    bodies = [getattr(element.proto, "body", "") for element in drawn]
    before = "".join(bodies[:legend])
    assert "seem to belong together." in plain(before) and 'class="text"' not in before
    assert re.search("[0-9]+.% as close as the usual pair. Of 118 sides", plain(before))
    for color in coloured_topics(read_alone(trained, 0), TOPIC_COLORS).values():
        assert f"{{ {color};" in shown and f'<mark class="t" style="{color};' in shown
    topics = next(group for group in app.button_group if group.key == "lit-topic")
    before = shown.count('<mark class="t"')
    topics.set_value(int(trained.doc_topic["de"][0].argmin())).run()
    topics = next(group for group in app.button_group if group.key == "lit-topic")
    topics.set_value(int(trained.doc_topic["de"][0].argmax())).run()
    assert 0 < html(app).count('<mark class="t"') <= before
    button(app, "Next").click().run()
    assert [element.value for element in app.subheader] == ["L01"]
    button(app, "Back to the list").click().run()
    assert html(app).count('class="pair bare"') == 12


def test_an_opened_pair_is_called_by_its_title_where_it_has_one(laid_out, open_page, desk, trained):
    titles = [f"On {name}" for name in trained.corpus.ids]
    titled = replace(trained, corpus=replace(trained.corpus, titles=titles))
    desk.lay_out(MODEL, desk.library.keep(titled))
    app = open_page("documents.py")
    button(app, "Open").click().run()
    [heading] = [element.value for element in app.subheader]
    assert heading in titles
    assert f'<p class="small soft">{heading.removeprefix("On ")} · ' in html(app)


def test_a_search_leads_from_an_opened_pair_back_to_the_list(laid_out, open_page):
    app = open_page("documents.py")
    button(app, "Open").click().run()
    assert 'class="pair bare"' not in html(app)
    assert "Pair 1 of 60" in [caption.value for caption in app.caption]
    app.text_input(key="sought-documents").set_value("Kapitän").run()
    assert 'class="pair bare"' in html(app)


def test_a_model_without_texts_shows_its_words(laid_out, open_page, trained):
    bare = replace(trained, corpus=without_texts(trained.corpus), has_texts=False)
    desk = laid_out
    desk.lay_out(MODEL, laid_out.library.keep(bare))
    app = open_page("documents.py")
    assert html(app).count('class="pair bare"') == 12
    button(app, "Open").click().run()
    assert not app.exception
    shown = html(app)
    assert '<mark class="t"' not in shown
    assert shown.count('class="text"') == 2


def test_many_pairs_are_compared_by_a_job(laid_out, open_page, monkeypatch):
    monkeypatch.setattr("gplsa.app.documents.parts.COMPARED_AT_ONCE", 50)
    app = open_page("documents.py")
    assert (
        "worst fitting first"
        not in app.selectbox(key="order-documents-order-title-newest-topic").options
    )
    button(app, "Compare the sides of 60 pairs").click().run()
    job = laid_out.job
    eventually(lambda: not job.snapshot.live)
    assert job.snapshot.message == "The sides of all pairs are compared."
    app.run()
    assert (
        "worst fitting first"
        in app.selectbox(key="order-documents-fit-order-title-newest-topic").options
    )


def test_pictures_are_shown_as_they_are(desk, open_page):
    corpus = photo_corpus(45)
    settings = TrainSettings(n_topics=3, max_iter=5, visual_words=20, check=False)
    desk.lay_out(CORPUS, desk.library.keep(corpus))
    desk.lay_out(MODEL, desk.library.keep(train(corpus, settings)))
    app = open_page("documents.py")
    assert html(app).count("<img") == 12
    button(app, "Open").click().run()
    assert not app.exception
    assert html(app).count("<img") == 1
    assert html(app).count('class="text"') == 1


def test_a_verdict_in_words(trained):
    fits = verdicts([0.9] * 20 + [0.1, 0.6, np.nan], [0.3] * 20 + [0.5, 0.5, np.nan])
    found = [assess(fits, row) for row in range(23)]
    assert [one.verdict for one in [found[9], *found[20:]]] == [FITTING, WRONG, DOUBTFUL, UNKNOWN]

    def figure(one, row):
        return plain(document_cards.figures(trained, [one], row, {}))

    better = "Of 200 sides of other pairs none fits better."
    assert figure(found[0], 0) == f"100\N{NO-BREAK SPACE}% as close as the usual pair. {better}"
    assert [degree_told(fits["de", "en"], row) for row in (20, 21, 22)] == [
        *(f"· {n}\N{NO-BREAK SPACE}% as close as usual" for n in (0, 17)),
        "",
    ]
    fits = strangers_better(fits, 8)
    found[1] = assess(fits, 1)
    said = why(trained.corpus, found[1], 1, partial(side, trained.corpus))
    assert plain(said) == "German and English seem to belong together."
    assert "Of 200 sides of other pairs 8 fit better (for the usual pair: 0)." in figure(
        found[1], 1
    )
    assert all(f'--c:{color}">' in said for color in SIDE_COLORS[:2])
    assert GOOD in document_cards.verdict(found[1])
    assert plain(document_cards.verdict(found[1])) == "the sides fit"
    found[1] = assess(strangers_better(fits, 25), 1)
    assert NEUTRAL in document_cards.verdict(found[1])
    assert plain(document_cards.verdict(found[1])) == "cannot be told"
    assert "belong together cannot be told" in why(trained.corpus, found[1], 1, str)
    assert "de and en have as little in common as" in why(trained.corpus, found[20], 20, str)
    assert plain(document_cards.verdict(found[20])) == "do not seem to belong together"
    said = why(trained.corpus, found[21], 21, str)
    assert "have little in common: few words" in said and "They may belong together" in said
    assert plain(document_cards.verdict(found[21])) == "have little in common"
    assert "nothing to compare" in why(trained.corpus, found[22], 22, str)
    assert figure(found[22], 22) == ""
    assert plain(document_cards.verdict(found[22])) == "cannot be compared"
    assert weakest_margin(fits)[22] == np.inf


def test_a_doubted_pair_can_go_from_the_corpus_and_is_said_to_be_gone(
    laid_out, open_page, trained, monkeypatch
):
    own = [0.1, *[0.9] * (len(trained.corpus) - 1)]
    laid_out.model_state.fits = verdicts(own, [0.5] * len(own))
    app = open_page("documents.py")
    button(app, "Open").click().run()
    [pair] = [element.value for element in app.subheader]
    before = laid_out.corpus
    assert pair in before.ids
    button(app, "Leave this pair out of the corpus").click().run()
    wait(laid_out)
    assert [*laid_out.corpus.ids] == [one for one in before.ids if one != pair]
    # Asked twice, or of another corpus of this name, nothing else goes.
    row = before.ids.index(pair)
    assert parts._rows_of(before, row, before) == [row]
    assert parts._rows_of(before, row, laid_out.corpus) == []
    others = {side: ["another text"] * len(before) for side in before.texts}
    assert parts._rows_of(before, row, replace(before, texts=others)) == []
    left = "This pair is left out of the corpus; the model knows it until you train again."
    assert left in [caption.value for caption in app.run().caption]
    kept = (laid_out.library.open(CORPUS, one.id) for one in laid_out.library.listed(CORPUS))
    assert any(one.ids == before.ids for one in kept)


def strangers_better(fits, n):
    better = fits["de", "en"].better.copy()
    better[1] = n
    return {sides: replace(fit, better=better) for sides, fit in fits.items()}


def test_all_pairs_at_once_are_what_each_is():
    draw, fits = np.random.default_rng(0), {}
    for sides in (("de", "en"), ("de", "fr")):
        own = np.where(draw.random(500) < 0.3, np.nan, draw.normal(0.9, 0.02, 500))
        own[::10] *= draw.random(50)
        better = draw.integers(0, 99, 500) * (draw.random(500) < 0.3)
        fits[sides] = PairFit(own, np.full(500, 0.4), better, 100)
    assert pair_fits.verdicts(fits).tolist() == [assess(fits, row).verdict for row in range(500)]
    assert len({*pair_fits.verdicts(fits)}) == 5


def test_the_weakest_two_of_three_sides_count():
    good = PairFit(np.array([0.9, 0.9]), np.array([0.1, 0.1]), np.zeros(2, int), 4)
    poor = PairFit(np.array([0.8, 0.1]), np.array([0.1, 0.4]), np.zeros(2, int), 4)
    fits = {("de", "en"): good, ("de", "fr"): poor}
    assert assess(fits, 1).sides == ("de", "fr")
    assert weakest_margin(fits)[1] < weakest_margin(fits)[0]


def test_a_pair_that_stands_apart_comes_before_one_whose_sides_are_never_alike():
    none = np.zeros(20, int)
    texts = PairFit(np.array([0.9] * 19 + [0.3]), np.full(20, 0.2), none, 38)
    pictures = PairFit(np.linspace(0.0, 0.3, 20), np.full(20, 0.2), none, 38)
    fits = {("de", "en"): texts, ("image", "en"): pictures}
    assert [assess(fits, row).verdict for row in (0, 19)] == [FITTING, DOUBTFUL]
    assert weakest_margin(fits).argmin() == 19


def test_words_take_the_topic_that_holds_most_of_them(trained):
    mixture = np.full(4, 0.25)
    harvest = trained.vocabularies["en"].forms.index("harvest")
    found = topic_of_words(trained, "en", mixture, [harvest])
    assert found[harvest] == trained.topic_word["en"][:, harvest].argmax()


def test_markup_in_texts_and_names_is_escaped(trained):
    corpus = replace(
        trained.corpus,
        ids=["<b>id</b>", *trained.corpus.ids[1:]],
        texts={
            "de": ["<img src=x> Ernte <i>Korn</i>", *trained.corpus.texts["de"][1:]],
            "en": trained.corpus.texts["en"],
        },
    )
    model = replace(trained, corpus=corpus, topic_names={z: '"><script>' for z in range(4)})
    mixtures = read_alone(model, 0)
    colors = coloured_topics(mixtures, TOPIC_COLORS)
    shown = document_cards.coloured_text(model, "de", 0, mixtures, colors)
    shown += searched(model, 0, "Ernte")
    shown += searched(model, 0, "<img")
    for raw in ("<img", "<script", "<i>Korn", "<b>id"):
        assert raw not in shown
    assert "&lt;img src=x&gt;" in shown


def test_the_table_has_the_figures(trained, fits):
    table = pairs_table(trained, [3, 1], fits)
    assert list(table["id"]) == ["L03", "L01"]
    assert list(table)[2:7] == [
        "verdict",
        "fit %",
        "likeness",
        "likeness of the best strangers",
        "strangers that fit better",
    ]
    assert table["likeness"][0] == pytest.approx(fits["de", "en"].own[3], abs=5e-4)
    assert "verdict" not in pairs_table(trained, [], None)


def test_the_largest_topics_of_a_pair_are_its_legend(trained):
    shares = np.array([0.1, 0.3, 0.05, 0.2, 0.15, 0.12, 0.08, 0.0])
    colors = coloured_topics({"de": shares, "en": shares}, TOPIC_COLORS)
    assert [*colors] == [1, 3, 4, 5, 0]
    mixtures = read_alone(trained, 0)
    colors = coloured_topics(mixtures, TOPIC_COLORS)
    sides = dict(zip(("de", "en"), SIDE_COLORS, strict=False))
    drawn = legend_style("topics", colors, mixtures, sides)
    for topic, color in colors.items():
        german, english = (round(100 * mixtures[side][topic]) for side in ("de", "en"))
        said = document_cards.spoken(trained, mixtures, topic)
        assert f":gray[{german}\N{NO-BREAK SPACE}%] · :gray[{english}\N{NO-BREAK SPACE}%]" in said
        assert f"{{ {color};" in drawn
    # In bars, and once for the figures of each side.
    assert all(drawn.count(color) == 2 * len(colors) + 1 for color in SIDE_COLORS[:2])


def test_a_word_of_one_topic_is_painted_stronger_than_one_of_all(trained):
    share, words = trained.topic_share(), trained.topic_word["en"]
    owned = words * share[:, None] / (words * share[:, None]).sum(axis=0)
    weak, strong = int(owned.max(axis=0).argmin()), int(owned.max(axis=0).argmax())
    found = telling(trained, "en", {term: int(owned[:, term].argmax()) for term in (weak, strong)})
    np.testing.assert_allclose([found[weak], found[strong]], owned.max(axis=0)[[weak, strong]])
    # In a document of one topic, words of another are taken for its own, and do not tell of it.
    second = int(owned[:, weak].argsort()[-2])
    assert telling(trained, "en", {weak: second}) == {}
    mixtures = read_alone(trained, 0)
    shown = document_cards.coloured_text(
        trained, "en", 0, mixtures, coloured_topics(mixtures, TOPIC_COLORS)
    )
    assert len(set(re.findall(r"--w:([\d.]+)", shown))) > 1
    assert '<div class="pair bare whole"' in shown  # the page scrolls, not a box in it


def test_texts_say_their_language(trained):
    """To what reads them aloud, and to the style: the reader's is first where there is no room."""
    mixtures = read_alone(trained, 0)
    shown = document_cards.coloured_text(trained, "en", 0, mixtures, {})
    assert re.search(
        r'class="text" style="--c:#\w+" lang="en" [^>]*aria-label="English text"', shown
    )
    for whole in (True, False):
        sides = re.findall(
            r'style="--c:#\w+" lang="(\w+)"', document_list.entry(trained, 0, whole=whole)
        )
        assert sides == ["de", "en"]
    assert cards.pairs(trained.corpus, [0]).count('lang="en"') == 1
    hostile = replace(trained.corpus, languages={"de": '"><b>', "en": ""})
    assert "<b>" not in side_look(hostile, "de") and "lang" not in side_look(hostile, "en")


def test_a_pair_that_resembles_a_document_is_headed_by_the_title_it_came_with(trained):
    corpus = trained.corpus
    text = f"Vom <Dreschen>\n{corpus.texts['de'][0]}"
    texts = corpus.texts | {"de": [text, *corpus.texts["de"][1:]]}
    titled = replace(corpus, texts=texts, titles=["Vom <Dreschen>", *corpus.titles[1:]])
    shown = cards.pairs(titled, [0], model=trained)
    assert "<b>Vom &lt;Dreschen&gt;</b>" in shown and corpus.ids[0] in shown
    assert shown.count("Dreschen") == 1
    assert "<b>" not in cards.pairs(corpus, [0, 1], model=trained)


def test_lists_have_the_title_a_document_came_with_in_bold_once(trained):
    corpus, title = trained.corpus, "Vom <Dreschen> & Mahlen"
    text = f"{title}\n{corpus.texts['de'][0]}"
    texts = corpus.texts | {"de": [text, *corpus.texts["de"][1:]]}
    titled = replace(trained, corpus=replace(corpus, texts=texts, titles=[title] * len(corpus)))
    begun = {"de": tagged(text, [(5, 13, 'mark class="w"')])}
    for marks, mark in (({}, False), (begun, True), ({"de": "…drischt im Herbst"}, False)):
        for whole in (False, True):
            shown = document_list.entry(titled, 0, whole=whole, texts=marks)
            (bold,) = re.findall("<b[ >].*?</b>", shown)
            assert unescape(plain(bold)) == title and ("<mark" in bold) == mark
            assert shown.count("Mahlen") == 1
            assert corpus.ids[0] in shown
    assert "Mahlen</b>" in document_list.entry(titled, 1)
    assert "<b>" not in document_list.entry(trained, 0)


def test_what_translates_the_sought_word_is_marked_in_the_list(laid_out):
    row = next(
        row
        for row, text in enumerate(laid_out.model.corpus.texts["de"])
        if "Ernte" in text and "harvest" in laid_out.model.corpus.texts["en"][row]
    )
    shown = searched(laid_out.model, row, "Ernte")
    assert {"Ernte", "harvest"} <= {*re.findall("<mark>(.*?)</mark>", shown)}


def test_fields_say_again_nothing_that_stands_in_the_id(trained):
    def said(name, **fields):
        one = {field: [value] for field, value in fields.items()}
        texts = {"de": ["Ernte"], "en": ["harvest"]}
        corpus = Corpus("c", [name], texts, {"de": "de", "en": "en"}, fields=one)
        return re.sub("<.*?>", "", fields_of(corpus, 0))

    assert said("ep-00-02-03_c00", day="ep-00-02-03", chapter="0") == " · chapter 0"
    assert said("ep-00-02-03_c00", section="ep-00-02-03 section 4") == " · section 4"
    assert said("1841", day="2 Feb 1841", place="Rom") == " · day 2 Feb 1841 · place Rom"
    assert said("d184", year="184", no="84") == " · year 184 · no 84"


def test_the_letters_that_were_sought_are_marked_behind_any_sharp_s(trained):
    """Folded to small letters, “daß” is a letter longer."""
    text = "daß " * 7 + "Fischereiressourcen, Fischerei und daß " * 40
    texts = trained.corpus.texts | {"de": [text, *trained.corpus.texts["de"][1:]]}
    model = replace(trained, corpus=replace(trained.corpus, texts=texts))
    shown = searched(model, 0, "fischerei")
    assert "<mark>Fischerei</mark>ressourcen, <mark>Fischerei</mark> und" in shown
    assert {*re.findall("<mark>(.*?)</mark>", shown)} == {"Fischerei"}


def test_what_a_pair_lacks_stands_below_the_text_that_lacks_it(laid_out, open_page, monkeypatch):
    found = verdicts([0.1, *[0.9] * 59], [0.5, *[0.3] * 59])
    monkeypatch.setattr(trainings, "fits_of", lambda model, progress: found)
    monkeypatch.setattr(parts, "missing_words", lambda direction, row: [f"to {direction.target}"])
    app = open_page("documents.py")
    button(app, "Open").click().run()
    boxes = html(app).split('<p class="of-side">')[1:]
    assert ["missing:</span> to de" in boxes[0], "missing:</span> to en" in boxes[1]] == [True] * 2


def test_of_three_sides_what_is_missing_is_told_of_the_texts_that_were_judged(
    desk, open_page, monkeypatch
):
    corpus = photo_corpus(45, german=True)
    settings = TrainSettings(n_topics=3, max_iter=5, visual_words=20, check=False)
    desk.lay_out(CORPUS, desk.library.keep(corpus))
    desk.lay_out(MODEL, desk.library.keep(train(corpus, settings)))
    [wrong] = verdicts([0.1, *[0.9] * 44], [0.5, *[0.3] * 44]).values()
    [right] = verdicts([0.9] * 45, [0.1] * 45).values()
    monkeypatch.setattr(parts, "missing_words", lambda direction, row: [f"to {direction.target}"])
    told = {}
    for weakest in (("de", "en"), ("image", "de")):
        fits = dict.fromkeys([("image", "en"), ("image", "de"), ("de", "en")], right)
        desk.model_state.fits = fits | {weakest: wrong}
        app = open_page("documents.py")
        button(app, "Open").click().run()
        assert not app.exception
        shown = html(app)
        assert shown.count('class="fit"') == 1  # one verdict
        assert plain(shown).count("Of 200 sides of other pairs") == 3  # of all sides the figures
        told[weakest] = re.findall(r"missing:</span> (to \w+)", html(app))
    assert told["de", "en"] == ["to en", "to de"]
    assert told["image", "de"] == []  # a picture says no words, nor can anybody read its own


def test_a_passage_around_a_word_that_is_sought_is_cut_between_words(trained):
    long = " ".join(["Grundwasser"] * 40) + " Hafen " + " ".join(["Rahmenrichtlinie"] * 40)
    texts = trained.corpus.texts | {"de": [long, *trained.corpus.texts["de"][1:]]}
    model = replace(trained, corpus=replace(trained.corpus, texts=texts))
    shown = searched(model, 0, "hafen")
    before, after = re.search(r">(…[^<]*)<mark>Hafen</mark>([^<]*…)<", shown).groups()
    assert {*before.strip(" …").split()} == {"Grundwasser"}
    assert {*after.strip(" …").split()} == {"Rahmenrichtlinie"}


def test_a_text_is_shown_behind_its_title_where_it_goes_on(corpus):
    said = ["Korn\nDie Ernte war gut.", "Kornfelder wachsen.", "Korn"]
    side = next(iter(corpus.texts))
    texts = corpus.texts | {side: said + corpus.texts[side][3:]}
    shown = [cards.side_of(replace(corpus, texts=texts), side, row, 80, "Korn") for row in range(3)]
    assert shown == ["Die Ernte war gut.", "Kornfelder wachsen.", "Korn"]
