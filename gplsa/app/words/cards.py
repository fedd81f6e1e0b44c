"""What the page Words shows: partners with what speaks for them, and lines in context."""

from collections.abc import Sequence

from gplsa.app.show.cards import block, side
from gplsa.html.elements import Html, table, tagged
from gplsa.html.escaping import markup, one_line
from gplsa.html.sides import side_color
from gplsa.language import count, later, tr
from gplsa.model.model import TrainedModel
from gplsa.model.terms.concordance import Concordance, Line, Passage
from gplsa.model.terms.partners import Partner

SEEN = later("in {n:,} of {n_all:,} lines")
PASSAGE, LONG = 280, 20_000  # characters: most sentences are seen whole, and all of most lines


def held(model: TrainedModel, found: Concordance) -> str:
    """How many pairs hold the word itself, and how many longer ones alone."""
    said = later("found in at least {pairs} of {n_pairs:,} in “{corpus}”")
    if found.all_known:
        said = later("found in {pairs} of {n_pairs:,} in “{corpus}”")
    exact = found.n_read >= found.pairs
    pairs = count(found.n_own if exact and found.n_read else found.pairs, "pair")
    name, n_pairs = one_line(model.corpus.name, 40), len(model.corpus)
    stands = tr(said, pairs=pairs, n_pairs=n_pairs, corpus=name)
    if longer := found.n_read - found.n_own:
        more = tr("in {n:,} more as part of a longer word", n=longer)
        stands += f" · {more if exact else tr('in some of them as part of a longer word')}"
    return block(
        f'<p class="big"><b>{markup(found.word)}</b> <span class="soft">{markup(stands)}</span></p>'
    )


def counted(found: Concordance) -> str:
    """In how many lines that is, and which of these the answers are of."""
    lines = count(found.n_lines, "line")
    if found.n_read < found.pairs:
        lines = tr("{lines}, from {n:,} of these pairs", lines=lines, n=found.n_read)
    n = max((partner.of for partner in found.partners), default=0)
    if 0 < n < found.n_lines:
        said = later("{lines}: {n:,} with the word itself, {n_others:,} in compounds or otherwise")
        lines = tr(said, lines=lines, n=n, n_others=found.n_lines - n)
    return lines


def partners(model: TrainedModel, found: Concordance, shown: Sequence[Partner]) -> str:
    """A table of what stands for the word, best first."""
    color = side_color(model.modalities, found.target)
    sure = not all(partner.doubtful for partner in shown)
    rows = [(_named(one), _seen(one, model.has_texts, with_bar=sure)) for one in shown]
    best = tr("translations, best first") if sure else tr("possible translations")
    if shown[0].spelled:
        best = tr("guessed from its spelling, as too few lines show a translation")
    best = f'<span class="soft">{best}</span>'
    caption = Html(f'<span class="small">{side(model.corpus, found.target)} {best}</span>')
    look = {
        "label": tr("Translations"),
        "class_": "said often" if sure else "said doubtful",
        "style": f"--c:{color}",
    }
    return block(table(caption, (tr("word or phrase"), tr("how often")), rows, range(1, 2), **look))


def _named(one: Partner) -> str:
    part = markup(tr("part of “{word}”", word=one.part_of))
    return Html(f'{markup(one.word)} <span class="soft">{part}</span>') if one.part_of else one.word


def _seen(partner: Partner, in_lines: bool, with_bar: bool) -> Html:
    seen = SEEN if in_lines else later("in {n:,} of {n_all:,} pairs")
    if in_lines and (partner.of == 1 or not partner.lines):
        seen = later("in the only line") if partner.lines else later("in no line")
    bar = f'<i style="width:{100 * partner.share:.0f}%"></i>'
    bar = "" if partner.spelled else f' class="track" aria-hidden="true">{bar}'
    bar = f"<span{bar or '>'}</span>" * with_bar
    told = tr(seen, n=partner.lines, n_all=partner.of)
    return Html(f'<div class="seen">{bar}<span>{told}</span></div>')


def lines(model: TrainedModel, found: Concordance, shown: Sequence[Line]) -> str:
    """The word in its sentence on the left, what says the same on the right."""
    colors = [side_color(model.modalities, m) for m in (found.source, found.target)]
    rows = "".join(_line(markup(model.corpus.ids[line.row]), line, colors) for line in shown)
    heads = "".join(f"<div>{side(model.corpus, m)}</div>" for m in (found.source, found.target))
    return block(f'<div class="aligned"><div class="heads small">{heads}</div>{rows}</div>')


def _line(name: str, line: Line, colors: Sequence[str]) -> str:
    """What stands around the word, with all of a longer line on a click."""
    short = line.passages(PASSAGE)
    whole = (line.source, line.source_places), (line.target, line.target_places)
    shown = _sides(short, colors)
    if short == whole:
        return f'<article><div class="id soft">{name}</div>{shown}</article>'
    name = f'<summary class="id soft">{name} · {tr("show the whole line")}</summary>'
    opened = f'<details>{name}<div class="row">{_sides(whole, colors)}</div></details>'
    return f"<article>{opened}{shown}</article>"


def _sides(passages: Sequence[Passage], colors: Sequence[str]) -> str:
    sides = zip(("kwic", "other"), passages, colors, strict=True)
    return "".join(
        f'<div class="{name}" style="--c:{color}">'
        f"{tagged(text[:LONG], [(*place, 'mark') for place in places if place[1] <= LONG])}</div>"
        for name, (text, places), color in sides
    )
