"""Settings, models and runs compared on the person's own corpus."""

from gplsa.compare.advice import recommend
from gplsa.compare.baselines import BASELINES, Result, compare_models
from gplsa.compare.bench import Bench, run
from gplsa.compare.contest import ahead, seconds_of_models
from gplsa.compare.matching import Match, match_topics, shared_sides, topic_likeness
from gplsa.compare.plan import DECIDES, LAMS, MEASURES, Outcome, Plan, Trial

__all__ = [
    "BASELINES",
    "DECIDES",
    "LAMS",
    "MEASURES",
    "Bench",
    "Match",
    "Outcome",
    "Plan",
    "Result",
    "Trial",
    "ahead",
    "compare_models",
    "match_topics",
    "recommend",
    "run",
    "seconds_of_models",
    "shared_sides",
    "topic_likeness",
]
