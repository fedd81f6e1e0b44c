"""How good keywords, counterparts and topics are: one function for each figure."""

from gplsa.evaluation.calibration import CalibrationBin, calibration_error, calibration_table
from gplsa.evaluation.classes import (
    class_precision,
    mean_average_precision,
    ranked_relevance,
    top_average_precision,
)
from gplsa.evaluation.clusters import clustering_accuracy, normalized_mutual_information
from gplsa.evaluation.coherence import (
    best_words,
    npmi_coherence,
    similarity_count,
    sliding_windows,
    topic_diversity,
    umass_coherence,
)
from gplsa.evaluation.counterparts import (
    agreement_of_counterparts,
    first_place_share,
    mean_reciprocal_rank,
    ranks_of_counterparts,
)
from gplsa.evaluation.keywords import (
    attainable_precision,
    idf_precision,
    overlap,
    precision,
    shown_precision,
)
from gplsa.evaluation.perplexity import held_out_perplexity, split_words

__all__ = [
    "CalibrationBin",
    "agreement_of_counterparts",
    "attainable_precision",
    "best_words",
    "calibration_error",
    "calibration_table",
    "class_precision",
    "clustering_accuracy",
    "first_place_share",
    "held_out_perplexity",
    "idf_precision",
    "mean_average_precision",
    "mean_reciprocal_rank",
    "normalized_mutual_information",
    "npmi_coherence",
    "overlap",
    "precision",
    "ranked_relevance",
    "ranks_of_counterparts",
    "shown_precision",
    "similarity_count",
    "sliding_windows",
    "split_words",
    "top_average_precision",
    "topic_diversity",
    "umass_coherence",
]
