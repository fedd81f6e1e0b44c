"""One side finds the other: by lexicon, by topic mixtures, by classes."""

from typing import TYPE_CHECKING

from gplsa.core.lazy import lazy

if TYPE_CHECKING:
    from gplsa.retrieval.classes import SemanticSpace, same_class, semantic_space
    from gplsa.retrieval.counterparts import (
        LexiconLikeness,
        NearestPairs,
        Translations,
        counterpart_ranks,
        counterpart_similarity,
        local_scaling,
        scaled_columns,
        tfidf,
        translation_matrix,
    )
    from gplsa.retrieval.mixtures import centred_correlation, topic_similarity
    from gplsa.retrieval.regressed import predicted_words, regression_similarity

__all__ = [
    "LexiconLikeness",
    "NearestPairs",
    "SemanticSpace",
    "Translations",
    "centred_correlation",
    "counterpart_ranks",
    "counterpart_similarity",
    "local_scaling",
    "predicted_words",
    "regression_similarity",
    "same_class",
    "scaled_columns",
    "semantic_space",
    "tfidf",
    "topic_similarity",
    "translation_matrix",
]

__getattr__ = lazy(
    {
        "gplsa.retrieval.classes": ("SemanticSpace", "same_class", "semantic_space"),
        "gplsa.retrieval.counterparts": (
            *("LexiconLikeness", "NearestPairs", "Translations", "counterpart_ranks"),
            *("counterpart_similarity", "local_scaling", "scaled_columns", "tfidf"),
            "translation_matrix",
        ),
        "gplsa.retrieval.mixtures": ("centred_correlation", "topic_similarity"),
        "gplsa.retrieval.regressed": ("predicted_words", "regression_similarity"),
    }
)
