"""Words of two sides: the concordance, and the files of terms, lines and suspicious pairs."""

import argparse
import io
from collections.abc import Iterable
from pathlib import Path

import numpy as np

from gplsa.answers import Concordance
from gplsa.cli.arguments import given
from gplsa.cli.output import print_json, progress_line, say
from gplsa.cli.place import LEXICON, LINES, SUSPICIOUS, place_for
from gplsa.files import replaced
from gplsa.model.public import Model
from gplsa.model.terms.aligned import align_pairs, text_sides
from gplsa.model.terms.concordance import Line
from gplsa.model.terms.exports import Terms, lexicon_csv, lexicon_tbx, lines_tmx, suspicious_csv
from gplsa.retrieval.mismatch import pair_fit

CONTEXT = 50
NOTHING = "Nothing stands for it: it is in too few lines, or is always said in another way."


def print_concordance(options: argparse.Namespace) -> None:
    model = Model.load(options.model)
    found = model.concordance(
        options.word,
        options.source,
        options.target,
        partner=options.partner,
        limit=options.lines,
    )
    if options.json:
        print_json(Concordance.of(model, found, options.sort))
        return
    pairs = f"{found.pairs:,}" if found.all_known else f"at least {found.pairs:,}"
    say(f"{options.word}: in {pairs} of {model.n_documents:,} pairs")
    unit = "lines" if model.has_texts else "pairs"
    for partner in found.partners:
        doubt = "; doubtful" if partner.doubtful else ""
        say(f"  {partner.word}  (in {partner.lines:,} of {partner.of:,} {unit}{doubt})")
    if not found.partners:
        other = f" Try: {', '.join(found.known)}" if found.known and not found.pairs else ""
        say(f"  {NOTHING}{other}")
    for line in found.sorted_lines(options.sort):
        before, match, after = line.kwic(CONTEXT)
        say(model.corpus.ids[line.row])
        say(f"  {before}[{match}]{after}")
        say(f"  {_marked(line)}")


def _marked(line: Line) -> str:
    """The other side with its partner in brackets."""
    pieces, last = [], 0
    for start, end in line.target_places:
        pieces += [line.target[last:start], "[", line.target[start:end], "]"]
        last = end
    return "".join([*pieces, line.target[last:]])


def write_lexicon(options: argparse.Namespace) -> None:
    place = _place(LEXICON[options.format], options)
    model = Model.load(options.model)
    entries = model.lexicon(
        options.source,
        options.target,
        **given(min_pairs=options.min_pairs),
        progress=progress_line(),
    )
    write = lexicon_tbx if options.format == "tbx" else lexicon_csv
    terms = Terms.of(model, options.source, options.target)
    # Spreadsheets need a byte-order mark to see that a table is UTF-8; XML says so itself.
    encoding = "utf-8" if options.format == "tbx" else "utf-8-sig"
    _write(place, write(terms, entries, model.corpus.ids), encoding)
    say(f"{len(entries):,} entries", f"Written to {options.out}")


def write_lines(options: argparse.Namespace) -> None:
    place = _place(LINES, options)
    model = Model.load(options.model)
    text_sides(model, options.source, options.target)
    corpus = model.corpus
    rows = np.flatnonzero(corpus.has(options.source) & corpus.has(options.target))
    aligned = align_pairs(model, options.source, options.target, rows, progress_line())
    terms = Terms.of(model, options.source, options.target)
    _write(place, lines_tmx(terms, aligned.lines, corpus.ids), "utf-8")
    say(f"{len(aligned.lines):,} aligned lines", f"Written to {options.out}")


def write_suspicious(options: argparse.Namespace) -> None:
    place = _place(SUSPICIOUS, options)
    model = Model.load(options.model)
    text_sides(model, options.source, options.target)
    there = model.gists[options.source, options.target]
    back = model.gists[options.target, options.source]
    counts = model.counts[options.source], model.counts[options.target]
    fit = pair_fit(there, back, progress=progress_line(), counts=counts)
    rows = list(suspicious_csv(model, fit))
    _write(place, rows, "utf-8-sig")
    say(f"{len(rows) - 1:,} of {model.n_documents:,} pairs", f"Written to {options.out}")


def _place(kind: str, options: argparse.Namespace) -> Path:
    return place_for(kind, options.out, [options.model], force=options.force)


def _write(place: Path, pieces: Iterable[str], encoding: str) -> None:
    """The whole file or none: what is there already stays until the new one is complete."""
    with replaced(place) as stream:
        file = io.TextIOWrapper(stream, encoding, errors="replace", newline="")
        file.writelines(pieces)
        file.detach()
