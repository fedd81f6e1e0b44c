"""The topics of a model as a list, and the model as a table of them."""

from collections.abc import Iterator

from gplsa.message import count
from gplsa.model import notebook
from gplsa.model.model import TrainedModel
from gplsa.model.topics.topic import Topic
from gplsa.setting import check_share, check_whole


def topics_of(model: TrainedModel, n_words: int, relevance: float) -> Iterator[Topic]:
    """In the order of their numbers, with their `n_words` best words a side."""
    check_whole("n_words", n_words, 1)
    check_share("relevance", relevance)
    share, agreement = model.topic_share(), model.topic_agreement()
    for topic in range(model.n_topics):
        yield Topic(
            index=topic,
            name=model.topic_label(topic),
            words={
                side: model.top_words(side, topic, n_words, relevance) for side in model.modalities
            },
            readable=model.readable,
            share=float(share[topic]),
            agreement=None if agreement is None else float(agreement[topic]),
            hidden=topic in model.hidden_topics,
            uninformative=model.uninformative.get(topic, ""),
        )


def model_as_html(model: TrainedModel, relevance: float) -> str:
    """The largest topics that say something, then those that do not."""
    shown = [one for one in topics_of(model, notebook.WORDS, relevance) if not one.hidden]
    by_share = sorted(shown, key=lambda topic: (bool(topic.uninformative), -topic.share))
    rows = [
        [str(topic.number), f"{100 * topic.share:.1f} %", *map(topic.line, model.readable)]
        for topic in by_share[: notebook.TOPICS]
    ]
    check = "not validated on held-out pairs"
    if found := model.validation:
        check = f"validation on {count(found.n_held_out, 'held-out pair')}: {found.verdict}"
    size = f"{count(model.n_topics, 'topic')} of {count(model.n_documents, 'document')}; {check}"
    rest = len(shown) - len(rows)
    return notebook.model_html(model.name, size, model.modalities, model.readable, rows, rest)


def model_as_line(model: TrainedModel) -> str:
    check = f"validation: {model.validation.verdict}" if model.validation else "not validated"
    return (
        f"<Model “{model.name}”: {count(model.n_topics, 'topic')} of "
        f"{count(model.n_documents, 'document')}, {' · '.join(model.modalities)}; {check}>"
    )
