"""What each question comes to, as text: a model and fields in, JSON out, nothing of HTTP."""

from collections.abc import Sequence
from typing import Any

from gplsa.answers import (
    concordance_facts,
    json_of,
    json_with_list,
    keyword_options,
    search_facts,
    summaries,
    topic_facts,
    topics_facts,
)
from gplsa.corpus.corpus import TEXT
from gplsa.service.asked import DocumentText
from gplsa.service.problems import Problem
from gplsa.service.shelf import Served


def models_text(served: Sequence[Served]) -> str:
    return json_of({"models": [_model_facts(one) for one in served]}) + "\n"


def _model_facts(served: Served) -> dict[str, Any]:
    model = served.model
    sides = [
        (side, model.vocabularies[side].kind, model.corpus.languages.get(side, ""))
        for side in model.modalities
    ]
    return {
        "name": served.name,
        "title": model.name,
        "documents": model.n_documents,
        "topics": model.n_topics,
        "sides": [{"name": side, "kind": kind, "language": said} for side, kind, said in sides],
        "directions": [{"from": source, "to": target} for source, target in model.gists],
        "check": model.check.verdict if model.check else None,
        "digest": model.digest,
    }


def topics_text(served: Served, asked: Any) -> str:
    facts = topic_facts(served.model, asked.top, asked.relevance)
    return json_of(topics_facts(served.model, served.model.n_documents, facts)) + "\n"


def keyword_lines(served: Served, documents: Sequence[DocumentText], asked: Any) -> list[str]:
    """What each of a few documents is about, a JSON object each."""
    options = keyword_options(asked.top, asked.telling, asked.rule, asked.evidence)
    ids, texts = [one.id or "" for one in documents], [one.text for one in documents]
    found = summaries(served.model, ids, texts, asked.from_, asked.to, options)
    return [json_of(facts) for facts in found]


def keywords_text(served: Served, lines: Sequence[str], asked: Any) -> str:
    """The whole answer, of what `keyword_lines` gave."""
    head = {"model": served.model.name, "from": asked.from_, "to": asked.to}
    return "".join(json_with_list(head, lines, []))


def search_text(served: Served, asked: Any) -> str:
    model, way = served.model, (asked.from_, asked.to)
    if served.folder is None:
        documents, searched = model.corpus, model.n_documents
        found = model.search(asked.text, *way, asked.top)
    else:
        assert model.whole is not None
        searched = model.whole.documents
        found, documents = model.search_whole(served.folder, asked.text, *way, asked.top)
    return json_of(search_facts(found, searched, documents, asked.to)) + "\n"


def concordance_text(served: Served, asked: Any) -> str:
    found = served.model.concordance(
        asked.word, asked.from_, asked.to, partner=asked.partner, limit=asked.lines
    )
    lines = found.sorted_lines(asked.sort)
    return json_of(concordance_facts(served.model, found, lines)) + "\n"


def check_sides(served: Served, asked: Any) -> None:
    """Problem where a side is none of the model's, or is given as something else than text."""
    model = served.model
    for name, side in (("from", asked.from_), ("to", asked.to)):
        if side not in model.modalities:
            sides = ", ".join(model.modalities)
            raise Problem(422, f"“{name}” names no side of “{served.name}”, which has: {sides}.")
    if model.vocabularies[asked.from_].kind != TEXT:
        raise Problem(422, f"Side “{asked.from_}” has no texts, and only texts are read here.")
