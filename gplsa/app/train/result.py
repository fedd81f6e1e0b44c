"""What came of a training, on the page Train: the card that says how well a model did on held-out
pairs, one of these to look at, and how the fit went."""

import streamlit as st

from gplsa import figures
from gplsa.app.show.cards import block, side, side_of, text_box
from gplsa.app.show.charts import is_narrow
from gplsa.headings.measured import PLACES
from gplsa.html.elements import table
from gplsa.html.escaping import markup, one_line
from gplsa.html.marks import lit_words
from gplsa.html.sides import side_color, side_look, side_name
from gplsa.html.verdicts import NO_BETTER, POOR, VERDICT_COLORS, verdict_said
from gplsa.language import count, later, tr, translated
from gplsa.model.misaligned import misaligned_message
from gplsa.model.model import TrainedModel
from gplsa.model.topics.order import uninformative_topic_text
from gplsa.model.verdict import Validation
from gplsa.report.pieces import measured
from gplsa.text.passages import from_place, passage_beside, places_of
from gplsa.training.validation import why_unchecked

SHOWN = 420, 300  # characters of a text, on a telephone of less
CONVERGED, STOPPED = later("reached its tolerance"), later("stopped at the limit of iterations")


def result(model: TrainedModel) -> None:
    """Did it work?"""
    st.subheader(tr("Did it work?"), anchor=False)
    if model.validation is None:
        st.info(f"{translated(why_unchecked(model))} {tr('Look at the topics yourself.')}")
    else:
        st.html(check(model, model.validation))


def evidence(model: TrainedModel) -> None:
    """One held-out document to see it with one's own eyes, and the curve of the fit."""
    if model.validation is not None:
        st.subheader(tr("One held-out pair"), anchor=False)
        with st.container(border=True):
            st.html(example(model, model.validation))
    with st.expander(tr("How the fit went")):
        history, n_iterations = model.objective_history, max(len(model.objective_history) - 1, 0)
        st.plotly_chart(
            figures.objective_curve(history),
            key="objective",
            config=figures.localized_buttons(figures.NO_BUTTONS),
            alt=tr(
                "The objective rises from {first:.4g} to {last:.4g} in {n_iterations} iterations.",
                first=history[0],
                last=history[-1],
                n_iterations=n_iterations,
            ),
        )
        settings = model.settings
        ended = tr(
            "{iterations}, {how}; {topics}, regulariser {regularizer}, λ = {lam:g}, seed {seed}.",
            iterations=count(n_iterations, "iteration"),
            how=tr(CONVERGED if model.converged else STOPPED),
            topics=count(model.n_topics, "topic"),
            regularizer=settings.regularizer,
            lam=settings.lam,
            seed=settings.seed,
        )
        curve = tr(
            "The higher the curve, the better the topics explain the corpus. It should rise and "
            "then level off."
        )
        st.caption(f"{curve} {ended}")


def check(model: TrainedModel, found: Validation) -> str:
    """What the held-out pairs showed, in words."""
    color = VERDICT_COLORS.get(found.verdict, POOR)
    rows: list[str] = [table(*measured(model, found), range(1, 5), class_="said figures")]
    cause, remedy = (markup(translated(one)) for one in (found.cause, found.remedy))
    if remedy:
        why = tr("<b>Likely cause:</b> {cause}", cause=cause) if cause else ""
        do = tr("<b>What to do:</b> {remedy}", remedy=remedy)
        rows.append(f'<p style="margin-top:.7rem">{why} {do}</p>')
    if not found.beats_frequent_words:
        rows.insert(0, f'<p class="verdict" style="--c:{POOR}">{tr(NO_BETTER)}</p>')
    if misaligned := misaligned_message(model.counts, model.pair_weights):
        sentence = f"{markup(translated(misaligned))} {tr('The page Documents shows which.')}"
        rows.insert(0, f'<p class="small">{sentence}</p>')
    if uninformative := uninformative_topic_text(model):
        few = markup(translated(uninformative))
        rows.append(f'<p class="soft small" style="margin-top:.7rem">{few}</p>')
    rows += _headings(model)
    said = verdict_said(found.verdict, of_texts=model.is_judged_by_texts)
    verdict = markup(said[:1].upper() + said[1:])
    how = tr(
        "measured on {n_held_out} pairs that were held out of the training",
        n_held_out=found.n_held_out,
    )
    head = (
        f'<p><span class="dot"></span><span class="head">{verdict}</span> '
        f'<span class="soft small">{how}</span></p>'
    )
    return block(f'<div class="check" style="--c:{color}">{head}{"".join(rows)}</div>')


def _headings(model: TrainedModel) -> list[str]:
    """How well headings are predicted, by side; nothing of a model that has learned none."""
    five, lines, suggester = PLACES.index(5), [], model.suggester
    for source, one in (suggester.calibrated if suggester is not None else {}).items():
        sentence = tr(
            "<b>{side} → headings:</b> of those that a document was given, {share:.0f} % are among "
            "the first 5 suggested (mean of {documents}, each predicted by the others)",
            side=markup(side_name(model.corpus, source)),
            share=100 * one.figures.recall[five],
            documents=count(one.figures.texts, "document"),
        )
        measures = tr(
            "as others measure it: recall@5 {recall:.2f}, F1@5 {f1:.2f}, nDCG@10 {ndcg:.2f}",
            recall=one.figures.recall[five],
            f1=one.figures.f1_at_5,
            ndcg=one.figures.ndcg_at_10,
        )
        lines.append(
            f'<p style="margin-top:.7rem">{sentence}<br>'
            f'<span class="soft small">{measures}</span></p>'
        )
    if lines and suggester is not None and suggester.vocabulary.is_of_values:
        alone = tr("Without a vocabulary, headings that only one document has are not counted.")
        lines.append(f'<p class="small soft">{alone}</p>')
    return lines


def example(model: TrainedModel, found: Validation) -> str:
    """One held-out document: its keywords, then its text beside its true other side."""
    shown, corpus, n = found.example, model.corpus, SHOWN[is_narrow()]
    held = {word for word, right in shown.keywords if right}
    keywords = tr("keywords from the other side alone; ✓: the true text has it")
    unseen = ": " + tr("the true text, which the model never saw")
    texts = {one: texts[shown.row] for one, texts in corpus.texts.items() if model.has_texts}
    true, given = (texts.get(one, "") for one in (shown.target, shown.source))
    in_target = model.vocabularies[shown.target]
    spans = places_of(true, in_target, held)
    begin, beside = passage_beside(true, spans, given, n)
    color, passage = side_color(corpus.modalities, shown.target), from_place(true, begin)[:n]
    seen = {word for word, _ in shown.keywords if places_of(passage, in_target, {word})}
    chips = "".join(
        f'<span class="chip{"" if right else " wrong"}" style="--c:{color}">{markup(word)}'
        f"{' ✓' if right else ''}</span>"
        for word, right in sorted(shown.keywords, key=lambda one: one[0] not in seen)
    )
    passages = whole = ""
    for one, told, start in ((shown.source, "", beside), (shown.target, unseen, begin)):
        part, words = side_of(corpus, one, shown.row, n), held if told else ()
        if one in texts:
            text, vocabulary = texts[one], model.vocabularies[one]
            part = lit_words(one_line(from_place(text, start), n), vocabulary, words)
            if len(text) > n:
                whole += f'<div><p class="small">{side(corpus, one)}</p>'
                whole += f"{text_box(lit_words(text, vocabulary, words), corpus, one)}</div>"
        said = f'<p class="small">{side(corpus, one)}<span class="soft">{told}</span></p>'
        passages += f'<div {side_look(corpus, one)}>{said}<div class="part">{part}</div></div>'
    if whole:
        summary = f'<summary class="small">{tr("The texts in full")}</summary>'
        whole = f'<details>{summary}<div class="cols">{whole}</div></details>'
    return block(
        f'<p class="small">{side(corpus, shown.target)}: <span class="soft">{keywords}</span></p>'
        f'<div class="chips">{chips}</div><div class="cols example">{passages}</div>{whole}'
    )
