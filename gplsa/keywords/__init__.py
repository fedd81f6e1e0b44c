"""Keywords in one modality for documents of another, with confidence and evidence."""

from gplsa.keywords.explaining import Evidence, explain
from gplsa.keywords.fitting import KeywordCalibration, PretrainedLexicon
from gplsa.keywords.gist import Gist, OfTopics
from gplsa.keywords.pairing.lines import Units, align_lines
from gplsa.keywords.pairs import Pairs, PairTopics, TrainingPairs
from gplsa.keywords.paper import paper_rule
from gplsa.keywords.phrases.learned import Phrases
from gplsa.keywords.ranker import KeywordRanker
from gplsa.keywords.scoring.choosing import TELLING, Keyword, RankedKeywords
from gplsa.keywords.scoring.traits import Traits

__all__ = [
    "TELLING",
    "Evidence",
    "Gist",
    "Keyword",
    "KeywordCalibration",
    "KeywordRanker",
    "OfTopics",
    "PairTopics",
    "Pairs",
    "Phrases",
    "PretrainedLexicon",
    "RankedKeywords",
    "TrainingPairs",
    "Traits",
    "Units",
    "align_lines",
    "explain",
    "paper_rule",
]
