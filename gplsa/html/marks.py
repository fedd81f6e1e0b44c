"""A text whose words are marked by what they weigh."""

from collections.abc import Mapping, Sequence

from gplsa.html.elements import tagged
from gplsa.language import tr
from gplsa.text import Span
from gplsa.text.passages import weighed


def lit(text: str, spans: Sequence[Span], weights: Mapping[int, float]) -> str:
    """Words with a weight as bright as that beside the largest; underlined what is no term."""
    most = max(weights.values(), default=1.0) or 1.0
    unseen = f'u title="{tr("no training text has this word")}"'
    places = [(span.start, span.end, unseen) for span in spans if span.term < 0]
    for start, end, weight in weighed(spans, weights):
        places.append((start, end, f'mark style="--w:{weight / most:.2f}"'))
    return tagged(text, places)
