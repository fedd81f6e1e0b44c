"""The page Search: texts of either language, pictures both ways, reasons, and nothing unescaped."""

import re
import zipfile
from dataclasses import replace

import numpy as np
import pytest

from gplsa.app.library.library import CORPUS, MODEL
from gplsa.app.search import parts
from gplsa.core.sums import document_frequency
from gplsa.corpus.corpus import Corpus
from gplsa.images import small_picture
from gplsa.model import across
from gplsa.model import search as search_of_model
from gplsa.model.direction import Direction
from gplsa.model.rare_words import Typed
from gplsa.model.search import Finder
from gplsa.model.settings import TrainSettings
from gplsa.model.verdict import DirectionValidation
from gplsa.training.train import train
from tests.app.conftest import html
from tests.conftest import REPOSITORY


def button(app, text):
    return next(b for b in app.button if b.label == text)


def captions(app):
    return "\n".join(element.value for element in [*app.caption, *app.markdown]).replace("\\", "")


def search(app, text):
    app.text_area[0].set_value(text)
    button(app, "Find").click().run()
    assert not app.exception
    return html(app)


def german(app):
    app.selectbox[0].select(0).run()
    app.selectbox[1].select(1).run()
    return app


def test_at_first_readers_ask_in_their_own_language(laid_out, open_page):
    app = open_page("search.py")
    assert app.text_area[0].label == "Text in English"
    assert "Feuer" in search(app, "fire and smoke").split("<article")[1]


def test_a_german_query_finds_english_texts_and_says_why(laid_out, open_page):
    app = german(open_page("search.py"))
    shown = search(app, "Der Kapitän und das Schiff im Hafen")
    assert shown.count("<article") == 10
    first = shown.split("<article")[1]
    assert "harbour" in first
    said = re.findall(r"\w+ → (\w+)", first)
    main = first.split('<div class="main">')[1].split("</div>")[0]
    marked = re.findall(r"<mark[^>]*>(\w+)", main)
    assert said and marked and {word.lower() for word in marked} <= {word.lower() for word in said}
    assert "Kapitän → captain" in shown or "Schiff → ship" in shown
    assert "shared topics" not in shown  # the same for all, nearly all of what is shared
    # The side of who asks stands beside it as large, and comes first on a telephone.
    assert 'class="other read"' in first
    assert "held-out documents found their own" not in captions(app)
    button(app, "Show 30").click().run()
    # What shares hardly a word with it is not found.
    assert html(app).count("<article") == 21


def test_reasons_are_as_they_stand_in_what_was_typed_and_in_what_was_found(
    desk, corpus, trained, open_page
):
    shipped = [text.replace("ship", "Ships") for text in corpus.texts["en"]]
    plural = replace(corpus, texts=corpus.texts | {"en": shipped})
    desk.lay_out(CORPUS, desk.library.keep(plural))
    desk.lay_out(MODEL, desk.library.keep(replace(trained, corpus=plural)))
    app = german(open_page("search.py"))
    shown = search(app, "die Schiffe im HAFEN")
    assert "Schiffe → Ships" in shown and "HAFEN → harbour" in shown
    assert "Schiff →" not in shown and "→ ship<" not in shown


def test_without_a_text_subjects_of_the_corpus_are_offered(laid_out, open_page):
    app = open_page("search.py")
    assert not app.info
    next(b for b in app.button if b.label == "Find").click().run()
    assert "There is no text yet" in app.info[0].value
    offered = [b for b in app.button if (b.key or "").startswith("subject-")]
    assert len(offered) == laid_out.model.n_topics
    names = [laid_out.model.topic_label(topic) for topic in range(laid_out.model.n_topics)]
    assert {b.label for b in offered} == {name.split(" · ")[1] for name in names}
    begun = offered[0].label
    offered[0].click().run()
    assert app.text_area[0].value.startswith(begun) and "best first" in html(app)


def test_the_same_side_and_the_other_way_round(laid_out, open_page):
    app = open_page("search.py")
    app.selectbox[0].select(1).run()
    app.selectbox[1].select(0).run()
    assert "Feuer" in search(app, "fire and smoke").split("<article")[1]
    app.selectbox[1].select(1).run()
    shown = search(app, "fire and smoke").split("<article")[1]
    assert re.search("<mark[^>]*>fire</mark>", shown, re.I)
    assert "fire" in re.findall(r"words in common</span>(.*)", shown)[0].lower()


def test_a_text_of_the_corpus_and_its_partner(laid_out, open_page):
    app = german(open_page("search.py"))
    button(app, "Take a text of the corpus").click().run()
    assert "the counterpart of what you gave" in html(app)
    assert "taken from the corpus" in captions(app)
    first = app.text_area[0].value
    button(app, "Take a text of the corpus").click().run()
    assert app.text_area[0].value != first
    search(app, "Feuer Rauch")
    assert "the counterpart of what you gave" not in html(app)


def test_unknown_words_are_named_and_alone_find_nothing(laid_out, open_page):
    app = german(open_page("search.py"))
    search(app, "Feuer Xylophon")
    assert "No document found says “Xylophon”." in captions(app)
    for text, some in (("Feuer Rauch", False), ("Feuer Kapitän", True)):
        search(app, text)
        assert ("These say only some of the words:" in captions(app)) == some
    # Of a plain word nobody asks in which language it is.
    for unknown in ("x" * 300, "Xylophon"):
        assert "<article" not in search(app, unknown)
    assert app.warning[0].value == "No document that is searched has “Xylophon”."
    search(app, "Xylophone klingen lange nach, ziemlich leise, seltsam schön, fern, dunkel, "
           "verschleiert, rätselhaft, hölzern, traumhaft, klangvoll")  # fmt: skip
    assert "Is it in the right language?" in app.warning[0].value


@pytest.mark.parametrize("typed", ["Hafen", "ein Xylophon, Häfen und Schiffe"])
def test_words_of_the_other_side_are_read_so_which_is_said(laid_out, open_page, typed):
    app = open_page("search.py")
    assert "<article" in search(app, typed)
    chosen = [one.value for one in app.selectbox]
    assert chosen == [1, 0] and not app.warning and "Found in English" not in html(app)
    assert "Read as German, whose words it has; the choice above stays." in captions(app)
    button(app, "Read it as chosen").click().run()
    assert app.warning[0].value.startswith("This text looks German, not English")
    assert "<article" in search(app, "harbour") and "Read as" not in captions(app)
    # A text after it is read as chosen.
    search(app, typed)
    assert "<article" in search(app, "harbour") and "Read as" not in captions(app)
    assert [one.value for one in app.selectbox] == chosen


def test_a_side_that_is_chosen_stays_for_the_text_that_is_there(laid_out, open_page):
    app = open_page("search.py")
    search(app, "captain and ship enter the harbour")
    app.selectbox[0].select(0).run()
    assert [one.value for one in app.selectbox] == [0, 1] and app.warning


def test_a_text_in_the_other_language_is_read_so_and_one_in_none_is_said_to_be(laid_out, open_page):
    app = open_page("search.py")
    text = "Der Bauer hat das Korn nicht geerntet, weil in dem Jahr die Ernte schlecht war."
    assert "<article" in search(app, text) and not app.warning
    assert app.text_area[0].label == "Text in English" and "Read as German" in captions(app)
    search(app, "Le paysan n’a pas récolté le blé, car la récolte était mauvaise cette année-là.")
    assert "This text looks French, not English" in app.warning[0].value


def test_a_word_written_wrong_leads_to_what_may_be_meant(laid_out, open_page):
    app = open_page("search.py")
    assert "<article" not in search(app, "harbuor and capptain")
    assert app.warning[0].value == "No document that is searched has “capptain, harbuor”."
    button(app, "Did you mean “captain”?").click().run()
    assert app.text_area[0].value == "harbuor and captain" and "<article" in html(app)


def test_where_nothing_binds_a_document_to_the_words_that_is_said(laid_out, open_page, monkeypatch):
    monkeypatch.setattr(across.ByLexicon, "told", lambda *asked: np.zeros(60, dtype=bool))
    monkeypatch.setattr(search_of_model, "typed_words", lambda text, spans: Typed(
        {}, {"Feuer": [span.term for span in spans if span.term >= 0]}, []))  # fmt: skip
    monkeypatch.setattr(search_of_model, "rows_with_rare", lambda *asked: {})
    app = german(open_page("search.py"))
    assert "<article" not in search(app, "Feuer")
    assert app.warning[0].value.startswith("Nothing goes with it: no document has it")


@pytest.fixture(scope="module")
def photos():
    """Forty of the built-in pictures, one of which bears a hostile caption."""
    with zipfile.ZipFile(REPOSITORY / "assets" / "samples" / "pictures.zip") as archive:
        lines = archive.read("captions.csv").decode("utf-8").splitlines()[1:41]
        names = [line.split(",")[0] for line in lines]
        pictures = [small_picture(name, archive.read(name)) for name in names]
    texts = [line.split(",", 1)[1] + " <script>alert(1)</script>" for line in lines]
    corpus = Corpus(
        "photos", names, {"en": texts}, {"en": "en", "image": ""}, pictures={"image": pictures}
    )
    return train(corpus, TrainSettings(n_topics=4, max_iter=30, visual_words=64, check=False))


def test_whoever_gives_a_picture_finds_texts_in_the_own_language(monkeypatch, trained):
    sides, kept = ["image", "de", "en"], dict[str, int]()
    monkeypatch.setattr(parts.st, "session_state", kept)
    kept |= {parts._key("from", sides): 0, parts._key("to", sides): 0}
    parts._look_across(sides, sides.index("en"), trained)
    assert kept[parts._key("to", sides)] == sides.index("en")


def test_texts_find_photos_and_photos_texts(desk, photos, open_page):
    desk.lay_out(MODEL, desk.library.keep(photos))
    app = open_page("search.py")
    assert app.selectbox[0].options == ["picture", "text in English"]
    shown = search(app, photos.corpus.texts["en"][0])
    assert shown.split("<article")[1].count('src="data:image/jpeg;base64,') == 1
    assert "<script" not in shown
    assert '<div class="found wall"' in shown and '<div class="body">' in shown
    assert "shared topics" not in shown.split("<article")[1]  # words say why it was found
    places = places_of(shown)
    app.button(
        key=[k for b in app.button if (k := b.key or "").startswith("open-hit-")][1]
    ).click().run()
    shown = html(app)
    assert shown.count('<div class="body opened">') == 1  # which the wall gives its whole width
    assert places_of(shown) == [*places[:2], *places[1:]]  # below the row, where its card stays
    opened = shown.split('<div class="body opened">')[1].split("</article>")[0]
    assert "shared topics" in opened
    assert "<mark" in opened and "in its texts" not in opened  # a reason once
    app.selectbox[0].select(0).run()
    assert app.selectbox[1].value == 1  # what was looked for till now, pictures, is given now
    button(app, "Take a picture of the corpus").click().run()
    assert not app.exception
    shown = html(app)
    assert shown.count("<article") == 10
    assert "guessed from your picture" in shown
    assert "What is seen in a picture is guessed from its colours and textures." in shown
    assert "&lt;script&gt;" in shown
    assert "<script" not in shown
    app.selectbox[1].select(0).run()
    shown = html(app)
    assert "guessed from your picture" in shown
    assert "✓ what you gave" in shown and "as near as a picture is to itself" in shown
    assert "its partner" not in captions(app)
    assert not re.search(r'class="chip">[a-z ]+\d', shown)
    assert "Compared by what they show, as their texts tell it" in captions(app)


def test_what_was_asked_of_one_corpus_is_not_asked_of_another(laid_out, open_page, trained):
    app = open_page("search.py")
    assert "<article" in search(app, "captain harbour")
    other = replace(trained, corpus=replace(trained.corpus, name="diaries"))
    laid_out.lay_out(MODEL, laid_out.library.keep(other))
    app.run()
    assert not app.text_area[0].value and "<article" not in html(app)
    again = replace(trained, name="once more")
    laid_out.lay_out(MODEL, laid_out.library.keep(again))
    app.run()
    assert app.text_area[0].value == "captain harbour" and "<article" in html(app)


def test_pictures_found_by_the_words_of_their_texts_are_no_guesses(desk, photos, open_page):
    desk.lay_out(MODEL, desk.library.keep(photos))
    often = document_frequency(photos.counts["en"])
    assert often.max() >= 10
    app = open_page("search.py")
    shown = search(app, photos.vocabularies["en"].forms[int(often.argmax())])
    assert shown.count("<article") == 10
    assert all("<mark" in one for one in shown.split("<article")[1:])
    assert "guessed from its colours" not in shown


def test_what_only_the_picture_shows_is_told_as_seen_and_what_its_text_says_is_not(
    desk, photos, open_page
):
    desk.lay_out(MODEL, desk.library.keep(photos))
    found = search(open_page("search.py"), "violet").split("<article")
    seen = [one for one in found[1:] if "<mark" not in one and ">violet<" in one]
    assert seen and all("seen in the picture" in one for one in seen)
    assert not any("elsewhere in it" in one for one in found[1:])
    assert "guessed from its colours" in found[0]
    captions_of, finder = photos.corpus.texts["en"], Finder(Direction(photos, "en", "image"))
    guesses = [
        (link.asked, captions_of[hit.row])
        for asked in captions_of[:10]
        for hit in finder.find(asked).hits
        for link in hit.links
        if not link.found
    ]
    assert guesses and not any(held([caption], word) for word, caption in guesses)


def test_a_picture_that_was_brought_comes_back_before_one_of_the_corpus(desk, photos, open_page):
    desk.lay_out(MODEL, desk.library.keep(photos))
    app = open_page("search.py")
    app.selectbox[0].select(0).run()
    button(app, "Take a picture of the corpus").click().run()
    assert 'alt="mine.png"' not in html(app)
    # As it is behind a visit of another page, whose way back empties the widget.
    app.session_state["search-photo-image-photos-kept"] = (
        photos.corpus.pictures["image"][7],
        "mine.png",
    )
    app.run()
    assert 'alt="mine.png"' in html(app)
    button(app, "Take a picture of the corpus").click().run()
    assert 'alt="mine.png"' not in html(app)
    assert not [b for b in app.button if b.label == "Remove"]


def test_what_is_seen_says_how_often_that_held_true_of_held_out_pictures(
    desk, photos, trained, open_page
):
    found = DirectionValidation(6, 0.32, 0.1, 1.0, 3.0)
    checked = replace(trained.validation, directions={("image", "en"): found})
    desk.lay_out(MODEL, desk.library.keep(replace(photos, validation=checked)))
    app = open_page("search.py")
    app.selectbox[0].select(0).run()
    button(app, "Take a picture of the corpus").click().run()
    assert "Of such words for held-out pictures 32\N{NO-BREAK SPACE}% were right." in html(app)


def places_of(shown):
    return [int(n) for n in re.findall(r'<div class="top"><b class="num">(\d+)</b>', shown)]


def test_who_asks_with_words_hardly_known_is_told_on_what_the_list_rests(laid_out, open_page):
    app = open_page("search.py")
    unknown = " ".join(f"xyz{letter}y" for letter in "abcdefghijkl")
    shown = search(app, f"{unknown} harbour knitting")
    assert "knows only “harbour”" in captions(app)
    assert "shared topics" not in shown  # one word is of one topic, whatever the text speaks of
    shown = search(app, "the captain in the harbour, fire and smoke, and knitting")
    assert not app.warning and 'in\u00a0% of what is shared">shared topics<' in shown
    # A share is told where there are several.
    told = re.findall(r"shared topics</span></span>(.*?)</div>", shown)
    counted = {(one.count('"chip'), one.count(" num")) for one in told}
    assert counted and all(of == n * (n > 1) for n, of in counted)


def test_in_a_text_of_the_reader_those_words_are_marked_that_the_reasons_name(laid_out, open_page):
    app = open_page("search.py")
    button(app, "Take a text of the corpus").click().run()
    first = html(app).split("<article")[1]
    read = first.split('class="other read"')[1].split("</div>")[0]
    named = {word.casefold() for word in re.findall(r">([^<>]+?)(?: → [^<]+)?</span>", first)}
    marked = re.findall(r"<mark[^>]*>(.*?)</mark>", read)
    assert marked and {word.casefold() for word in marked} <= named


def test_a_full_bar_is_as_near_as_a_pair_and_of_a_few_words_there_are_none(laid_out, open_page):
    app = open_page("search.py")
    shown = search(app, laid_out.corpus.texts["en"][3])
    lengths = [*map(int, re.findall(r'class="near".*?width:(\d+)%', shown))]
    assert lengths[-1] < 60 and lengths[0] > 90 and "100\xa0%: as near as" in shown
    # No document of many words is as near to a single one as a pair is.
    shown = search(app, "harbour")
    assert "<article" in shown and 'class="near"' not in shown and "as near as" not in shown


def test_words_of_captions_count_are_marked_and_what_none_has_is_said(desk, photos, open_page):
    desk.lay_out(MODEL, desk.library.keep(photos))
    captions_of = photos.corpus.texts["en"]
    word = next(f for f in photos.vocabularies["en"].forms if 3 <= held(captions_of, f) <= 8)
    app = open_page("search.py")
    shown = search(app, f"{word} xylophone").split("<article")[1:]
    n_held = held(captions_of, word)
    assert all(re.search(f"<mark[^>]*>{word}", one, re.I) for one in shown[: n_held // 2])
    assert 'class="why"' not in shown[0]  # the mark says it
    assert all('<details class="larger"><summary><img' in one for one in shown)
    said = "No document found says “xylophone”."
    assert said in captions(app)
    search(app, "xylophone")
    assert said not in captions(app) and "has “xylophone”" in app.warning[0].value


def test_what_a_picture_s_caption_says_beyond_its_excerpt_is_named_below(desk, photos, open_page):
    apart = [text.replace(" ", f" {'- ' * 60}") for text in photos.corpus.texts["en"]]
    longer = replace(photos.corpus, texts=photos.corpus.texts | {"en": apart})
    desk.lay_out(MODEL, desk.library.keep(replace(photos, corpus=longer)))
    app = open_page("search.py")
    asked = " ".join(photos.corpus.texts["en"][0].split()[:6])
    first = search(app, asked).split("<article")[1]
    marked = re.findall("<mark[^>]*>(.*?)</mark>", first)
    elsewhere = re.findall('class="chip plain">(.*?)</span>', first)
    assert marked and elsewhere and not {*marked} & {*elsewhere}
    assert "elsewhere in it" in first


def test_a_hit_has_its_title_in_bold_once_on_the_page_and_in_the_file(
    desk, corpus, trained, open_page, monkeypatch
):
    handed_out = {}
    kept = lambda table, name, *more: handed_out.update({name: table()})  # noqa: E731
    monkeypatch.setattr(parts, "download_table", kept)
    titles = [f"Logbook of fire <{row}>" for row in range(len(corpus.ids))]
    english = [f"{title}\n{text}" for title, text in zip(titles, corpus.texts["en"], strict=True)]
    for marked, texts in ((False, corpus.texts), (True, corpus.texts | {"en": english})):
        own = replace(corpus, texts=texts, titles=titles)
        desk.lay_out(CORPUS, desk.library.keep(own))
        desk.lay_out(MODEL, desk.library.keep(replace(trained, corpus=own)))
        asked = "fire, " + next(one for one in corpus.texts["en"] if "fire" in one)
        shown = search(open_page("search.py"), asked).split("<article")[1:]
        assert len(shown) == 10
        bold = [re.findall("<b[^>]*>(Logbook.*?&lt;.*?)</b>", one) for one in shown]
        assert [len(one) for one in bold] == [one.count("Logbook") for one in shown] == [1] * 10
        assert ("<mark" in bold[0][0]) == marked  # as in the text that begins with it
    # The file says how near each is as the page does.
    table = handed_out["found"]
    rows = [own.ids.index(name) for name in table["id"]]
    assert table["title"].tolist() == [titles[row] for row in rows]
    for name, side in (("German", "de"), ("English", "en")):
        assert table[name].tolist() == [own.texts[side][row] for row in rows]
    near = [int(one) for one in re.findall(r'class="near".*?(\d+)\xa0%', "".join(shown))]
    assert table["nearness %"].tolist()[:10] == near and len({*near}) > 1


def held(texts, word):
    return sum(word.casefold() in re.findall(r"\w+", text.casefold()) for text in texts)


def test_beside_what_was_found_stands_its_counterpart_and_it_opens_in_full(
    desk, corpus, trained, open_page
):
    begin = {"de": "Vorwort ohne Belang. " * 40, "en": "Preface of no import. " * 40}
    texts = {side: [f"{begin[side]}\n{text}" for text in own] for side, own in corpus.texts.items()}
    longer = replace(corpus, texts=texts)
    desk.lay_out(CORPUS, desk.library.keep(longer))
    desk.lay_out(MODEL, desk.library.keep(replace(trained, corpus=longer)))
    app = open_page("search.py")
    shown = search(app, "ship harbour sail")
    first = re.search(r"<article.*?</article>", shown, re.DOTALL)[0]
    found = re.findall(r'class="(?:main|other)[^"]*".*?</div>', first)
    passages = [re.sub("<[^>]+>", "", part) for part in found]
    assert len(passages) == 2 and all("…" in passage for passage in passages)
    assert not any("Vorwort" in passage or "Preface" in passage for passage in passages)
    next(b for b in app.button if b.label == "Open").click().run()
    assert not app.exception
    opened, *others = re.findall(r"<article.*?</article>", html(app), re.DOTALL)
    assert len(others) == 9 and not any("Preface" in one for one in others)
    assert "Preface of no import." in opened and "Vorwort ohne Belang." in opened
    assert [b.label for b in app.button if (b.key or "").startswith("open-")].count("Close") == 1
    button(app, "Close").click().run()
    assert "Preface" not in html(app)


def test_reasons_that_stand_elsewhere_in_a_text_are_told_apart(desk, corpus, trained, open_page):
    filler = "Preface of no import. " * 40
    apart = [f"The ship came. {filler}In the harbour." for _ in corpus.ids]
    far = replace(corpus, texts=corpus.texts | {"en": apart})
    desk.lay_out(CORPUS, desk.library.keep(far))
    desk.lay_out(MODEL, desk.library.keep(replace(trained, corpus=far)))
    shown = search(german(open_page("search.py")), "das Schiff im Hafen").split("<article")[1]
    main = shown.split('<div class="main">')[1].split("</div>")[0]
    together, elsewhere = re.findall(
        r'(?:go together|elsewhere in it)</span><span class="chip[^"]*">\w+ → (\w+)', shown
    )
    assert {together, elsewhere} == {"ship", "harbour"}
    assert f">{together}</mark>" in main and elsewhere not in main


def test_a_word_too_rare_to_be_counted_is_found_and_marked(desk, corpus, trained, open_page):
    texts = {side: list(own) for side, own in corpus.texts.items()}
    texts["de"][30] = f"{texts['de'][30]}\nDas Schiff hieß Lesothos."
    texts["en"][30] = f"{texts['en'][30]}\nThe ship was hers."
    named = replace(corpus, texts=texts)
    desk.lay_out(CORPUS, desk.library.keep(named))
    desk.lay_out(MODEL, desk.library.keep(replace(trained, corpus=named)))
    app = german(open_page("search.py"))
    shown = search(app, "Lesotho")
    assert shown.count("<article") == 1 and "L30" in shown
    assert re.findall(r"<mark[^>]*>(\w+)", shown) == ["Lesothos"] and "The ship was hers" in shown
    assert 'word for word</span><span class="chip">Lesotho<' in shown  # which no word translates
    assert "words that go together" not in shown
    assert "left aside" not in captions(app) and not app.warning and "shared topics" not in shown
    # A name stands on the other side, too, and in a text of many words far from its beginning.
    texts["en"][30] = f"{'A long letter follows. ' * 60}\nThe ship was called Lesotho by all."
    desk.lay_out(MODEL, desk.library.keep(replace(trained, corpus=replace(named, texts=texts))))
    shown = search(german(open_page("search.py")), "Lesotho")
    assert {*re.findall(r"<mark[^>]*>(\w+)", shown)} == {"Lesothos", "Lesotho"}
