"""What figures of topics by time and by field show, in words and as a table."""

from collections.abc import Sequence

import numpy as np
import pandas as pd

from gplsa.corpus.fields.chance import FEWEST
from gplsa.figures.columns import places_of
from gplsa.figures.fields import named_groups
from gplsa.language import language, tr
from gplsa.model.by_field import ByField
from gplsa.model.headings import shown_values
from gplsa.model.model import TrainedModel


def in_words(model: TrainedModel, found: ByField, topics: Sequence[int]) -> str:
    """What the figure shows, for whoever does not see it."""
    labels = named_groups(model, found)
    parts = []
    for topic in topics:
        mean = np.where(found.thin(), np.nan, found.shares.mean[:, topic])
        if np.isfinite(mean).any():
            most, least = int(np.nanargmax(mean)), int(np.nanargmin(mean))
            parts.append(
                tr(
                    "{topic}: most in {most} ({high:.1f} %), least in {least} ({low:.1f} %)",
                    topic=model.topic_label(topic),
                    most=labels[most],
                    high=100 * mean[most],
                    least=labels[least],
                    low=100 * mean[least],
                )
            )
    return tr("Shares of topics by {field}.", field=found.field) + " " + "; ".join(parts)


def narrow_told(found: ByField) -> str:
    """What narrow cells and gaps mean, where there are any."""
    held = np.asarray(found.groups.sizes > 0)
    told = {
        tr("Narrow: fewer than {n} documents, too few to judge.", n=FEWEST): found.thin()[held],
        tr("Gaps: no document is of that time."): np.diff([*places_of(held).values()]) > 1,
    }
    return " ".join(said for said, where in told.items() if where.any())


def shares_table(model: TrainedModel, found: ByField) -> pd.DataFrame:
    """One row for every topic and group; headings with their labels."""
    values = found.groups.labels
    names = shown_values(model, found.field, values, language())
    marks = {1: "more", 0: "", -1: "less"}
    shares, marked = found.shares, found.differences.marked
    rows = [
        {
            "topic": topic + 1,
            "name": model.topic_label(topic),
            found.field: values[group],
            **({"label": name} if names != values else {}),
            "documents": int(shares.sizes[group]),
            "share %": round(100 * float(shares.mean[group, topic]), 2),
            "from %": round(100 * float(shares.low[group, topic]), 2),
            "to %": round(100 * float(shares.high[group, topic]), 2),
            "than chance": marks[int(marked[group, topic])],
        }
        for topic in range(model.n_topics)
        for group, name in enumerate(names)
    ]
    return pd.DataFrame(rows)
