"""Elements of HTML, of which reports and notebooks are made; every text in them is escaped."""

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
