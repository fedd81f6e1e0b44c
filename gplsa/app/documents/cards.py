"""What the page Documents shows of a pair: words coloured by topic, mixtures, how well it fits."""

from collections.abc import Mapping, Sequence

from gplsa.app.show import document_list
from gplsa.app.show.cards import block, missing, side, side_of, text_box
from gplsa.core.types import FloatArray, Sides
from gplsa.figures.listed import VERDICTS, strangers_told
from gplsa.html.elements import tagged
from gplsa.html.escaping import label, markup, one_line
from gplsa.html.marks import mark_of
from gplsa.html.sides import side_name
from gplsa.html.verdicts import FAIR, GOOD, NEUTRAL, POOR
from gplsa.language import count, percent, tr, translated
from gplsa.model.documents import most_specific, telling, topic_of_words
from gplsa.model.misaligned import misaligned_message, n_misaligned, pairs_of
from gplsa.model.model import TrainedModel
from gplsa.model.pair_fits import PairAssessment
from gplsa.model.terms.sought import Place
from gplsa.retrieval.mismatch import DOUBTFUL, FITTING, UNDECIDED, UNKNOWN, WRONG

COLORS = {WRONG: POOR, DOUBTFUL: FAIR, FITTING: GOOD, UNDECIDED: NEUTRAL, UNKNOWN: NEUTRAL}
FEW_WORDS = 8  # of a side, by which its topics are told badly


def figures(
    model: TrainedModel,
    every: Sequence[PairAssessment],
    row: int,
    mixtures: Mapping[str, FloatArray],
) -> str:
    """Behind the verdict of a pair: how well it fits, and how many strangers fit better."""
    known = [one for one in every if one.verdict != UNKNOWN]
    named = len(model.modalities) > 2
    told = [f"{_names(model, one.sides)}: " * named + strangers_told(one.fit, row) for one in known]
    for m in mixtures:
        if (n := model.counts[m][row].nnz) < FEW_WORDS:
            few = {"side": markup(side_name(model.corpus, m)), "words": count(n, "word")}
            said = tr("{side} has only {words} the model knows; its shares tell little.", **few)
            told.append(said)
    return f'<p class="small soft num">{"<br>".join(told)}{counted(model, row)}</p>'


def _names(model: TrainedModel, sides: Sides) -> str:
    return " – ".join(markup(one_line(side_name(model.corpus, one), 30)) for one in sides)


def verdict(found: PairAssessment, said: str = "", among: TrainedModel | None = None) -> str:
    """A dot in its colour, and its name, or what is said instead.

    among  a model of more sides, of which it names those that may not fit
    """
    if not said:
        told = [tr("the sides fit") if found.verdict == FITTING else tr(VERDICTS[found.verdict])]
        if among and found.verdict in (WRONG, DOUBTFUL, UNDECIDED):
            told.insert(0, _names(among, found.sides))
        look = "soft" if found.verdict in (FITTING, UNDECIDED) else "verdict"
        said = f'<span class="{look} small">{" · ".join(told)}</span>'
    return f'<span style="--c:{COLORS[found.verdict]}"><span class="dot"></span>{said}</span>'


def coloured_text(
    model: TrainedModel,
    modality: str,
    row: int,
    mixtures: Mapping[str, FloatArray],
    colors: Mapping[int, str],
    said: Sequence[Place] = (),
    sought: str = "",
) -> str:
    """A side with every word in the colour of its topic, the stronger the more it tells of it; only
    words of `colors` are, and what was `sought`, at the places `said`, in that of the side.

    A picture is shown as it is.
    """
    head = f'<p class="of-side">{side(model.corpus, modality)}</p>'
    if modality not in model.corpus.texts:
        return block(head, side_of(model.corpus, modality, row, document_list.EXCERPT))
    if not model.has_texts:
        words = markup(", ".join(most_specific(model, modality, row, 40)))
        return block(head, text_box(words or tr("— no words —"), model.corpus, modality))
    text = model.corpus.texts[modality][row]
    spans = model.vocabularies[modality].spans(text)
    terms = sorted({span.term for span in spans if span.term >= 0})
    topics = topic_of_words(model, modality, mixtures[modality], terms) if terms else {}
    names = {topic: markup(one_line(model.read_label(topic), 60)) for topic in colors}
    shown = {
        term: f'mark class="t" style="{colors[z]};--w:{weight:.2f}" title="{names[z]}"'
        for term, weight in telling(model, modality, topics).items()
        if (z := topics[term]) in colors
    }
    taken = {letter for place in said for letter in range(*place)}
    free = [s for s in spans if s.term in shown and taken.isdisjoint(range(s.start, s.end))]
    places = [(s.start, s.end, shown[s.term]) for s in free]
    body = tagged(text, [*places, *((*place, mark_of(text, sought)) for place in said)])
    box = text_box(body or missing(), model.corpus, modality)
    return block(head, f'<div class="pair bare whole" style="--n:1">{box}</div>')


def spoken(model: TrainedModel, mixtures: Mapping[str, FloatArray], topic: int) -> str:
    """A topic of a pair, in Markdown, and the share that each side gives it, in their order."""
    shares = " · ".join(f":gray[{percent(mixture[topic])}]" for mixture in mixtures.values())
    return f"**{label(model.short_label(topic), 40)}** {shares}"


def weighed(model: TrainedModel) -> str:
    """What came of weighing the pairs, in a sentence; nothing where they were not weighed."""
    if model.pair_weights is None:
        return ""
    n_less = n_misaligned(model.pair_weights)
    sentence = tr(
        "In the training {n:,} of {n_all:,} pairs counted less than half, and keywords learned "
        "nothing there.",
        n=n_less,
        n_all=int(pairs_of(model.counts).sum()),
    )
    if not n_less:
        sentence = markup(translated(misaligned_message(model.counts, model.pair_weights)))
    return f'<p class="small">{sentence}</p>'


def counted(model: TrainedModel, row: int) -> str:
    """How much a pair counted as one; nothing where pairs were not weighed, or it is none."""
    if model.pair_weights is None or sum(model.counts[m][row].nnz > 0 for m in model.counts) < 2:
        return ""
    percent = tr("counted {weight:.0f} %", weight=100 * model.pair_weights[row])
    return f' <span class="soft small num">· {percent}</span>'
