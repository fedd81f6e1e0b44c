from collections.abc import Callable, Iterable

import pytest

from gplsa.errors import InputError
from gplsa.reading import Choices, Reading, Upload, read_corpus

Letters = Callable[[int], list[tuple[str, str]]]


def read(files: dict[str, str], **choices: object) -> Reading:
    uploads = [Upload.from_bytes(name, text.encode()) for name, text in files.items()]
    return read_corpus(uploads, Choices(**choices))


def sides(pairs: list[tuple[str, str]]) -> tuple[str, str]:
    return "\n".join(de for de, _ in pairs) + "\n", "\r\n".join(en for _, en in pairs) + "\r\n\r\n"


def test_a_line_is_a_document(letters: Letters) -> None:
    pairs = letters(30)
    pairs[4] = ("", pairs[4][1])
    de, en = sides(pairs)
    reading = read({"train.de": de, "train.en": en})
    assert reading.kind == "line pair"
    assert reading.corpus.name == "train"
    assert reading.corpus.texts == {"de": [p[0] for p in pairs], "en": [p[1] for p in pairs]}
    assert reading.corpus.ids[:2] == ["1", "2"]
    assert reading.recognised.columns == {"de": ("train.de",), "en": ("train.en",)}
    again = read({"train.de": de, "train.en": en}, **vars(reading.recognised))
    assert again.corpus == reading.corpus


def test_several_lines_make_a_document(letters: Letters) -> None:
    pairs = letters(25)
    pairs[10] = ("", pairs[10][1])
    de, en = sides(pairs)
    corpus = read({"a.de.txt": de, "a.en.txt": en}, lines_per_document=10).corpus
    assert corpus.ids == ["1-10", "11-20", "21-25"]
    assert corpus.texts["en"][2].split("\n") == [en for _, en in pairs[20:]]
    assert [text.count("\n") for text in corpus.texts["de"]] == [9, 9, 4]


def test_several_pairs_of_files_follow_each_other(letters: Letters) -> None:
    pairs = letters(20)
    de, en = sides(pairs[:12])
    more_de, more_en = sides(pairs[12:])
    corpus = read({"dev.de": de, "train.de": more_de, "dev.en": en, "train.en": more_en}).corpus
    assert corpus.texts["en"] == [en for _, en in pairs]
    assert corpus.ids[0] == "dev:1" and corpus.ids[-1] == "train:8"


def test_the_notes_beside_a_pair_are_left_out(letters: Letters) -> None:
    de, en = sides(letters(12))
    files = {"README": "About", "c.de-en.de": de, "c.de-en.en": en, "c.de-en.xml": "<x/>"}
    reading = read(files)
    assert reading.kind == "line pair"
    assert len(reading.corpus) == 12
    assert reading.refused == [
        "“README” was left out: it has no counterpart.",
        "“c.de-en.xml” was left out: it has no counterpart.",
    ]


def test_names_without_language(letters: Letters) -> None:
    de, en = sides(letters(12))
    reading = read({"quelle.txt": de, "ziel.txt": en})
    assert reading.corpus.modalities == ["quelle", "ziel"]
    assert reading.corpus.languages == {"quelle": "de", "ziel": "en"}
    other = read({"a.txt": de, "b.txt": en}, columns={"en": ("b.txt",), "de": ("a.txt",)})
    assert other.corpus.modalities == ["en", "de"]
    assert other.corpus.texts["de"] == reading.corpus.texts["quelle"]


def test_a_side_is_chosen_by_its_language(letters: Letters) -> None:
    de, en = sides(letters(12))
    reading = read({"a.de": de, "a.en": en}, columns={"x": ("eng",), "y": ("de",)})
    assert reading.recognised.columns == {"x": ("a.en",), "y": ("a.de",)}


def test_unequal_numbers_of_lines(letters: Letters) -> None:
    de, en = sides(letters(12))
    with pytest.raises(
        InputError, match=r"cannot be paired one by one: “a.de” 13 and “a.en” 12 lines"
    ):
        read({"a.de": de + "Nachtrag\n", "a.en": en}, kind="line pair")


@pytest.mark.parametrize(
    ("files", "sentence"),
    [
        ({"a.de": "", "a.en": ""}, "“a.de” is empty."),
        ({"a.de": "\n\n", "a.en": "x\n"}, "“a.de” is empty."),
        ({"a.de": "Ein Haus\n", "a.en": "A house\n"}, "Only one pair was found"),
        ({"a.docx": "Ein Haus\n"}, "“a.docx” is one document and no collection of pairs"),
        ({"a.txt": "Ein Haus\nZwei Häuser, drei Höfe\n"}, "“a.txt” has only one column with text"),
        ({"a.exe": "x"}, "“a.exe” is of a kind that is not read"),
    ],
)
def test_bad_input(files: dict[str, str], sentence: str) -> None:
    with pytest.raises(InputError) as caught:
        read(files)
    assert sentence in str(caught.value)


def test_no_file_at_all() -> None:
    with pytest.raises(InputError, match="There is no file to read"):
        read_corpus([])


def test_captions(data_dir) -> None:  # type: ignore[no-untyped-def]
    paths = [data_dir / "multi30k" / f"train.{language}" for language in ("de", "en")]
    reading = read_corpus([Upload.from_path(path) for path in paths])
    assert len(reading.corpus) == 4995
    assert [(warning.kind, len(warning.rows)) for warning in reading.warnings] == [("entities", 5)]
    assert reading.corpus.texts["en"][0].startswith("Two young, White males")


def _word_files(sides: Iterable[list[str]], make_docx: Callable[[str], bytes]) -> list[Upload]:
    bodies = ("".join(f"<w:p><w:r><w:t>{t}</w:t></w:r></w:p>" for t in side) for side in sides)
    names = ("book_german.docx", "book_english.docx")
    return [Upload.from_bytes(n, make_docx(b)) for n, b in zip(names, bodies, strict=True)]


def test_paragraphs_of_one_pair_of_word_files(
    letters: Letters, make_docx: Callable[[str], bytes]
) -> None:
    de, en = ([*side] for side in zip(*letters(30), strict=True))
    uploads = _word_files((de, en), make_docx)
    reading = read_corpus(uploads)
    assert reading.corpus.texts == {"de": de, "en": en}
    [told] = [str(warning.message) for warning in reading.warnings if warning.kind == "lines"]
    assert "“book_german.docx” and “book_english.docx” are one pair of texts" in told
    assert read_corpus(uploads, reading.recognised).corpus == reading.corpus

    joined = [f"{de[0]} {de[1]}", *de[2:]]
    aligned = read_corpus(_word_files((joined, en), make_docx))
    assert aligned.kind == "sentence files" and len(aligned.corpus) == 29
    assert aligned.corpus.texts["en"][0] == f"{en[0]} {en[1]}"
    with pytest.raises(InputError, match=r"Only one pair of files was found: .* a text a line"):
        read_corpus(_word_files((de[:9], en[:9]), make_docx))


def test_lines_blank_on_both_sides_end_a_document(letters: Letters) -> None:
    pairs = letters(130)
    blocks = [pairs[at : at + 3] for at in range(0, 130, 3)]
    joined = [pair for block in blocks for pair in [*block, ("", "")]]
    joined[1] = ("", joined[1][1])
    joined.insert(4, (" ", ""))  # two in a row
    de, en = sides(joined)
    files = {"a.de.txt": de, "a.en.txt": en}
    reading = read(files)
    corpus = reading.corpus
    assert reading.recognised.lines_per_document == 0
    assert len(corpus) == 44 and corpus.ids[:2] == ["1-3", "6-8"]
    assert corpus.texts["en"][0].split("\n") == [en for _, en in pairs[:3]]
    assert corpus.texts["de"][0] == "\n".join([pairs[0][0], "", pairs[2][0]])
    assert read(files, **vars(reading.recognised)).corpus == corpus
    assert any("end a document here: 44 documents" in str(one) for one in reading.warnings)
    # Blank lines that are rare stand there by chance.
    rare = sides([one for at in range(45) for one in [*pairs[:101], ("", "")]])
    assert len(read({"a.de.txt": rare[0], "a.en.txt": rare[1]}).corpus) == 45 * 101
    # A person may have them otherwise.
    assert read(files, lines_per_document=1).corpus.ids[:2] == ["1", "2"]
    # Few of them are chance, and between single lines they say nothing.
    few = sides([pair for block in blocks[:39] for pair in [*block, ("", "")]])
    alone = sides([pair for one in pairs for pair in (one, ("", ""))])
    for de, en in (few, alone):
        reading = read({"a.de.txt": de, "a.en.txt": en})
        assert reading.recognised.lines_per_document == 1
        assert "\n" not in "".join(reading.corpus.texts["en"])
    # Of several pairs of files each is read by its own.
    both = {f"{n}.{side}": text for n, two in (("a", files.values()), ("b", few))
            for side, text in zip(("de", "en"), two, strict=True)}  # fmt: skip
    reading = read(both)
    assert reading.recognised.lines_per_document == 0 and len(reading.corpus) == 44 + 117
    assert read(both, **vars(reading.recognised)).corpus == reading.corpus
