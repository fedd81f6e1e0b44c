"""HTML and Markdown without their markup."""

import re
from html.parser import HTMLParser

_BLOCKS = frozenset(
    """address article aside blockquote br caption dd details div dl dt fieldset figcaption figure
    footer form h1 h2 h3 h4 h5 h6 header hr legend li main nav ol option p pre section summary table
    tbody tfoot thead title tr ul""".split()
)
_CELLS = frozenset({"td", "th"})
_HIDDEN = frozenset({"script", "style", "noscript", "template", "svg", "math", "select", "head"})
_CHARSET = re.compile(rb"""<meta[^>]{0,200}?charset\s*=\s*["']?\s*([A-Za-z0-9_.:-]{1,40})""", re.I)


def html_text(markup: str) -> str:
    """What a browser would show as text, a block a line; scripts and styles are left out."""
    parser = _TextParser()
    parser.feed(markup)
    parser.close()
    lines = (" ".join(line.split()) for line in "".join(parser.parts).split("\n"))
    return "\n".join(line for line in lines if line)


def html_charset(data: bytes) -> str | None:
    """The encoding that an HTML file states in its first 4,000 bytes."""
    found = _CHARSET.search(data[:4000])
    return found[1].decode("ascii") if found else None


class _TextParser(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.parts: list[str] = []
        self._hidden: list[str] = []

    def handle_starttag(self, tag: str, attrs: object) -> None:
        if tag in _HIDDEN:
            self._hidden.append(tag)
        elif tag == "body":
            self._hidden.clear()
        self._gap(tag)

    def handle_startendtag(self, tag: str, attrs: object) -> None:
        self._gap(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag in self._hidden:
            del self._hidden[self._hidden.index(tag) :]
        self._gap(tag)

    def _gap(self, tag: str) -> None:
        if tag in _BLOCKS:
            self.parts.append("\n")
        elif tag in _CELLS:
            self.parts.append("\t")

    def handle_data(self, data: str) -> None:
        if not self._hidden:
            # Line breaks in the source of a page mean no more than a space.
            self.parts.append(data.replace("\n", " "))


_MARKDOWN = (
    (re.compile(r"\A---\n.*?\n---\n", re.DOTALL), ""),  # front matter
    (re.compile(r"<!--.*?-->", re.DOTALL), " "),
    (re.compile(r"^\s{0,3}(```|~~~).*$", re.MULTILINE), ""),
    (re.compile(r"!?\[([^\]\n]*)\]\((?:[^()\n]|\([^()\n]*\))*\)"), r"\1"),  # links, pictures
    (re.compile(r"!?\[([^\]\n]+)\]\[[^\]\n]*\]"), r"\1"),
    (re.compile(r"^\s{0,3}\[[^\]\n]+\]:\s+\S+.*$", re.MULTILINE), ""),
    (re.compile(r"</?[A-Za-z][^<>\n]{0,500}>"), " "),
    (re.compile(r"^\s{0,3}(?:#{1,6}\s+|>\s?|[-*+]\s+|\d+[.)]\s+)+", re.MULTILINE), ""),
    (re.compile(r"\s+#+\s*$", re.MULTILINE), ""),
    (re.compile(r"^\s{0,3}(?:[-=*_]\s*){3,}$", re.MULTILINE), ""),
    (re.compile(r"^\s*\|?(?:\s*:?-{2,}:?\s*\|)+\s*:?-*:?\s*$", re.MULTILINE), ""),
    (re.compile(r"(?<!\w)([*_]{1,3})(?=\S)(.+?)(?<=\S)\1(?!\w)"), r"\2"),
    (re.compile(r"`+([^`\n]+)`+"), r"\1"),
    (re.compile(r"[ \t]*\|[ \t]*"), "\t"),
)


def markdown_text(text: str) -> str:
    """The words of a Markdown file: no signs of headings, emphasis, links, code or tables."""
    for pattern, replacement in _MARKDOWN:
        text = pattern.sub(replacement, text)
    return "\n".join(line.strip() for line in text.split("\n") if line.strip())
