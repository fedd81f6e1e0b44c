"""Keywords in one modality for documents of another, with confidence and evidence."""

from gplsa.gist.evidence import Evidence, Witness
from gplsa.gist.gist import SPECIFICITY, Gist, GistResult, Keyword
from gplsa.gist.lines import align_lines
from gplsa.gist.paper import paper_rule
from gplsa.gist.units import Units

__all__ = [
    "SPECIFICITY",
    "Evidence",
    "Gist",
    "GistResult",
    "Keyword",
    "Units",
    "Witness",
    "align_lines",
    "paper_rule",
]
