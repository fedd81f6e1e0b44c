"""Subject headings for unseen catalogue records, from either side and through either language.

    python -m benchmarks.headings [--ways de-de en-de de-en tibkat] [--lists 10]

tibsid: 3,744 records with abstracts by their authors in German and English, of which those of four
fifths of the titles are learned from (volumes of one title stay together); headings of the GND.
de-de: German title and abstract, German labels; en-de: the English abstract and the title, German
labels; de-en: German, English labels alone (machine-made, of half of the headings).  tibkat: 4,480
records with machine translations and 500 kept apart, German texts, English labels alone.
Printed: F1@5 and nDCG@10, calibration over p ≥ .05, and seconds of the processor.
"""

import argparse
import gzip
import json
import time
from collections.abc import Sequence

import numpy as np

from benchmarks._common import DATA, print_table
from gplsa.evaluation.calibration import calibration_error
from gplsa.evaluation.headings import f1_at, ndcg_at
from gplsa.headings import Concept, HeadingVocabulary, assigned_headings, read_vocabulary
from gplsa.headings.suggesting import Suggester, Suggestion

WAYS = ("de-de", "en-de", "de-en", "tibkat")
LEAST = 0.05
BIN = 200


class Records:
    """texts by language; titled: with the title before; labels: the language they are left in."""

    def __init__(self, way: str) -> None:
        source, _, target = "de-en".partition("-") if way == "tibkat" else way.partition("-")
        self.source, self.counterpart = source, {"de": "en", "en": "de"}[source]
        if way == "tibkat":
            lines = (DATA / "tibkat" / "records.jsonl").read_text("utf-8").splitlines()
            rows = [json.loads(line) for line in lines]
            labels: dict[str, str] = {}
            for row in rows:
                labels |= {
                    uri: label
                    for uri, label in zip(row["subjects"], row["headings"], strict=True)
                    if label
                }
            uris = dict.fromkeys(uri for row in rows for uri in row["subjects"])
            concepts = [Concept(uri, {"en": labels[uri]} if uri in labels else {}) for uri in uris]
            self.titles = [row["de"].partition("\n")[0] for row in rows]
        else:
            with gzip.open(DATA / "tibsid" / "pairs.jsonl.gz", "rt", encoding="utf-8") as stream:
                rows = [json.loads(line) for line in stream]
            known = read_vocabulary(DATA / "tibsid" / "gnd.csv").concepts
            concepts = [
                Concept(one.uri, {target: one.labels[target]} if target in one.labels else {})
                for one in known
            ]
            self.titles = [row["title"] for row in rows]
        head = [""] * len(rows) if way == "tibkat" else [title + "\n" for title in self.titles]
        self.texts = [first + row[source] for first, row in zip(head, rows, strict=True)]
        self.counterparts = [row[self.counterpart] for row in rows]
        cells = [json.dumps(row["subjects"]) for row in rows]
        self.vocabulary, self.assigned = assigned_headings(cells, HeadingVocabulary(concepts))

    def split(self, way: str) -> tuple[np.ndarray, np.ndarray]:
        """Learned from and kept apart, by whole titles."""
        draw = np.random.default_rng(0)
        names = sorted({title.partition(" : ")[0] for title in self.titles})
        kept = 500 / len(names) if way == "tibkat" else 0.2
        apart = {name for name in names if draw.random() < kept}
        held = np.array([title.partition(" : ")[0] in apart for title in self.titles])
        return np.flatnonzero(~held), np.flatnonzero(held)


def measured(way: str, n_lists: int) -> list[str]:
    records = Records(way)
    learned, apart = records.split(way)
    began = time.process_time()
    suggester = Suggester(
        [records.texts[row] for row in learned],
        records.source,
        records.assigned.held[learned],
        records.vocabulary,
        {records.counterpart: [records.counterparts[row] for row in learned]},
    )
    fitted = time.process_time()
    found = suggester.suggest([records.texts[row] for row in apart])
    ended = time.process_time()
    given = [set(records.assigned.held[[row]].indices.tolist()) for row in apart]
    ranked = [[one.number for one in own] for own in found]
    every = [
        (one.probability, one.number in right)
        for own, right in zip(found, given, strict=True)
        for one in own
        if one.probability >= LEAST
    ]
    p, right = (np.array(column, dtype=float) for column in zip(*every, strict=True))
    order = np.argsort(p)
    worst = max(
        abs(p[part].mean() - right[part].mean())
        for start in range(0, len(p) - BIN + 1, BIN)
        for part in [order[start : start + BIN]]
    )
    _print_lists(records, apart[:n_lists], found)
    return [
        way,
        f"{len(learned):,} / {len(apart)}",
        f"{f1_at(ranked, given, 5):.3f}",
        f"{ndcg_at(ranked, given, 10):.3f}",
        f"{calibration_error(p, right):.3f}",
        f"{worst:.3f}",
        f"{fitted - began:.0f}",
        f"{1000 * (ended - fitted) / len(apart):.0f}",
    ]


def _print_lists(
    records: Records, rows: Sequence[int], found: Sequence[Sequence[Suggestion]]
) -> None:
    for row, own in zip(rows, found, strict=False):
        held = records.assigned.held[[row]].indices
        given = [records.vocabulary.concepts[place].label() for place in held]
        print(f"\n{records.titles[row][:100]}  |  given: {', '.join(given)}")
        for one in own[:6]:
            why = one.reason
            text = records.texts[row]
            words = ", ".join(dict.fromkeys(text[start:end] for start, end in why.words))
            through = ", ".join(f"{a} → {b}" for a, b in why.through)
            like = ", ".join(f"{share:.2f} like {row}" for row, share in why.records[:1])
            print(
                f"  {one.probability:.2f} {one.concept.label()}  [{why.label}: {words} {through}] "
                f"[{why.used} records, {like}]"
            )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--ways", nargs="+", choices=WAYS, default=WAYS)
    parser.add_argument("--lists", type=int, default=0)
    options = parser.parse_args()
    head = ["", "records", "F1@5", "nDCG@10", "ECE", "worst bin", "s to learn", "ms a text"]
    print_table("headings", head, [measured(way, options.lists) for way in options.ways])


if __name__ == "__main__":
    main()
