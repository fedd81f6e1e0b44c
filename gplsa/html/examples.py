"""What a page shows before there is anything to show."""

from gplsa.html.elements import Html, html, table, tag
from gplsa.html.sides import SIDE_COLORS
from gplsa.language import tr

PARTNERS = {"harbour": 13, "port": 5}
LINES = (
    (("Das Schiff liegt im ", "Hafen", "."), ("The ship lies in the ", "harbour", ".")),
    (("Der ", "Hafen", " ist seit gestern zu."), ("Since yesterday the ", "port", " is closed.")),
)


def answered() -> Html:
    """How a word is answered: what stands for it, how often, and lines of both sides.

    Examples
    --------
    >>> from gplsa.html.examples import answered
    >>> "<mark>harbour</mark>" in answered()
    True
    """
    n_all, (_, color, *_) = sum(PARTNERS.values()), SIDE_COLORS
    rows = [(partner, _seen(n, n_all)) for partner, n in PARTNERS.items()]
    said = html(tr("For example:"), " ", tag("b", "Hafen"))
    head, look = (tr("word or phrase"), tr("how often")), {"style": f"--c:{color}"}
    answers = table(said, head, rows, range(1, 2), tr("For example:"), class_="said often", **look)
    return tag("div", answers, tag("div", *map(_line, LINES), class_="aligned"), class_="specimen")


def _seen(n: int, n_all: int) -> Html:
    bar = tag("span", tag("i", style=f"width:{100 * n / n_all:.0f}%"), class_="track")
    often = tag("span", tr("in {n:,} of {n_all:,} lines", n=n, n_all=n_all))
    return tag("div", bar, often, class_="seen")


def _line(line: tuple[tuple[str, str, str], ...]) -> Html:
    look = zip(line, ("kwic", "other"), ("de", "en"), SIDE_COLORS, strict=False)
    return tag(
        "article",
        *(
            tag("div", before, tag("mark", word), after, class_=name, lang=side, style=f"--c:{c}")
            for (before, word, after), name, side, c in look
        ),
    )
