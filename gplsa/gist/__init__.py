"""Keywords in one modality for documents of another, with confidence and evidence."""

from gplsa.gist.choosing import TELLING, Keyword
from gplsa.gist.evidence import Evidence, Witness
from gplsa.gist.fitting import Judge
from gplsa.gist.gist import Gist, GistResult
from gplsa.gist.lines import align_lines
from gplsa.gist.paper import paper_rule
from gplsa.gist.phrases import Phrases
from gplsa.gist.traits import Traits
from gplsa.gist.units import Units

__all__ = [
    "TELLING",
    "Evidence",
    "Gist",
    "GistResult",
    "Judge",
    "Keyword",
    "Phrases",
    "Traits",
    "Units",
    "Witness",
    "align_lines",
    "paper_rule",
]
