"""Words and headings as chips, with a bar for how sure each is."""

from collections.abc import Iterable, Mapping

from gplsa.html.escaping import markup
from gplsa.language import chance


def chips(words: Iterable[str]) -> str:
    """One beside the other."""
    return " ".join(f'<span class="chip plain">{markup(word)}</span>' for word in words)


def chip(word: str, probability: float, more: str = "") -> str:
    """A word above a bar of its probability; more  a notation, in small letters."""
    percent = markup(chance(probability))
    small = f' <span class="soft small">{markup(more)}</span>' if more else ""
    return (
        f'<span class="chip sure" style="--p:{100 * probability:.0f}%" title="{percent}">'
        f'{markup(word)}{small} <span class="num soft small">{percent}</span></span>'
    )


def bars_of_buttons(probabilities: Mapping[str, float]) -> str:
    """The same bar for buttons, by the keys of these."""
    rules = (f".st-key-{key} {{--p: {100 * p:.0f}%}}" for key, p in probabilities.items())
    return f"<style>{' '.join(rules)}</style>"
