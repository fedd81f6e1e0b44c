"""Files of terms for other programs: CSV, TBX for term bases, TMX for translation memories.

TBX is ISO 30042:2019, dialect TBX-Basic in the style DCA (data category as attribute); TMX is
version 1.4b.  Both are written bit by bit, as a corpus may have a million lines.
"""

import csv
import io
import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from xml.sax.saxutils import escape, quoteattr

import numpy as np

from gplsa.frames import Frame, frame_of
from gplsa.html.escaping import cell
from gplsa.model.direction import Direction
from gplsa.model.model import TrainedModel
from gplsa.model.terms.aligned import AlignedLine
from gplsa.model.terms.concordance import Line
from gplsa.model.terms.lexicon import Entry
from gplsa.retrieval.mismatch import DOUBTFUL, WRONG, PairFit
from gplsa.version import VERSION

UNDETERMINED = "und"  # ISO 639-2, of a side whose language nobody knows
_TBX = "urn:iso:std:iso:30042:ed-2"
# What XML 1.0 cannot hold, not even escaped.
_NOT_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


@dataclass(frozen=True)
class Terms:
    """What a file of terms is about: its name, the sides with their languages (ISO 639-1), and the
    ids of the documents of the corpus."""

    name: str
    source: str
    target: str
    languages: tuple[str, str]
    ids: Sequence[str]

    @classmethod
    def of(cls, direction: Direction) -> "Terms":
        corpus = direction.model.corpus
        first, second = (corpus.languages.get(side, "") for side in direction.sides)
        if not first or not second or first == second:
            # Two sides of one language, or of none, would be one in the file.
            first, second = f"{first or UNDETERMINED}-x-1", f"{second or UNDETERMINED}-x-2"
        return cls(direction.model.name, *direction.sides, (first, second), corpus.ids)


def line_table(lines: Iterable[Line], target: str, ids: list[str], around: int) -> Frame:
    """Lines of a concordance, with as many characters around the word."""
    names = ("id", "before", "word", "after", "partner", target)
    rows = ((ids[one.row], *one.kwic(around), one.partner, one.target) for one in lines)
    return frame_of((dict(zip(names, row, strict=True)) for row in rows), ())


def lexicon_rows(terms: Terms, entries: Iterable[Entry]) -> Iterator[tuple[object, ...]]:
    """The names of the columns, then a row for each entry, the doubtful ones last."""
    yield (
        *(terms.source, terms.target, f"{terms.target} given {terms.source}"),
        *(f"{terms.source} given {terms.target}", "pairs", "lines", "doubtful"),
        "example id",
        *(f"example {terms.source}", f"example {terms.target}"),
    )
    for entry in sorted(entries, key=lambda one: one.doubtful):
        shown = entry.example
        yield (
            *(entry.source, entry.target, round(entry.probability, 4), round(entry.back, 4)),
            *(entry.pairs, entry.lines, "yes" if entry.doubtful else ""),
            *(terms.ids[shown.row], shown.source, shown.target),
        )


def lexicon_csv(terms: Terms, entries: Iterable[Entry]) -> Iterator[str]:
    """These rows; no cell begins like a formula."""
    return (_row(*row) for row in lexicon_rows(terms, entries))


def lexicon_tbx(
    terms: Terms, entries: Iterable[Entry], ticked: Collection[tuple[str, str]] = ()
) -> Iterator[str]:
    """A concept for each entry, with either term, its part of speech where it is known, an example
    of either as its context, and a note on the evidence; for a doubtful one only where it is
    ticked, as what stands in a term base is believed."""
    description = f"Bilingual lexicon of the corpus {terms.name}, found by gplsa {VERSION}."
    yield '<?xml version="1.0" encoding="UTF-8"?>\n'
    yield f'<tbx type="TBX-Basic" style="dca" xml:lang="en" xmlns="{_TBX}">\n'
    yield f"<tbxHeader><fileDesc><titleStmt><title>{_xml(terms.name)}</title></titleStmt>"
    yield f"<sourceDesc><p>{_xml(description)}</p></sourceDesc></fileDesc></tbxHeader>\n"
    yield "<text><body>\n"
    told = (entry for entry in entries if not entry.doubtful or entry.terms in ticked)
    for number, entry in enumerate(told, 1):
        shown = entry.example
        pairs = f"{entry.pairs} pairs, {entry.lines} aligned lines"
        shares = f"P(target|source) = {entry.probability:.3f}, P(source|target) = {entry.back:.3f}"
        yield f'<conceptEntry id="c{number}"><note>{pairs}; {shares}</note>\n'
        sides = ((entry.source, shown.source), (entry.target, shown.target))
        by_side = zip(terms.languages, sides, entry.nouns, strict=True)
        for language, (term, context), noun in by_side:
            yield f"<langSec xml:lang={quoteattr(language)}><termSec><term>{_xml(term)}</term>"
            if noun:
                yield '<termNote type="partOfSpeech">noun</termNote>'
            yield f'<descripGrp><descrip type="context">{_xml(context)}</descrip>'
            yield f'<admin type="source">{_xml(terms.ids[shown.row])}</admin></descripGrp>'
            yield "</termSec></langSec>\n"
        yield "</conceptEntry>\n"
    yield "</body></text>\n</tbx>\n"


def lines_tmx(terms: Terms, lines: Iterable[AlignedLine]) -> Iterator[str]:
    """A translation unit for each aligned line; the id of its document is the property x-id."""
    first, second = terms.languages
    yield '<?xml version="1.0" encoding="UTF-8"?>\n'
    yield '<!DOCTYPE tmx SYSTEM "tmx14.dtd">\n<tmx version="1.4">\n'
    yield f'<header creationtool="gplsa" creationtoolversion={quoteattr(VERSION)} segtype="block" '
    yield f'o-tmf="gplsa" adminlang="en" srclang={quoteattr(first)} datatype="plaintext"/>\n'
    yield "<body>\n"
    for line in lines:
        yield f'<tu><prop type="x-id">{_xml(terms.ids[line.row])}</prop>'
        for language, text in ((first, line.source), (second, line.target)):
            said = _xml(text.replace("\n", " "))
            yield f"<tuv xml:lang={quoteattr(language)}><seg>{said}</seg></tuv>"
        yield "</tu>\n"
    yield "</body>\n</tmx>\n"


def misaligned_csv(model: TrainedModel, fit: PairFit) -> Iterator[str]:
    """A row for each pair whose sides do not seem to belong together, the worst first; with what
    it counted in the training, where pairs were weighed."""
    weights = model.pair_weights
    further = [] if weights is None else ["weight in the training"]
    yield _row("id", "title", "verdict", "likeness", "likeness of the best strangers", *further)
    for row in np.argsort(fit.margin, kind="stable").tolist():
        verdict = str(fit.verdicts[row])
        if verdict in (WRONG, DOUBTFUL):
            figures = [round(float(fit.own[row]), 4), round(float(fit.others[row]), 4)]
            if weights is not None:
                figures.append(round(float(weights[row]), 4))
            yield _row(model.corpus.ids[row], model.corpus.titles[row], verdict, *figures)


def _row(*values: object) -> str:
    out = io.StringIO()
    safe = [cell(value) if isinstance(value, str) else value for value in values]
    csv.writer(out, lineterminator="\n").writerow(safe)
    return out.getvalue()


def _xml(text: str) -> str:
    return escape(_NOT_XML.sub(" ", text))
