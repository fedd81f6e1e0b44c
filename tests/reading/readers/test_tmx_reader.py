from collections.abc import Callable
from xml.sax.saxutils import escape

import pytest

from gplsa.errors import InputError
from gplsa.reading import Choices, Reading, Upload, read_corpus

Letters = Callable[[int], list[tuple[str, str]]]


def tmx(units: list[dict[str, str]], doctype: str = "") -> str:
    body = "".join(
        "<tu>"
        + "".join(f'<tuv xml:lang="{code}"><seg>{text}</seg></tuv>' for code, text in unit.items())
        + "</tu>"
        for unit in units
    )
    head = f'<?xml version="1.0" encoding="UTF-8"?>{doctype}'
    return f'{head}<tmx version="1.4"><header srclang="de"/><body>{body}</body></tmx>'


def letter_units(pairs: list[tuple[str, str]]) -> list[dict[str, str]]:
    return [{"de-DE": escape(de), "EN-GB": escape(en)} for de, en in pairs]


def read(files: dict[str, str], **choices: object) -> Reading:
    uploads = [Upload.from_bytes(name, text.encode()) for name, text in files.items()]
    return read_corpus(uploads, Choices(**choices))


def test_units_are_grouped_into_documents(letters: Letters) -> None:
    pairs = letters(2_005)
    doctype = '<!DOCTYPE tmx SYSTEM "tmx14.dtd">'
    reading = read({"memory.tmx": tmx(letter_units(pairs), doctype)})
    assert reading.kind == "tmx"
    assert reading.recognised.columns == {"de": ("de",), "en": ("en",)}
    assert [*reading.corpus.ids[:2], reading.corpus.ids[-1]] == ["1-20", "21-40", "2001-2005"]
    assert reading.corpus.texts["de"][0].split("\n") == [de for de, _ in pairs[:20]]
    assert reading.corpus.texts["en"][-1].split("\n") == [en for _, en in pairs[2_000:]]
    single = read({"memory.tmx": tmx(letter_units(pairs))}, units_per_document=1)
    assert single.corpus.texts["de"] == [de for de, _ in pairs]


def test_of_few_units_fewer_make_a_document(letters: Letters) -> None:
    read_350, read_45 = (read({"m.tmx": tmx(letter_units(letters(n)))}) for n in (350, 45))
    assert (len(read_350.corpus), read_350.recognised.units_per_document) == (117, 3)
    assert (len(read_45.corpus), read_45.recognised.units_per_document) == (45, 1)


def test_of_paragraphs_each_is_a_document(letters: Letters) -> None:
    pairs = letters(180)
    paragraphs = [
        (" ".join(de for de, _ in some), " ".join(en for _, en in some))
        for some in (pairs[start : start + 30] for start in range(0, 180, 30))
    ]
    reading = read({"memory.tmx": tmx(letter_units(paragraphs))})
    assert reading.recognised.units_per_document == 1
    assert reading.corpus.texts["de"] == [de for de, _ in paragraphs]


def test_missing_segments_keep_their_line(letters: Letters) -> None:
    units = letter_units(letters(6))
    del units[0]["EN-GB"]
    units[2] = {"EN-GB": "only English"}
    corpus = read({"a.tmx": tmx(units)}, units_per_document=3).corpus
    assert [len(corpus.texts[side][0].split("\n")) for side in ("de", "en")] == [3, 3]
    assert corpus.texts["en"][0].startswith("\n")
    assert corpus.texts["de"][0].endswith("\n")


def test_units_keep_their_names_and_the_lines_that_both_sides_have(letters: Letters) -> None:
    units = letter_units([("eins\n  zwei\n\n", "one\ntwo"), ("drei\nvier", "three four")] * 2)
    units[2] = {"de": "allein\nhier"}
    text = tmx(units)
    for name in ("a-1", "b-2", "c-3", "d-4"):
        text = text.replace("<tu>", f'<tu tuid="{name}">', 1)
    corpus = read({"m.tmx": text}, units_per_document=1).corpus
    assert corpus.ids == ["a-1", "b-2", "c-3", "d-4"]
    assert corpus.texts["de"] == ["eins\nzwei", "drei vier", "allein hier", "drei vier"]
    sentences = letter_units([("Eins.\nZwei .\nDrei", "One and two.\nThree")] * 4)
    [told] = {*read({"m.tmx": tmx(sentences)}, units_per_document=1).corpus.texts["de"]}
    assert told == "Eins.\nZwei .\nDrei"
    assert corpus.texts["en"] == ["one\ntwo", "three four", "", "three four"]
    twice = read({"m.tmx": text.replace("d-4", "a-1")}, units_per_document=1).corpus
    assert twice.ids == ["1", "2", "3", "4"]
    whole = read({"m.tmx": tmx(units * 2)}, units_per_document=4).corpus
    assert [one[0].count("\n") for one in whole.texts.values()] == [4, 4]


def test_formatting_codes_are_no_text() -> None:
    segment = (
        'Das <bpt i="1">&lt;b&gt;</bpt>große<ept i="1">&lt;/b&gt;</ept> <hi>Haus</hi>&amp; Hof'
    )
    units = [{"de": segment, "en": "The big house"}, {"de": "Hof", "en": "yard"}]
    corpus = read({"a.tmx": tmx(units)}, units_per_document=1).corpus
    assert corpus.texts["de"][0] == "Das große Haus& Hof"


def test_many_files_with_a_broken_one(letters: Letters) -> None:
    files = {f"m{i}.tmx": tmx(letter_units(letters(25))) for i in range(49)}
    files["m7.tmx"] = files["m7.tmx"][:500]
    files["note.txt"] = "x"
    reading = read(files)
    assert len(reading.corpus) == 48 * 3
    assert reading.corpus.ids[:3] == ["m0:1-12", "m0:13-24", "m0:25"]
    assert reading.refused == [
        "“note.txt” is no translation memory and was left out: read it by itself.",
        "“m7.tmx” is damaged or incomplete (line 1).",
    ]


def test_languages_are_chosen(letters: Letters) -> None:
    units = [unit | {"fr": "Une lettre"} for unit in letter_units(letters(5))]
    text = tmx(units)
    assert read({"a.tmx": text}, units_per_document=1).corpus.modalities == ["de", "en", "fr"]
    chosen = read({"a.tmx": text}, columns={"x": ("fr",), "y": ("de-DE",)}, units_per_document=1)
    assert chosen.corpus.modalities == ["x", "y"]
    with pytest.raises(InputError, match=r"The memory has no “it”; the languages in it are “de”"):
        read({"a.tmx": text}, columns={"x": ("it",), "y": ("de",)})


BOMB = (
    '<!DOCTYPE tmx [<!ENTITY a "aaaaaaaaaa">'
    + "".join(f'<!ENTITY {n} "{f"&{p};" * 10}">' for p, n in zip("abcdefg", "bcdefgh", strict=True))
    + "]>"
)
OUTSIDE = '<!DOCTYPE tmx [<!ENTITY a SYSTEM "file:///etc/passwd">]>'


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (tmx([{"de": "&h;", "en": "x"}] * 3, BOMB), "“a.tmx” declares entities of its own"),
        (tmx([{"de": "&a;", "en": "x"}] * 3, OUTSIDE), "“a.tmx” declares entities of its own"),
        ("", "“a.tmx” is empty."),
        ("<tmx><body><tu>", "“a.tmx” is damaged or incomplete"),
        ("no xml", "“a.tmx” is damaged or incomplete"),
        (tmx([]), "“a.tmx” holds no translation units."),
        (
            tmx([{"de": "nur Deutsch"}] * 3),
            "The memory has no second language; the languages in it are “de”.",
        ),
        (tmx([{"de": "Haus", "en": "house"}]), "Only one pair was found"),
    ],
)
def test_bad_input(text: str, sentence: str) -> None:
    with pytest.raises(InputError) as caught:
        read({"a.tmx": text})
    assert sentence in str(caught.value)


XLIFF_1 = (
    '<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2">'
    '<file original="a.docx" source-language="it-IT" target-language="es-ES"><body>{}</body></file>'
    "</xliff>"
)
UNIT_1 = (
    '<trans-unit id="1"><source>L\'acqua <g id="1">{0}</g><ph id="2">b</ph></source>'
    '<target>El agua {0}</target><alt-trans match-quality="60"><source>L\'acqua</source>'
    "<target>Otra</target></alt-trans></trans-unit>"
)
XLIFF_2 = (
    '<xliff version="2.0" xmlns="urn:oasis:names:tc:xliff:document:2.0" srcLang="it" trgLang="es">'
    "<file><unit>{}</unit></file></xliff>"
)
UNIT_2 = "<segment><source>L'acqua {0}</source><target>El agua {0}</target></segment>"


@pytest.mark.parametrize(
    ("name", "whole", "unit"),
    [("a.xlf", XLIFF_1, UNIT_1), ("a.sdlxliff", XLIFF_1, UNIT_1), ("a.xliff", XLIFF_2, UNIT_2)],
)
def test_xliff_is_a_memory_as_well(name: str, whole: str, unit: str) -> None:
    text = whole.format("".join(unit.format(n) for n in range(30)))
    reading = read({name: text}, units_per_document=1)
    assert reading.corpus.languages == {"it": "it", "es": "es"} and len(reading.corpus) == 30
    assert [one[7] for one in reading.corpus.texts.values()] == ["L'acqua 7", "El agua 7"]
    with pytest.raises(InputError, match="holds no translation units"):
        read({name: text.replace("Lang", "x").replace("-language", "x")})
