"""What the page Search shows of a document found: its sides, how near it is, and why."""

from collections.abc import Sequence

import pandas as pd

from gplsa.app.show.cards import block, fields_of, side
from gplsa.app.show.pictures import picture
from gplsa.app.show.tables import with_fields
from gplsa.corpus.corpus import FEATURES, IMAGE, TEXT, Corpus
from gplsa.html.escaping import cell, markup, one_line
from gplsa.html.sides import side_color
from gplsa.language import later, tr
from gplsa.model.measures import Link
from gplsa.model.model import TrainedModel
from gplsa.model.search import Findings, Hit

EXCERPT, OTHER_EXCERPT, NAME = 320, 140, 70
IN_COMMON = {
    IMAGE: later("kinds of patch in common"),
    FEATURES: later("columns in common"),
}
YOURS = {
    IMAGE: later("your words that its picture speaks for"),
    FEATURES: later("your words that its row speaks for"),
}
ITS = {
    IMAGE: later("its words that the picture speaks for"),
    FEATURES: later("its words that the row speaks for"),
}
PATCHES = (
    later("patch"),
    later("black"),
    later("dark grey"),
    later("grey"),
    later("light grey"),
    later("white"),
    later("red"),
    later("dark red"),
    later("pink"),
    later("orange"),
    later("yellow"),
    later("beige"),
    later("brown"),
    later("dark brown"),
    later("green"),
    later("dark green"),
    later("light green"),
    later("olive"),
    later("turquoise"),
    later("light blue"),
    later("blue"),
    later("dark blue"),
    later("violet"),
)
"""What visual words are called, without their numbers."""


def asked_photo(image: str) -> str:
    return block(f'<div class="asked">{image}</div>')


def hits(
    model: TrainedModel,
    found: Sequence[Hit],
    source: str,
    target: str,
    partner: int | None,
    corpus: Corpus | None = None,
) -> str:
    """The documents found, best first; `partner` is the row the query was taken from.

    corpus  the one whose rows were found, where it is not that of the model
    """
    corpus = corpus or model.corpus
    most = max((hit.score for hit in found), default=0.0)
    least = min(min((hit.score for hit in found), default=0.0), 0.0)
    found_again = (
        tr("what you gave") if source == target else tr("the counterpart of what you gave")
    )
    mark = f'<p class="partner small">✓ {found_again}</p>'
    shown = "".join(
        _hit(
            model,
            corpus,
            hit,
            place,
            source,
            target,
            (hit.score - least) / max(most - least, 1e-12),
        )
        + (mark if hit.row == partner else "")
        + "</article>"
        for place, hit in enumerate(found, 1)
    )
    order = tr(", best first. The bar shows how near each is beside the best.")
    head = (
        f'<p class="small found-head">{side(model.corpus, target)}'
        f'<span class="soft">{order}</span></p>'
    )
    return block(head, f'<div class="found">{shown}</div>')


def _hit(
    model: TrainedModel,
    corpus: Corpus,
    hit: Hit,
    place: int,
    source: str,
    target: str,
    nearness: float,
) -> str:
    color = side_color(model.modalities, target)
    near = tr("nearness {share:.0f} % of the best", share=100 * nearness)
    name = one_line(corpus.ids[hit.row], NAME)
    others = "".join(
        f'<div class="other" style="--c:{side_color(model.modalities, m)}">'
        f"{_shown(model, corpus, m, hit.row, OTHER_EXCERPT)}</div>"
        for m in model.modalities
        if m != target
    )
    return (
        f'<article style="--c:{color}"><div class="top"><b class="num">{place}</b>'
        f'<span class="small soft">{markup(name)}{fields_of(corpus, hit.row)}</span>'
        f'<span class="near" role="img" aria-label="{markup(near)}">'
        f'<i style="width:{100 * nearness:.0f}%"></i></span></div>'
        f'<div class="body of-{corpus.kind(target)}">'
        f'<div class="main">{_shown(model, corpus, target, hit.row, EXCERPT)}</div>'
        f'<div class="others">{others}</div></div>{_why(model, hit, source, target)}'
    )


def _shown(model: TrainedModel, corpus: Corpus, modality: str, row: int, limit: int) -> str:
    """A side of a document: its picture or text; its title where texts were left out."""
    if not corpus.has_row(modality, row):
        return f'<span class="soft">{tr("— missing —")}</span>'
    if not _has_texts(model, corpus) or corpus.kind(modality) == FEATURES:
        return f'<span class="soft">{markup(one_line(corpus.titles[row], limit))}</span>'
    if corpus.kind(modality) == IMAGE:
        return picture(corpus.pictures[modality][row], corpus.titles[row], longest=360)
    return markup(one_line(corpus.texts[modality][row], limit))


def _has_texts(model: TrainedModel, corpus: Corpus) -> bool:
    return model.has_texts or corpus is not model.corpus


def _why(model: TrainedModel, hit: Hit, source: str, target: str) -> str:
    named = [_plain(link) for link in hit.links]
    patches = source == target and any(link.asked for link in hit.links)
    both = model.corpus.kind(source) == model.corpus.kind(target) == IMAGE
    if both and (patches or source != target):
        # “dark blue 3” is a name for the CSV; the number says nothing to a reader.
        kinds = dict.fromkeys(name.rstrip("0123456789 ") for name in named)
        named = [tr(kind) if kind in PATCHES else kind for kind in kinds]
    words = "".join(f'<span class="chip">{markup(name)}</span>' for name in named)
    topics = "".join(
        f'<span class="chip plain">{markup(one_line(model.topic_label(topic), 40))} '
        f'<span class="soft num">{100 * share:.0f} %</span></span>'
        for topic, share in hit.topics
    )
    spoken = f'<span class="soft small">{_by_what(model, source, target, patches)}</span>{words}'
    shared = f'<span class="soft small">{tr("shared topics")}</span>{topics}'
    return f'<div class="why">{spoken if words else ""}{shared if topics else ""}</div>'


def _by_what(model: TrainedModel, source: str, target: str, shared: bool) -> str:
    """What the words beside it are; shared: terms of one side that both documents hold."""
    kinds = model.vocabularies[source].kind, model.vocabularies[target].kind
    if kinds == (TEXT, TEXT):
        return tr("words in common") if source == target else tr("words that match")
    if shared:
        return tr(IN_COMMON[kinds[0]])
    return tr(YOURS[kinds[1]]) if kinds[0] == TEXT else tr(ITS[kinds[0]])


def table(
    model: TrainedModel, findings: Findings, target: str, corpus: Corpus | None = None
) -> pd.DataFrame:
    """What was found, for a spreadsheet; `corpus` as in `hits`."""
    corpus = corpus or model.corpus
    texts = corpus.texts.get(target) if _has_texts(model, corpus) else None
    found = pd.DataFrame(
        [
            {
                "place": place,
                "id": cell(corpus.ids[hit.row]),
                "score": round(hit.score, 4),
                "words": cell("; ".join(_plain(link) for link in hit.links)),
                "topics": cell("; ".join(model.topic_label(topic) for topic, _ in hit.topics)),
                "text": cell(texts[hit.row] if texts else corpus.titles[hit.row]),
            }
            for place, hit in enumerate(findings.hits, 1)
        ]
    )
    return with_fields(found, corpus, [hit.row for hit in findings.hits])


def _plain(link: Link) -> str:
    both = link.asked and link.found and link.asked != link.found
    return f"{link.asked} → {link.found}" if both else link.asked or link.found
