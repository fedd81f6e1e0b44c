"""Which column of a corpus holds subject headings, and the vocabulary they are of."""

import io
from typing import Any

import streamlit as st

from gplsa.app.desk.corpora import vocabulary_at_hand
from gplsa.app.desk.desk import Desk, current_desk
from gplsa.app.library.beside import forget, keep_vocabulary
from gplsa.app.library.library import CORPUS, VOCABULARY
from gplsa.app.show import cards
from gplsa.app.show.columns import column_of_headings
from gplsa.app.show.controls import act, attempt, lately, told
from gplsa.corpus.corpus import Corpus
from gplsa.errors import InputError
from gplsa.headings import read_vocabulary
from gplsa.headings.assigned import assigned_headings, check_assigned
from gplsa.headings.shown import names_apart
from gplsa.html.escaping import label, markup, one_line
from gplsa.language import count, language, plural, tr

RECORDS = 5
UNKNOWN = 8
VOCABULARY_KINDS = ["csv", "tsv", "ttl", "nt", "n3", "rdf", "xml"]
MOST_MEGABYTES = 500


def choose_headings(desk: Desk, corpus: Corpus) -> str:
    """The column whose headings a training learns, "" for none, beside what is in it; InputError
    where the vocabulary that was given cannot be read."""
    columns, key = [*corpus.fields], f"headings-of-{desk.corpus_state.id}"
    if not columns:
        return ""
    now = column_of_headings(desk, corpus)
    named = st.session_state.get(key, now)
    title = tr("Subject headings: none")
    if named:
        title = tr("Subject headings: from column “{column}”", column=label(one_line(named, 60)))
    with st.expander(title, key="headings"):
        said = tr(
            "Records that have headings teach which ones a new text should get, in either language."
        )
        st.caption(said)
        left, right = st.columns(2, gap="large")
        chosen: str = left.selectbox(
            tr("Column of headings"),
            ["", *columns],
            index=["", *columns].index(now) if now in columns else 0,
            format_func=lambda name: label(one_line(name, 60)) if name else tr("none"),
            key=key,
        )
        desk.corpus_state.headings = chosen
        if chosen:
            with right:
                _vocabulary(desk)
            _preview(desk, corpus, chosen)
    return chosen


def _vocabulary(desk: Desk) -> None:
    """The one in use, to be removed or replaced; without one the values of the column are the
    headings. InputError where one cannot be read."""
    state, round_ = desk.corpus_state, st.session_state.setdefault("round-vocabulary", 0)
    unread, known = None, None
    try:
        with st.spinner(tr("Reading the vocabulary …")):
            known = vocabulary_at_hand(desk, state)
    except InputError as error:
        unread = error
    if known is not None:
        in_use = plural(
            len(known),
            "Vocabulary: **{name}**, {n:,} concept",
            "Vocabulary: **{name}**, {n:,} concepts",
            name=label(one_line(known.name, 60)),
        )
        st.markdown(in_use)
    if known is not None or unread is not None:
        act(tr("Remove the vocabulary"), _remove, icon=":material/close:", type="tertiary")
    asked = tr(
        "Vocabulary (SKOS, or a table as Annif takes it); without one, what the column holds"
    )
    text = asked if known is None else tr("Another vocabulary in its place")
    look: dict[str, Any] = {"type": VOCABULARY_KINDS, "max_upload_size": MOST_MEGABYTES}
    file = st.file_uploader(text, key=f"vocabulary-{state.id}-{round_}", **look)
    if file is not None:
        with st.spinner(tr("Reading the vocabulary …")):
            state.vocabulary = read_vocabulary(io.BytesIO(file.getvalue()), name=file.name)
        st.session_state["round-vocabulary"] += 1
        attempt(keep_vocabulary, desk.library, state.id, file.name, file.getvalue())
        st.rerun()
    if unread is not None:
        raise unread


def _remove() -> None:
    desk = current_desk()
    forget(desk.library.beside(CORPUS, desk.corpus_state.id, VOCABULARY))
    desk.corpus_state.vocabulary = None


@told(st.warning)
def _preview(desk: Desk, corpus: Corpus, column: str) -> None:
    """How many there are, what is in none of the vocabulary, and five records with theirs."""
    given = desk.corpus_state.vocabulary
    # What is kept of the answer holds the vocabulary: no other one has its place in memory.
    known = "headings", desk.corpus_state.id, column, id(given)
    vocabulary, assigned = lately(lambda: assigned_headings(corpus.fields[column], given), *known)
    held = assigned.held
    with_some = (held.sum(axis=1) > 0).nonzero()[0]
    check_assigned(column, vocabulary, assigned)
    used = int((held.sum(axis=0) > 0).sum())
    said = tr(
        "{used} in {records}, {mean:.1f} each.",
        used=plural(used, "{n:,} different heading", "{n:,} different headings"),
        records=count(len(with_some), "document"),
        mean=held.sum() / len(with_some),
    )
    st.caption(said)
    if assigned.unknown:
        values = ", ".join(value for value, _ in assigned.unknown.most_common(UNKNOWN))
        sentence = plural(
            len(assigned.unknown),
            "{n:,} value is no heading of the vocabulary and is not learned: {values}",
            "{n:,} values are no headings of the vocabulary and are not learned: {values}",
            values=label(values, 300),
        )
        st.warning(sentence)
    rows = with_some[:RECORDS]
    names = names_apart(vocabulary, held[rows].indices.tolist(), language())
    shown = [
        f'<p class="small">{markup(one_line(corpus.titles[row], 80))} '
        f"{cards.chips(names[place] for place in held[[row]].indices.tolist())}</p>"
        for row in rows
    ]
    cards.show(*shown)
