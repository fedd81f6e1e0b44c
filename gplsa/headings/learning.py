"""From a corpus with a column of headings to what suggests them."""

from gplsa.corpus.corpus import Corpus, make_titles
from gplsa.errors import InputError
from gplsa.headings.assigned import assigned_headings
from gplsa.headings.suggesting import Suggester
from gplsa.headings.vocabulary import HeadingVocabulary
from gplsa.message import listed
from gplsa.progress import Progress


def learn_headings(
    corpus: Corpus,
    column: str,
    source: str,
    vocabulary: HeadingVocabulary | None = None,
    *,
    seed: int = 0,
    progress: Progress | None = None,
) -> Suggester:
    """What suggests headings for texts like those of side `source`, learned from the headings that
    `column` gives to the records of a corpus.

    vocabulary  of `read_vocabulary`; the values of the column where None
    Titles stand before the texts. Labels in the languages of the other sides are met through these.
    Records without headings, or without a text on this side, teach nothing. Values that name no
    heading of the vocabulary are in `Suggester.unknown`, by how many records have them.
    Raises InputError where there is no such side or column, and where 20 records cannot be learned
    from.

    Examples
    --------
    >>> import gplsa
    >>> from gplsa.headings import Concept, HeadingVocabulary, learn_headings
    >>> ships, fields = "Kahn Mole Fracht Kran Lotse", "Garbe Sense Halm Korn Drusch"
    >>> rows = [
    ...     (" ".join(words.split()[n % 5:] + words.split()[:n % 3]), heading)
    ...     for n in range(15) for words, heading in ((ships, "Port"), (fields, "Harvest"))
    ... ]
    >>> corpus = gplsa.Corpus(
    ...     "town", [str(n) for n in range(30)], {"de": [text for text, _ in rows]},
    ...     {"de": "de"}, fields={"subject": [heading for _, heading in rows]},
    ... )
    >>> suggester = learn_headings(corpus, "subject", "de")
    >>> [[best]] = suggester.suggest(["Ein Kahn mit Fracht an der Mole"], limit=1)
    >>> best.concept.label("en"), best.probability > 0.5, best.reason.used
    ('Port', True, 15)
    """
    for name, held in ((source, corpus.texts), (column, corpus.fields)):
        if name not in held:
            raise InputError(
                "“{name}” is no side of texts, or no column, of this corpus, which has: {held}.",
                name=name,
                held=listed([*corpus.texts, *corpus.fields]),
            )
    vocabulary, assigned = assigned_headings(corpus.fields[column], vocabulary)
    made = make_titles([*corpus.texts.values()])  # of records that have none of their own
    texts = [
        text if not text or title == own else f"{title}\n{text}"
        for title, own, text in zip(corpus.titles, made, corpus.texts[source], strict=True)
    ]
    mates = {
        corpus.languages[side]: others
        for side, others in corpus.texts.items()
        if side != source and corpus.languages[side]
    }
    suggester = Suggester(
        texts,
        corpus.languages[source],
        assigned.held,
        vocabulary,
        mates,
        seed=seed,
        progress=progress,
    )
    suggester.unknown = assigned.unknown
    return suggester
