"""The first page of a report: what was found, in three sentences."""

import numpy as np

from gplsa.corpus.fields.kinds import TIME, kinds_of
from gplsa.figures.fields import named_groups
from gplsa.html.elements import Html, tag
from gplsa.html.sides import side_name
from gplsa.language import count, number, tr
from gplsa.model.by_field import by_field
from gplsa.model.model import TrainedModel
from gplsa.report.pieces import percent

NAMED = 3


def cover(model: TrainedModel) -> Html:
    """How far it can be trusted, what most documents are about, and what stands out."""
    found = [_trust(model), _contents(model), _standing_out(model)]
    items = (tag("li", tag("b", head), tag("span", text)) for head, text in filter(None, found))
    return tag("ol", *items, class_="findings")


def described(model: TrainedModel) -> str:
    """The corpus in one line: "letters: 869 pairs and 31 documents with one side"."""
    complete = int(model.corpus.complete().sum())
    single = len(model.corpus) - complete
    pairs = count(complete, "pair")
    if not single:
        return tr("“{name}”, {pairs}", name=model.corpus.name, pairs=pairs)
    return tr(
        "“{name}”, {pairs} and {single} that lack a side",
        name=model.corpus.name,
        pairs=pairs,
        single=count(single, "document"),
    )


def _trust(model: TrainedModel) -> tuple[str, str] | None:
    found = model.validation
    if found is None or not found.directions:
        return None
    ways = sorted(found.directions.items(), key=lambda one: -one[1].keyword_share)
    heads = {
        "good": tr("The sides explain each other well."),
        "fair": tr("The sides explain each other in part."),
        "poor": tr("The sides hardly explain each other: do not rely on the keywords."),
    }
    # The best and the worst of them.
    return heads[found.verdict], " ".join(
        tr(
            "From {source} to {target} {n} of {n_all} held-out pairs found their counterpart; "
            "{share} of the keywords shown were right (of frequent words {frequent}).",
            source=side_name(model.corpus, source),
            target=side_name(model.corpus, target),
            n_all=found.n_held_out,
            n=one.partners,
            share=percent(one.keyword_share),
            frequent=percent(one.frequent_share),
        )
        for (source, target), one in dict([ways[0], ways[-1]]).items()
    )


def _contents(model: TrainedModel) -> tuple[str, str] | None:
    share = model.topic_share()
    shown = [t for t in _informative(model) if share[t] > 0]
    shown.sort(key=lambda topic: -share[topic])
    if not shown:
        return None
    names = "; ".join(
        f"{model.short_label(topic)} ({number(100 * share[topic], '.1f')} %)"
        for topic in shown[:NAMED]
    )
    head = tr("Its largest topic: {topic}.", topic=model.short_label(shown[0]))
    return head, tr(
        "The largest of {topics}: {names}.", topics=count(model.n_topics, "topic"), names=names
    )


def _standing_out(model: TrainedModel) -> tuple[str, str] | None:
    """The strongest difference between groups of documents that is no chance; time first."""
    informative = _informative(model)
    kinds = kinds_of(model.corpus.fields)
    for field in sorted(kinds, key=lambda one: kinds[one] != TIME):
        found = by_field(model, field)
        strength = np.nan_to_num(found.differences.t) * (found.differences.marked > 0)
        strength = strength[:, informative]
        if not strength.size or strength.max() <= 0:
            continue
        group, place = np.unravel_index(int(strength.argmax()), strength.shape)
        topic = informative[int(place)]
        label = named_groups(model, found)[int(group)]
        mean = found.shares.mean[:, topic]
        head = tr(
            "{topic} stands out where {field} is {label}.",
            topic=model.short_label(topic),
            field=field,
            label=label,
        )
        return head, tr(
            "It takes {here} there and {whole} of the whole; so much is no chance.",
            here=percent(float(mean[int(group)])),
            whole=percent(float(model.topic_share()[topic])),
        )
    return None


def _informative(model: TrainedModel) -> list[int]:
    left_out = model.hidden_topics | set(model.uninformative)
    return [topic for topic in range(model.n_topics) if topic not in left_out]
