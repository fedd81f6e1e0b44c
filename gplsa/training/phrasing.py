from collections.abc import Iterable
from dataclasses import replace

import numpy as np

from gplsa.core.types import BoolArray
from gplsa.corpus.corpus import Corpus
from gplsa.corpus.sides import vocabularies_of_texts
from gplsa.keywords.pairing.together import sorted_counts
from gplsa.model.phrasing import Phrasing, traits_of, with_names
from gplsa.model.topics.uninformative import function_words
from gplsa.progress import Progress, attended, in_shares, report, scaled
from gplsa.text import Vocabulary
from gplsa.text.language.lemmas import base_form
from gplsa.text.language.word_lists import word_lists
from gplsa.text.lines import LineCounts
from gplsa.text.runs import PHASE
from gplsa.text.sequence.keyphrases import Keyphrases
from gplsa.text.sequence.names import Capitals, shared_names
from gplsa.text.sequence.surroundings import in_order, word_traits
from gplsa.training.counted import Counted


@attended
def read_phrases(corpus: Corpus, counted: Counted, progress: Progress | None = None) -> Counted:
    """With the phrases of every side of texts; what stands in copies of a document alone is none.

    counted  of this corpus
    """
    copies = ~counted.first_of_its_kind
    found: dict[str, Phrasing] = {}
    capitals: dict[str, Capitals] = {}
    vocabularies = vocabularies_of_texts(counted.sides)
    for name, part in in_shares(corpus.texts, progress):
        report(part, 0.0, PHASE)
        side, vocabulary = counted.sides[name], vocabularies[name]
        ordered = in_order(vocabulary, corpus.texts[name], scaled(part, 0.0, 0.9), side.encoded)
        once = ordered.without(copies)
        traits = word_traits(vocabulary, once)
        chosen = Keyphrases.choose(once, traits)
        lines = LineCounts(chosen.count(ordered), ordered.documents)
        capitals[name] = Capitals.of(once)
        found[name] = Phrasing(
            traits_of(vocabulary, traits, side.encoded),
            chosen.with_joints(ordered, corpus.texts[name]),
            sorted_counts(lines.by_document()),
            ordered.words_per_counted,
            lines,
        )
    shared = shared_names(list(capitals.values()))
    languages = set(corpus.languages.values())
    sides = dict(counted.sides)
    named = with_names({m: one.traits for m, one in found.items()}, capitals, shared)
    for name, phrasing in found.items():
        foreign = _foreign(vocabularies[name], languages)
        own = replace(named[name], circumstance=named[name].circumstance | foreign)
        found[name] = replace(phrasing, traits=own)
        sides[name] = replace(sides[name], phrasing=found[name], encoded=None)
    return replace(counted, sides=sides)


def _foreign(vocabulary: Vocabulary, languages: Iterable[str]) -> BoolArray:
    """(n_terms) function words of the other sides that are no words here: *the* in German texts,
    whose quotations have it; not *die* in English ones."""
    own = vocabulary.language
    of_others = frozenset().union(*map(function_words, languages)) - function_words(own)
    small = [form.lower() for form in vocabulary.forms]
    strange = word_lists(own).foreign
    known = [f not in strange and base_form(f, own) is not None for f in small]
    return np.array([f in of_others and not k for f, k in zip(small, known, strict=True)], bool)
