"""Corpus: which texts belong together?"""

from gplsa.app.corpus import parts
from gplsa.app.corpus.first import first_page
from gplsa.app.corpus.from_folder import corpus_folder
from gplsa.app.desk.desk import current_desk
from gplsa.app.show.controls import head
from gplsa.app.show.words_form import words
from gplsa.language import tr

desk = current_desk()
corpus = desk.corpus
if corpus is None:
    first_page(desk)
    corpus_folder(desk)
else:
    lead = tr(
        "Pairs of texts, one in each language, or pictures with their texts, from which the app "
        "learns what corresponds to what."
    )
    head(tr("Corpus: which texts belong together?"), lead)
    corpus_folder(desk)
    parts.what_was_read(desk, corpus)
    parts.columns(desk, corpus)
    parts.sample_of_pairs(corpus)
    parts.how_it_was_read(desk)
    words(desk, corpus)
    parts.another_corpus(desk)
