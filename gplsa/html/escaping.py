r"""Words of a corpus are data: the only ways they get into labels, HTML, figures and CSV cells."""

import html
import re

_MARKDOWN = re.compile(r"([\\`*_{}\[\]()<>#+\-.!|$~:&\"'=@/^])")
# Addresses become links even where every sign is escaped; a word joiner, which nobody sees, parts
# what they are known by.
_ADDRESS = re.compile(r"(?i)(?<=http)(?=s?://)|(?<=www)(?=\.)|(?<=\S)(?=@)")
_JOINER = "\u2060"
LONG_WORD = 25  # letters of what is cut behind a word, unless none ends in so many
_SPACES = re.compile(r"[^\S\xa0]+")
_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")


def one_line(text: str, limit: int = 200) -> str:
    """Text on one line, cut at `limit` characters with an ellipsis, behind a word where one ends
    near."""
    text = _SPACES.sub(" ", text[: 4 * limit + 1000]).strip()
    if len(text) <= limit:
        return text
    space = text.rfind(" ", limit - min(LONG_WORD, limit // 4), limit)
    return text[: limit - 1 if space < 0 else space].rstrip(" .…") + "…"


def label(text: str, limit: int = 80) -> str:
    """Text for a label that Streamlit reads as Markdown: every sign of Markdown is escaped, and no
    address becomes a link."""
    return _MARKDOWN.sub(r"\\\1", _ADDRESS.sub(_JOINER, one_line(text, limit)))


def markup(text: str) -> str:
    """Text inside HTML and SVG, and in Plotly labels, which read HTML as well."""
    return html.escape(text, quote=True)


def cell(text: str) -> str:
    """A text cell for spreadsheets, which would compute one that begins like a formula."""
    return "'" + text if text.startswith(_FORMULA) else text
