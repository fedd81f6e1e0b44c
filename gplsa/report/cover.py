"""The first page of a report: what was found, at a glance."""

from gplsa.corpus.corpus import IMAGE
from gplsa.corpus.fields.kinds import TIME, kinds_of
from gplsa.figures.columns import named_groups
from gplsa.figures.told import share_of_group
from gplsa.html.elements import Html, html, tag
from gplsa.html.escaping import one_line
from gplsa.html.sides import counted, side_name
from gplsa.language import count, percent, tr, translated
from gplsa.model.by_field import most_different
from gplsa.model.model import TrainedModel
from gplsa.model.topics.order import informative_topics
from gplsa.report.by_field import OfField
from gplsa.report.pieces import meter, paragraphs
from gplsa.training.validation import why_unchecked

NAMED = 8
LONGEST = 60


def cover(model: TrainedModel, of_field: OfField) -> Html:
    """What the documents are about, what stands out, and how far to trust it."""
    found = [part for part in (_standing_out(model, of_field), _trust(model)) if part]
    items = (tag("section", tag("h2", head), content) for head, content in found)
    return tag("div", _contents(model), tag("div", *items, class_="beside"), class_="findings")


def lead(model: TrainedModel) -> str:
    """The collection in one line."""
    sides = ", ".join(side_name(model.corpus, side) for side in model.corpus.modalities)
    documents = counted(IMAGE if model.corpus.pictures else "", len(model.corpus))
    return f"{documents} · {sides} · {count(model.n_topics, 'topic')}"


def described(model: TrainedModel) -> str:
    """The corpus in one line: "letters: 869 pairs and 31 documents with one side"."""
    complete = int(model.corpus.paired().sum())
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


def _contents(model: TrainedModel) -> Html:
    """The largest topics, each with the share of the corpus that it takes."""
    share = model.topic_share()
    shown = [topic for topic in informative_topics(model) if share[topic] > 0]
    shown.sort(key=lambda topic: -share[topic])
    if not shown:
        return html()
    rows = (
        tag(
            "li",
            tag("a", one_line(model.read_label(topic), LONGEST), href=f"#topic-{topic}"),
            tag("i", style=f"--p:{100 * share[topic] / share[shown[0]]:.0f}%"),
            tag("span", percent(float(share[topic]), 1), class_="num"),
        )
        for topic in shown[:NAMED]
    )
    told = tr(
        "The largest of {topics}, and how much of the corpus each takes:",
        topics=count(model.n_topics, "topic"),
    )
    about = tag("p", told, class_="soft small")
    return tag("section", tag("h2", tr("What it is about")), about, tag("ol", *rows))


def _trust(model: TrainedModel) -> tuple[str, Html] | None:
    found = model.validation
    if found is None:
        unchecked = tr("This model was not validated on held-out pairs.")
        return unchecked, paragraphs(translated(why_unchecked(model)))
    if not found.directions:
        return None
    heads = {
        "good": tr("The sides explain each other well."),
        "fair": tr("The sides explain each other in part."),
        "poor": tr("The sides hardly explain each other: do not rely on the keywords."),
    }
    if model.is_judged_by_texts:
        heads["good"] = tr("The texts explain each other well; take words of pictures as guesses.")
        heads["fair"] = tr("The texts explain each other in part, pictures less.")
    directions = sorted(found.directions.items(), key=lambda one: -one[1].keyword_share)
    # The best and the worst of them.
    rows = (
        tag(
            "p",
            tag("span", f"{side_name(model.corpus, source)} → {side_name(model.corpus, target)}"),
            tag("span", percent(one.keyword_share), class_="num"),
            meter(one),
            class_="way",
        )
        for (source, target), one in dict([directions[0], directions[-1]]).items()
    )
    told = tr(
        "The share of right ones among the keywords shown, in {pairs} held out of the training. "
        "The stroke marks what the most frequent words of the corpus would reach.",
        pairs=count(found.n_held_out, "pair"),
    )
    return heads[found.verdict], html(*rows, tag("p", told, class_="soft small"))


def _standing_out(model: TrainedModel, of_field: OfField) -> tuple[str, Html] | None:
    """The largest difference between groups of documents that is beyond chance; time first, and
    last the headings, which say of topics what one knows."""
    kinds = kinds_of(model.corpus.fields)
    headings = None if model.suggester is None else model.suggester.column
    for field in sorted(kinds, key=lambda one: (one == headings, kinds[one] != TIME)):
        found = of_field(field)
        if (most := most_different(model, found)) is None:
            continue
        topic, group = most
        name, label = model.short_label(topic), named_groups(model, found)[group]
        said = {"topic": name, "field": field, "label": label}
        head = tr("{topic} stands out where {field} is {label}.", **said)
        if found.differences.marked[group, topic] < 0:
            head = tr("{topic} is rarer where {field} is {label}.", **said)
        return head, tag("p", Html(share_of_group(model, found, topic, group)))
    return None
