"""A text whose words are marked by what they weigh, and the places where they stand."""

from collections.abc import Collection, Mapping, Sequence
from types import MappingProxyType

from gplsa.core.items import SideVocabulary
from gplsa.corpus.corpus import Corpus
from gplsa.html.elements import tagged
from gplsa.html.escaping import markup, one_line
from gplsa.html.sides import side_look
from gplsa.language import tr
from gplsa.text import Span
from gplsa.text.passages import (
    around,
    best_place,
    counterpart,
    found_at,
    from_place,
    places_of,
    weighed,
)

FAR = 3  # lengths of an excerpt, within which a translation belongs to it
PASSAGES, PASSAGE = 3, 60  # how many, and their characters before and after


def lit(text: str, spans: Sequence[Span], weights: Mapping[int, float]) -> str:
    """Words with a weight as bright as that beside the largest; underlined what is no term."""
    most = max(weights.values(), default=1.0) or 1.0
    unseen = f'u title="{tr("no training text has this word")}"'
    new = (span for span in spans if span.term < 0 and span.term not in weights)
    places = [(span.start, span.end, unseen) for span in new]
    known = weighed(spans, weights)
    places += [(start, end, f'mark style="--w:{w / most:.2f}"') for start, end, w in known]
    return tagged(text, places)


def lit_words(text: str, vocabulary: SideVocabulary, words: Collection[str]) -> str:
    """Some words of a text marked, each as bright as the others."""
    spans = places_of(text, vocabulary, words) if words else []
    return lit(text, spans, {span.term: 1.0 for span in spans})


def passages(text: str, spans: Sequence[Span], weights: Mapping[int, float], color: str) -> str:
    """Where the words that weigh most stand first in a text, the heaviest first and as bright
    as in `lit`, with their neighbours: above texts of which only the beginning is in sight."""
    backwards = sorted(spans, key=lambda span: -span.start)
    first = {span.term: span for span in backwards if span.term in weights}
    shown, most = [], max(weights.values(), default=1.0) or 1.0
    for term in sorted(first, key=lambda term: -weights[term])[:PASSAGES]:
        before, word, after = map(markup, around(text, *first[term][:2], PASSAGE))
        mark = f'<mark style="--w:{weights[term] / most:.2f}">{word}</mark>'
        shown.append(f'<p class="small">{before}{mark}{after}</p>')
    said = tr("where it stands"), tr("the whole text")
    where, whole = (f'<p class="small soft">{one}</p>' for one in said)
    return f'{where}<div class="passages" style="--c:{color}">{"".join(shown)}</div>{whole}'


def marked(found: Mapping[str, tuple[str, Sequence[Span]]]) -> dict[str, str]:
    """By side the HTML of a text whose words at some places are marked."""
    return {
        side: tagged(text, [(start, end, 'mark class="w"') for start, end, _ in spans])
        for side, (text, spans) in found.items()
    }


def titled(corpus: Corpus, title: str, texts: Mapping[str, str]) -> tuple[str, dict[str, str]]:
    """A title in bold, marked as the side that begins with it, and the texts without it.

    texts  by side, in HTML
    """
    bold, rest = f"<b>{markup(title)}</b> &nbsp; " if title else "", dict(texts)
    for side, text in texts.items() if title else ():
        end = _end_of(markup(title), text)
        left = text[end:].strip()
        if left and end and not text[end].isalnum():
            bold = f"<b {side_look(corpus, side)}>{text[:end]}</b> &nbsp; "
            rest[side] = left.removeprefix("…")  # a passage that ends with the title says no more
    return bold, rest


def _end_of(start: str, text: str) -> int:
    """Where the letters end that a text begins with, whatever tags are between them; 0 where it
    begins otherwise."""
    place = 0
    for letter in start:
        while text.startswith("<", place):
            place = text.find(">", place) + 1
        if not text.startswith(letter, place):
            return 0
        place += 1
    while text.startswith("</", place):
        place = text.find(">", place) + 1
    return place


def mark_of(text: str, sought: str) -> str:
    """How a text marks what was sought, or what says the same where it has that not.

    >>> mark_of("The corn is ripe.", "Korn")
    'mark class="s of"'
    """
    return 'mark class="s"' if found_at(text, sought) else 'mark class="s of"'


def sought_beside(
    texts: Mapping[str, str],
    sought: str,
    width: int,
    said: Mapping[str, Sequence[tuple[int, int]]] = MappingProxyType({}),
) -> dict[str, str]:
    """By side about so many characters from a little before what is sought, as a whole word where
    there is one; on a side without it of what says the same as there. Empty where no side has it.

    said  by side where words stand that translate what is sought: one nearby is to be seen

    Examples
    --------
    >>> from gplsa.html.marks import sought_beside
    >>> sought_beside({"de": "Das Korn.\\nEin Schiff.", "en": "The corn.\\nA ship."}, "ship", 12)
    {'de': '…Ein Schiff.', 'en': '…A ship.'}
    """
    begins = dict[str, int]()
    for side, text in texts.items():
        if places := found_at(text, sought):
            begins[side] = _before(text, best_place(text, places)[0], width // 4)
    shown, first = {}, next(iter(begins), "")
    for side, text in texts.items() if begins else ():
        begin = begins.get(side, -1)
        if begin < 0:
            begin = counterpart(texts[first], text, begins[first])
            others = [(abs(at - begin), at) for at, _ in said.get(side, ())]
            far, hit = min(others, default=(0, begin))
            if far < FAR * width and not begin <= hit < begin + width - width // 4:
                begin = _before(text, hit, width // 4)
        begin = min(begin, _before(text, len(text), width))  # not a few words at its end alone
        shown[side] = one_line(from_place(text, begin), width + len(sought))
    return shown


def _before(text: str, hit: int, n: int) -> int:
    """Where a word begins about so many characters before a place, on the same line."""
    return max(text.rfind("\n", 0, hit), text.rfind(" ", 0, max(hit - n, 0))) + 1
