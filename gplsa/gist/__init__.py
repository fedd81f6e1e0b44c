"""Keywords in one modality for documents of another, with confidence and evidence."""

from gplsa.gist.evidence import Evidence, Witness
from gplsa.gist.fitting import Judge
from gplsa.gist.gist import Gist
from gplsa.gist.pairing.lines import align_lines
from gplsa.gist.pairing.units import Units
from gplsa.gist.paper import paper_rule
from gplsa.gist.phrases.learned import Phrases
from gplsa.gist.scoring.choosing import TELLING, GistResult, Keyword
from gplsa.gist.scoring.traits import Traits

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
