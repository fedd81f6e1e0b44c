"""Pieces of HTML that the pages show with st.html; every word of a corpus in them is escaped."""

from collections.abc import Iterable, Mapping

import streamlit as st

from gplsa.app.show.pictures import gallery, picture, strip
from gplsa.corpus.corpus import FEATURES, IMAGE, Corpus, behind, given_title
from gplsa.corpus.fields.several import enumerated, not_in_id
from gplsa.figures.columns import spelled
from gplsa.html.escaping import markup, one_line
from gplsa.html.sides import side_color, side_look, side_name
from gplsa.language import chance, language, percent, plural, tr, translated
from gplsa.message import quoted
from gplsa.model.headings import shown_fields
from gplsa.model.model import TrainedModel
from gplsa.model.topics.order import FoundWords
from gplsa.model.topics.pictures import typical_rows
from gplsa.model.topics.shown import LOW_AGREEMENT, RELEVANCE
from gplsa.model.topics.words import ON_CARD, few_documents, titles_of, words_shown
from gplsa.reading.files.extract import PICTURE_SUFFIXES

SHOWN_FIELDS, FIELD, TITLE = 6, 80, 120
NOTE_SHOWN = 160
MOST_HITS = 4  # words that were sought


def block(*parts: str) -> str:
    return f'<div class="g">{"".join(parts)}</div>'


def show(*parts: str) -> None:
    """A block in its place on the page."""
    st.html(block(*parts))


def side(corpus: Corpus, modality: str) -> str:
    color = side_color(corpus.modalities, modality)
    return f'<span class="side" style="--c:{color}">{markup(side_name(corpus, modality))}</span>'


def sides_of(corpus: Corpus, modalities: Iterable[str] = ()) -> str:
    """The names of all sides, or of those given, with their colours."""
    return " &nbsp; ".join(side(corpus, modality) for modality in modalities or corpus.modalities)


def pairs(
    corpus: Corpus,
    rows: Iterable[int],
    limit: int = 200,
    model: TrainedModel | None = None,
    why: Mapping[int, str] | None = None,
) -> str:
    """Documents with their sides next to each other; a wall of those that are pictures.

    model  of the corpus, which knows labels of headings; titles are told then, too
    why  by row, why it is shown, in HTML
    """
    if corpus.pictures:
        return block(gallery(corpus, [*rows], limit))
    modalities = corpus.modalities
    shown = []
    for row in rows:
        title = "" if model is None else given_title(corpus, row, language())
        sides = "".join(
            f"<div {side_look(corpus, m)}>{side_of(corpus, m, row, limit, title)}</div>"
            for m in modalities
        )
        named = f'<p class="small"><b>{markup(one_line(title, TITLE))}</b></p>' if title else ""
        shown.append(
            f'<div class="pair" style="--n:{len(modalities)}">'
            f'<div class="id">{named}<div class="soft small">{markup(corpus.ids[row])}'
            f"{fields_of(corpus, row, model)}</div>{(why or {}).get(row, '')}</div>"
            f"{sides}</div>"
        )
    return block(
        f'<p class="small" style="margin-bottom:.5rem">{sides_of(corpus)}</p>',
        f'<div class="pairs">{"".join(shown)}</div>',
    )


def fields_of(corpus: Corpus, row: int, model: TrainedModel | None = None) -> str:
    """What the fields of a document say, behind its id, which is not said again; not what a
    picture's file is called."""
    fields = corpus.fields if model is None else shown_fields(model, language(), corpus)
    said = []
    for name, column in [*fields.items()][:SHOWN_FIELDS]:
        value = not_in_id(enumerated(column[row]), corpus.ids[row])
        if value and not (corpus.pictures and value.lower().endswith((*PICTURE_SUFFIXES,))):
            named = "" if value.casefold().startswith(name.casefold()) else f"{one_line(name, 30)} "
            said.append(markup(named + one_line(spelled(value), FIELD)))
    return f'<span class="soft">{"".join(f" · {one}" for one in said)}</span>' if said else ""


def side_of(corpus: Corpus, modality: str, row: int, limit: int, title: str = "") -> str:
    """One side of a document: its picture, or the beginning of its text, behind its title."""
    if not corpus.has_row(modality, row):
        return missing()
    if corpus.kind(modality) == IMAGE:
        return picture(corpus.pictures[modality][row], corpus.titles[row] or corpus.ids[row])
    if corpus.kind(modality) == FEATURES:
        n_values = int(corpus.features[modality].values[[row]].nnz)
        return f'<span class="soft">{tr("{n_values:,} values", n_values=n_values)}</span>'
    return markup(one_line(behind(title, corpus.texts[modality][row]), limit)) or missing()


def missing() -> str:
    return f'<span class="soft">{tr("— missing —")}</span>'


def topic(
    model: TrainedModel,
    z: int,
    share: float,
    sought: FoundWords = (),
    relevance: float = RELEVANCE,
    of: str = "",
) -> str:
    """One topic: its name, its share of something, titles, six words of each side, and a warning
    where few of them translate each other.

    sought  words with how much of it each is and their side, which are shown, too
    of  what the share is of, in the reader's language: the corpus where ""
    """
    agreement = model.topic_agreement()
    warning = ""
    if agreement is not None and agreement[z] < LOW_AGREEMENT:
        sentence = tr("{n:.0f} of 20 words translated", n=20 * agreement[z])
        warning = f'<p class="low">⚠ {sentence}</p>'
    if uninformative := model.uninformative.get(z, ""):
        reason = tr("uninformative: {reason}", reason=markup(translated(uninformative)))
        warning = f'<p class="soft small">{reason}</p>' + warning
    if note := model.topic_notes.get(z, ""):
        warning = f'<p class="soft small">✎ {markup(one_line(note, NOTE_SHOWN))}</p>' + warning
    titles = " · ".join(translated(quoted(markup(one))) for one in titles_of(model, z, language()))
    if titles:
        titles = f'<span class="facts">{tr("such as {titles}", titles=titles)}</span>'
    sides = model.corpus.pictures if model.has_texts else ()
    pictures = "".join(strip(model.corpus, m, typical_rows(model, m, z, 4)) for m in sides)
    return block(
        f'<div class="topic{" filler" if uninformative else ""}"><div class="head">'
        f'<span class="name" style="--c:{model.topic_colors[z]}">'
        f"{markup(model.read_label(z))}</span>"
        f'<span class="facts num">{facts(model, z, share, of)}</span>{titles}</div>'
        f"{words_of(model, z, ON_CARD, relevance, sought)}{pictures}{warning}</div>"
    )


def facts(model: TrainedModel, z: int, share: float, of: str = "") -> str:
    """The share of a topic, of what, its documents if few, its own name where a person gave one."""
    said = tr("{share:.1f} % of {of}", share=100 * share, of=of or tr("the corpus"))
    if n := few_documents(model, z):
        said += " · " + plural(n, "rests on one document", "rests on {n} documents")
    if z not in model.topic_names:
        return said
    return f"{said} · {tr('your name for “{name}”', name=markup(model.read_label(z, own=True)))}"


def words_of(
    model: TrainedModel, z: int, n: int, relevance: float = RELEVANCE, sought: FoundWords = ()
) -> str:
    """So many words of a topic on every side, with how much of it each is, and those sought; of
    more than a card has, its words stand out.

    Of texts only: “patch 17” says nothing to anybody, the pictures themselves do.
    """
    columns = ""
    for m in model.readable:
        hits = {word: share for word, share, side in sought[:MOST_HITS] if side == m}
        best = words_shown(model, m, z, n, relevance)
        words, first = dict(best) | hits, dict(best[:ON_CARD]) if n > ON_CARD else {}
        most, head = max(words.values(), default=1.0) or 1.0, markup(side_name(model.corpus, m))
        rows = "".join(
            f'<div class="word{" hit" * (word in hits)}{" own" * (word in first)}"'
            f' title="{(safe := markup(word))}: {(said := percent(probability, 2))}"'
            f' data-said="{said}"><i style="width:{100 * probability / most:.0f}%"></i>'
            f'<span style="--n:{len(word)}">{safe}</span></div>'
            for word, probability in sorted(words.items(), key=lambda word: -word[1])
        )
        head = f'<p class="side" lang="{language()}">{head}</p>'
        columns += f"<div {side_look(model.corpus, m)}>{head}{rows}</div>"
    return f'<div class="words">{columns}</div>'


def text_box(body: str, corpus: Corpus, modality: str) -> str:
    """The text of a side, which scrolls in itself, with the keyboard, too."""
    name = markup(tr("{side} text", side=side_name(corpus, modality)))
    look = f'{side_look(corpus, modality)} tabindex="0" role="region" aria-label="{name}"'
    return f'<div class="text" {look}>{body}</div>'


def track(share: float, color: str) -> str:
    """A share as a small bar with its percentage."""
    bar = f'<i style="--c:{color};width:{min(100 * share, 100):.0f}%"></i>'
    return f'<span class="track">{bar}</span> <span class="num small soft">{percent(share)}</span>'


def bars(rows: Iterable[tuple[str, float]], color: str) -> str:
    """Shares as bars: a name, a bar, a percentage."""
    drawn = "".join(
        f'<div class="bar"><span>{markup(name)}</span>'
        f'<span class="num small soft">{percent(share)}</span>'
        f'<span class="track"><i style="width:{min(100 * share, 100):.0f}%"></i></span></div>'
        for name, share in rows
    )
    return block(f'<div style="--c:{color}">{drawn}</div>')


def chips(words: Iterable[str], css_class: str = "chip plain") -> str:
    """One beside the other."""
    return " ".join(f'<span class="{css_class}">{markup(word)}</span>' for word in words)


def chip(word: str, probability: float, more: str = "") -> str:
    """A word above a bar of its probability; more  a notation, in small letters."""
    percent = markup(chance(probability))
    small = f' <span class="soft small">{markup(more)}</span>' if more else ""
    return (
        f'<span class="chip sure" style="--p:{100 * probability:.0f}%" title="{percent}">'
        f'{markup(word)}{small} <span class="num soft small">{percent}</span></span>'
    )
