"""Where a document says what was sought, and where its other sides say the same."""

from collections.abc import Mapping

from gplsa.errors import InputError
from gplsa.html.elements import tagged
from gplsa.html.marks import sought_beside
from gplsa.model.direction import Direction
from gplsa.model.model import TrainedModel
from gplsa.model.terms.partners import lexicon_partners
from gplsa.model.terms.sought import Place, sought_of
from gplsa.text.passages import found_at


def said_at(model: TrainedModel, texts: Mapping[str, str], sought: str) -> dict[str, list[Place]]:
    """By side where its text, of those of a document, has the letters sought; on sides without them
    where words stand that translate them by the lexicon that training learned.

    Examples
    --------
    >>> from gplsa.model.terms.translated import said_at
    >>> said_at(model, {"de": "Das Korn", "en": "The corn"}, "nowhere")
    {'de': [], 'en': []}
    """
    places = {side: found_at(text, sought) for side, text in texts.items()}
    source = next((side for side in places if places[side]), None)
    if source is None:
        return places
    return {
        side: found or _translated(Direction(model, source, side), sought, texts[side])
        for side, found in places.items()
    }


def marked_excerpts(
    model: TrainedModel, texts: Mapping[str, str], sought: str, width: int
) -> dict[str, str]:
    """By side the HTML of about so many characters with what is sought, or what translates it,
    marked; empty where no side has it.

    Examples
    --------
    >>> from gplsa.model.terms.translated import marked_excerpts
    >>> marked_excerpts(model, {"de": "Ein Schiff.", "en": "A ship."}, "ship", 12)["en"]
    'A <mark>ship</mark>.'
    """
    cut = sought_beside(texts, sought, width)
    said = said_at(model, cut, sought)
    return {side: tagged(cut[side], [(*one, "mark") for one in said[side]]) for side in said}


def _translated(direction: Direction, sought: str, text: str) -> list[Place]:
    try:
        vocabulary, target = direction.of_texts()
        terms = sought_of(vocabulary, sought).terms
    except InputError:  # signs alone
        return []
    if len(terms) != 1 or not direction.leads:
        return []
    partners = lexicon_partners(direction, terms[0])
    words = [partner.word for partner in partners if not partner.doubtful]
    return sorted(place for word in words for place in sought_of(target, word).places(target, text))
