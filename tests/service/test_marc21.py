"""MARC records of the example: nothing of them changes but the field that is filled."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import REPOSITORY
from tests.service.test_example import Filling

EXAMPLES = REPOSITORY / "examples"


@pytest.fixture(scope="module")
def marc21():
    sys.path.insert(0, str(EXAMPLES))
    try:
        import marc21

        yield marc21
    finally:
        sys.path.remove(str(EXAMPLES))


LEADER = b"00000nam a2200000 i 4500"


def made(marc21, *fields: tuple[str, str], leader: bytes = LEADER) -> bytes:
    """A record; $ begins a subfield. Indicators stand before the first."""
    ended = [(tag.encode(), text.replace("$", "\x1f").encode() + b"\x1e") for tag, text in fields]
    return marc21.written(leader, ended)


@pytest.fixture
def records(marc21, tmp_path, letters) -> Path:
    """Texts in two fields, a record filled before, one without a text, one in one field alone."""
    first, second, third = letters[:3]
    whole = [
        made(marc21, ("001", "A1"), ("245", f"10$a{first}$bund mehr /$cAda"),
             ("520", f"  $a{second}"), ("990", "  $aörtlich")),
        made(marc21, ("001", "A2"), ("245", f"10$a{first}"), ("653", "  $agrain")),
        made(marc21, ("001", "A3"), ("300", "  $a12 S.")),
        made(marc21, ("001", "A4"), ("520", f"  $a{third}")),
    ]  # fmt: skip
    path = tmp_path / "records.mrc"
    path.write_bytes(b"\r\n".join(whole))
    return path


def test_a_record_as_the_format_defines_it(marc21):
    """The example of ISO 2709 worked out by hand: leader, directory of 12 bytes each, fields."""
    whole = made(marc21, ("001", "12"), ("245", "10$aÄ$bb"))
    assert whole[:24] == b"00063nam a2200049 i 4500"
    assert whole[24:49] == b"001000300000" + b"245001000003" + b"\x1e"
    assert whole[49:] == b"12\x1e" + "10\x1faÄ\x1fbb\x1e".encode() + b"\x1d"
    one = marc21.record(whole)
    assert one.subfields("245", "") == ["Ä", "b"]
    assert one.subfields("245", "b") == ["b"]
    assert one.subfields("246", "a") == []


def test_keywords_go_into_fields_of_their_own(start, marc21, records, letters):
    running = start()
    filling = Filling(running, records, "--text", "245ab,520a", "--field", "653a")
    assert filling.finish() == (0, "")

    before = [*marc21.Records(records, "245ab", "653a")]
    after = [*marc21.Records(filling.out, "245ab", "653a")]
    texts = [f"{letters[0]}\nund mehr /\n{letters[1]}", letters[2]]
    content = {"from": "de", "to": "en", "documents": texts, "top": 3}
    told = running.ask("POST", "/v1/keywords", content).json["documents"]
    for row, document in zip((0, 3), told, strict=True):
        words = [keyword["word"] for keyword in document["keywords"]]
        assert words and after[row].subfields("653", "a") == words
        rest = [field for field in after[row].fields if field[0] != b"653"]
        assert rest == before[row].fields
        tags = [tag for tag, _ in after[row].fields]
        assert tags == sorted(tags)
    assert [after[row].whole for row in (1, 2)] == [before[row].whole for row in (1, 2)]


def test_what_is_no_marc_is_said_in_a_sentence(marc21, tmp_path):
    path = tmp_path / "records.mrc"
    good = made(marc21, ("245", "10$aErnte"))
    for spoilt, sentence in (
        (b"signature,abstract\n", "not whole"),
        (good[:-3], "not whole"),
        (good.replace(b"nam a", b"nam  "), "yaz-marcdump"),
        (good.replace(b"245001000000", b"245000900000"), "field 245 does not end"),
        (good.replace(b"245001000000", b"24500x000000"), "not whole"),
    ):
        path.write_bytes(good + spoilt)
        with pytest.raises(ValueError, match=f"Record 2 of .*{sentence}"):
            list(marc21.Records(path, "245", "653a"))
    for text, field in (("abstract", "653a"), ("245", "subjects"), ("245", "653"), ("245", "001a")):
        with pytest.raises(ValueError, match="no field"):
            marc21.Records(path, text, field)


def test_what_would_be_too_long_stays_as_it_is(marc21, tmp_path, capsys):
    fields = [("520", "  $a" + "Ernte " * 1500)] * 11
    path = tmp_path / "long.mrc"
    path.write_bytes(made(marc21, *fields))
    records = marc21.Records(path, "520a", "653a")
    [one] = records
    records.write([(one, ["harvest"] * 100)], tmp_path / "out.mrc")
    assert (tmp_path / "out.mrc").read_bytes() == path.read_bytes()
    assert "Record 1 would be too long" in capsys.readouterr().err


def test_another_reader_of_the_format_agrees(marc21, records):
    pymarc = pytest.importorskip("pymarc")
    ours = marc21.Records(records, "245ab,520a", "653a")
    with records.open("rb") as stream:
        theirs = [one for one in pymarc.MARCReader(stream.read().replace(b"\r\n", b""))]
    for one, other in zip(ours, theirs, strict=True):
        assert [tag.decode() for tag, _ in one.fields] == [field.tag for field in other.fields]
        assert one.subfields("245", "a") == [f["a"] for f in other.get_fields("245")]


def test_the_script_says_what_is_wrong_with_the_file(tmp_path):
    path = tmp_path / "records.mrc"
    path.write_text("no MARC")
    command = [sys.executable, str(EXAMPLES / "fill_keywords.py"), str(path), str(tmp_path / "out")]
    asked = ["--from", "de", "--to", "en", "--text", "245a", "--field", "653a"]
    ended = subprocess.run([*command, *asked], capture_output=True, text=True, check=False)
    assert (ended.returncode, "ISO 2709" in ended.stderr) == (2, True)
