"""What looks doubtful about the pairs, and what can be done about it with one click."""

from collections.abc import Callable, Sequence
from functools import partial

import streamlit as st

from gplsa.app.desk import corpora
from gplsa.app.desk.desk import Desk
from gplsa.app.show import cards
from gplsa.app.show.controls import act, begin
from gplsa.corpus.corpus import Corpus
from gplsa.html.escaping import label
from gplsa.language import later, tr, translated
from gplsa.message import Message
from gplsa.reading import Choices, DataWarning, Upload, exchanged, moved_back, without_rows

MOST_SHOWN = 20
LEAVE_OUT = {
    "lengths": later("Leave these pairs out"),
    "same text": later("Leave these pairs out"),
}

put_right = partial(begin, Message("Putting it right"), corpora.put_right)
Read = Callable[[Sequence[Upload], Choices, str], None]


def show_warning(desk: Desk, corpus: Corpus, warning: DataWarning, number: int, read: Read) -> None:
    """The sentence; opened, the documents it means and what to do. `read` reads files again."""
    sentence = label(translated(warning.message), 300)
    with st.expander(sentence, icon=":material/warning:", key=f"doubt-{number}"):
        if warning.rows:
            st.html(cards.pairs(corpus, warning.rows[:MOST_SHOWN]))
            if len(warning.rows) > MOST_SHOWN:
                st.caption(
                    tr("The first {n_shown} of {n:,}.", n_shown=MOST_SHOWN, n=len(warning.rows))
                )
        else:
            st.caption(tr("This concerns the corpus as a whole; look at the pairs below."))
        _remedy(desk, corpus, warning, number, read)


def _remedy(desk: Desk, corpus: Corpus, warning: DataWarning, number: int, read: Read) -> None:
    """What can be done about it with one click; the corpus as it was stays among the saved."""
    text: str
    change: Callable[[], None]
    if warning.kind == "swapped" and desk.corpus_state.intake:
        choices = exchanged(desk.corpus_state.intake.reading.recognised, corpus)
        if choices is None:
            return
        uploads = desk.corpus_state.intake.uploads
        text = tr("Exchange the sides")
        change = partial(read, uploads, choices, Message("Exchanging the sides"))
    elif warning.kind == "shifted" and warning.side and not (corpus.pictures or corpus.features):
        text = tr("Move them back by one")
        change = partial(put_right, lambda corpus: moved_back(corpus, warning))
    elif warning.kind in LEAVE_OUT and warning.rows:
        text = tr(LEAVE_OUT[warning.kind])
        change = partial(put_right, lambda corpus: without_rows(corpus, warning.rows))
    else:
        return
    act(
        text,
        change,
        key=f"remedy-{number}",
        help=tr("Nothing is lost: the corpus as it is now stays on the page Saved."),
    )
