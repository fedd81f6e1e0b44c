"""Elements of HTML, of which reports and notebooks are made; every text in them is escaped."""

from collections.abc import Iterable, Mapping

from gplsa.html.escaping import markup


class Html(str):
    """Markup that is written by us; what is no `Html` is text and gets escaped."""


def html(*parts: object) -> Html:
    """The parts one behind the other, texts escaped."""
    return Html("".join(part if isinstance(part, Html) else markup(str(part)) for part in parts))


def tag(name: str, *parts: object, **attributes: object) -> Html:
    """An element; `class_` and `scope` and the like as attributes, all values escaped."""
    listed = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{markup(str(value))}"'
        for key, value in attributes.items()
    )
    return Html(f"<{name}{listed}>{html(*parts)}</{name}>")


def tagged(text: str, places: Iterable[tuple[int, int, str]]) -> str:
    """A text with some places in elements, each given as begin, end and what its tag holds; of
    those that overlap the first stays, and the longest of those that begin together."""
    parts, last = [], 0
    for start, end, tag in sorted(places, key=lambda place: (place[0], -place[1])):
        if start >= last:
            inside = f"<{tag}>{markup(text[start:end])}</{tag.partition(' ')[0]}>"
            parts += [markup(text[last:start]), inside]
            last = end
    return "".join([*parts, markup(text[last:])])


def bars_of_buttons(shares: Mapping[str, float], color: str) -> str:
    """The style of buttons, by their keys: a bar of a share behind the text of each."""
    bars = ((key, f"--c: {color}; --p: {100 * share:.0f}%") for key, share in shares.items())
    rules = (f".st-key-{key} {{{bar}}}" for key, bar in bars)
    return f"<style>{' '.join(rules)}</style>"
