import io
import zipfile
from collections.abc import Callable

import pytest

from gplsa.errors import InputError
from gplsa.reading import Upload
from gplsa.reading.files import limits
from gplsa.reading.files.extract import text_of
from gplsa.reading.files.markup import html_text, markdown_text

MakeZip = Callable[[dict[str, bytes | str]], bytes]
Make = Callable[[str], bytes]


def extract(name: str, data: bytes, encoding: str | None = None) -> str:
    return text_of(Upload.from_bytes(name, data), encoding)


def test_word_with_tables_boxes_and_changes(make_docx: Make) -> None:
    def run(text: str) -> str:
        return f"<w:r><w:t xml:space='preserve'>{text}</w:t></w:r>"

    body = (
        f"<w:p>{run('Erster ')}{run('Absatz')}<w:r><w:tab/></w:r>{run('Ende')}</w:p>"
        f"<w:tbl><w:tr><w:tc><w:p>{run('links')}</w:p></w:tc>"
        f"<w:tc><w:p>{run('rechts')}</w:p></w:tc></w:tr></w:tbl>"
        f"<w:p><w:del><w:r><w:delText>gestrichen</w:delText></w:r></w:del>{run('Nach')}"
        f"<w:r><w:br/></w:r>{run('trag')}</w:p>"
        f"<w:p><AlternateContent><Choice>{run('Kasten')}</Choice>"
        f"<Fallback>{run('Kasten')}</Fallback></AlternateContent></w:p>"
    )
    assert extract("a.docx", make_docx(body)) == (
        "Erster Absatz Ende\nlinks rechts\nNach\ntrag\nKasten"
    )


def test_word_notes(make_zip: MakeZip) -> None:
    def part(tag: str, text: str) -> str:
        return f'<w:{tag} xmlns:w="w"><w:p><w:r><w:t>{text}</w:t></w:r></w:p></w:{tag}>'

    data = make_zip(
        {
            "word/document.xml": part("document", "Haupttext"),
            "word/footnotes.xml": part("footnotes", "Fußnote"),
        }
    )
    assert extract("a.docx", data) == "Haupttext\nFußnote"


def open_document(make_zip: MakeZip, text: str, manifest: str = "") -> bytes:
    content = (
        '<o:document-content xmlns:o="o" xmlns:text="t" xmlns:table="b"><o:body>'
        f"{text}</o:body></o:document-content>"
    )
    return make_zip({"content.xml": content, "META-INF/manifest.xml": f"<m>{manifest}</m>"})


def test_open_document(make_zip: MakeZip) -> None:
    text = (
        "<text:h>Titel</text:h><text:p>Ein<text:s/>Satz<text:line-break/>mehr"
        "<o:annotation><text:p>Notiz</text:p></o:annotation></text:p>"
        "<table:table-row><table:table-cell><text:p>a</text:p></table:table-cell>"
        "<table:table-cell><text:p>b</text:p></table:table-cell></table:table-row>"
    )
    assert extract("a.odt", open_document(make_zip, text)) == "Titel\nEin Satz\nmehr\na b"
    with pytest.raises(InputError, match=r"“a\.odt” is protected by a password"):
        extract("a.odt", open_document(make_zip, text, "<encryption-data/>"))


def test_pdf(make_pdf: Make) -> None:
    assert extract("a.pdf", make_pdf("Ein Brief aus Wien")) == "Ein Brief aus Wien"


def test_ligatures_of_typesetting_become_letters(
    make_pdf: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    from pypdf import PageObject

    monkeypatch.setattr(PageObject, "extract_text", lambda self: "ﬁnden, Eﬀekt, Schiﬄein")
    assert extract("a.pdf", make_pdf("x")) == "finden, Effekt, Schifflein"


def test_html() -> None:
    page = (
        "<!doctype html><html><head><title>T</title><style>p {color: red}</style></head><body>"
        "<h1>Die Ernte</h1><p>war\nschlecht &amp; <b>teuer</b>.<br>Ende</p><script>x()</script>"
        "<table><tr><td>Korn</td><td>5 fl.</td></tr></table><noscript>nie</noscript></body></html>"
    )
    assert html_text(page) == "Die Ernte\nwar schlecht & teuer.\nEnde\nKorn 5 fl."
    stated = '<html><head><meta charset="iso-8859-15"></head><body>Größe €</body></html>'
    assert extract("a.html", stated.encode("iso8859-15")) == "Größe €"
    windows = '<meta charset="ISO-8859-1"><p>„Größe“ – 3 €</p>'
    for encoding in ("cp1252", "utf-8"):
        assert extract("a.html", windows.encode(encoding)) == "„Größe“ – 3 €"
    wrong = '<meta charset="utf-8"><p>Größe</p>'
    assert extract("a.htm", wrong.encode("cp1252")) == "Größe"


def test_markdown() -> None:
    text = (
        "---\ntitle: x\n---\n# Die Ernte #\n\nEin *guter* und **langer** [Brief](http://x.y/a_b) "
        "mit `Kode` und snake_case.\n\n> - zitiert\n\n![Bild](b.png)\n\n| a | b |\n|---|---|\n"
        "| c | d |\n\n```python\nprint(1)\n```\n<b>fett</b>\n"
    )
    assert markdown_text(text).split("\n") == [
        "Die Ernte",
        "Ein guter und langer Brief mit Kode und snake_case.",
        "zitiert",
        "Bild",
        "a\tb",
        "c\td",
        "print(1)",
        "fett",
    ]


def encrypted(pdf: bytes) -> bytes:
    from pypdf import PdfReader, PdfWriter

    writer = PdfWriter(clone_from=PdfReader(io.BytesIO(pdf)))
    writer.encrypt("secret", algorithm="RC4-128")
    written = io.BytesIO()
    writer.write(written)
    return written.getvalue()


def test_bad_pdfs(make_pdf: Make) -> None:
    pdf = make_pdf("Text")
    for name, data, sentence in [
        ("scan.pdf", make_pdf(""), "“scan.pdf” has no text in it; run OCR first."),
        ("cut.pdf", pdf[: len(pdf) // 2], "“cut.pdf” is incomplete: its end is missing."),
        ("fake.pdf", b"hello", "“fake.pdf” is no PDF, whatever its name says."),
        ("junk.pdf", b"%PDF-1.4\njunk\n%%EOF\n", "“junk.pdf” is damaged"),
        ("locked.pdf", encrypted(pdf), "“locked.pdf” is encrypted: open it"),
        ("empty.pdf", b"", "“empty.pdf” is empty."),
    ]:
        with pytest.raises(InputError) as caught:
            extract(name, data)
        assert sentence in str(caught.value)


def test_a_pdf_with_too_many_pages(make_pdf: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "PDF_PAGES", 0)
    with pytest.raises(InputError, match="has 1 pages; at most 0 are read"):
        extract("a.pdf", make_pdf("Text"))


def test_bad_office_files(make_docx: Make, make_zip: MakeZip) -> None:
    word = make_docx("<w:p><w:r><w:t>Text</w:t></w:r></w:p>")
    broken = make_zip({"word/document.xml": "<w:document xmlns:w='w'><w:body>"})
    later = bytearray(word)
    later[later.rindex(b"PK\1\2") + 6] = 148  # the version needed to unpack a part, times ten
    entities = make_zip({"word/document.xml": '<!DOCTYPE d [<!ENTITY a "b">]><d>&a;</d>'})
    for name, data, sentence in [
        ("cut.docx", word[: len(word) // 2], "“cut.docx” is damaged or incomplete: save it anew."),
        ("broken.docx", broken, "“broken.docx” is damaged or incomplete"),
        ("later.docx", bytes(later), "“later.docx” is damaged or incomplete"),
        ("other.docx", make_zip({"x": "y"}), "“other.docx” is damaged or incomplete"),
        ("blank.docx", make_docx("<w:p/>"), "“blank.docx” has no text in it."),
        (
            "locked.docx",
            b"\xd0\xcf\x11\xe0" + b"x" * 100,
            "is protected by a password or in an old",
        ),
        ("bomb.docx", make_zip({"word/document.xml": b"0" * 20_000_000}), "would unpack to 19 MB"),
        ("entities.docx", entities, "“entities.docx” declares entities of its own"),
        ("cut.odt", word[:50], "“cut.odt” is damaged or incomplete"),
    ]:
        with pytest.raises(InputError) as caught:
            extract(name, data)
        assert sentence in str(caught.value)


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        (
            "a.doc",
            "“a.doc” is an old Word file: open it in Word or LibreOffice and save it as .docx.",
        ),
        ("a.HEIC", "“a.HEIC” is a photo in Apple's format: export it as JPEG."),
        ("a.rtf", "“a.rtf” is an RTF file"),
        ("a.pages", "“a.pages” is a Pages file"),
        ("a.mrc", "“a.mrc” holds MARC records: export titles, abstracts and subjects as a table"),
        ("a.ris", "“a.ris” is a list of references: export it as CSV."),
    ],
)
def test_refused_by_name_with_what_to_do(name: str, sentence: str) -> None:
    with pytest.raises(InputError) as caught:
        extract(name, b"x")
    assert str(caught.value).startswith(sentence)


def test_a_text_just_over_the_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "DOCUMENT_BYTES", 10)
    assert extract("a.txt", b"x" * 10) == "x" * 10
    with pytest.raises(InputError, match=r"“a\.txt” is larger than"):
        extract("a.txt", b"x" * 11)


def test_a_member_that_is_damaged(make_docx: Make) -> None:
    data = bytearray(make_docx("<w:p><w:r><w:t>Text</w:t></w:r></w:p>" * 50))
    with zipfile.ZipFile(io.BytesIO(data)) as package:
        start = package.infolist()[0].header_offset + 60
    data[start : start + 10] = b"\xff" * 10
    with pytest.raises(InputError, match=r"“a\.docx” is damaged or incomplete"):
        extract("a.docx", bytes(data))
