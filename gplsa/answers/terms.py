"""How a word is said on the other side, as plain values."""

from collections.abc import Iterable
from typing import Any

from gplsa.model.public import Model
from gplsa.model.terms.concordance import Concordance, Line


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
                "lines": partner.lines,
                "of": partner.of,
                "doubtful": partner.doubtful,
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
