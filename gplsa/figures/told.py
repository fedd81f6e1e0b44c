"""What figures of topics by time and by field show, in words and as a table."""

from collections.abc import Sequence

import numpy as np
import pandas as pd

from gplsa.corpus.fields.chance import FEWEST
from gplsa.corpus.fields.kinds import CATEGORY, SEVERAL, TIME
from gplsa.figures.cells import enough, fullness
from gplsa.figures.columns import FEW_JUMPS, jumps_of, named_groups, places_of
from gplsa.html.escaping import markup, one_line
from gplsa.language import count, language, later, plural, tr
from gplsa.model.by_field import (
    ByField,
    largest_difference,
    most_different,
    topics_by_difference,
)
from gplsa.model.headings import shown_values
from gplsa.model.model import TrainedModel

JUDGED = {
    1: later("more than chance would give"),
    0: later("a difference that may be chance"),
    -1: later("less than chance would give"),
}


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
                    topic=model.read_label(topic),
                    most=labels[most],
                    high=100 * mean[most],
                    least=labels[least],
                    low=100 * mean[least],
                )
            )
    return tr("Shares of topics by {field}.", field=found.field) + " " + "; ".join(parts)


def narrow_told(found: ByField) -> str:
    """What narrow cells, gaps and jumps mean, where there are any."""
    held, places = found.groups.sizes > 0, places_of(found)
    steps = np.diff([place for group, place in places.items() if held[group]])
    narrower = tr("Narrow cells: fewer than {n} documents.", n=enough(found))
    n_jumps = len(jumps_of(places))
    told = {
        narrower: fullness(found)[held] < 1,
        tr("Narrowest: fewer than {n}, too few to judge.", n=FEWEST): found.thin()[held],
        tr("Gaps: no documents from that time."): steps >= 2,
        tr("Dotted lines: time without documents is left out."): np.array(0 < n_jumps <= FEW_JUMPS),
        tr("Not to scale: time without documents is left out."): np.array(n_jumps > FEW_JUMPS),
    }
    return " ".join(said for said, where in told.items() if where.any())


def why_not(model: TrainedModel, found: ByField, topics: Sequence[int]) -> str:
    """How many topics are not among these, by the reason."""
    left = {*range(model.n_topics)} - {*topics}
    hidden, little = left & model.hidden_topics, left & model.uninformative.keys()
    rest = left - hidden - little
    differing, order = found.differing(), topics_by_difference(model, found)
    alike = {topic for topic in rest if not differing[topic]} if differing.any() else set()
    n = [len(hidden), len(little - hidden), len(alike), len(rest - alike)]
    said = [
        plural(n[0], "{n} hidden", "{n} hidden"),
        plural(n[1], "{n} uninformative", "{n} uninformative"),
        plural(n[2], "{n} without a clear difference", "{n} without a clear difference"),
        plural(n[3], "{n} not chosen", "{n} not chosen"),
    ]
    if found.kind == TIME or not differing.any():
        said[3] = plural(n[3], "{n} smaller", "{n} smaller")
    elif {*topics} == {*order[: len(topics)]}:
        said[3] = plural(n[3], "{n} that differs less", "{n} that differ less")
    return "; ".join(one for one, some in zip(said, n, strict=True) if some)


def groups_told(found: ByField) -> str:
    """How many groups have documents: years, or what else was taken for a period."""
    n, label = int((found.groups.sizes > 0).sum()), found.groups.labels[0]
    if found.kind != TIME:
        return count(n, "group")
    if label.endswith("s"):
        return count(n, "decade")
    return (count(n, "year"), count(n, "month"), count(n, "day"))[label.count("-")]


def band_told(found: ByField) -> str:
    """What the band and the dots of topics over time mean."""
    said = tr(
        "The band is what chance leaves open, 95 times in 100; full dots are more or less than "
        "chance would give."
    )
    few = tr("No dot: fewer than {n} documents, too few to judge.", n=FEWEST)
    return f"{said} {few}" if found.thin()[found.groups.sizes > 0].any() else said


def differing_told(n: int) -> str:
    """How many topics differ between groups."""
    if not n:
        return tr("No topic differs between them by more than chance.")
    return plural(
        n,
        "{n} topic differs between them by more than chance.",
        "{n} topics differ between them by more than chance.",
    )


def most_told(model: TrainedModel, found: ByField) -> str:
    """The largest difference in documents, and in shares where that is another, in HTML; "" where
    nothing differs by more than chance."""
    if (most := most_different(model, found)) is None:
        return ""
    said = {tr("The largest difference beyond chance:"): most}
    if (largest := largest_difference(model, found)) != most:
        counted = tr("The largest difference beyond chance, counted in documents:")
        said = {counted: most, tr("Counted by its share:"): largest}
    told = (f"<p>{what} {share_of_group(model, found, *cell)}</p>" for what, cell in said.items())
    return "".join(told)


def left_out_told(found: ByField) -> str:
    """Which documents are not among the groups; "" where all are."""
    if (n := found.groups.left_out) and found.kind == SEVERAL:
        return tr("Not shown: rarer values, {n:,} uses in all.", n=n)
    if n:
        return tr("Not shown: {documents} of the smallest groups.", documents=count(n, "document"))
    if n := int((found.groups.of < 0).sum()):
        left = count(n, "document")
        return tr("Not shown: {documents} without this information.", documents=left)
    return ""


def share_of_group(model: TrainedModel, found: ByField, topic: int, group: int) -> str:
    """How much of a group a topic takes, and whether by chance, in HTML."""
    value = one_line(named_groups(model, found)[group], 60)
    named = tr("“{value}”", value=value) if found.kind in (CATEGORY, SEVERAL) else value
    if found.kind != TIME and not value.casefold().startswith(found.field.casefold()):
        named = f"{one_line(found.field, 40)} {named}"
    if found.kind == TIME and found.groups.labels[group].endswith("s"):
        named = tr("the {decade}", decade=value)
    return tr(
        "“{topic}” makes up <b>{share:.1f} %</b> of {group} ({documents}), against {overall:.1f} % "
        "of all: {judged}.",
        topic=markup(one_line(model.short_label(topic), 60)),
        share=100 * found.shares.mean[group, topic],
        group=markup(named),
        documents=count(int(found.groups.sizes[group]), "document"),
        overall=100 * float(model.mixtures[np.unique(found.rows), topic].mean()),
        judged=tr(JUDGED[int(found.differences.marked[group, topic])]),
    )


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
