"""What stands in a report, section by section."""

from collections.abc import Sequence

import numpy as np

from gplsa.corpus.corpus import FEATURES, IMAGE, TEXT
from gplsa.figures import topic_map
from gplsa.html.elements import Html, html, tag
from gplsa.html.escaping import one_line
from gplsa.html.sides import nouns_of, side_color, side_name
from gplsa.html.verdicts import NO_BETTER, VERDICT_COLORS, verdict_said
from gplsa.language import count, later, number, plural, tr, translated
from gplsa.model.model import TrainedModel
from gplsa.model.topics.order import shown_topics, uninformative_topic_text
from gplsa.model.topics.pictures import typical_rows
from gplsa.model.topics.words import words_shown
from gplsa.report.cover import described
from gplsa.report.pieces import (
    Section,
    drawn,
    fact,
    listing,
    measured,
    paragraphs,
    picture,
    side_of,
    table,
)
from gplsa.text import Vocabulary
from gplsa.training.validation import why_unchecked

FIGURES = 1  # of the section on topics
IN_SIGHT, FEW = 12, 4  # topics; the others are a click away, unless they are few
DOCUMENTS = PICTURES = 3
KINDS = {TEXT: later("text"), IMAGE: later("image"), FEATURES: later("features")}
MOST_NOTES = 50


def corpus(model: TrainedModel) -> Section:
    """What was read, what was done to it, and what looks doubtful."""
    read = model.corpus
    rows = []
    for modality in read.modalities:
        vocabulary = model.vocabularies[modality]
        held = int((np.diff(model.counts[modality].indptr) > 0).sum())
        rows.append(
            (
                side_of(read, modality),
                tr(KINDS[read.kind(modality)]),
                number(held),
                number(len(vocabulary.terms)),
                number(model.counts[modality].sum() / max(held, 1), ",.0f"),
            )
        )
    head = (
        tr("side"),
        tr("kind"),
        tr("documents with it"),
        tr("different words"),
        tr("words a document"),
    )
    whole = ""
    if model.whole is not None:
        whole = tr(
            "The topics were learned from {n_all:,} documents; what this report shows of documents "
            "is of a sample of {n_shown:,}.",
            n_all=model.whole.documents,
            n_shown=len(read),
        )
    notes = [translated(warning.message) for warning in read.warnings]
    for modality, vocabulary in model.vocabularies.items():
        if isinstance(vocabulary, Vocabulary):
            name = side_name(read, modality)
            notes += [f"{name}: {translated(note)}" for note in vocabulary.warnings]
    done = [
        f"{translated(one.message)} ({count(one.n_documents, 'document')})" for one in read.cleaning
    ]
    content = html(
        paragraphs(described(model), whole),
        table(tr("The sides of the corpus, and what was counted"), head, rows, numbers=range(2, 5)),
        *_beside(model),
        fact(tr("What was cleaned"), listing(done) if done else tr("Nothing.")),
        fact(
            tr("What to know about it"),
            listing(notes[:MOST_NOTES]) if notes else tr("Nothing was noticed when it was read."),
        ),
    )
    return Section("corpus", tr("Corpus"), content)


def _beside(model: TrainedModel) -> list[Html]:
    """The columns that stand beside the texts, and the vocabulary of those with headings."""
    told = {
        tr("Columns beside the texts"): ", ".join(model.corpus.fields),
        tr("Subject headings"): _vocabulary(model),
    }
    return [fact(title, sentence) for title, sentence in told.items() if sentence]


def _vocabulary(model: TrainedModel) -> str:
    """Where the subject headings come from, in a sentence; nothing where none were learned."""
    suggester = model.suggester
    if suggester is None:
        return ""
    vocabulary, n_used = suggester.vocabulary, int((suggester.used > 0).sum())
    if vocabulary.is_of_values:
        return tr(
            "What the column “{column}” holds, {n_used:,} different ones.",
            column=suggester.column,
            n_used=n_used,
        )
    held = {"column": suggester.column, "n_used": n_used, "n_all": len(vocabulary)}
    if not vocabulary.name:
        return tr(
            "Of a vocabulary of {n_all:,} concepts the column “{column}” uses {n_used:,}.", **held
        )
    return tr(
        "Of the {n_all:,} concepts of the vocabulary “{name}” the column “{column}” uses "
        "{n_used:,}.",
        name=vocabulary.name,
        **held,
    )


def check(model: TrainedModel) -> Section:
    """What held-out pairs showed."""
    found = model.validation
    if found is None:
        unchecked = tr("This model was not validated on held-out pairs.")
        why = translated(why_unchecked(model))
        return Section("check", tr("Did it work?"), paragraphs(unchecked, why))
    pairs = count(found.n_held_out, "pair")
    said = verdict_said(found.verdict, of_texts=model.is_judged_by_texts)
    verdict = tag(
        "div",
        tag("p", tag("b", said[:1].upper() + said[1:])),
        paragraphs(
            tr("Measured on {pairs} held out of the training.", pairs=pairs),
            "" if found.beats_frequent_words else tr(NO_BETTER),
            tr("Likely cause: {cause}", cause=translated(found.cause)) if found.cause else "",
            tr("What to do: {remedy}", remedy=translated(found.remedy)) if found.remedy else "",
        ),
        class_="verdict",
        style=f"--c:{VERDICT_COLORS[found.verdict]}",
    )
    shown = table(*measured(model, found), numbers=range(1, 5))
    return Section("check", tr("Did it work?"), html(verdict, shown, _headings(model)))


def _headings(model: TrainedModel) -> Html:
    """How well subject headings are predicted, where the model has learned some."""
    calibrated = model.suggester.calibrated if model.suggester is not None else {}
    rows = []
    for source, one in calibrated.items():
        told = one.figures
        values = (told.f1_at_5, told.ndcg_at_10, told.calibration_error)
        figures = [number(told.texts), *(number(value, ".3f") for value in values)]
        rows.append((side_name(model.corpus, source), *figures))
    if not rows:
        return html()
    head = (tr("side"), tr("documents"), "F1@5", "nDCG@10", tr("calibration error"))
    what = tr("Subject headings, each record predicted by the others")
    read = tr(
        "F1@5: how far the first five suggestions and the headings of a record agree, from 0 to 1; "
        "nDCG@10: how far up its headings stand among the first ten, from 0 to 1; calibration "
        "error: how far probabilities are from the share that is right, best 0."
    )
    shown = table(what, head, rows, numbers=range(1, 5))
    return html(shown, tag("p", read, class_="soft small"))


def topics(model: TrainedModel) -> Section:
    """The map, the sizes, and every topic with the words of both sides."""
    share = model.topic_share()
    shown = sorted(shown_topics(model), key=lambda z: (z in model.uninformative, -share[z]))
    hidden = len(model.hidden_topics)
    lead = tag(
        "p",
        tr(
            "{topics}, the largest first. A topic is a set of words that stand in the same "
            "documents; its name is made of words that tell it from the others.",
            topics=count(len(shown), "topic"),
        ),
    )
    edits = [*model.history.taken, *(step.message for step in model.history.steps)]
    notes = paragraphs(
        tr("Changed by hand: {edits}.", edits="; ".join(map(translated, edits))) if edits else "",
        plural(
            hidden,
            "{n:,} topic that somebody has put away are not shown.",
            "{n:,} topics that somebody has put away are not shown.",
        )
        if hidden
        else "",
        translated(uninformative_topic_text(model)),
        tr(
            "“Translated”: of the 20 words that mark a topic most, ten a side, those whose "
            "translation is among them, too. Where they are few, it may hold several subjects."
        )
        if model.topic_agreement() is not None
        else "",
    )
    if not shown:
        return Section("topics", tr("Topics"), html(lead, notes))
    map_caption = tr(
        "Topics as circles: near where they share words, large where they take much of the corpus."
    )
    narrow = topic_map(model, shown, narrow=True)
    figure = drawn(1, topic_map(model, shown), map_caption, inked=True, narrow=narrow)
    first = html(lead, figure, tag("div", notes, class_="soft small"))
    cards = [_card(model, topic, float(share[topic])) for topic in shown]
    if len(cards) <= IN_SIGHT + FEW:
        return Section("topics", tr("Topics"), html(first, _grid(cards)))
    more = plural(len(cards) - IN_SIGHT, "{n:,} more topic", "{n:,} more topics")
    rest = tag("details", tag("summary", more), _grid(cards[IN_SIGHT:]), class_="rest")
    return Section("topics", tr("Topics"), html(first, _grid(cards[:IN_SIGHT]), rest))


def _grid(cards: Sequence[Html]) -> Html:
    return tag("div", *cards, class_="topics")


def _card(model: TrainedModel, topic: int, share: float) -> Html:
    facts = [tr("{share:.1f} % of the corpus", share=100 * share)]
    agreement = model.topic_agreement()
    if agreement is not None:
        facts.append(tr("{n:.0f} of 20 words translated", n=20 * agreement[topic]))
    uninformative = translated(model.uninformative.get(topic, ""))
    columns = tag(
        "div",
        *(_words(model, modality, topic) for modality in model.readable),
        class_="words",
        style=f"--n:{len(model.readable)}",
    )
    titles = [
        f"{model.corpus.ids[row]}: {one_line(model.corpus.titles[row], 90)}"
        for row, _ in model.topic_documents(topic, DOCUMENTS)
    ]
    return tag(
        "article",
        tag(
            "header",
            # A line may end with the point between two sides, but not begin with it.
            tag("h3", model.read_label(topic).replace(" · ", "\N{NO-BREAK SPACE}· ")),
            tag("p", " · ".join(facts), class_="soft small"),
            paragraphs(
                tr("uninformative: {reason}", reason=uninformative) if uninformative else "",
                f"✎ {note}" if (note := model.topic_notes.get(topic)) else "",
            ),
        ),
        columns,
        _pictures(model, topic),
        tag(
            "details",
            tag("summary", tr("{documents} that speak of it most", **nouns_of(model.corpus))),
            listing(titles),
        ),
        class_="topic",
        id=f"topic-{topic}",
        style=f"--t:{model.topic_colors[topic]}",
    )


def _pictures(model: TrainedModel, topic: int) -> Html:
    """The most typical ones of a topic, where the model holds any."""
    if not model.corpus.pictures or not model.has_texts:
        return html()
    images = (
        picture(model.corpus, modality, row)
        for modality in model.corpus.pictures
        for row in typical_rows(model, modality, topic, PICTURES)
    )
    return tag("div", *images, class_="pictures")


def _words(model: TrainedModel, modality: str, topic: int) -> Html:
    words = words_shown(model, modality, topic)
    most = max((probability for _, probability in words), default=1.0) or 1.0
    rows = (
        tag("li", tag("i", style=f"width:{100 * probability / most:.0f}%"), tag("span", word))
        for word, probability in words
    )
    color = side_color(model.modalities, modality)
    language = {"lang": code} if (code := model.corpus.languages.get(modality)) else {}
    name = tag("p", side_name(model.corpus, modality), class_="side small")
    return tag("div", name, tag("ol", *rows, **language), style=f"--c:{color}")
