"""How a word is said on the other side, as plain values."""

from collections.abc import Iterable
from typing import Any

from gplsa.trained.public import Model
from gplsa.trained.terms.concordance import Concordance, Line


def concordance_facts(model: Model, found: Concordance, lines: Iterable[Line]) -> dict[str, Any]:
    """What stands for a word, and the lines that show it, in their order."""
    return {
        "word": found.word,
        "from": found.source,
        "to": found.target,
        "pairs": found.pairs,
        "all_known": found.all_known,
        "partners": [
            {
                "word": partner.word,
                "probability": partner.probability,
                "line_share": partner.line_share,
                "strength": partner.strength,
                "pairs_both": partner.pairs_both,
                "pairs": partner.pairs,
            }
            for partner in found.partners
        ],
        "lines": [
            {
                "id": model.corpus.ids[line.row],
                "source": line.source,
                "source_places": line.source_places,
                "target": line.target,
                "target_places": line.target_places,
                "partner": line.partner,
            }
            for line in lines
        ],
        "known": found.known,
    }
