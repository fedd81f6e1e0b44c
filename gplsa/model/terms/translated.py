"""Where documents say what was sought, and where their other sides say the same."""

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from math import ceil

from gplsa.core.items import SideVocabulary
from gplsa.corpus.corpus import behind, given_title
from gplsa.errors import InputError
from gplsa.html.elements import tagged
from gplsa.html.escaping import one_line
from gplsa.html.marks import mark_of, sought_beside
from gplsa.model.direction import Direction
from gplsa.model.model import TrainedModel
from gplsa.model.terms.partners import lexicon_partners
from gplsa.model.terms.sought import Place, sought_of
from gplsa.text.passages import found_at, word_end, word_start

LEAST_SHARED = 4  # letters
Places = list[Place]


def said_at(model: TrainedModel, sought: str) -> Callable[[Mapping[str, str]], dict[str, Places]]:
    """Where a document, its texts by side, has the letters sought; on sides without them where
    words stand that surely translate them by the lexicon that training learned, or that may and
    begin as these do: *fisheries* beside *fishing*.

    Examples
    --------
    >>> from gplsa.model.terms.translated import said_at
    >>> said_at(model, "nowhere")({"de": "Das Korn", "en": "The corn"})
    {'de': [], 'en': []}
    """

    @cache
    def translations(source: str, target: str) -> Callable[[str], Places]:
        return _translations(Direction(model, source, target), sought)

    forms_at = {side: places_of(found, sought) for side, found in model.vocabularies.items()}

    def at(texts: Mapping[str, str]) -> dict[str, Places]:
        places = {side: forms_at[side](text) for side, text in texts.items()}
        if source := next((side for side in places if places[side]), ""):
            for side, text in texts.items():
                places[side] = places[side] or translations(source, side)(text)
        return places

    return at


def hits(
    model: TrainedModel, rows: Sequence[int], sought: str, n: int, reads: str = ""
) -> list[dict[str, str]]:
    """Of each document by side about `n` characters where it says what is sought, or what
    translates that, in HTML, behind a title that the text begins with; empty where no side does.

    reads  the language of who reads, as of `given_title`
    """
    corpus, said_in, found = model.corpus, said_at(model, sought), []
    for row in rows if model.has_texts else ():
        own = {side: column[row] for side, column in corpus.texts.items()}
        title = given_title(corpus, row, reads)
        below = {side: behind(title, text) for side, text in own.items()}
        # What stands in the title alone is shown there, and what follows it.
        apart = below if any(found_at(text, sought) for text in below.values()) else own
        cut = sought_beside(apart, sought, n, said_in(apart))
        for side in cut:
            if apart[side] != own[side]:
                cut[side] = f"{one_line(title, n)} {cut[side]}"
        said = said_in(cut)
        places = {m: [(*at, mark_of(cut[m], sought)) for at in said[m]] for m in said}
        found.append({m: tagged(cut[m], at) for m, at in places.items()})
    return found if model.has_texts else [{} for _ in rows]


def places_of(vocabulary: SideVocabulary, sought: str) -> Callable[[str], Places]:
    """Where a text has the letters sought, with the end of their word where that is another form of
    what is sought: *Haushalts*."""
    number = cache(vocabulary.number_of)

    def at(text: str) -> Places:
        found = found_at(text, sought)
        if not found or (meant := number(sought)) is None:
            return found
        whole = [(start, word_end(text, end)) for start, end in found]
        same = [word_start(text, a) == a and number(text[a:b]) == meant for a, b in whole]
        return [w if is_same else f for f, w, is_same in zip(found, whole, same, strict=True)]

    return at


def _translations(direction: Direction, sought: str) -> Callable[[str], Places]:
    """Where a text of the other side has them."""
    try:
        vocabulary, target = direction.of_texts()
        terms = sought_of(vocabulary, sought).terms
    except InputError:  # signs alone
        terms = ()
    if len(terms) != 1 or not direction.leads:
        return lambda text: []
    partners = lexicon_partners(direction, terms[0])
    sure = [partner.word for partner in partners if not partner.doubtful]
    said = [p.word for p in partners if not p.doubtful or any(akin(p.word, one) for one in sure)]
    words = [sought_of(target, word) for word in said]
    return lambda text: sorted(place for word in words for place in word.places(target, text))


def akin(word: str, other: str) -> bool:
    """Whether a single word begins as another does, and may be of its family.

    Examples
    --------
    >>> from gplsa.model.terms.translated import akin
    >>> akin("fishing", "fisheries"), akin("fishing", "fine")
    (True, False)
    """
    n = max(LEAST_SHARED, ceil(min(len(word), len(other)) / 2))
    return " " not in word and word.casefold()[:n] == other.casefold()[:n]
