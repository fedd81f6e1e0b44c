"""HTML and Markdown without their markup.

Both are read once from left to right, whatever is in them: every search either moves on or is not
tried again, so that twice the text takes twice the time.
"""

import re
from collections import deque
from html import unescape

_BLOCKS = frozenset(
    """address article aside blockquote br caption dd details div dl dt fieldset figcaption figure
    footer form h1 h2 h3 h4 h5 h6 header hr legend li main nav ol option p pre section summary table
    tbody tfoot thead title tr ul""".split()
)
_CELLS = frozenset({"td", "th"})
_HIDDEN = frozenset({"script", "style", "noscript", "template", "svg", "math", "select", "head"})
_CHARSET = re.compile(
    rb"""<meta[^>]{0,200}?charset\s*+=\s*+["']?+\s*+([A-Za-z0-9_.:-]{1,40})""", re.IGNORECASE
)
_WESTERN = frozenset({"iso-8859-1", "latin1", "latin-1", "windows-1252", "cp1252", "us-ascii"})

_TAG_NAME = re.compile(r"/?([A-Za-z][^\s/>]*+)")
# Within a tag: its end, the tag after one that has none, or an attribute in quotes.
_TAG_PART = re.compile(r"""[<>]|=\s*+(["'])""")
_RAW = {name: re.compile(f"</{name}", re.IGNORECASE) for name in ("script", "style")}
# Python refuses to make a number of thousands of digits.
_LONG_REFERENCE = re.compile(r"&#(?:\d{8,}+|[xX][\da-fA-F]{8,}+);?")


def html_text(markup: str) -> str:
    """What a browser would show as text, a block a line; scripts and styles are left out."""
    page = _Page()
    page.read(markup)
    lines = (" ".join(line.split()) for line in "".join(page.parts).split("\n"))
    return "\n".join(line for line in lines if line)


def html_charset(data: bytes) -> str | None:
    """The encoding that an HTML file states in its first 4,000 bytes.

    None where that is a Western one: such pages are in Windows-1252 or UTF-8 as often, which is
    seen better from their bytes.
    """
    found = _CHARSET.search(data[:4000])
    stated = found[1].decode("ascii").lower() if found else None
    return None if stated in _WESTERN else stated


class _Page:
    """parts: the text, with "\\n" between blocks and tabs between cells."""

    def __init__(self) -> None:
        self.parts: list[str] = []
        # Of the open elements that hide what is in them, the outermost of each name.
        self._hidden: dict[str, None] = {}

    def read(self, markup: str) -> None:
        at = 0
        while (start := markup.find("<", at)) >= 0:
            self._text(markup[at:start])
            at = self._tag(markup, start)
        self._text(markup[at:])

    def _tag(self, markup: str, start: int) -> int:
        """What stands at a "<"; returns where reading goes on."""
        if markup.startswith("<!--", start):
            return _after(markup, "-->", start + 2)
        if markup.startswith(("<!", "<?"), start):
            return _after(markup, ">", start)
        name = _TAG_NAME.match(markup, start + 1)
        if name is None:
            self._text("<")
            return start + 1
        end = _end_of_tag(markup, name.end())
        closed = markup.startswith("/>", end - 2)
        tag = name[1].lower()
        if name[0][0] == "/":
            # An element ends, and with it whatever was opened within.
            while tag in self._hidden:
                self._hidden.popitem()
        elif tag in _HIDDEN and not closed:
            self._hidden.setdefault(tag)
        elif tag == "body":
            self._hidden.clear()
        if tag in _BLOCKS or tag in _CELLS:
            self.parts.append("\n" if tag in _BLOCKS else "\t")
        if tag in _RAW and not closed and name[0][0] != "/":
            raw = _RAW[tag].search(markup, end)
            return raw.start() if raw else len(markup)
        return end

    def _text(self, text: str) -> None:
        if text and not self._hidden:
            # Line breaks in the source of a page mean no more than a space.
            self.parts.append(unescape(_LONG_REFERENCE.sub("\ufffd", text)).replace("\n", " "))


def _after(markup: str, end: str, start: int) -> int:
    """Behind the next `end`; the end of the page where there is none, as in browsers."""
    found = markup.find(end, start)
    return found + len(end) if found >= 0 else len(markup)


def _end_of_tag(markup: str, at: int) -> int:
    """Behind the ">" of a tag; one within quotes is part of an attribute."""
    while part := _TAG_PART.search(markup, at):
        if part[0] == "<":
            return part.start()
        if part[0] == ">":
            return part.end()
        # A quote that is never closed is no quote, and neither is any later one.
        at = max(markup.find(part[1], part.end()) + 1, part.end())
    return len(markup)


# ---- Markdown

_FRONT_MATTER = re.compile(r"\A---\n.*?\n---\n", re.DOTALL)
_FENCE = re.compile(r"[ \t]{0,3}(```|~~~)")
_DEFINITION = re.compile(r"[ \t]{0,3}\[[^\[\]]++\]:[ \t]+\S")
_LINK = re.compile(r"!?\[([^\[\]]*+)\]\((?:[^()]++|\([^()]*+\))*+\)")  # a picture is one too
_LINK_BY_NAME = re.compile(r"!?\[([^\[\]]++)\]\[[^\[\]]*+\]")
_TAG = re.compile(r"</?[A-Za-z][^<>]{0,500}>")
_LINE_START = re.compile(r"[ \t]{0,3}(?:(?:#{1,6}|[-*+]|\d{1,9}[.)])(?:[ \t]++|$)|>[ \t]?)++")
_CODE = re.compile(r"(?<!`)`++([^`]++)`++")
_EMPHASIS = re.compile(r"\*+|_+")
_RULE = frozenset("-=*_ \t")
_TABLE_RULE = frozenset("|:- \t")
_LONGEST_EMPHASIS = 3


def markdown_text(text: str) -> str:
    """The words of a Markdown file: no signs of headings, emphasis, links, code or tables."""
    text = _without_comments(_FRONT_MATTER.sub("", text))
    return "\n".join(filter(None, map(_markdown_line, text.split("\n"))))


def _without_comments(text: str) -> str:
    parts, at = list[str](), 0
    while (start := text.find("<!--", at)) >= 0 and (end := text.find("-->", start + 4)) >= 0:
        parts += [text[at:start], " "]
        at = end + 3
    return "".join([*parts, text[at:]])


def _markdown_line(line: str) -> str:
    if _FENCE.match(line) or _DEFINITION.match(line) or _is_rule(line.strip()):
        return ""
    line = _LINK_BY_NAME.sub(r"\1", _LINK.sub(r"\1", _LINK.sub(r"\1", line)))
    line = _TAG.sub(" ", line)
    if start := _LINE_START.match(line):
        line = line[start.end() :]
    line = _CODE.sub(r"\1", _without_emphasis(_without_closing_signs(line.rstrip())))
    if "|" in line:
        line = "\t".join(cell.strip(" \t") for cell in line.split("|"))
    return line.strip()


def _is_rule(line: str) -> bool:
    """A line across the page, under a heading or between the rows of a table."""
    if _RULE.issuperset(line):
        return sum(map(line.count, "-=*_")) >= 3
    return _TABLE_RULE.issuperset(line) and "--" in line


def _without_closing_signs(line: str) -> str:
    """ "Heading ##" may end as it began."""
    rest = line.rstrip("#")
    return rest.rstrip() if rest[-1:].isspace() else line


def _without_emphasis(line: str) -> str:
    """Pairs of * or _, up to three of them, directly around words; snake_case stays."""
    signs = [found for found in _EMPHASIS.finditer(line) if len(found[0]) <= _LONGEST_EMPHASIS]
    places = [found.span() for found in signs]
    around = [(line[max(at - 1, 0) : at], line[end : end + 1]) for at, end in places]
    closing: dict[str, deque[int]] = {}
    for number, sign in enumerate(signs):
        if _is_at_word(*around[number]):
            closing.setdefault(sign[0], deque()).append(number)
    dropped: set[int] = set()
    for number, sign in enumerate(signs):
        partners = closing.get(sign[0])
        if number in dropped or not partners or not _is_at_word(*around[number][::-1]):
            continue
        while partners and partners[0] <= number:
            partners.popleft()
        if partners:
            dropped |= {number, partners.popleft()}
    signs = [signs[number] for number in sorted(dropped)]
    begins, ends = [0, *(one.end() for one in signs)], [*(one.start() for one in signs), len(line)]
    return "".join(line[begin:end] for begin, end in zip(begins, ends, strict=True))


def _is_at_word(within: str, beyond: str) -> bool:
    """Whether signs stand directly at what they hold, and are not inside of a word."""
    return bool(within.strip()) and not (beyond.isalnum() or beyond == "_")
