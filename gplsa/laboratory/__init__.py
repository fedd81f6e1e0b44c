"""Settings, models and runs compared on the person's own corpus."""

from gplsa.laboratory.advice import Advice, recommend
from gplsa.laboratory.bench import Bench, run
from gplsa.laboratory.matching import Match, match_topics, shared_sides, topic_likeness
from gplsa.laboratory.plan import DECIDES, LAMS, MEASURES, Measure, Outcome, Plan, Trial
from gplsa.laboratory.rivals import RIVALS, Result, Rival, compare_models

__all__ = [
    "DECIDES",
    "LAMS",
    "MEASURES",
    "RIVALS",
    "Advice",
    "Bench",
    "Match",
    "Measure",
    "Outcome",
    "Plan",
    "Result",
    "Rival",
    "Trial",
    "compare_models",
    "match_topics",
    "recommend",
    "run",
    "shared_sides",
    "topic_likeness",
]
