"""What a page shows before there is anything to show."""

from gplsa.html.elements import Html, html, tag
from gplsa.html.sides import SIDE_COLORS
from gplsa.language import tr


def answered() -> Html:
    """How a word is answered: what stands for it, how often, and a line of both sides.

    Examples
    --------
    >>> from gplsa.html.examples import answered
    >>> "<mark>harbour</mark>" in answered()
    True
    """
    often = tag("span", tr("in {n:,} of {n_all:,} lines", n=13, n_all=18), class_="soft")
    word, partner = tag("b", "Hafen"), tag("b", "harbour")
    said = html(tr("For example:"), " ", word, " → ", partner, " ", often)
    german = "Das Schiff liegt im ", tag("mark", "Hafen"), "."
    english = "The ship lies in the ", tag("mark", "harbour"), "."
    lines = [
        tag("div", *line, class_=look, lang=language, style=f"--c:{color}")
        for line, look, language, color in zip(
            (german, english), ("kwic", "other"), ("de", "en"), SIDE_COLORS, strict=False
        )
    ]
    return html(tag("p", said), tag("div", tag("article", *lines), class_="aligned"))
