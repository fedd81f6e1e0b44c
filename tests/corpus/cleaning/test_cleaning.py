"""What is planted is found, nothing else is, and cleaning brings back what was there before."""

import json
import time
from dataclasses import replace

import pytest

from gplsa.corpus.cleaning import languages
from gplsa.corpus.cleaning.applying import clean, deciding, previews
from gplsa.corpus.cleaning.finding import KINDS, RECOMMENDED, find
from gplsa.corpus.corpus import Corpus
from gplsa.corpus.notes import DataWarning
from gplsa.corpus.storage import corpus_digest
from tests.corpus.cleaning.made import FRENCH, made, planted
from tests.growth import assert_linear
from tests.patience import SLOWNESS


def found_in(corpus: Corpus) -> dict[str, set[int]]:
    """Rows by kind."""
    rows: dict[str, set[int]] = {}
    for warning in find(corpus)[0]:
        rows.setdefault(warning.kind, set()).update(warning.rows)
    return rows


def with_texts(corpus: Corpus, **columns: list[str]) -> Corpus:
    return replace(corpus, texts=corpus.texts | columns, titles=[])


@pytest.mark.parametrize("seed", range(5))
def test_80_rows_with_html_and_12_exchanged_ones_and_no_other(seed: int) -> None:
    whole = made(1_000, seed)
    assert find(whole)[0] == []
    spoiled, html, exchanged = planted(whole, seed)
    assert found_in(spoiled) == {"tags": html, "exchanged": exchanged}


@pytest.mark.parametrize(("name", "sides"), [("europarl", "de en"), ("ntrex", "deu eng")])
def test_the_same_in_debates_and_news(data_dir, name: str, sides: str) -> None:
    """Of news in pieces of five sentences there are 447."""
    lines = (data_dir / name / "docs.jsonl").read_text("utf-8").splitlines()
    pieces = 5 if name == "ntrex" else 99
    german, english = [], []
    for document in map(json.loads, lines):
        de, en = (document[side].split("\n") for side in sides.split())
        for start in range(0, len(de), pieces):
            german.append("\n".join(de[start : start + pieces]))
            english.append("\n".join(en[start : start + pieces]))
    german, english = german[:1_000], english[:1_000]
    ids = [str(row) for row in range(len(german))]
    whole = Corpus(name, ids, {"de": german, "en": english}, {"de": "de", "en": "en"})
    before = found_in(whole)
    assert before.keys() <= {"addresses", "near copies"}
    spoiled, html, exchanged = planted(whole, 1)
    found = found_in(spoiled)
    assert found["tags"] == html
    assert found["exchanged"] == exchanged
    assert "foreign" not in found


def test_rows_in_a_third_language_are_found_and_short_ones_are_not_judged() -> None:
    whole = made(300)
    german = list(whole.texts["de"])
    for row in (7, 100, 250):
        german[row] = FRENCH
    for row, short in ((3, "Le maire"), (4, "Yes."), (5, "Amsterdam, Paris, New York, Lyon")):
        german[row] = short
    german[12] = whole.texts["en"][12]  # not translated
    (warning,) = find(with_texts(whole, de=german))[0]
    assert (warning.kind, warning.rows, warning.side) == ("foreign", (7, 12, 100, 250), "de")
    told = "4 documents: the side German is not German but 3 French, 1 English, as far as"
    assert warning.message.startswith(told)


def test_rows_in_another_language_are_found_where_they_are_many() -> None:
    """Their words, too, are frequent on that side then."""
    whole = made(200)
    german = [f"{FRENCH} {r}" if r % 3 == 0 else t for r, t in enumerate(whole.texts["de"])]
    assert found_in(with_texts(whole, de=german))["foreign"] == {*range(0, 200, 3)}


def test_a_text_is_in_the_language_that_most_of_it_is_in() -> None:
    whole = made(300)
    german, english = [*whole.texts["de"]], whole.texts["en"]
    title, abstract = english[7].replace("\n", ", "), "\n".join(german[8:11])
    german[7] = f"{title}\n{abstract}"  # was told by the title alone
    title = "Bürgermeister, Händlerinnen und Fischer : Getreidepreise mittelalterlicher Hafenstädte"
    german[20] = f"{title}\n{FRENCH} {FRENCH} {FRENCH}"
    spoiled = with_texts(whole, de=german)
    (warning,) = find(spoiled)[0]
    assert (warning.kind, warning.rows) == ("foreign", (20,))
    shown = deciding(spoiled, warning)
    assert shown.texts["de"][20].startswith(f"…{FRENCH}")
    assert shown.texts["de"][:20] == german[:20] and shown.texts["en"] == english
    assert deciding(spoiled, DataWarning("tags", "", (20,))) is spoiled


def test_sides_in_other_languages_than_their_names_have_no_exceptions() -> None:
    whole = made(100)
    swapped = replace(whole, texts=dict(zip(whole.texts, [*whole.texts.values()][::-1])))  # noqa: B905
    unknown = replace(whole, languages={"de": "", "en": ""})
    assert find(swapped)[0] == find(unknown)[0] == []


def test_near_copies_are_told_apart_from_exact_ones_and_from_others() -> None:
    whole = made(400)
    german, english = (list(column) for column in whole.texts.values())
    for row, first, year in ((50, 2, "(25"), (399, 2, "(35"), (77, 10, "(25")):
        german[row] = german[first].replace("(15", year)
        english[row] = english[first].upper()
    german[200], english[200] = german[3], english[3]
    assert found_in(with_texts(whole, de=german, en=english)) == {
        "duplicates": {200},
        "near copies": {50, 77, 399},
    }
    copies, near = find(with_texts(whole, de=german, en=english))[0]
    assert (copies.firsts, near.firsts) == ((3,), (2, 10, 2))
    # One side that is the same is not enough.
    assert find(with_texts(whole, de=[*whole.texts["de"][:200], *whole.texts["de"][:200]]))[0] == []


def test_cleaning_brings_back_what_was_there_and_says_what_it_did() -> None:
    whole = made(1_000)
    spoiled, _, _ = planted(whole, 3)
    cleaned = clean(spoiled, find(spoiled)[0])
    words = [" ".join(text.split()) for text in cleaned.texts["de"]]
    assert words == [" ".join(text.split()) for text in whole.texts["de"]]
    assert [done.message for done in cleaned.cleaning] == [
        "80 documents: tags removed",
        "12 rows: exchanged sides fixed",
    ]
    assert {done.before for done in cleaned.cleaning} == {corpus_digest(spoiled)}
    assert cleaned.titles == Corpus("x", whole.ids, cleaned.texts).titles
    assert find(cleaned)[0] == []
    assert clean(cleaned, []) is cleaned


def test_rows_are_left_out_together_and_fields_stay_beside_theirs() -> None:
    whole = replace(made(100), fields={"year": [str(row) for row in range(100)]})
    german = list(whole.texts["de"])
    german[5], german[9] = FRENCH, "<br>"
    english = [*whole.texts["en"]]
    english[9] = "<p></p>"
    spoiled = with_texts(whole, de=german, en=english)
    cleaned = clean(spoiled, find(spoiled)[0])
    assert cleaned.fields["year"] == [str(row) for row in range(100) if row not in (5, 9)]
    assert cleaned.ids == [name for name in whole.ids if name not in ("L5", "L9")]


def test_copies_are_left_out_where_no_side_is_of_texts() -> None:
    pictures = {"front": [b"a", b"b", b"a"], "back": [b"c", b"d", b"c"]}
    corpus = Corpus(name="stamps", ids=["1", "2", "3"], texts={}, pictures=pictures)
    assert clean(corpus, find(corpus)[0]).ids == ["1", "2"]


def test_only_what_is_chosen_is_done() -> None:
    spoiled, _, exchanged = planted(made(200), 1)
    warnings = find(spoiled)[0]
    tags = clean(spoiled, [warning for warning in warnings if warning.kind == "tags"])
    assert found_in(tags) == {"exchanged": exchanged}
    assert clean(spoiled, [DataWarning("lengths", "", (1,))]) is spoiled
    assert set(RECOMMENDED) == set(KINDS) - {"near copies"}


def test_a_preview_shows_the_text_around_the_change() -> None:
    long = "Wort " * 100
    corpus = Corpus("x", ["a", "b"], {"de": [f"{long}<br>Korn", "x"], "en": ["corn", "y"]})
    (change,) = previews(corpus, DataWarning("tags", "", (0,)))
    assert (change.side, change.row) == ("de", 0)
    assert change.before.endswith("<br>Korn") and change.before.startswith("…Wort ")
    assert change.after.endswith("Wort Korn") and len(change.after) < 200
    assert [change.before[slice(*place)] for place in change.gone] == ["<br>"]
    assert previews(corpus, DataWarning("exchanged", "", (0,))) == []
    # Where the excerpt ends within a word, this one stays.
    on = replace(corpus, texts=corpus.texts | {"de": [f"{long}<br>{'Zusammenfassung' * 9}", "x"]})
    (change,) = previews(on, DataWarning("tags", "", (0,)))
    assert [change.before[slice(*place)] for place in change.gone] == ["<br>"]


def test_of_words_that_are_as_frequent_the_first_ones_tell_a_language(monkeypatch) -> None:
    """Whatever order a set of them has: a corpus that is read again has the same doubts."""
    monkeypatch.setattr(languages, "_FREQUENT", 10)
    words = [f"wort{'abcdefghijklmnopqrst'[n]}" for n in range(20)]
    found = languages._frequent_words({"de": [" ".join(words)] * 3})
    assert found == {"de": {*words[:10]}}


def test_a_preview_stands_where_something_goes() -> None:
    far = f"Zwei  Leerzeichen. {'Und ein Satz. ' * 30}"
    texts = {"de": [f"{far}Ende.<ger>", "x"], "en": [f"{far}Siehe www.example.org, oder", "y"]}
    for kind, gone in (("tags", "<ger>"), ("addresses", "www.example.org")):
        (change,) = previews(Corpus("x", ["a", "b"], texts), DataWarning(kind, "", (0,)))
        assert [change.before[slice(*place)] for place in change.gone] == [gone]
        assert change.before != change.after and "Zwei" not in change.before


def test_of_near_copies_a_preview_shows_what_differs() -> None:
    said = "Ein langer Satz über Korn und Heu im Hafen. " * 5
    column = [f"{said}Lewis-Paare", "x", f"{said}Lewis Paare"]
    corpus = Corpus("x", ["a", "b", "c"], {"de": column, "en": ["pairs", "y", "pairs"]})
    (change,) = previews(corpus, DataWarning("near copies", "", (2,), firsts=(0,)))
    assert (change.side, change.row) == ("de", 2)
    assert change.before.endswith("Lewis-Paare") and change.after.endswith("Lewis Paare")
    assert [change.before[slice(*place)] for place in change.gone] == ["-"]


@pytest.mark.parametrize(
    ("kind", "before", "gone", "come"),
    [
        ("entities", "gefragt.Inhalts&uuml;bersichtCornel A.", ["&uuml;"], ["ü"]),
        ("entities", "&Uuml;bergr&ouml;&szlig;e", ["&Uuml;", "&ouml;&szlig;"], ["Ü", "öß"]),
        ("entities", "Korn\nM&amp;A &amp; Heu", ["&amp;", "&amp;"], ["&", "&"]),
        ("tags", "The <b>har</b>vest", ["<b>", "</b>"], []),
        ("addresses", "in https://example.org/a.b, (c). D", ["https://example.org/a.b"], []),
        ("addresses", "in http://e.org/o:1425Edizione a.", ["http://e.org/o:1425"], []),
    ],
)
def test_a_preview_tells_characters(
    kind: str, before: str, gone: list[str], come: list[str]
) -> None:
    corpus = Corpus("x", ["a", "b"], {"de": [before, "x"], "en": ["corn", "y"]})
    (change,) = previews(corpus, DataWarning(kind, "", (0,)))
    assert [change.before[slice(*place)] for place in change.gone] == gone
    assert [t for place in change.come if (t := change.after[slice(*place)])] == come


def test_each_text_is_previewed_on_both_sides() -> None:
    marked = [f"<br>{n}" for n in "abcd"]
    changes = previews(
        Corpus("x", [*"abcd"], {"de": marked, "en": marked}), DataWarning("tags", "", (0, 1, 2, 3))
    )
    assert [change.row for change in changes] == [0, 0, 1, 1, 2, 2]


def test_a_preview_tells_which_lines_go() -> None:
    head, foot = "Aus dem Archiv der Stadt", "Seite {} von {}"
    german = [f"{head}\nDas Korn ist reif {n}.\n{foot.format(n, 9)}" for n in "12345678"]
    german[0] = german[0].replace("Das", f"{'Ein Wort ' * 20}vom Archiv der Stadt. Das")
    corpus = Corpus("x", [*"abcdefgh"], {"de": german, "en": [*"abcdefgh"]})
    first, second, *_ = previews(corpus, DataWarning("repeated lines", "", tuple(range(8))))
    assert [first.before[slice(*place)] for place in first.gone] == [head]
    assert [second.before[slice(*place)] for place in second.gone] == [head, "Seite 2 von 9"]
    assert first.before.endswith("…") and "Seite" not in second.after


def test_the_time_grows_with_the_rows_and_not_faster() -> None:
    copies = ["eins zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn"]

    def alike(n: int) -> Corpus:
        texts = [f"{copies[0]} {i}" for i in range(n)]
        return Corpus("x", [str(i) for i in range(n)], {"de": texts, "en": texts})

    corpora = {n: alike(n) for n in (100, 200, 400, 800, 1_600, 3_200, 6_400, 12_800, 25_600)}
    assert_linear(lambda n: find(corpora[n]), 100)


def test_30_000_rows_take_seconds() -> None:
    spoiled, html, _ = planted(made(30_000), 0, 2_400, 300)
    start = time.thread_time()
    warnings = [warning for warning in find(spoiled)[0] if warning.kind in RECOMMENDED]
    cleaned = clean(spoiled, warnings)
    assert cleaned.cleaning[0].n_documents == len(html)
    assert time.thread_time() - start < 20 * SLOWNESS  # about 4 on a quiet computer
