"""Words and stop words: what is left out, and how words are counted, for each side."""

from dataclasses import replace

import streamlit as st

from gplsa.app.desk import corpora, counting
from gplsa.app.desk.desk import Desk
from gplsa.app.desk.state import Counted, WordsFound
from gplsa.app.show import cards
from gplsa.app.show.controls import act, begin, once, told
from gplsa.corpus.corpus import Corpus
from gplsa.html.escaping import label, markup
from gplsa.html.sides import side_name
from gplsa.language import tr, translated
from gplsa.message import Message
from gplsa.text import COMPOUND_LANGUAGES, WordOptions, preview

PREVIEWED_TEXTS = 300


def words(desk: Desk, corpus: Corpus) -> None:
    """How many words are kept, which go, and how to change that."""
    counted = desk.corpus_state.counted
    if counted is None:
        said = tr(
            "They are counted when a corpus is read. One that comes from elsewhere is counted "
            "here, or at the beginning of a training."
        )
        act(tr("Count the words"), _count, counting.default_words(corpus), help=said)
        return
    kept = " / ".join(
        tr("{n_words:,.0f} {side}", n_words=found.kept, side=side_name(corpus, m))
        for m, found in counted.sides.items()
    )
    empty = not all(found.kept for found in counted.sides.values())
    shown = tr("Words: {kept} kept", kept=label(kept))
    key = f"words-of-{desk.corpus_state.id}"
    seen = empty or bool(st.session_state.get(key))  # with other counts it is another expander
    unfolded = st.expander(shown, seen, key=key, on_change="rerun")
    if unfolded.open:  # else a tenth of the page's time would go into what nobody sees
        with unfolded:
            options = words_form(corpus, counted, desk.corpus_state.id)
        if options is not None:
            _count(options)
            st.rerun()


def _count(options: dict[str, WordOptions]) -> None:
    begin(Message("Counting words"), corpora.count_again, options)


def words_form(corpus: Corpus, counted: Counted, name: str) -> dict[str, WordOptions] | None:
    """Show what was kept and dropped; the new options once the form is sent, else None.

    name  the id of the corpus, so that the form of another does not show what was typed into it
    """
    with st.form(f"words-{name}", border=False):
        sides = st.columns(len(counted.sides))
        options: dict[str, WordOptions] = {}
        with told(st.error):
            for column, (modality, found) in zip(sides, counted.sides.items(), strict=True):
                with column:
                    options[modality] = _side(corpus, modality, found, f"words-{name}-{modality}-")
        sent = st.form_submit_button(tr("Count again"))
    return options if sent and len(options) == len(sides) else None


def _side(corpus: Corpus, side: str, found: WordsFound, key: str) -> WordOptions:
    _told(corpus, side, found)
    now = _which_words(found.options, key)
    hyphens, long_s = _clean_up(corpus, side, now, key)
    split = now.split_compounds
    if now.language in COMPOUND_LANGUAGES:
        said = tr(
            "Erntewetter counts as Erntewetter, Ernte and Wetter: fewer words of new documents are "
            "unknown, and a keyword Ernte says that the text speaks of it, by itself or in a "
            "compound."
        )
        text = tr("Also count the parts of compounds")
        split = st.checkbox(text, bool(split), key=key + "split", help=said)
    return replace(now, split_compounds=split, join_line_end_hyphens=hyphens, replace_long_s=long_s)


def _which_words(now: WordOptions, key: str) -> WordOptions:
    add = st.text_input(tr("Leave out as well"), ", ".join(now.add_stop_words), key=key + "add")
    keep = st.text_input(tr("Never leave out"), ", ".join(now.keep_words), key=key + "keep")
    text = tr("Leave out function words (and, the, of …)")
    stop = st.checkbox(text, now.stop_words != "none", key=key + "stop")
    text = tr("Count inflected forms as one word")
    joined = st.checkbox(text, now.base != "none", key=key + "base")
    text = tr("Only words of at least … documents")
    least = st.number_input(text, 1, 10_000, now.min_df, key=key + "min")
    text = tr("Only words of at most … % of the documents")
    most = st.slider(text, 1, 100, round(100 * now.max_df), key=key + "max")
    text = tr("Phrases of up to … words")
    phrases = st.selectbox(text, [1, 2, 3], index=now.ngrams - 1, key=key + "n")
    return replace(
        now,
        add_stop_words=_list(add),
        keep_words=_list(keep),
        stop_words=(now.stop_words if now.stop_words != "none" else "builtin") if stop else "none",
        base=(now.base if now.base != "none" else "lemma") if joined else "none",
        min_df=int(least),
        max_df=most / 100,
        ngrams=phrases,
    )


def _told(corpus: Corpus, side: str, found: WordsFound) -> None:
    """How many words there are, some of them, and some that are left out."""
    cards.show(
        '<div class="words-found">'
        f"<p>{cards.side(corpus, side)} {tr('{kept:,} words', kept=found.kept)}</p>"
        f'<p class="small"><span class="soft">{tr("most frequent:")}</span> '
        f"{markup(', '.join(found.examples))}</p>"
        f'<p class="small"><span class="soft">{tr("left out:")}</span> '
        f"{markup(', '.join(found.dropped)) or '—'}</p></div>"
    )
    for warning in found.warnings:
        (st.caption if found.kept else st.error)(label(translated(warning), 500))


def _clean_up(corpus: Corpus, side: str, now: WordOptions, key: str) -> tuple[bool, bool]:
    """Line-end hyphens and ſ, offered with what they would change in the first texts."""
    found = once(lambda: preview(corpus.texts[side][:PREVIEWED_TEXTS], limit=6), "clean-up", key)
    text = tr("Join words cut at line ends ({n_hyphens:,} here)", n_hyphens=found.n_hyphens)
    hyphens = st.checkbox(text, now.join_line_end_hyphens, key=key + "hyphens")
    text = tr("Read ſ as s ({n_long_s:,} here)", n_long_s=found.n_long_s)
    long_s = st.checkbox(text, now.replace_long_s, key=key + "long")
    if found.changes:
        changes = "; ".join(f"{c.before} → {c.after}".replace("\n", "⏎") for c in found.changes)
        st.text(changes)
    return hyphens, long_s


def _list(text: str) -> tuple[str, ...]:
    return tuple(word for word in (part.strip() for part in text.split(",")) if word)
