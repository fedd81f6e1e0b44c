"""Material for the readers: small letters in two languages and hand-made office files."""

import io
import zipfile
from collections.abc import Callable

import pytest

_MONTHS = [("Januar", "January"), ("März", "March"), ("Mai", "May"), ("Oktober", "October")]
_PEOPLE = ["Anna Weber", "Jakob Lindner", "Grete Sommer", "Paul Ahrens", "Rosa Kühn"]
_TOWNS = [("Köln", "Cologne"), ("München", "Munich"), ("Wien", "Vienna"), ("Lübeck", "Lübeck")]
_MATTERS = [
    ("die schlechte Ernte", "the poor harvest"),
    ("den neuen Bahnhof und seine große Halle", "the new railway station and its large hall"),
    ("eine Krankheit", "an illness"),
    ("den Preis von Korn, Salz und Wolle auf dem Markt", "what corn, salt and wool cost there"),
    ("seine Reise über das Gebirge nach Süden", "the journey across the mountains to the south"),
]
_ENDINGS = [
    ("Die Antwort kam erst Wochen später.", "The answer came only weeks later."),
    ("Danach schwieg man.", "Then there was silence."),
    (
        "Man müsse, so heißt es weiter, mehr Geduld mit den Nachbarn haben.",
        "One should, the letter goes on, be more patient with the neighbours.",
    ),
]


@pytest.fixture
def letters() -> Callable[[int], list[tuple[str, str]]]:
    """The first n of many different pairs, German and English."""

    def make(n: int) -> list[tuple[str, str]]:
        pairs = []
        for i in range(n):
            month, town = _MONTHS[i % 4], _TOWNS[i // 2 % 4]
            person, matter, ending = _PEOPLE[i % 5], _MATTERS[i * 7 // 3 % 5], _ENDINGS[i * i % 3]
            day, year = 1 + i % 28, 1801 + i
            pairs.append(
                (
                    f"Am {day}. {month[0]} {year} schrieb {person} aus {town[0]} "
                    f"über {matter[0]}. {ending[0]}",
                    f"On {day} {month[1]} {year} {person} wrote from {town[1]} "
                    f"about {matter[1]}. {ending[1]}",
                )
            )
        return pairs

    return make


@pytest.fixture
def make_zip() -> Callable[[dict[str, bytes | str]], bytes]:
    """A ZIP of these members."""

    def make(members: dict[str, bytes | str]) -> bytes:
        packed = io.BytesIO()
        with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as package:
            for name, content in members.items():
                package.writestr(name, content)
        return packed.getvalue()

    return make


@pytest.fixture
def make_docx(make_zip: Callable[[dict[str, bytes | str]], bytes]) -> Callable[[str], bytes]:
    """A Word file with this XML as the body of its document."""

    def make(body: str) -> bytes:
        space = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
        document = f'<?xml version="1.0"?><w:document xmlns:w="{space}"><w:body>{body}</w:body>'
        return make_zip({"word/document.xml": document + "</w:document>"})

    return make


@pytest.fixture
def make_pdf() -> Callable[[str], bytes]:
    """A PDF of one page that shows this line (none if empty)."""

    def make(line: str) -> bytes:
        drawing = f"BT /F1 12 Tf 72 720 Td ({line}) Tj ET" if line else "0 0 100 100 re f"
        parts = [
            "<< /Type /Catalog /Pages 2 0 R >>",
            "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
            "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R "
            "/Resources << /Font << /F1 5 0 R >> >> >>",
            f"<< /Length {len(drawing)} >>\nstream\n{drawing}\nendstream",
            "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
        ]
        file = b"%PDF-1.4\n"
        places = []
        for number, part in enumerate(parts, start=1):
            places.append(len(file))
            file += f"{number} 0 obj\n{part}\nendobj\n".encode("cp1252")
        start = len(file)
        file += f"xref\n0 {len(parts) + 1}\n0000000000 65535 f \n".encode()
        file += b"".join(f"{place:010} 00000 n \n".encode() for place in places)
        trailer = f"trailer\n<< /Size {len(parts) + 1} /Root 1 0 R >>\nstartxref\n{start}\n%%EOF\n"
        return file + trailer.encode()

    return make
