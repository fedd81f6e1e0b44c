"""Pairs of several sentences, all different, that need no cleaning; and what to plant in them."""

import numpy as np

from gplsa.corpus.corpus import Corpus

_WHO = [
    ("der Bürgermeister", "the mayor"), ("die Händlerin", "the merchant"),
    ("ein alter Fischer", "an old fisherman"), ("der Pfarrer", "the parson"),
    ("die Lehrerin", "the teacher"), ("mein Bruder", "my brother"),
    ("das ganze Dorf", "the whole village"), ("ein Soldat", "a soldier"),
]  # fmt: skip
_DOES = [
    ("wartet auf", "waits for"), ("spricht von", "speaks of"), ("schreibt über", "writes about"),
    ("fragt nach", "asks about"), ("denkt an", "thinks of"), ("streitet um", "quarrels over"),
]  # fmt: skip
_WHAT = [
    ("die Ernte", "the harvest"), ("den neuen Hafen", "the new port"),
    ("das Wetter", "the weather"), ("die Schule am Markt", "the school at the market"),
    ("den Preis von Korn", "the price of corn"), ("eine lange Reise", "a long journey"),
    ("die Krankheit im Tal", "the illness in the valley"), ("das Feuer", "the fire"),
]  # fmt: skip
_WHEN = [
    ("seit dem Frühjahr", "since the spring"), ("an jedem Morgen", "every morning"),
    ("mit großer Sorge", "with great worry"), ("wie schon im letzten Jahr", "as it was last year"),
    ("und weiß nicht, warum", "and does not know why"), ("ohne ein Ende", "without an end"),
]  # fmt: skip

FRENCH = (
    "Le maire de la ville attend la récolte depuis le printemps, et personne ne sait pourquoi elle "
    "est si tardive cette année."
)


def made(n: int, seed: int = 0) -> Corpus:
    """n pairs of five sentences, a sentence a line."""
    draw = np.random.default_rng(seed)
    german, english = [], []
    for number in range(n):
        lines = []
        for _ in range(5):
            picked = [part[draw.integers(len(part))] for part in (_WHO, _DOES, _WHAT, _WHEN)]
            lines.append([" ".join(word[side] for word in picked) for side in (0, 1)])
        german.append("\n".join(line[0] for line in lines) + f" ({1500 + number})")
        english.append("\n".join(line[1] for line in lines) + f" ({1500 + number})")
    ids = [f"L{number}" for number in range(n)]
    return Corpus("made", ids, {"de": german, "en": english}, {"de": "de", "en": "en"})


def planted(
    corpus: Corpus, seed: int, n_html: int = 80, n_exchanged: int = 12
) -> tuple[Corpus, set[int], set[int]]:
    """The corpus with HTML in some rows and the sides of others exchanged, and which they are."""
    draw = np.random.default_rng(seed)
    rows = [int(row) for row in draw.permutation(len(corpus))[: n_html + n_exchanged]]
    html, exchanged = set(rows[:n_html]), set(rows[n_html:])
    tags = ["<br>", "</p><p>", '<a href="http://x.example/?a=1">', "<br />", "<b>", "&nbsp;"]
    first, second = (list(column) for column in corpus.texts.values())
    for row in html:
        for column in (first, second):
            words = column[row].split(" ")
            for tag in draw.choice(tags[:5], 2):
                words.insert(int(draw.integers(len(words))), str(tag))
            column[row] = " ".join(words)
    for row in exchanged:
        first[row], second[row] = second[row], first[row]
    texts = dict(zip(corpus.texts, (first, second), strict=True))
    return Corpus(corpus.name, corpus.ids, texts, corpus.languages), html, exchanged
