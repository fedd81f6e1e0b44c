"""Documents of the corpus with their keywords, and why each was chosen."""

from gplsa.corpus.corpus import Corpus
from gplsa.html.elements import Html, html, tag
from gplsa.html.escaping import one_line
from gplsa.html.sides import side_color, side_name
from gplsa.language import chance, count, percent, tr
from gplsa.model.direction import Direction
from gplsa.model.keywords import summarize
from gplsa.model.model import TrainedModel
from gplsa.model.summary import KeywordOptions, ShownKeyword, Summary
from gplsa.model.topics.order import informative_topics
from gplsa.report.pieces import Section, paragraphs, picture, side_of, table

EXAMPLES, EXPLAINED = 3, 5
TITLE, EXCERPT = 90, 420
SOURCE_WORDS, PAIRS = 3, 2
LEAST_SHARE = 0.01


def examples(model: TrainedModel) -> Section:
    """The most typical documents of the largest topics, in the first direction between texts."""
    title = tr("Examples with their evidence")
    directions = (one for one in model.rankers if {*one} <= model.corpus.texts.keys())
    direction = next(directions, None)
    if direction is None or not model.has_texts:
        none = tr(
            "None are shown: the model holds no two sides of texts, or was saved without them."
        )
        return Section("examples", title, paragraphs(none))
    source, target = direction
    rows = _rows(model, source)
    texts = [model.corpus.texts[source][row] for row in rows]
    found = summarize(Direction(model, source, target), texts, KeywordOptions(evidence=True))
    lead = paragraphs(
        tr(
            "The most typical documents of the largest topics, with keywords found from one side "
            "alone and the reasons for the first ones. The model has learned from these documents: "
            "it knows them better than new ones."
        )
    )
    shown = [_one(model, row, source, target, one) for row, one in zip(rows, found, strict=True)]
    return Section("examples", title, html(lead, *shown))


def _rows(model: TrainedModel, source: str) -> list[int]:
    share = model.topic_share()
    rows: list[int] = []
    for topic in sorted(informative_topics(model), key=lambda topic: -share[topic]):
        best = (row for row, _ in model.topic_documents(topic, 2 * EXAMPLES))
        new = (row for row in best if row not in rows and model.corpus.texts[source][row])
        rows += [row for row in [next(new, None)] if row is not None]
        if len(rows) == EXAMPLES:
            break
    return rows


def _one(model: TrainedModel, row: int, source: str, target: str, found: Summary) -> Html:
    corpus = model.corpus
    true = tag("span", f" · {tr('the true other side')}", class_="soft")
    sides = [
        tag(
            "div",
            tag("p", side_of(corpus, side), true if side == target else "", class_="small"),
            tag(
                "blockquote",
                one_line(corpus.texts[side][row], EXCERPT) or tr("— missing —"),
                style=f"--c:{side_color(corpus.modalities, side)}",
            ),
        )
        for side in (source, target)
    ]
    words = html(*(tag("span", keyword.word, class_="chip") for keyword in found.keywords))
    why = [_why(model, row, keyword) for keyword in found.keywords[:EXPLAINED]]
    head = (tr("keyword"), tr("because of"), tr("strongest evidence"), tr("probability"))
    named = tr(
        "Keywords in {target}, from {source} alone:",
        target=side_name(corpus, target),
        source=side_name(corpus, source),
    )
    return tag(
        "details",
        _summary(corpus, row, found),
        tag("div", *_seen(corpus, row), *sides, class_="pair"),
        tag("p", named, class_="small"),
        tag("p", words),
        table(
            tr(
                "Why the first ones were chosen: the words that speak for each, and how much; "
                "the strongest evidence, and some other pairs with both"
            ),
            head,
            why,
            numbers=range(3, 4),
        )
        if why
        else "",
        class_="example",
        open="",
    )


def _summary(corpus: Corpus, row: int, found: Summary) -> Html:
    """The title and the id of a document, and its first keywords for where it is folded."""
    name = tag("span", corpus.ids[row], class_="soft small")
    first = ", ".join(keyword.word for keyword in found.keywords[:EXPLAINED])
    head = tag("h3", one_line(corpus.titles[row], TITLE), " ", name)
    return tag("summary", head, tag("span", first, class_="small"))


def _seen(corpus: Corpus, row: int) -> list[Html]:
    return [
        tag(
            "div",
            tag("p", side_of(corpus, side), class_="small"),
            picture(corpus, side, row),
            class_="seen",
        )
        for side, jpegs in corpus.pictures.items()
        if jpegs[row]
    ]


def _why(model: TrainedModel, row: int, keyword: ShownKeyword) -> tuple[object, ...]:
    evidence = keyword.evidence
    if evidence is None:
        return keyword.word, "", "", chance(keyword.probability)
    words = ", ".join(
        f"{word} {percent(share)}"
        for word, share in evidence.source_words[:SOURCE_WORDS]
        if share >= LEAST_SHARE
    )
    witness = ""
    if evidence.witness:
        witness = tr(
            "in {n_both} of {pairs} with {word}",
            word=evidence.witness,
            n_both=evidence.n_both,
            pairs=count(evidence.n_source, "pair"),
        )
    others = [pair for pair in evidence.pairs if pair != row]
    pairs = (_pair(model, pair) for pair in others[:PAIRS])
    told = html(tag("div", witness), tag("div", *pairs))
    return keyword.word, words, told, chance(keyword.probability)


def _pair(model: TrainedModel, row: int) -> Html:
    """Its picture, or its id where it has none."""
    corpus = model.corpus
    shown = next((side for side, jpegs in corpus.pictures.items() if jpegs[row]), None)
    if shown is None:
        return tag("span", corpus.ids[row], class_="id")
    return tag("span", picture(corpus, shown, row, small=True), title=corpus.ids[row])
