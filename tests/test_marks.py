"""Titles and passages of documents, marked."""

from gplsa.corpus.corpus import Corpus
from gplsa.html.marks import titled


def test_a_passage_that_ends_with_the_title_says_no_more():
    """What is shown in its place is what stands behind the title."""
    corpus = Corpus("letters", ["a"], {"de": ["Korn\nReif."], "en": ["Ripe."]}, {})
    texts = {"de": "<mark>Korn</mark>…", "en": "Ripe."}
    bold, rest = titled(corpus, "Korn", texts)
    assert "<mark>Korn</mark></b>" in bold and rest == {"de": "", "en": "Ripe."}
    _, rest = titled(corpus, "Korn", {"de": "<mark>Korn</mark> Reif."})
    assert rest == {"de": "Reif."}
