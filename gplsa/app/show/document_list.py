"""Documents as a list whose entries open in their place, and boxes that stand side by side."""

from collections.abc import Callable, Hashable, Mapping, Sequence
from types import MappingProxyType

import streamlit as st

from gplsa.app.show.cards import block, fields_of, side_of, text_box, track
from gplsa.app.show.charts import is_narrow
from gplsa.app.show.controls import click, download_table, once, one_page
from gplsa.corpus.corpus import behind, given_title
from gplsa.figures.listed import documents_table
from gplsa.html.escaping import markup, one_line
from gplsa.html.marks import marked, titled
from gplsa.html.sides import side_look
from gplsa.html.verdicts import NEUTRAL
from gplsa.language import language, plural, tr
from gplsa.model.documents import most_specific
from gplsa.model.model import TrainedModel
from gplsa.model.topics.passages import topic_passages

PAGE, EXCERPT = 12, 220
WORDS, MOST_WORDS = 12, 40
LEAST_SHARE = 0.01  # documents that hold less of a topic are in the file alone
WHOLE = 0.995  # a share of 100 %, which need not be said of each


def opener(key: str, row: Hashable, is_open: bool, name: str) -> None:
    """The button that opens an entry of a list, kept as `key`, or closes it again."""
    text, icon = (tr("Close"), "close") if is_open else (tr("Open"), "open_in_full")
    look = {"type": "tertiary", "icon": f":material/{icon}:"}
    click(text, st.session_state.update, {key: None if is_open else row}, key=name, **look)


def entries(
    rows: Sequence[int],
    name: str,
    shown: Callable[[int, bool], str],
    below: Callable[[int, bool], None] = lambda row, is_open: None,
) -> None:
    """A page of a list, each entry with a button that opens it in its place, and closes it again.

    shown  its HTML, opened or not;  below  draws what else it has
    """
    key = f"opened-{name}"
    # In another order a list begins with its first page.
    place, page = one_page(rows, PAGE // (1 + is_narrow()), f"{name}-page-{rows[:1]}")
    for row in page:
        is_open = st.session_state.get(key) == row
        with place.container(border=True, key=f"entry-{name}-{row}"):
            with st.container(horizontal=True, key=f"listed-{name}-{row}"):
                st.html(shown(row, is_open))
                opener(key, row, is_open, f"open-{name}-{row}")
            below(row, is_open)


def documents_with_download(
    model: TrainedModel,
    best: Sequence[tuple[int, float]],
    name: str,
    topics: Mapping[int, int] = MappingProxyType({}),
    least: int = PAGE,
) -> None:
    """Documents with their shares and a passage of every side; opened, with all of it.

    topics  by document that whose words are marked, which is named where it is not that of all
    least  how many are listed whatever their share; where there are such, a share of 100 % of the
    one topic of all is said once
    """
    several = len({*topics.values()}) > 1
    shares = dict(best)
    alone = {row for row, share in best if share >= WHOLE and least and not several}

    def shown(row: int, is_open: bool) -> str:
        said = f'<span class="soft">{tr("share")}</span>'
        if several:
            name = markup(one_line(model.short_label(topics[row]), 40))
            said = f'<span class="dot" style="--c:{model.topic_colors[topics[row]]}"></span>{name}'
        bar = "" if row in alone else f"{said} {track(shares[row], NEUTRAL)} &nbsp; "
        limit = None if is_open else EXCERPT
        texts = dict[str, str]()
        if row in topics and model.has_texts:
            known = topics[row], row, limit
            texts = once(
                lambda: marked(topic_passages(model, *known)), "passages", model.digest, *known
            )
        return entry(model, row, before=bar, whole=is_open, texts=texts)

    listed = [row for place, (row, s) in enumerate(best) if place < least or s >= LEAST_SHARE]
    if alone:
        sentence = plural(
            len(alone),
            "The first one holds no other topic.",
            "The first {n:,} documents hold no other topic.",
        )
        st.caption(sentence)
    # Other documents are another list: what is open in the one says nothing about the other.
    entries(listed, f"{name}-{hash(tuple(best[:PAGE]))}", shown)
    download_table(lambda: documents_table(model, best), name)


def entry(
    model: TrainedModel,
    row: int,
    *,
    before: str = "",
    whole: bool = False,
    texts: Mapping[str, str] = MappingProxyType({}),
) -> str:
    """A document in a list: title, id and fields, and the beginning of every side, or all of it.

    before  HTML beside the id;  texts  of sides, in HTML, that take the beginning's place
    """
    corpus, modalities = model.corpus, model.modalities
    title = given_title(corpus, row, language()) if model.has_texts else ""
    bold, texts = titled(corpus, one_line(title, EXCERPT), texts)
    sides = "".join(_side(model, m, row, whole, texts.get(m, ""), title) for m in modalities)
    names = corpus.ids[row], *[corpus.titles[row]] * (not model.has_texts)
    named = " · ".join(markup(one_line(name, 60)) for name in dict.fromkeys(names) if name)
    return block(
        f'<div class="pair bare{" whole" * whole}" style="--n:{len(modalities)}">'
        f'<div class="id small">{before}{bold}<span class="soft name">{named}</span>'
        f"{fields_of(corpus, row, model)}</div>{sides}</div>"
    )


def _side(model: TrainedModel, m: str, row: int, whole: bool, marked: str, title: str) -> str:
    corpus = model.corpus
    text = corpus.texts[m][row] if m in corpus.texts else ""
    if m in corpus.texts and not model.has_texts:
        words = most_specific(model, m, row, MOST_WORDS if whole else WORDS)
        shown = f'<span class="soft">{markup(", ".join(words)) or tr("— no words —")}</span>'
    elif text and whole:
        return text_box(marked or markup(behind(title, text)), corpus, m)
    else:
        shown = marked or side_of(corpus, m, row, EXCERPT, title)
    return f"<div {side_look(corpus, m)}>{shown}</div>"
