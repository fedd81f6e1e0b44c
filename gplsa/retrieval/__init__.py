"""One side finds the other: by lexicon, by topic mixtures, by classes."""

from gplsa.retrieval.classes import SemanticSpace, same_class, semantic_space
from gplsa.retrieval.mates import (
    LexiconLikeness,
    NearestPairs,
    Translations,
    local_scaling,
    mate_ranks,
    mate_similarity,
    scaled_columns,
    tfidf,
    translation_matrix,
)
from gplsa.retrieval.mixtures import centred_correlation, topic_similarity
from gplsa.retrieval.regressed import foretold_words, regression_similarity

__all__ = [
    "LexiconLikeness",
    "NearestPairs",
    "SemanticSpace",
    "Translations",
    "centred_correlation",
    "foretold_words",
    "local_scaling",
    "mate_ranks",
    "mate_similarity",
    "regression_similarity",
    "same_class",
    "scaled_columns",
    "semantic_space",
    "tfidf",
    "topic_similarity",
    "translation_matrix",
]
