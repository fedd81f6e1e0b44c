import unicodedata

import pytest

from gplsa.reading import Upload
from gplsa.reading.readers.names import common_name, corpus_name, pair_names, short_ids


@pytest.mark.parametrize(
    "names",
    [
        ["a/de/x.txt", "a/en/x.txt", "a/de/y.txt", "a/en/y.txt"],
        ["x.de.txt", "x.en.txt", "y.de.txt", "y.en.txt"],
        ["x_de.docx", "x_en.docx", "y_de.docx", "y_en.pdf"],
        ["de-x.txt", "en-x.txt", "de-y.txt", "en-y.txt"],
        ["German/x_deu.txt", "English/x_eng.txt", "German/y_deu.txt", "English/y_eng.txt"],
        ["x.de", "x.en", "y.de", "y.en"],
        ["c.de-en.de", "c.de-en.en", "d.de-en.de", "d.de-en.en"],
        ["no_1_x.de.txt", "no_1_x.en.txt", "no_1_y.de.txt", "no_1_y.en.txt"],
    ],
)
def test_languages_in_names(names: list[str]) -> None:
    pairing = pair_names(names)
    assert pairing.marks == ["de", "en"]
    assert list(pairing.groups.values()) == [
        {"de": [0], "en": [1]},
        {"de": [2], "en": [3]},
    ]
    assert pairing.alone == []


def test_the_language_is_what_differs_at_one_place() -> None:
    pairing = pair_names(["c.de-en.de", "c.de-en.en", "c.de-en.xml"])
    assert pairing.groups["c.de-en"] == {"de": [0], "en": [1]}
    assert pairing.marks[:2] == ["de", "en"]


@pytest.mark.parametrize(
    ("german", "english"),
    [
        ("Band {}/de/Kapitel {:02}.txt", "Band {}/en/Chapter {}.txt"),
        ("Band {}/Deutsch/Sitzung {:03} vom 3. Mai.docx", "Band {}/English/{:03}_meeting.html"),
    ],
)
def test_names_in_two_languages_are_paired_by_their_numbers(german: str, english: str) -> None:
    """Not the folders of volumes, of which each holds both languages."""
    places = [(volume, n) for volume in (1, 2) for n in (1, 2, 10)]
    names = [form.format(*place) for form in (german, english) for place in places]
    pairing = pair_names(names)
    assert (pairing.marks, pairing.by_number) == (["de", "en"], True)
    assert [*pairing.groups.values()] == [{"de": [at], "en": [6 + at]} for at in range(6)]


def test_two_files_of_a_number_are_not_guessed_at() -> None:
    names = ["de/Brief 1 Anna.txt", "de/Brief 1 Karl.txt", "en/letter 1.txt", "en/letter 2.txt"]
    assert all(len(group) == 1 for group in pair_names(names).groups.values())


def test_a_file_without_partner_keeps_its_side() -> None:
    pairing = pair_names(["x.de.txt", "x.en.txt", "y.de.txt", "README.txt"])
    assert pairing.groups["y"] == {"de": [2]}
    assert pairing.alone == [3]


@pytest.mark.parametrize(
    ("names", "marks"),
    [
        (
            ["original/1.txt", "original/2.txt", "regest/1.txt", "regest/2.txt"],
            ["original", "regest"],
        ),
        (["z/a/1.txt", "z/b/1.txt", "z/a/2.txt", "z/b/2.txt"], ["a", "b"]),
        (["1-src.txt", "1-trg.txt", "2-src.txt", "2-trg.txt"], ["src", "trg"]),
        (["src_1.txt", "src_2.txt", "trg_1.txt", "trg_2.txt"], ["src", "trg"]),
    ],
)
def test_sides_that_are_no_languages(names: list[str], marks: list[str]) -> None:
    pairing = pair_names(names)
    assert pairing.marks == marks
    assert [set(group) for group in pairing.groups.values()] == [set(marks)] * 2


@pytest.mark.parametrize("mark", [".en", "_translation", "-Übersetzung"])
def test_one_of_two_names_has_a_word_more(mark: str) -> None:
    names = [f"letters/No {n}{end}.txt" for n in range(4) for end in ("", mark)]
    pairing = pair_names([*names, "letters/readme.txt"])
    assert [sorted(group.values()) for group in pairing.groups.values()] == [
        [[2 * n], [2 * n + 1]] for n in range(4)
    ]
    assert "original" in pairing.marks and pairing.alone == [8]
    pages = [f"letters/letter{n}{end}.txt" for n in range(8) for end in ("", "-2")]
    assert not pair_names(pages).groups


@pytest.mark.parametrize(
    ("name", "called"),
    [
        ("Brief #000 (Köln)_{}.txt", "Brief #000 (Köln)"),
        ("Brief ((Köln))_{}.txt", "Brief ((Köln))"),
        ("[1871] Brief.{}.txt", "[1871] Brief"),
        ("Brief ({}).txt", "Brief"),
        ("({}) Brief (Köln {}).txt", "Brief (Köln)"),
    ],
)
def test_brackets_of_a_name_stay(name: str, called: str) -> None:
    groups = pair_names([name.replace("{}", code) for code in ("de", "en")]).groups
    assert [*groups] == [called]


def test_names_without_any_sides() -> None:
    assert pair_names(["a.txt", "b.txt", "c.txt"]).groups == {}


def test_ids_are_short_where_they_can_be() -> None:
    assert short_ids(["a/x", "a/y"]) == ["x", "y"]
    assert short_ids(["a/x", "b/x"]) == ["a/x", "b/x"]


def test_what_a_corpus_is_called() -> None:
    assert common_name(["letters/de/1.txt", "letters/en/1.txt"], "texts") == "letters"
    assert common_name(["train.de", "train.en"], "texts") == "train"
    assert common_name(["a.de", "b.en"], "texts") == "texts"


@pytest.mark.parametrize(
    ("names", "called"),
    [
        (["train_de.txt", "train_en.txt"], "train"),
        (["old letters de.txt", "old letters en.txt"], "old letters"),
        (["german.txt", "gerundium.txt"], "lines"),
        (["de.txt", "en.txt"], "lines"),
    ],
)
def test_files_that_begin_alike_name_their_corpus(names: list[str], called: str) -> None:
    assert corpus_name([Upload.from_bytes(name, b"") for name in names], "lines") == called


@pytest.mark.parametrize(
    ("german", "english"),
    [("Letter-{n}_DE.txt", "letter-{n}_EN.TXT"), ("de/{n:03}.txt", "en/{n}.txt")],
)
def test_case_and_padding_of_a_name_do_not_part_a_pair(german: str, english: str) -> None:
    names = [name.format(n=n) for name in (german, english) for n in (1, 7, 10)]
    pairing = pair_names(names)
    assert [*pairing.groups.values()] == [{"de": [n], "en": [n + 3]} for n in range(3)]
    # Those that both have a partner as they are, or are of one side, are two.
    twice = pair_names(["a.de.txt", "a.en.txt", "A.de.txt", "A.en.txt", "b.de.txt", "B.de.txt"])
    assert [len(group) for group in twice.groups.values()] == [2, 2, 1, 1]


def test_a_letter_written_as_two_characters_is_one() -> None:
    names = [unicodedata.normalize(form, "Brief Müller.txt") for form in ("NFC", "NFD")]
    assert names[0] != names[1]
    assert {Upload.from_bytes(name, b"x").name for name in names} == {names[0]}
