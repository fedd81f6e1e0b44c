"""What the page Search shows of a document found: its sides, how near it is, and why."""

from collections.abc import Mapping, Sequence

from gplsa.app.show.cards import block, chips, fields_of, missing, side, track
from gplsa.app.show.pictures import guessed, picture
from gplsa.corpus.corpus import FEATURES, IMAGE, TEXT, behind, given_title
from gplsa.html.escaping import markup, one_line
from gplsa.html.marks import lit
from gplsa.html.sides import nouns, side_color
from gplsa.language import language, later, percent, tr
from gplsa.model.excerpts import WHOLE, Excerpts
from gplsa.model.search import Hit

EXCERPT, OTHER_EXCERPT, NAME, TITLE = 320, 240, 70, 240
CAPTION = 90  # of a text below its picture
IN_COMMON = {IMAGE: later("kinds of patch in common"), FEATURES: later("columns in common")}
YOURS = {IMAGE: later("seen in the picture"), FEATURES: later("your words that its row speaks for")}
ITS = {
    IMAGE: later("guessed from your picture"),
    FEATURES: later("its words that the row speaks for"),
}
PATCHES = later(
    "patch, black, dark grey, grey, light grey, white, red, dark red, pink, orange, yellow, beige, "
    "brown, dark brown, green, dark green, light green, olive, turquoise, "
    "light blue, blue, dark blue, violet"
)
"""What visual words are called, without their numbers."""


def head(asked: Excerpts, shown: Sequence[Hit]) -> str:
    order = later("Found in {side}, best first. 100 %: as near as the two sides of a pair.")
    if asked.source == asked.target:
        order = later("Found in {side}, best first. 100 %: as near as a {document} is to itself.")
    if not asked.compares:
        order = later("Found in {side}, best first.")
    name = f"</span>&nbsp;{side(asked.model.corpus, asked.target)}<span>"
    told = tr(order, side=name, **nouns(asked.corpus.kind(asked.target)))
    told = f"<span>{told}</span>{_guessed(asked, shown)}"
    return block(f'<p class="small soft found-head">{told}</p>')


def _guessed(asked: Excerpts, shown: Sequence[Hit]) -> str:
    """What is to be known of words seen in a picture, where one found has such a reason."""
    kinds = {asked.corpus.kind(side): side for side in (asked.source, asked.target)}
    seen = any(not link.found for hit in shown for link in hit.links)
    if kinds.keys() != {IMAGE, TEXT} or not (seen or asked.target == kinds[TEXT]):
        return ""
    return f"<br><span>{guessed(asked.model, kinds[IMAGE], kinds[TEXT])}</span>"


def hit(asked: Excerpts, found: Hit, place: int, nearness: float, *, whole: bool) -> str:
    """A document found, and why: with its texts in full, else its beginning or where it speaks of
    what was asked; a picture above the text that the reader asked in.

    nearness  from 0 to 1
    """
    corpus, modalities = asked.corpus, asked.model.modalities
    wall = corpus.kind(asked.target) == IMAGE
    name, said = one_line(corpus.ids[found.row], NAME), dict[str, float]()
    for link in found.links:
        said[link.found] = said.get(link.found, 0.0) + link.share
    named = {asked.target: {*said}}
    named[asked.source] = {link.asked for link in found.links} | named.get(asked.source, set())
    terms = {m: asked.terms_in(m, found.row, named.get(m, ())) for m in modalities}
    limit, other_limit = (WHOLE, WHOLE) if whole else (EXCERPT, OTHER_EXCERPT)
    beside = [m for m in modalities if m != asked.target]
    if wall:
        beside.sort(key=lambda m: (m != asked.source, corpus.languages.get(m) != language()))
    if wall and not whole:
        limit = other_limit = CAPTION
        del beside[1:]
    begin = asked.begin(asked.target, found.row, limit, terms[asked.target], said)
    text = asked.shown(asked.target, found.row, begin, limit)
    read_from, others = (begin, text, ""), ""
    title = given_title(corpus, found.row, language()) if whole or not wall else ""
    for m in beside:
        # Who asks in a language reads it, and may be unable to read what was found.
        read, most = (" read", limit) if m == asked.source else ("", other_limit)
        there = asked.beside(m, begin, most, terms[m], found)
        besides = asked.shown(m, found.row, there, most)
        if read:
            read_from = (there, besides, "") if wall else (begin, text, f"{title} {besides}")
        shown = _shown(asked, m, found.row, behind(title, besides), there, terms[m])
        others += f'<div class="other{read}" style="--c:{side_color(modalities, m)}">{shown}</div>'
    main = _shown(asked, asked.target, found.row, behind(title, text), begin, terms[asked.target])
    color = side_color(modalities, asked.target)
    again, other = tr("what you gave"), tr("the counterpart of what you gave")
    near = f'<span class="near" title="{tr("nearness")}">{track(nearness, color)}</span>'
    mark = f'<p class="partner small">✓ {again if asked.source == asked.target else other}</p>'
    why = _why(asked, found, *read_from, in_short=wall and not whole)
    return block(
        f'<div class="found{" wall" * wall}">'
        f'<article style="--c:{color}"><div class="top">'
        f'<b class="num">{place}</b>{near * asked.compares}<span class="small name">'
        f'{_title(asked, found.row, title, terms)}<span class="soft">{markup(name)}'
        f"{fields_of(corpus, found.row, asked.model)}</span></span></div>"
        f'<div class="body{" opened" * whole}"><div class="main">{main}</div>'
        f'<div class="others">{others}</div></div>{why}'
        f"{mark if found.row == asked.partner else ''}</article></div>"
    )


def _title(asked: Excerpts, row: int, title: str, terms: Mapping[str, frozenset[int]]) -> str:
    """A title in bold, marked as the text that begins with it; "" where a side shows it instead."""
    shown, texts = one_line(title, TITLE), asked.corpus.texts
    if not (title and texts and asked.has_texts) or FEATURES in map(asked.corpus.kind, terms):
        return ""
    of = max(texts, key=lambda m: texts[m][row].startswith(title))
    spans = [span for span in asked.spans_shown(of, row, 0, shown) if span.term in terms[of]]
    said = lit(shown, spans, dict.fromkeys(terms[of], 1.0))
    return f'<b style="--c:{side_color(asked.model.modalities, of)}">{said}</b> &nbsp; '


def _shown(
    asked: Excerpts, modality: str, row: int, shown: str, begin: int, terms: frozenset[int]
) -> str:
    """A side of a document: its picture or what is shown of its text, in which words that were
    asked for, and those said for them, are marked; its title where texts were left out."""
    corpus = asked.corpus
    if not corpus.has_row(modality, row):
        return missing()
    if not asked.has_texts or corpus.kind(modality) == FEATURES:
        return f'<span class="soft">{markup(one_line(corpus.titles[row], EXCERPT))}</span>'
    if corpus.kind(modality) == IMAGE:
        return picture(corpus.pictures[modality][row], corpus.titles[row] or corpus.ids[row])
    spans = asked.spans_shown(modality, row, begin, shown) if terms else []
    inside = [span for span in spans if span.term in terms and span.end <= len(shown)]
    return lit(shown, inside, dict.fromkeys(terms, 1.0))


def _why(asked: Excerpts, hit: Hit, begin: int, shown: str, besides: str, *, in_short: bool) -> str:
    """Its reasons: those in what is shown of its text, unless they are marked in a caption as they
    were asked for, then those elsewhere; in short without topics where words say enough."""
    model, source, target = asked.model, asked.source, asked.target
    patches = source == target and any(link.asked for link in hit.links)
    kinds = model.corpus.kind(source), model.corpus.kind(target)
    links, elsewhere = asked.links(hit, begin, shown, besides)
    if shown and kinds[1] == IMAGE:
        links = [link for link in links if not link.is_alike]
    said = [link for link in links if kinds[0] == TEXT != kinds[1] and link.found]
    same = [link for link in links if kinds == (TEXT, TEXT) and source != target and link.is_alike]
    named = [link.said for link in links if link not in said + same]
    if kinds == (IMAGE, IMAGE) and (patches or source != target):
        # “dark blue 3” is a name for the CSV; the number says nothing to a reader.
        sorts = dict.fromkeys(name.rstrip("0123456789 ") for name in named)
        own = dict(zip(PATCHES.split(", "), tr(PATCHES).split(", "), strict=True))
        named = [own.get(sort, sort) for sort in sorts]
    said_share = ' <span class="soft num">{}</span>' if len(hit.topics) > 1 else ""
    topics = [
        f'<span class="chip plain">{markup(one_line(model.read_label(topic), 40))}'
        f"{said_share.format(percent(share))}</span>"
        for topic, share in hit.topics
    ]
    few = in_short or not asked.compares
    shared = f'<span title="{tr("in % of what is shared")}">{tr("shared topics")}</span>'
    groups = (
        (tr("in its texts"), chips((link.said for link in said), "chip")),
        (tr("word for word"), chips((link.said for link in same), "chip")),
        (_by_what(kinds, source == target, patches), chips(named, "chip")),
        (tr("elsewhere in it"), chips(link.said for link in elsewhere)),
        # One known word is of one topic, whatever the text speaks of; few say it better themselves.
        (shared, topics if asked.tells and not (few and hit.links) else []),
    )
    return "".join(
        f'<div class="why"><span class="soft small">{heading}</span>{"".join(shown)}</div>'
        for heading, shown in groups
        if shown
    )


def _by_what(kinds: tuple[str, str], same_side: bool, shared: bool) -> str:
    """What the words beside it are; shared: terms of one side that both documents hold."""
    if kinds == (TEXT, TEXT):
        return tr("words in common") if same_side else tr("words that go together")
    if shared:
        return tr(IN_COMMON[kinds[0]])
    return tr(YOURS[kinds[1]]) if kinds[0] == TEXT else tr(ITS[kinds[0]])
