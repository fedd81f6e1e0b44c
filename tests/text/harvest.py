"""A few German sentences, and what their counts say."""

from scipy import sparse

from gplsa.text import Vocabulary

HARVEST = [
    "Die Ernte war gut. Das Korn liegt in der Scheune.",
    "Der Regen kam spät, die Ernten fielen schlecht aus.",
    "Das Korn und der Regen: ein Bauer schreibt der Obrigkeit.",
    "Ein Bauer klagt; die Ernte liegt im Feld.",
    "Regen, Regen, Regen auf dem Feld.",
    "Das Feld und die Scheune: der Bauer pachtet beide.",
]
EVERY = {"min_df": 1, "max_df": 1.0}


def as_terms(vocabulary: Vocabulary, row: sparse.csr_matrix) -> dict[str, float]:
    row = sparse.csr_matrix(row)
    return {vocabulary.terms[term]: n for term, n in zip(row.indices, row.data, strict=True)}


def same(one: sparse.csr_matrix, other: sparse.csr_matrix) -> bool:
    return one.shape == other.shape and abs(one - other).nnz == 0
