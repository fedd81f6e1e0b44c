"""Lines of documents: the first, and counts of all, whose sums are the counts of the documents."""

import re
from typing import NamedTuple

import numpy as np
from scipy import sparse

from gplsa.core.types import BoolArray, IntArray

OPENING = 200  # characters
# No word is cut: what is left of it may be another one. Where there are no blanks, it may be.
_OPENING = re.compile(rf".{{1,{OPENING}}}(?!\S)|.{{,{OPENING}}}")


def opening_of(text: str) -> str:
    """What may be a title: the first line where that is short, else its first words."""
    found = _OPENING.match(text.lstrip())
    return found[0] if found else ""


class LineCounts(NamedTuple):
    """What stands on each line of some documents.

    counts    (n_lines, n_terms) CSR, float64, in reading order, empty lines among them
    document  (n_lines) the document each line is of, ascending; every document has a line
    """

    counts: sparse.csr_matrix
    document: IntArray

    @classmethod
    def one_each(cls, counts: sparse.csr_matrix) -> "LineCounts":
        """Documents of one line: pictures, rows of features."""
        return cls(counts, np.arange(counts.shape[0]))

    def of(self, documents: BoolArray, terms: IntArray | None = None) -> "LineCounts":
        """The lines of some documents, by a mask, which are numbered anew; in some of the terms."""
        kept = documents[self.document]
        number = np.cumsum(documents) - 1
        counts = self.counts[kept] if terms is None else self.counts[kept][:, terms]
        return LineCounts(counts, number[self.document[kept]])

    def by_document(self) -> sparse.csr_matrix:
        r"""x_d = Σ x_l over the lines l of d: CSR (n_documents, n_terms), indices sorted.

        Exact, as counts are whole numbers. Where every document is one line, the counts themselves.

        >>> lines = LineCounts(sparse.csr_matrix([[1.0, 0.0], [1.0, 2.0], [0.0, 1.0]]), [0, 0, 1])
        >>> lines.by_document().toarray()
        array([[2., 2.],
               [0., 1.]])
        """
        n_lines = self.counts.shape[0]
        n_documents = int(self.document[-1]) + 1 if n_lines else 0
        if n_documents == n_lines:
            return self.counts
        places = (self.document, np.arange(n_lines))
        membership = sparse.csr_matrix((np.ones(n_lines), places), shape=(n_documents, n_lines))
        summed = sparse.csr_matrix(membership @ self.counts)
        summed.sort_indices()
        return summed
