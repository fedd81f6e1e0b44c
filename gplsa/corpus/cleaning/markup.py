"""What no person wrote into a text: tags, entities, addresses, the head of an e-mail.

Every function keeps the number of lines, as line i of one side belongs to line i of the other, and
reads a text once from left to right, whatever is in it.
"""

import re
from collections.abc import Callable, Mapping
from html import unescape
from html.entities import html5

Pattern = re.Pattern[str]

# Tags of HTML, of the word processors that write it, the commonest of TEI: "x <y und z>" is
# none, and neither is "<anna@example.org>".
_NAMES = """a abbr acronym address article aside b base big blockquote body br button caption center
cite code col colgroup dd del details dfn dialog dir div dl dt em fieldset figcaption figure font
footer form frame frameset h1 h2 h3 h4 h5 h6 head header hi hr html i iframe img input ins kbd label
lb legend li link main mark menu meta nav nobr noscript note ol option p param pb pre q s samp
section select seg small source span strike strong style sub summary sup svg table tbody td textarea
tfoot th thead time title tr tt u ul var video wbr xml""".split()
# Library catalogues mark the language of an abstract so: "<ger> Die Arbeit …", "… work. <engl.>".
_LANGUAGES = [*"cze deu dut eng fra fre ger gre hun ita lat pol por rus spa swe tur".split(),
              *r"dt\. dtsch\. engl\. franz\. frz\. ital\. lat\. russ\. span\.".split()]  # fmt: skip
# What stands inside a word or a sentence; every other tag parts words.
_INLINE = frozenset(
    "a abbr b big cite code del em font hi i ins mark q s small span strike strong sub sup tt u "
    "var wbr".split()
)
_BARE = "checked|selected|disabled|nowrap|noshade|hidden|async|defer|readonly|multiple|compact"
_ATTRIBUTE = (
    r"""\s++(?:[A-Za-z_:@.-][\w:@.-]*+\s*+=\s*+(?:"[^"<]*+"|'[^'<]*+'|[^\s"'<>]++)"""
    rf"|(?:{_BARE})(?![\w-]))"
)
_TAG = re.compile(
    rf"<(/?)({'|'.join(sorted(_NAMES + _LANGUAGES, reverse=True))}|[A-Za-z]\w*+:\w++)(?![\w:.@-])"
    rf"(?:{_ATTRIBUTE})*+\s*+/?>",
    re.IGNORECASE,
)
_DECLARATION = re.compile(r"<!doctype[^<>]*+>|<\?xml[^<>]*+>|<!\[CDATA\[|\]\]>", re.IGNORECASE)
_HIDDEN = re.compile(r"<(script|style)(?![\w:.@-])[^<>]*+>", re.IGNORECASE)
_CLOSING = {name: re.compile(f"</{name}[^<>]*+>", re.IGNORECASE) for name in ("script", "style")}
_COMMENT, _COMMENT_END = re.compile("<!--"), re.compile("-->")

# "&amp;nbsp;" was escaped twice: all of the chain goes at once.
ENTITY = re.compile(r"&(?:amp;)*(#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});")
# A bracket that was opened before an address closes behind it: "(www.a.de)and".
_ADDRESS = re.compile(
    r"""(?:(?:https?|ftp)://|(?<![\w.@])www\.)"""
    r"""(?:[^\s<>"»”“()\[\]]|\([^\s<>"()]*+\)|\[[^\s<>"\[\]]*+\]|[(\[])++"""
    r"""|(?<![\w.+-])[\w.+-]{1,64}@[A-Za-z0-9](?:[\w-]{0,63}\.){1,8}[A-Za-z]{2,24}(?![\w-])"""
)
_WORD_BEHIND = re.compile(r"(?<=[\d,;)])[A-ZÀ-ÖØ-Þ][^\W\dA-ZÀ-ÖØ-Þ_]{2,}[.,;:!?)\]}'»”“]*\Z")
_TRAILING = ".,;:!?)]}'»”“"

_SUBJECT = "Subject|Betreff|Betr|Objet|Asunto|Oggetto|Assunto|Onderwerp"
_SURE_SIGNS = (
    f"{_SUBJECT}|Message-ID|MIME-Version|Content-Type|Content-Transfer-Encoding|Received|"
    "Return-Path|Delivered-To|Reply-To|In-Reply-To"
)
_OTHER = (
    "From|To|Cc|Bcc|Date|Sent|Attachments|Importance|Priority|References|User-Agent|X-[A-Za-z-]{1,40}|"
    "Von|An|Gesendet|Datum|Kopie|Anlagen|Wichtigkeit|De|À|Envoyé|Enviado|Para|Da|A|Inviato"
)
_QUOTED = r"[ \t>]{0,10}"
_MAIL_SIGN = re.compile(rf"^{_QUOTED}(?:{_SURE_SIGNS}):", re.MULTILINE)
_MAIL_LINE = re.compile(rf"{_QUOTED}(?:({_SUBJECT})|({_SURE_SIGNS})|({_OTHER})):(?:[ \t]+(.*))?$")
_ORIGINAL = re.compile(r"[ \t>]{0,10}-{2,20} ?[\w ]{1,60} ?-{2,20}[ \t]*$")
SPACES = re.compile(r"[ \t\xa0]{2,}")

TAGS, ENTITIES, ADDRESSES, MAIL = "tags", "entities", "addresses", "mail headers"


def without_tags(text: str) -> str:
    """Without tags, comments, scripts and styles."""
    if "<" not in text and "]]>" not in text:
        return text
    text = _cut(text, _COMMENT, lambda found: _COMMENT_END)
    text = _cut(text, _HIDDEN, lambda found: _CLOSING[found[1].lower()])
    return _TAG.sub(_gap, _DECLARATION.sub(lambda found: "\n" * found[0].count("\n"), text))


def without_entities(text: str) -> str:
    """“&amp;” and its like as the characters they stand for."""
    return ENTITY.sub(_character, text) if "&" in text else text


def without_addresses(text: str) -> str:
    """Without addresses of web pages and of people."""
    signs = "://", "www.", "@"
    return _ADDRESS.sub(_rest_of_address, text) if any(s in text for s in signs) else text


def without_mail_headers(text: str) -> str:
    """Without the lines From, To, Date … above a message; what a subject says stays.

    Two such lines at least, one behind the other, and one of them that only messages have.
    """
    if not _MAIL_SIGN.search(text):
        return text
    lines, at = text.split("\n"), 0
    while at < len(lines):
        stop = _end_of_head(lines, at)
        found = [_MAIL_LINE.match(line.rstrip("\r")) for line in lines[at:stop]]
        named = [match for match in found if match]
        if len(named) > 1 and any(match[1] or match[2] for match in named):
            lines[at:stop] = [(match[4] or "" if match and match[1] else "") for match in found]
            if at and _ORIGINAL.match(lines[at - 1]):
                lines[at - 1] = ""
        at = max(stop, at + 1)
    return "\n".join(lines)


MARKUP: Mapping[str, Callable[[str], str]] = {
    ENTITIES: without_entities,
    TAGS: without_tags,
    MAIL: without_mail_headers,
    ADDRESSES: without_addresses,
}
"""In this order: what was escaped may be a tag, and a header holds addresses."""


def _cut(text: str, opening: Pattern, closing: Callable[[re.Match[str]], Pattern]) -> str:
    """Without everything from an opening to its closing; what is never closed stays."""
    parts, at, unclosed = [], 0, set()
    for found in opening.finditer(text):
        if found.start() < at:
            continue
        pattern = closing(found)
        # What is not closed from here on is not closed later: not to be looked for again.
        end = None if pattern in unclosed else pattern.search(text, found.end())
        if end is None:
            unclosed.add(pattern)
            continue
        parts += [text[at : found.start()], " " + "\n" * text.count("\n", found.start(), end.end())]
        at = end.end()
    return "".join([*parts, text[at:]]) if parts else text


def _gap(found: re.Match[str]) -> str:
    return "\n" * found[0].count("\n") or ("" if found[2].lower() in _INLINE else " ")


def _character(found: re.Match[str]) -> str:
    name = found[1]
    if name[0] != "#" and f"{name};" not in html5:
        return found[0]
    character = unescape(f"&{name};")
    # A line more would part what belongs together on the two sides.
    return " " if character.isspace() or not character.isprintable() else character


def _rest_of_address(found: re.Match[str]) -> str:
    """What is no part of it: the end of a sentence, a word: "…/o:1425Edizione commentata"."""
    word = _WORD_BEHIND.search(found[0])
    return found[0][len(found[0].rstrip(_TRAILING)) if word is None else word.start() :]


def _end_of_head(lines: list[str], start: int) -> int:
    """Behind the lines of a head that begins here; `start` where none does."""
    at = start
    while at < len(lines):
        line = lines[at].rstrip("\r")
        continued = at > start and line[:1] in " \t" and line.strip()
        if not continued and not _MAIL_LINE.match(line):
            break
        at += 1
    return at
