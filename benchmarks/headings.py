"""Subject headings for unseen catalogue records, from either side and through either language.

    python -m benchmarks.headings [--ways de en … many] [--lists 10] [--annif FOLDER]

tibsid: 3,744 records with abstracts by their authors in German and English, of which those of four
fifths of the titles are learned from (volumes of one title stay together); headings of the GND.
de: German title and abstract, German labels; en: the English abstract and the title, labels of both
languages (English ones are machine-made and there for half of the headings); more: de with 15,000
records more that have a German side alone; only-en: headings of 15,000 records with an English side
alone, the pairs without theirs; asked with German and with human-written English texts.  tibkat:
4,480 records with machine translations, 500 more kept apart, German texts, English labels alone.
many, not by itself: 50,000 records, all there are and others made of halves of two.
Printed: F1@5 and nDCG@10; expected calibration error over p ≥ .05 and the largest error of 200
suggestions of like probability, each beside what it is on the median by chance where every
probability holds; seconds of the processor; the most memory so far.

--annif writes what Annif needs to learn and to be asked the same into a folder, a corpus and a
vocabulary for each way; `benchmarks.headings_annif` runs it.
"""

import argparse
import json
import resource
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from scipy import sparse

from benchmarks._common import DATA, print_table
from benchmarks._corpora import RECORDS
from benchmarks._corpora import rows as rows_of
from gplsa.evaluation.calibration import calibration_error
from gplsa.headings import (
    Concept,
    HeadingVocabulary,
    Suggester,
    Suggestion,
    assigned_headings,
    read_vocabulary,
)
from gplsa.headings.measured import LEAST_STATED, HeadingFigures, figures_of
from gplsa.headings.sides import Side

WAYS = ("de", "en", "tibkat", "more", "only-en", "many")
BIN = 200
DRAWS = 200


@dataclass
class Task:
    """texts  by side, of the records learned from;  held  their headings
    asked  texts to ask for by the side that they are of;  given  the headings of these
    """

    vocabulary: HeadingVocabulary
    texts: dict[str, list[str]]
    held: sparse.csr_matrix
    asked: dict[str, list[str]]
    given: sparse.csr_matrix
    titles: list[str]


def of_title(row: dict) -> str:
    return row["title"].partition(" : ")[0]


def apart_from(names: Sequence[str], share: float) -> set[str]:
    draw = np.random.default_rng(0)
    return {name for name in sorted(set(names)) if draw.random() < share}


def held_by(rows: Sequence[dict], vocabulary: HeadingVocabulary) -> sparse.csr_matrix:
    return assigned_headings([json.dumps(row["subjects"]) for row in rows], vocabulary)[1].held


def tibsid(way: str) -> Task:
    rows = rows_of(RECORDS)
    apart = apart_from([of_title(row) for row in rows], 0.2)
    learned = [row for row in rows if of_title(row) not in apart]
    unseen = [row for row in rows if of_title(row) in apart]
    vocabulary = read_vocabulary(DATA / "tibsid" / "gnd.csv")
    if way in ("de", "more", "many"):
        german = [{code: one.labels[code] for code in one.labels if code == "de"}
                  for one in vocabulary.concepts]  # fmt: skip
        concepts = zip(vocabulary.concepts, german, strict=True)
        vocabulary = HeadingVocabulary([Concept(one.uri, labels) for one, labels in concepts])
    n_pairs = len(learned)
    more = {"more": ["only_de"], "only-en": ["only_en"], "many": ["only_de", "only_en"]}
    for name in more.get(way, ()):
        learned += [row for row in rows_of(f"tibsid/{name}.jsonl.gz") if of_title(row) not in apart]
    pairs = np.random.default_rng(0).integers(0, len(learned), (50_000 - len(learned), 2))
    learned += [halves(learned[one], learned[other]) for one, other in pairs if way == "many"]
    texts = {
        side: [f"{row['title']}\n{row[side]}" if row.get(side) else "" for row in learned]
        for side in ("de", "en")
    }
    held = held_by(learned, vocabulary)
    if way == "only-en":
        bare = sparse.csr_matrix((n_pairs, held.shape[1]))
        held = sparse.csr_matrix(sparse.vstack([bare, held[n_pairs:]]))
    sides = {"en": ["en"], "only-en": ["de", "en"]}.get(way, ["de"])
    asked = {side: [f"{row['title']}\n{row[side]}" for row in unseen] for side in sides}
    titles = [row["title"] for row in unseen]
    return Task(vocabulary, texts, held, asked, held_by(unseen, vocabulary), titles)


def halves(one: dict, other: dict) -> dict:
    """Half of the abstracts of one record and half of another's, with the headings of both."""
    begin, end = ({side: row.get(side) or "" for side in ("de", "en")} for row in (one, other))
    texts = {s: begin[s][: len(begin[s]) // 2] + end[s][len(end[s]) // 2 :] for s in begin}
    return {**one, **texts, "subjects": [*{*one["subjects"], *other["subjects"]}]}


def tibkat() -> Task:
    rows = rows_of("tibkat/records.jsonl")
    labels: dict[str, str] = {}
    for row in rows:
        row["title"] = row["de"].partition("\n")[0]
        named = zip(row["subjects"], row["headings"], strict=True)
        labels |= {uri: label for uri, label in named if label}
    uris = dict.fromkeys(uri for row in rows for uri in row["subjects"])
    concepts = [Concept(uri, {"en": labels[uri]} if uri in labels else {}) for uri in uris]
    vocabulary = HeadingVocabulary(concepts)
    apart = apart_from([of_title(row) for row in rows], 500 / len(rows))
    learned = [row for row in rows if of_title(row) not in apart]
    unseen = [row for row in rows if of_title(row) in apart]
    return Task(
        vocabulary,
        {side: [row[side] for row in learned] for side in ("de", "en")},
        held_by(learned, vocabulary),
        {"de": [row["de"] for row in unseen]},
        held_by(unseen, vocabulary),
        [row["title"] for row in unseen],
    )


def suggester_for(task: Task, source: str | None) -> Suggester:
    """source  the only side that probabilities are learned for; all where None"""
    sides = {side: Side.of_texts(texts, side) for side, texts in task.texts.items()}
    ids = [str(row) for row in range(task.held.shape[0])]
    suggester = Suggester("subjects", task.vocabulary, task.held, sides, {}, ids)
    if source is not None:
        suggester.sources = {source: suggester.sources[source]}
    suggester.learn(task.texts)
    return suggester


def figures(
    found: Sequence[Sequence[Suggestion]], given: sparse.csr_matrix
) -> tuple[HeadingFigures, float, tuple[float, float]]:
    """And the largest error of `BIN` suggestions of like probability; by chance both errors."""
    right = [set(given[[row]].indices.tolist()) for row in range(given.shape[0])]
    every = [
        (one.probability, one.number in held)
        for own, held in zip(found, right, strict=True)
        for one in own
        if one.probability >= LEAST_STATED
    ]
    p, hit = (np.array(column, dtype=float) for column in zip(*every, strict=True))
    drawn = np.random.default_rng(0).random((DRAWS, len(p))) < p
    by_chance = [(calibration_error(p, one), largest_error(p, one)) for one in drawn]
    expected, worst = np.median(by_chance, axis=0)
    ranked = [[one.number for one in own] for own in found]
    told = figures_of(ranked, right, p, hit > 0)
    return told, largest_error(p, hit), (float(expected), float(worst))


def largest_error(p: np.ndarray, hit: np.ndarray) -> float:
    order = np.argsort(p, kind="stable")
    starts = range(0, len(p) - BIN + 1, BIN)
    bins = [order[start : start + BIN] for start in starts]
    return max(abs(float(p[part].mean() - hit[part].mean())) for part in bins)


def measured(way: str, n_lists: int) -> list[list[str]]:
    task = tibkat() if way == "tibkat" else tibsid(way)
    began = time.process_time()
    suggester = suggester_for(task, None if way == "only-en" else next(iter(task.asked)))
    learned = time.process_time() - began
    rows = []
    for side, texts in task.asked.items():
        began = time.process_time()
        found = suggester.suggest(texts, side)
        each = (time.process_time() - began) / len(texts)
        told, worst, (by_chance, worst_by_chance) = figures(found, task.given)
        print_lists(task, side, found[:n_lists])
        memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e6
        row = [f"{way} {side}", f"{task.held.shape[0]:,} / {len(texts)}", f"{told.f1_at_5:.3f}",
               f"{told.ndcg_at_10:.3f}", f"{told.calibration_error:.3f} ({by_chance:.3f})",
               f"{worst:.3f} ({worst_by_chance:.3f})", f"{learned:.0f}", f"{1000 * each:.0f}",
               f"{memory:.1f}"]  # fmt: skip
        rows.append(row)
    return rows


def print_lists(task: Task, side: str, found: Sequence[Sequence[Suggestion]]) -> None:
    for row, own in enumerate(found):
        held = task.given[[row]].indices
        given = [task.vocabulary.concepts[place].label() for place in held]
        print(f"\n{row}: {task.titles[row][:100]}  |  given: {', '.join(given)}")
        text = task.asked[side][row]
        for one in own[:5]:
            why = one.reason
            words = ", ".join(dict.fromkeys(text[start:end] for start, end in why.words))
            through = ", ".join(f"{a} → {b}" for a, b in why.through)
            like = ", ".join(f"{near.likeness:.2f} like {near.id}" for near in why.records[:1])
            print(
                f"  {one.probability:.2f} {one.concept.label()}  [{why.label}: {words} {through}] "
                f"[{why.used} records, {like}]"
            )


def write_for_annif(way: str, folder: Path) -> None:
    """A vocabulary, what is learned from and what is asked, as Annif reads them."""
    task = tibkat() if way == "tibkat" else tibsid(way)
    (folder := folder / way).mkdir(parents=True, exist_ok=True)
    concepts = task.vocabulary.concepts
    language = "en" if way in ("en", "tibkat") else "de"
    # Of records in English the German label where there is no English one.
    names = [one.labels.get(language) or one.labels.get("de") or one.uri for one in concepts]
    lines = [f"<{one.uri}>\t{name}" for one, name in zip(concepts, names, strict=True)]
    (folder / "vocabulary.tsv").write_text("\n".join(lines) + "\n", "utf-8")
    [(side, asked)] = [*task.asked.items()][:1]
    parts: Mapping[str, tuple[list[str], sparse.csr_matrix]] = {
        "train": (task.texts[side], task.held),
        "test": (asked, task.given),
    }
    for name, (texts, held) in parts.items():
        rows = [
            " ".join(text.split())
            + "\t"
            + " ".join(f"<{concepts[number].uri}>" for number in held[[row]].indices)
            for row, text in enumerate(texts)
            if text
        ]
        (folder / f"{name}.tsv").write_text("\n".join(rows) + "\n", "utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--ways", nargs="+", choices=WAYS, default=WAYS[:-1])
    parser.add_argument("--lists", type=int, default=0)
    parser.add_argument("--annif", type=Path)
    options = parser.parse_args()
    if options.annif:
        for way in options.ways:
            write_for_annif(way, options.annif)
        return
    head = ["", "records", "F1@5", "nDCG@10", "ECE (by chance)", "worst bin (by chance)",
            "s to learn", "ms a text", "GB"]  # fmt: skip
    rows = [row for way in options.ways for row in measured(way, options.lists)]
    print_table("headings", head, rows)


if __name__ == "__main__":
    main()
