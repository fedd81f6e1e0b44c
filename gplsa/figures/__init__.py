"""The figures of the pages, for notebooks as well; words in their labels are escaped.

They need plotly and pandas, which the library itself does without.

Examples
--------
>>> import gplsa
>>> from gplsa import figures
>>> corpus = gplsa.corpus_of({
...     "de": ["Ernte Ernte Korn", "Korn Ernte", "Hafen Hafen Schiff", "Schiff Hafen"],
...     "en": ["harvest harvest grain", "grain harvest", "port port ship", "ship port"],
... }, languages={"de": "de", "en": "en"}, fields={
...     "year": ["1841", "1842", "1842", "1843"], "place": ["Dorf", "Dorf", "Stadt", "Stadt"],
... })
>>> model = gplsa.train(corpus, n_topics=2)

The examples of the figures go on from here.
"""

try:
    import pandas  # noqa: F401
    import plotly  # noqa: F401
except ImportError as error:
    raise ImportError(
        f"gplsa.figures needs plotly and pandas ({error}): pip install 'gplsa[app]'."
    ) from error

from gplsa.figures.columns import named_groups as named_groups
from gplsa.figures.common import NO_BUTTONS as NO_BUTTONS
from gplsa.figures.common import localized_buttons as localized_buttons
from gplsa.figures.common import localized_figure as localized_figure
from gplsa.figures.fields import topics_by_group, topics_over_time
from gplsa.figures.headings import reliability
from gplsa.figures.maps import document_map
from gplsa.figures.topics import comparison_curves, objective_curve, topic_map, topic_words
from gplsa.figures.tree import topic_tree_figure

__all__ = [
    "comparison_curves",
    "document_map",
    "objective_curve",
    "reliability",
    "topic_map",
    "topic_tree_figure",
    "topic_words",
    "topics_by_group",
    "topics_over_time",
]
