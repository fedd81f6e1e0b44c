"""Reading the phrases of a corpus, and taking out of them what held-out pairs brought in."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt
from scipy import sparse

from gplsa.core.chance import LEAST_DOCUMENTS
from gplsa.corpus.corpus import Corpus
from gplsa.corpus.sides import SideVocabulary
from gplsa.keywords import Phrases, Traits
from gplsa.keywords.pairing.copies import repeated
from gplsa.model.phrasing import Phrasing, traits_of, with_names
from gplsa.model.topics.uninformative import function_words
from gplsa.progress import Progress, attended, report, scaled
from gplsa.text import Vocabulary
from gplsa.text.encoded import PHASE
from gplsa.text.language.lemmas import base_form
from gplsa.text.sequence.keyphrases import Keyphrases
from gplsa.text.sequence.names import Capitals, shared_names
from gplsa.text.sequence.surroundings import in_order, word_traits


@dataclass(frozen=True)
class LinePhrases:
    """The phrases of one side as a ranker of keywords learns them.

    lines      counts (n_lines, n_phrases);  documents  the document of every line
    terms      (n_phrases, n_terms) the words of each;  nouniness  of each
    traits     of the terms;  places  as in `Phrases`
    """

    lines: sparse.csr_matrix
    documents: np.ndarray
    n_documents: int
    terms: sparse.csr_matrix
    nouniness: np.ndarray
    traits: Traits
    places: float

    @property
    def phrases(self) -> Phrases:
        """Counted by document."""
        rows = (np.ones(len(self.documents)), (self.documents, np.arange(len(self.documents))))
        shape = (self.n_documents, len(self.documents))
        counts = sparse.csr_matrix(sparse.csr_matrix(rows, shape=shape) @ self.lines)
        counts.sort_indices()
        return Phrases(counts, self.terms, self.nouniness, self.places)

    def restricted(self, seen: np.ndarray, words: np.ndarray) -> tuple["LinePhrases", np.ndarray]:
        """Of the documents `seen` (a mask) in the terms `words` alone, with the numbers of the
        phrases that are left: those in two of these documents."""
        kept_lines = seen[self.documents]
        number = np.cumsum(seen) - 1
        part = replace(
            self,
            lines=self.lines[kept_lines],
            documents=number[self.documents[kept_lines]],
            n_documents=int(seen.sum()),
            terms=self.terms[:, words],
            traits=self.traits.of(words),
        )
        df = np.bincount(part.phrases.counts.indices, minlength=len(self.nouniness))
        whole = np.diff(part.terms.indptr) == np.diff(self.terms.indptr)
        kept = np.flatnonzero((df >= LEAST_DOCUMENTS) & whole)
        chosen = replace(
            part,
            lines=part.lines[:, kept],
            terms=part.terms[kept],
            nouniness=part.nouniness[kept],
        )
        return chosen, kept


@attended
def read_phrases(
    corpus: Corpus,
    vocabularies: Mapping[str, SideVocabulary],
    counts: Mapping[str, sparse.csr_matrix],
    progress: Progress | None = None,
) -> tuple[dict[str, Phrasing], dict[str, LinePhrases]]:
    """The phrases of every side of texts, for the model file and for learning; what stands in
    copies of a document alone is none.

    counts  of the documents, by side
    """
    copies = repeated(*counts.values())
    learned: dict[str, LinePhrases] = {}
    chosen: dict[str, Keyphrases] = {}
    capitals: dict[str, Capitals] = {}
    for place, modality in enumerate(corpus.texts):
        n_sides = len(corpus.texts)
        report(progress, place / n_sides, PHASE)
        vocabulary = vocabularies[modality]
        if not isinstance(vocabulary, Vocabulary):
            continue
        part = scaled(progress, place / n_sides, (place + 0.9) / n_sides)
        ordered = in_order(vocabulary, corpus.texts[modality], part)
        once = ordered.without(copies)
        traits = word_traits(vocabulary, once)
        found = chosen[modality] = Keyphrases.choose(once, traits)
        capitals[modality] = Capitals.of(once)
        learned[modality] = LinePhrases(
            found.count(ordered),
            ordered.documents,
            len(corpus),
            found.terms,
            found.nouniness,
            traits_of(vocabulary, traits),
            ordered.places,
        )
    shared = shared_names(list(capitals.values()))
    for modality, side in capitals.items():
        named = with_names(learned[modality].traits, side, shared)
        foreign = _foreign(vocabularies[modality], set(corpus.languages.values()))
        named = replace(named, circumstance=named.circumstance | foreign)
        learned[modality] = replace(learned[modality], traits=named)
    kept = {
        modality: Phrasing(one.traits, chosen[modality], one.phrases.counts, one.places)
        for modality, one in learned.items()
    }
    return kept, learned


def _foreign(vocabulary: SideVocabulary, languages: Iterable[str]) -> npt.NDArray[np.bool_]:
    """(n_terms) function words of the other sides that are no words here: *the* in German texts,
    whose quotations have it; not *die* in English ones."""
    if not isinstance(vocabulary, Vocabulary):
        return np.zeros(0, dtype=bool)
    own = vocabulary.options.language
    strange = frozenset().union(*map(function_words, languages)) - function_words(own)
    small = [form.lower() for form in vocabulary.forms]
    return np.array([f in strange and base_form(f, own) is None for f in small], dtype=bool)
