"""From a corpus with a column of headings to what suggests them; their probabilities are learned in
`calibrating`."""

from collections.abc import Mapping

from scipy import sparse

from gplsa.corpus.corpus import Corpus, make_titles
from gplsa.errors import InputError
from gplsa.headings.assigned import assigned_headings, check_assigned
from gplsa.headings.sides import Side
from gplsa.headings.suggesting import Suggester
from gplsa.headings.vocabulary import HeadingVocabulary
from gplsa.message import listed
from gplsa.progress import Progress, in_shares, scaled
from gplsa.renamed import renamed

TEXTS = 0.07  # of the time


@renamed(seed="random_state")
def learn_headings(
    corpus: Corpus,
    column: str,
    vocabulary: HeadingVocabulary | None = None,
    *,
    rows: Mapping[str, sparse.csr_matrix] | None = None,
    random_state: int = 0,
    progress: Progress | None = None,
) -> Suggester:
    """What suggests headings for texts like those of any side, learned from the headings that
    `column` gives to the records of a corpus.

    vocabulary  of `read_vocabulary`; the values of the column where None
    rows        of sides without texts, what was read of them, (documents, columns) of length 1
    Titles stand before the texts. Labels in the languages of other sides, and records that lack a
    side, are found through these. Records without headings teach how the sides translate. Values
    that name no heading are in `Suggester.unknown`, by how many records have them.
    Raises InputError where there is no such column, none of its values is of the vocabulary or, of
    one without a vocabulary, in more than one record, or fewer than 20 have a side and a heading.

    Examples
    --------
    >>> import gplsa
    >>> from gplsa.headings import Concept, HeadingVocabulary, learn_headings
    >>> ships, fields = "Kahn Mole Fracht Kran Lotse", "Garbe Sense Halm Korn Drusch"
    >>> records = [
    ...     (" ".join(words.split()[n % 5:] + words.split()[:n % 3]), heading)
    ...     for n in range(15) for words, heading in ((ships, "Port"), (fields, "Harvest"))
    ... ]
    >>> corpus = gplsa.Corpus(
    ...     "town", [str(n) for n in range(30)], {"de": [text for text, _ in records]},
    ...     {"de": "de"}, fields={"subject": [heading for _, heading in records]},
    ... )
    >>> suggester = learn_headings(corpus, "subject")
    >>> [[best]] = suggester.suggest(["Ein Kahn mit Fracht an der Mole"], "de", limit=1)
    >>> best.concept.label("en"), best.probability > 0.5, best.reason.used
    ('Port', True, 15)
    """
    if column not in corpus.fields:
        raise InputError(
            "There is no column “{column}” with headings; the corpus has: {held}.",
            column=column,
            held=listed(corpus.fields),
        )
    vocabulary, assigned = assigned_headings(corpus.fields[column], vocabulary)
    check_assigned(column, vocabulary, assigned)
    texts = titled_texts(corpus, column)
    sides = {}
    for (side, column_texts), part in in_shares(texts.items(), progress, TEXTS):
        sides[side] = Side.of_texts(column_texts, corpus.languages[side], part)
    sides |= {side: Side.of_rows(matrix) for side, matrix in (rows or {}).items()}
    suggester = Suggester(column, vocabulary, assigned.held, sides, assigned.unknown, corpus.ids)
    suggester.learn(texts, random_state, scaled(progress, TEXTS, 1.0))
    return suggester


def titled_texts(corpus: Corpus, column: str) -> dict[str, list[str]]:
    """By side the texts with their titles before them, where they have some of their own: neither
    the beginning of a text nor what the column of headings says, which would tell the answer."""
    made = make_titles([*corpus.texts.values()])
    return {
        side: [
            text if not text or title in (own, " ".join(cell.split())) else f"{title}\n{text}"
            for title, own, cell, text in zip(
                corpus.titles, made, corpus.fields[column], texts, strict=True
            )
        ]
        for side, texts in corpus.texts.items()
    }
