"""The parts of the page Documents: what stands out, the list of pairs, one pair opened."""

from collections.abc import Sequence
from functools import partial
from typing import Any

import numpy as np
import streamlit as st

from gplsa.app.desk import corpora, trainings
from gplsa.app.desk.desk import Desk, current_desk
from gplsa.app.documents import cards as pairs
from gplsa.app.documents.cards import counted, weighed
from gplsa.app.front import manual
from gplsa.app.show.cards import block, fields_of, show, side, sides_of
from gplsa.app.show.charts import is_narrow, pick_topic
from gplsa.app.show.controls import act, begin, choice, click, download_table, lately, one_page
from gplsa.app.show.document_list import EXCERPT, PAGE, entry
from gplsa.app.show.filters import filtered_rows, offered_fields
from gplsa.corpus.corpus import IMAGE, LONGEST_HEADLINE, Corpus, given_title
from gplsa.corpus.fields.kinds import TIME
from gplsa.figures.listed import degree_told, pairs_table, verdicts_told, why
from gplsa.html.escaping import label, markup, one_line
from gplsa.html.sides import side_color
from gplsa.html.topics import coloured_topics, legend_style, of_several
from gplsa.language import count, language, later, tr, translated
from gplsa.message import Message
from gplsa.model import documents, pair_fits
from gplsa.model.direction import Direction
from gplsa.model.documents import FIT, HITS, NEWEST, ORDER, TITLE, TOPIC, TRUST, Hits
from gplsa.model.model import TrainedModel
from gplsa.model.pair_fits import COMPARED_AT_ONCE, Fits, PairAssessment, missing_words
from gplsa.model.terms.translated import hits, said_at
from gplsa.reading import without_rows
from gplsa.retrieval.mismatch import DOUBTFUL, FITTING, UNDECIDED, UNKNOWN, WRONG, runs

PART_OF_THE_MANUAL = 6  # on documents that do not seem to belong together, as far as its figures
SORT = {
    HITS: later("best hits first"),
    TRUST: later("least trusted first"),
    FIT: later("worst fitting first"),
    ORDER: later("as in the corpus"),
    TITLE: later("by title"),
    NEWEST: later("newest first"),
    TOPIC: later("most of one topic first"),
}


def compared(desk: Desk, model: TrainedModel) -> Fits | None:
    """How well the sides fit; worked out now where that is quick, else by a job on request."""
    if desk.model_state.fits is None and not desk.busy and len(model.corpus) <= COMPARED_AT_ONCE:
        with st.spinner(tr("Comparing the two sides of every pair …")):
            trainings.compare_sides(desk, None)
    if desk.model_state.fits is None:
        st.info(tr("The sides of these pairs have not been compared since this model was opened."))
        act(
            tr("Compare the sides of {n:,} pairs", n=len(model.corpus)),
            *(begin, Message("Comparing"), trainings.compare_sides),
            icon=":material/compare_arrows:",
        )
    return desk.model_state.fits or None


def what_stands_out(model: TrainedModel, fits: Fits) -> None:
    """How many pairs look wrong, in one line, and how that is known."""
    found = pair_fits.verdicts(fits).tolist()
    with st.container(horizontal=True, vertical_alignment="center"):
        coarse = tr(
            "Where the app can compare only coarsely, as with pictures, it calls no pair wrong."
        )
        told = f'<p class="small">{coarse}</p>' * any(fit.is_coarse for fit in fits.values())
        show(f'<p class="big">{verdicts_told(found)}</p>{told}{weighed(model)}')
        with st.popover(tr("How does the app know?"), type="tertiary", icon=":material/help:"):
            st.markdown(manual()[PART_OF_THE_MANUAL][1].split("\n### ")[0])
    if shifted := runs([row for row, kind in enumerate(found) if kind == WRONG]):
        ids = model.corpus.ids
        named = ", ".join(
            tr("{first} to {last}", first=label(ids[first], 40), last=label(ids[last], 40))
            for first, last in shifted[:5]
        )
        st.warning(
            tr("Whole runs of neighbours do not fit, as if rows had shifted: {named}.", named=named)
        )


def choose(model: TrainedModel, fits: Fits | None) -> tuple[dict[int, Hits], str]:
    """Search and order; the rows to show, and what was sought. A change leads back to the list."""
    back: dict[str, Any] = {"on_change": _open, "args": (None,)}
    with st.container(horizontal=True, vertical_alignment="bottom", key="choose-pairs"):
        sought = st.text_input(
            tr("Search texts, titles and ids") if model.has_texts else tr("Search titles and ids"),
            key="sought-documents",
            persist_state="session",
            placeholder=tr("a word, a shelfmark …"),
            **back,
        )
        sought = (sought or "").strip()
        times = next((one for one, kind in offered_fields(model).items() if kind == TIME), "")
        unknown = {HITS: not sought, TRUST: model.pair_weights is None, FIT: fits is None}
        unknown[NEWEST] = not times
        orders = {order: text for order, text in SORT.items() if not unknown.get(order)}
        key = f"order-documents-{'-'.join(orders)}"
        order = choice(st.selectbox, tr("Sort"), orders, key, **back)
        topic = None
        if order == TOPIC:
            largest = np.argsort(-model.topic_share(), kind="stable").tolist()
            key = f"topic-of-documents-{model.n_topics}"
            look = back | {"key": key, "persist_state": "session"}
            topic = pick_topic(st.selectbox, tr("Topic"), model, largest, **look)
    kept = set(filtered_rows(model).tolist())
    every = lately(lambda: documents.found_rows(model, sought), "rows", model.digest, sought)
    rows = documents.ordered(model, filter(kept.__contains__, every), order, topic, fits, times)
    return {row: every[row] for row in rows}, sought


def listed(model: TrainedModel, found: dict[int, Hits], fits: Fits | None, sought: str) -> None:
    """A page of pairs, each of which can be opened."""
    if not found:
        st.info(tr("No pair has this in its texts, title or id, or the filter leaves it out."))
        return
    how = tr("with “{sought}”", sought=label(sought, 40)) if sought else ""
    with st.container(horizontal=True, vertical_alignment="center"):
        st.markdown(f"**{count(len(found), 'pair')}** {how}", width="content")
        show(sides_of(model.corpus))
    rows = [*found]
    place, shown = one_page(rows, PAGE // (1 + is_narrow()), f"page-documents-{rows[0]}")
    every = hits(model, shown, sought, EXCERPT, language())
    for row, texts in zip(shown, every, strict=True):
        with place.container(border=True, horizontal=True, key=f"listed-{row}"):
            before = _said(model, row, fits, found[row].said(sought))
            st.html(entry(model, row, before=before, texts=texts))
            look = {"type": "tertiary", "icon": ":material/open_in_full:"}
            said = tr("Both texts with their words coloured by topic")
            click(tr("Open"), _open, row, key=f"pair-{row}", help=said, **look)
    download_table(lambda: pairs_table(model, rows, fits), "documents", tr("Download as a table"))


def _said(model: TrainedModel, row: int, fits: Fits | None, best: str) -> str:
    """Before an entry: how well its sides fit; where a word was sought, how often, and doubts."""
    found, told = pair_fits.assess(fits, row) if fits else None, list[str]()
    if best:
        told.append(f'<span class="soft num">{translated(best)}</span>')
    if found and not (best and found.verdict in (FITTING, UNDECIDED, UNKNOWN)):
        among = model if len(model.modalities) > 2 else None
        fit = f' <span class="soft small num">{degree_told(found.fit, row)}</span>'
        told.append(pairs.verdict(found, among=among) + fit + counted(model, row))
    return "".join(f"{one} &nbsp; " for one in told)


def _open(row: int | None) -> None:
    st.session_state["opened-pair"] = None if row is None else (current_desk().model_state.id, row)


def opened(desk: Desk, model: TrainedModel) -> int | None:
    """The pair a person opened, where the model on the desk is still the same."""
    found = st.session_state.get("opened-pair")
    return found[1] if found and found[0] == desk.model_state.id else None


def one_pair(
    model: TrainedModel, row: int, rows: Sequence[int], fits: Fits | None, sought: str
) -> None:
    """Both sides in full, what they speak of and where of what was sought, and whether they fit."""
    place = rows.index(row) if row in rows else -1
    with st.container(horizontal=True, vertical_alignment="center", key="steps"):
        click(tr("Back to the list"), _open, None, icon=":material/arrow_back:")
        for text, step in ((tr("Previous"), place - 1), (tr("Next"), place + 1)):
            inside = place >= 0 and 0 <= step < len(rows)
            click(text, _open, rows[step] if inside else None, disabled=not inside)
        if place >= 0:
            st.caption(tr("Pair {place:,} of {n:,}", place=place + 1, n=len(rows)))
    name, title = model.corpus.ids[row], given_title(model.corpus, row, language())
    fields = fields_of(model.corpus, row, model).replace(" · ", "", 1)
    facts = " · ".join(filter(None, [markup(one_line(name, 60)) * bool(title), fields]))
    st.subheader(label(title or name, LONGEST_HEADLINE), anchor=False)
    told = [f'<p class="small soft">{facts}</p>'] * bool(facts)
    every = pair_fits.assessed(fits or {}, row)
    if found := every[0] if every else None:
        said = pairs.verdict(found, why(model.corpus, found, row, partial(side, model.corpus)))
        told.append(f'<p class="fit">{said}</p>')
    mixtures = documents.read_alone(model, row)
    with st.container(horizontal=True, vertical_alignment="center", key="verdict"):
        show(*told, pairs.figures(model, every, row, mixtures))
        if found is not None and found.verdict in (WRONG, DOUBTFUL):
            _leave_out(model, row)
    colors = coloured_topics(mixtures, model.topic_colors)
    if found is None or found.verdict not in (WRONG, DOUBTFUL):
        colors = of_several(colors, mixtures)
    lit = _topics(model, mixtures, colors) if colors else colors
    texts = {side: column[row] for side, column in model.corpus.texts.items()}
    said_in = said_at(model, sought)(texts)
    for column, modality in zip(st.columns(len(model.modalities)), model.modalities, strict=True):
        missing = "" if found is None else _missing(model, found, modality, row)
        places = said_in.get(modality, ())
        shown = pairs.coloured_text(model, modality, row, mixtures, lit, places, sought)
        column.html(shown + missing)
    if 0 <= place < len(rows) - 1:
        look = {"type": "tertiary", "icon": ":material/arrow_forward:", "icon_position": "right"}
        click(tr("Next pair"), _open, rows[place + 1], key="next-pair", **look)


def _leave_out(model: TrainedModel, row: int) -> None:
    """A pair that does not seem to belong together can go from the corpus that is open."""
    corpus, of = current_desk().corpus, model.corpus
    if corpus is None or corpus.name != of.name:
        return
    if _rows_of(of, row, corpus):

        def change(now: Corpus) -> Corpus:
            return without_rows(now, _rows_of(of, row, now))

        job, kept = (Message("Putting it right"), corpora.put_right, change), tr(corpora.STAYS)
        text = tr("Leave this pair out of the corpus")
        act(text, begin, *job, icon=":material/remove_circle:", help=kept)
    elif of.ids[row] not in corpus.ids:
        left = tr("This pair is left out of the corpus; the model knows it until you train again.")
        st.caption(left)


def _rows_of(of: Corpus, row: int, corpus: Corpus) -> list[int]:
    """Where a corpus holds a document of another one: its id, with the same texts."""
    texts = {side: column[row] for side, column in of.texts.items()}
    rows = (n for n, one in enumerate(corpus.ids) if one == of.ids[row])
    return [n for n in rows if texts == {side: text[n] for side, text in corpus.texts.items()}]


def _topics(
    model: TrainedModel, mixtures: dict[str, np.ndarray], colors: dict[int, str]
) -> dict[int, str]:
    """What each side speaks of, and which colour is which topic: all that carry the pair colour the
    words that tell of them, or one chosen. In sight above the texts."""
    sides = {m: side_color(model.modalities, m) for m in mixtures}
    with st.container(key="legend"):
        st.html(legend_style("lit-topic", colors, mixtures, sides))
        chosen = st.pills(
            tr("What each side speaks of, in the colour of its words; choose one to see it alone"),
            list(colors),
            format_func=lambda topic: pairs.spoken(model, mixtures, topic),
            wrap=False,
            width="stretch",
            key="lit-topic",
        )
    return {chosen: colors[chosen]} if chosen in colors else colors


def _missing(model: TrainedModel, found: PairAssessment, lacking: str, row: int) -> str:
    """What one side leads to expect on the other, and is not there, of a pair that is in doubt."""
    # Nobody can read the words of a picture, nor does it say any; of three sides the verdict is on
    # two.
    if found.verdict not in (WRONG, DOUBTFUL) or lacking not in {*found.sides} & {*model.readable}:
        return ""
    (read,) = {*found.sides} - {lacking}
    if model.corpus.kind(read) == IMAGE:
        return ""
    words = markup(", ".join(missing_words(Direction(model, read, lacking), row))) or tr("nothing")
    said = tr("Expected here by what the other side says, but missing:")
    said = f'<span class="soft">{said}</span> {words}'
    return block(f'<p class="small" style="margin-top:.6rem">{said}</p>')
