from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, fields, replace
from functools import cached_property
from typing import Any, ClassVar

import numpy as np
from scipy import sparse

from gplsa.core.items import ItemCounts, SideVocabulary, Span
from gplsa.core.sums import entries_of
from gplsa.core.types import Ints
from gplsa.errors import InputError
from gplsa.progress import Progress, scaled
from gplsa.text.analysis import TERM, TOO_LONG, Analyser
from gplsa.text.choosing import Dropped, choose, phrases_of
from gplsa.text.counts import Census, count_terms, form_counts, forms_to_terms
from gplsa.text.encoded import Encoded, cut_runs, parts_of_forms, without_apart
from gplsa.text.language.stems import same_family
from gplsa.text.lines import LineCounts, opening_of
from gplsa.text.notes import notes, recalled_notes
from gplsa.text.options import WordOptions
from gplsa.text.runs import find, workers_for
from gplsa.text.sequence.phrases import count_table
from gplsa.text.spans import find_spans


@dataclass(frozen=True)
class Vocabulary(SideVocabulary):
    """Terms in sorted order, and what is needed to find them in other texts.

    terms       base forms, stems or phrases;  forms  how each is shown, see `choosing`
    document_frequency  (n_terms) training documents that hold it;  n_documents  that hold any word
    dropped     the most frequent words left out, and by which setting;  n_dropped  how many by each
    warnings    what the person should know about this language, one sentence each
    frequent    terms left out for being in too many documents
    stop_words  the list that was used, so that a later version of it changes no stored model
    parts       words that compounds may be made of, with their counts
    apart       by compound its parts that do not count in it, as they say something else
    """

    options: WordOptions
    terms: list[str]
    forms: list[str]
    document_frequency: Ints
    n_documents: int
    dropped: list[Dropped]
    n_dropped: dict[str, int]
    warnings: list[str]
    frequent: list[str]
    stop_words: frozenset[str]
    parts: dict[str, int] = field(default_factory=dict)
    apart: dict[str, list[str]] = field(default_factory=dict)

    kind: ClassVar[str] = "text"

    @property
    def min_df(self) -> int:
        return self.options.min_df

    @property
    def language(self) -> str:
        return self.options.language

    def same_family(self, one: str, other: str) -> bool:
        return same_family(one, other, self.language)

    @classmethod
    def build(
        cls,
        texts: Sequence[str],
        options: WordOptions,
        progress: Progress | None = None,
        *,
        n_processes: int | None = None,
    ) -> tuple["Vocabulary", sparse.csr_matrix]:
        """(vocabulary, counts (n_texts, n_terms)); arguments and errors as of `build_encoded`."""
        vocabulary, lines, _ = cls.build_encoded(texts, options, progress, n_processes=n_processes)
        return vocabulary, lines.by_document()

    @classmethod
    def build_encoded(
        cls,
        texts: Sequence[str],
        options: WordOptions,
        progress: Progress | None = None,
        *,
        n_processes: int | None = None,
    ) -> tuple["Vocabulary", LineCounts, Encoded]:
        """Chooses the terms of `texts` and counts them line by line, reading every text once; with
        what was read, for whoever needs the order of words.

        n_processes  worker processes: None as many as help, 0 none; the result is the same
        """
        with workers_for(texts, n_processes) as workers:
            found = find(texts, options, workers, scaled(progress, 0, 0.5))
            often, part = np.bincount(found.places), scaled(progress, 0.5, 0.9)
            census = Census(options, found.distinct, often, workers, texts, part)
        census.add(found)
        encoded = census.found.placed(found)
        del found
        vocabulary = cls.of(census, encoded, scaled(progress, 0.9, 0.96))
        return vocabulary, vocabulary.count_encoded(encoded, scaled(progress, 0.96, 1)), encoded

    @classmethod
    def of(
        cls, census: Census, encoded: Encoded | None = None, progress: Progress | None = None
    ) -> "Vocabulary":
        """The terms of texts that were counted.

        encoded  the texts, where phrases are asked for
        """
        options, n_documents = census.options, census.n_documents
        phrases = phrases_of(encoded, n_documents, options, progress) if encoded else []
        return cls(
            options=options,
            warnings=notes(census.words, options, census.listed),
            stop_words=census.listed,
            parts=dict(census.analyser.parts),
            **choose(census, phrases),
        )

    def count(self, texts: Sequence[str], progress: Progress | None = None) -> sparse.csr_matrix:
        """How often each term occurs in each text: CSR (n_texts, n_terms), float64."""
        return self.count_lines(texts, progress).by_document()

    def count_lines(self, texts: Sequence[str], progress: Progress | None = None) -> LineCounts:
        """`count` line by line.

        Empty lines are rows too; a line break at the very end of a text begins no line.
        """
        encoded = self.encode(texts, scaled(progress, 0, 0.9))
        return self.count_encoded(encoded, scaled(progress, 0.9, 1))

    def encode(
        self, texts: Sequence[str], progress: Progress | None = None, *, cautious: bool = False
    ) -> Encoded:
        """The words of texts in their order, those among them that no term covers."""
        with workers_for(texts, None) as workers:
            found = find(texts, self.options, workers, scaled(progress, 0, 0.7))
            analyser = self.cautious if cautious else self.analyser
            words = cut_runs(found.distinct, analyser, workers, scaled(progress, 0.7, 1))
            return words.placed(found)

    def count_encoded(self, encoded: Encoded, progress: Progress | None = None) -> LineCounts:
        """`count_lines` of texts that `encode` has read."""
        counts = count_terms(encoded, self._index, self.options.ngrams, progress)
        return LineCounts(counts, encoded.documents)

    def read(self, texts: Sequence[str]) -> ItemCounts:
        """`count`, and for each text the content words that no term covers with their counts."""
        encoded = self.encode(texts, cautious=True)
        counts = self.count_encoded(encoded).by_document()
        occurrences = form_counts(encoded)
        unknown = self._unknown_forms(encoded)
        words = []
        for row in range(len(texts)):
            found = zip(*entries_of(occurrences, row), strict=True)
            words.append({encoded.forms[form]: int(n) for form, n in found if unknown[form]})
        return ItemCounts(counts, words)

    def count_openings(self, texts: Sequence[str]) -> sparse.csr_matrix:
        openings = ((text, opening_of(text)) for text in texts)
        own = ["" if opening == text.strip() else opening for text, opening in openings]
        if not any(own):
            return sparse.csr_matrix((len(own), len(self.terms)))
        return self.count(own)

    def spans(self, text: str) -> list[Span]:
        return find_spans(text, self.cautious, self._index, self._too_frequent)

    def compounds(self, encoded: Encoded | None = None) -> sparse.csr_matrix:
        """(n_terms, n_terms): 1 where the first term is a compound that holds the second.

        encoded  texts as this vocabulary cuts them: their words are not cut again
        """
        if not self.parts:
            return sparse.csr_matrix((len(self.terms), len(self.terms)))
        cut = {} if encoded is None else parts_of_forms(encoded)
        found = [
            (number, self._index[part])
            for number, form in enumerate(self.forms)
            if " " not in form
            for part in (cut[form] if form in cut else self._parts_of(form))
            if self._index.get(part, number) != number
        ]
        whole, part = np.array(sorted(set(found)), dtype=np.int64).reshape(-1, 2).T
        return count_table(whole, part, (len(self.terms), len(self.terms)))

    def _parts_of(self, form: str) -> list[str]:
        return [part.term for word in self.analyser.words(form) for part in word.parts]

    def with_apart(self, pairs: Iterable[tuple[int, int]]) -> "Vocabulary":
        """The same words, but (compound, part) of these numbers count apart."""
        apart: dict[str, list[str]] = {}
        for compound, part in sorted(pairs):
            apart.setdefault(self.terms[compound], []).append(self.terms[part])
        return replace(self, apart=apart)

    def recounted(self, encoded: Encoded) -> tuple["Vocabulary", LineCounts, Encoded]:
        """Counted anew in the texts it was built of, without the terms that are too rare now.

        encoded  these texts as they were read with all parts of compounds
        """
        encoded = without_apart(encoded, self.apart)
        lines = self.count_encoded(encoded)
        documents = np.diff(lines.by_document().tocsc().indptr).astype(np.int64)
        kept = np.array([term in self.analyser.kept for term in self.terms], dtype=bool)
        left = np.flatnonzero((documents >= self.options.min_df) | kept)
        vocabulary = replace(
            self,
            terms=[self.terms[n] for n in left],
            forms=[self.forms[n] for n in left],
            document_frequency=documents[left],
        )
        counts = sparse.csr_matrix(lines.counts[:, left])
        return vocabulary, LineCounts(counts, lines.document), encoded

    def to_json(self) -> dict[str, Any]:
        return {one.name: getattr(self, one.name) for one in fields(self)} | {
            "options": self.options.to_json(),
            "document_frequency": self.document_frequency.tolist(),
            "dropped": [asdict(word) for word in self.dropped],
            "stop_words": sorted(self.stop_words),
            "parts": dict(sorted(self.parts.items())),
            "apart": dict(sorted(self.apart.items())),
        }

    @classmethod
    def from_json(cls, content: Mapping[str, Any]) -> "Vocabulary":
        """Raises InputError for content that `to_json` did not write."""
        try:
            options = WordOptions.from_json(content["options"])
            listed = frozenset(content["stop_words"])
            vocabulary = cls(
                **{
                    **content,
                    "options": options,
                    "document_frequency": np.array(content["document_frequency"], dtype=np.int64),
                    "dropped": [Dropped(**word) for word in content["dropped"]],
                    "warnings": recalled_notes(content["warnings"], options, listed),
                    "stop_words": listed,
                }
            )
            vocabulary._check()
        except (KeyError, TypeError, ValueError, AttributeError) as reason:
            raise InputError("The stored words are damaged or of another program.") from reason
        return vocabulary

    def _check(self) -> None:
        texts = (self.terms, self.forms, self.warnings, self.frequent, self.stop_words, self.parts)
        sound = (
            all(isinstance(word, str) for words in texts for word in words)
            and len(self.forms) == len(self.terms) == len(set(self.terms))
            and self.document_frequency.shape == (len(self.terms),)
            and isinstance(self.n_documents, int)
            and all(isinstance(count, int) and count > 0 for count in self.parts.values())
            and all(isinstance(w, str) for held in self.apart.values() for w in [*held])
        )
        if not sound:
            raise ValueError("fields do not fit together")

    @cached_property
    def _index(self) -> dict[str, int]:
        return {term: number for number, term in enumerate(self.terms)}

    def __contains__(self, term: object) -> bool:
        return term in self._index

    @cached_property
    def _too_frequent(self) -> frozenset[str]:
        return frozenset(self.frequent)

    @cached_property
    def analyser(self) -> Analyser:
        """What cuts texts into the words of this vocabulary."""
        # *Junge*, where it is no term, counts as *jung*, as it does in models of before.
        same = {"junge": "jung"} if self.language == "de" and "junge" not in self else {}
        return Analyser(self.options, self.stop_words, self.parts, self.apart, same)

    @cached_property
    def cautious(self) -> Analyser:
        """The same for texts that are asked about: see `Analyser`."""
        own = self.analyser
        return Analyser(own.options, own.stop_words, own.parts, own.apart, own.same, cautious=True)

    def forms_to_terms(self, encoded: Encoded) -> sparse.csr_matrix:
        """(n_forms, n_terms): what each form counts as."""
        return forms_to_terms(encoded, self._index)

    def _unknown_forms(self, encoded: Encoded) -> np.ndarray:
        """(n_forms) whether a form is a content word that counts as nothing, nor any part of it."""
        rare = np.array([key not in self._too_frequent for key in encoded.keys], dtype=bool)
        content = ((encoded.kinds == TERM) & rare) | (encoded.kinds > TOO_LONG)
        return content[encoded.form_key] & (np.diff(self.forms_to_terms(encoded).indptr) == 0)
