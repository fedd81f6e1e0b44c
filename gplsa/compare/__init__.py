"""Settings, models and runs compared on the person's own corpus."""

from gplsa.compare.advice import Advice, recommend
from gplsa.compare.baselines import BASELINES, Baseline, Result, compare_models
from gplsa.compare.bench import Bench, run
from gplsa.compare.matching import Match, match_topics, shared_sides, topic_likeness
from gplsa.compare.plan import DECIDES, LAMS, MEASURES, Measure, Outcome, Plan, Trial

__all__ = [
    "BASELINES",
    "DECIDES",
    "LAMS",
    "MEASURES",
    "Advice",
    "Baseline",
    "Bench",
    "Match",
    "Measure",
    "Outcome",
    "Plan",
    "Result",
    "Trial",
    "compare_models",
    "match_topics",
    "recommend",
    "run",
    "shared_sides",
    "topic_likeness",
]
