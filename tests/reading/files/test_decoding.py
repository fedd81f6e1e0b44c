import codecs
import unicodedata

import pytest

from gplsa.errors import InputError
from gplsa.reading.files.decoding import decode

TEXT = "Größe in Köln: „schön“\nzweite Zeile"


@pytest.mark.parametrize(
    ("data", "encoding"),
    [
        (TEXT.encode(), "utf-8"),
        (codecs.BOM_UTF8 + TEXT.encode(), "utf-8"),
        (codecs.BOM_UTF16_LE + TEXT.encode("utf-16-le"), "utf-16"),
        (codecs.BOM_UTF16_BE + TEXT.encode("utf-16-be"), "utf-16"),
        (TEXT.encode("cp1252"), "cp1252"),
        (TEXT.replace("\n", "\r\n").encode(), "utf-8"),
        (unicodedata.normalize("NFD", TEXT).encode(), "utf-8"),
    ],
)
def test_recognised(data: bytes, encoding: str) -> None:
    decoded = decode(data, "x.txt")
    assert decoded.text == TEXT
    assert decoded.encoding == encoding
    assert bool(decoded.warning) == (encoding == "cp1252")


def test_short_latin_text_is_not_taken_for_another_script() -> None:
    assert decode("Größe\nKöln".encode("latin-1"), "x").text == "Größe\nKöln"


def test_the_euro_sign_of_iso_8859_15() -> None:
    decoded = decode("10 € für Käse".encode("iso8859-15"), "x")
    assert (decoded.text, decoded.encoding) == ("10 € für Käse", "iso8859-15")


def test_the_choice_of_the_person() -> None:
    assert decode("Größe".encode("cp850"), "x", "cp850").text == "Größe"
    with pytest.raises(InputError, match="not written in utf-8"):
        decode("Größe".encode("cp1252"), "x", "utf-8")
    with pytest.raises(InputError, match=r"no encoding called “klingon”"):
        decode(b"x", "x", "klingon")


@pytest.mark.parametrize("encoding", ["cp850", "cp1251", "mac_roman"])
def test_other_encodings_are_asked_about_instead_of_read_as_nonsense(encoding: str) -> None:
    text = "Урожай был плохой" if encoding == "cp1251" else "Größe, Köln, schön, Mühe, für, Äpfel"
    with pytest.raises(InputError, match="save it as UTF-8, or choose its encoding on the page"):
        decode((text * 20).encode(encoding), "x")


def test_binary_is_no_text() -> None:
    with pytest.raises(InputError, match=r"“x\.txt” is not a text file"):
        decode(bytes(range(256)) * 10, "x.txt")


def test_text_that_was_converted_twice_is_pointed_out() -> None:
    twice = ("Größe, Köln und schöne Mühe. " * 3).encode().decode("cp1252")
    assert "twice" in decode(twice.encode(), "x").warning
    spoken_of = "Statt „é“ steht dort “Ã©”, statt „è“ aber “Ã¨”, statt „ß“ “ÃŸ”. "
    others = "Die Größe der Bücher läßt die Müller kühl. " * 60
    assert decode((spoken_of + others).encode(), "x").warning == ""
    assert decode("São Paulo, Ãlvaro".encode(), "x").warning == ""
