"""Topics and keywords to be read without knowing which method they are of.

    python -m benchmarks.blind topics --corpus records --method gplsa --out now.json
    python -m benchmarks.blind topics --corpus records --method nmf --out nmf.json
    python -m benchmarks.blind shuffle now.json nmf.json … --out FOLDER
    python -m benchmarks.blind count FOLDER
    python -m benchmarks.blind figures now.json nmf.json …
    python -m benchmarks.blind keywords --corpus records --rows 0 20

Corpora: records (2,000 catalogue records with abstracts in both languages, 500 held out), news
(ntrex in pieces of five lines, a quarter of the texts held out), captions (1,500 photos, 375 kept
out).  gplsa is trained on both sides as `gplsa.train` does it; nmf is scikit-learn's NMF
(Frobenius) of tf-idf of the English side.  Eight English words of a topic are kept.

shuffle writes `lists.txt`, all topics in chance order and small letters, to be read with a verdict
behind the bar of each line: 1 where one subject could be named, else 0 and the fault in a word; and
`key.json`, not to be opened before.  count tells the verdicts by method.  figures: NPMI of the
words by stems over the English sides held out, and diversity.  keywords prints lists for documents
held out, as the page shows them, with the true side; names behind a bar.

It needs the public functions of gplsa alone, so a version before is read by the same file: from its
checkout, `PYTHONPATH=. python THIS/benchmarks/blind.py topics …`.
"""

import argparse
import gzip
import json
import os
import re
import warnings
from collections import Counter, defaultdict
from pathlib import Path
from typing import Any

import numpy as np
from scipy import sparse

DATA = Path(os.environ.get("GPLSA_DATA", Path(__file__).resolve().parents[2] / "shared" / "data"))
CORPORA = ("records", "news", "captions")
TOPICS, SHOWN = 40, 8
RECORDS, RECORDS_KEPT_OUT, LEAST_LETTERS = 2000, 500, 300
LINES_A_PIECE = 5
SHOWN_CHARACTERS = 600

Texts = dict[str, list[str]]


def read(corpus: str) -> tuple[Texts, list[str]]:
    """German and English texts, and the group of each document: groups are held out whole."""
    if corpus == "records":
        with gzip.open(DATA / "tibsid" / "pairs.jsonl.gz", "rt", encoding="utf-8") as file:
            rows = [json.loads(line) for line in file]
        rows = [row for row in rows if min(len(row["de"]), len(row["en"])) >= LEAST_LETTERS]
    else:
        name = {"news": "ntrex/docs.jsonl", "captions": "comparable/captions.jsonl"}[corpus]
        rows = [json.loads(line) for line in (DATA / name).read_text("utf-8").splitlines()]
    found: Texts = {"de": [], "en": []}
    groups = []
    for number, row in enumerate(rows):
        sides = {"de": row.get("de", row.get("deu")), "en": row.get("en", row.get("eng"))}
        lines = {s: t if isinstance(t, list) else t.split("\n") for s, t in sides.items()}
        size = LINES_A_PIECE if corpus == "news" else max(map(len, lines.values()))
        for start in range(0, len(lines["en"]), size):
            for side, own in lines.items():
                found[side].append("\n".join(own[start : start + size]))
            groups.append(str(number))
    return found, groups


def split(corpus: str, seed: int) -> tuple[Texts, Texts]:
    """Documents to train on, and those held out."""
    texts, groups = read(corpus)
    names = sorted(set(groups))
    order = np.random.default_rng(seed).permutation(len(names))
    n_out = RECORDS_KEPT_OUT if corpus == "records" else len(names) // 4
    n_in = RECORDS if corpus == "records" else len(names)
    out = {names[place] for place in order[:n_out]}
    seen = {names[place] for place in order[n_out : n_out + n_in]}
    return tuple(
        {
            side: [t for t, g in zip(own, groups, strict=True) if g in part]
            for side, own in texts.items()
        }
        for part in (seen, out)
    )


def trained(texts: Texts, seed: int) -> Any:
    import gplsa

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        corpus = gplsa.corpus_of(texts, languages={"de": "de", "en": "en"})
        return gplsa.train(corpus, TOPICS, random_state=seed, check=False)


def nmf_topics(texts: list[str], seed: int) -> list[list[str]]:
    from sklearn.decomposition import NMF
    from sklearn.feature_extraction.text import TfidfVectorizer

    reader = TfidfVectorizer(stop_words="english", min_df=2, max_df=0.5, sublinear_tf=True)
    weights = reader.fit_transform(texts)
    topics = NMF(TOPICS, init="nndsvd", max_iter=400, random_state=seed).fit(weights).components_
    names = reader.get_feature_names_out()
    return [[str(names[w]) for w in np.argsort(-row, kind="stable")[:SHOWN]] for row in topics]


def topics(options: argparse.Namespace) -> None:
    seen, _ = split(options.corpus, options.seed)
    if options.method == "nmf":
        words, names = nmf_topics(seen["en"], options.seed), []
    else:
        found = trained(seen, options.seed).topics(SHOWN)
        words = [[word for word, _ in topic.words["en"]] for topic in found]
        names = [topic.name for topic in found]
    about = {"corpus": options.corpus, "seed": options.seed, "topics": words, "names": names}
    Path(options.out).write_text(json.dumps(about, ensure_ascii=False, indent=1), encoding="utf-8")


def shuffle(options: argparse.Namespace) -> None:
    lists = [
        (Path(name).stem, words)
        for name in options.files
        for words in json.loads(Path(name).read_text("utf-8"))["topics"]
    ]
    order = np.random.default_rng(options.seed).permutation(len(lists)).tolist()
    folder = Path(options.out)
    folder.mkdir(parents=True, exist_ok=True)
    lines = [f"{n}. {', '.join(lists[at][1]).lower()} | \n" for n, at in enumerate(order)]
    (folder / "lists.txt").write_text("".join(lines), encoding="utf-8")
    (folder / "key.json").write_text(json.dumps([lists[at][0] for at in order]), encoding="utf-8")


def count(options: argparse.Namespace) -> None:
    folder = Path(options.folder)
    methods = json.loads((folder / "key.json").read_text("utf-8"))
    verdicts: dict[str, Counter[str]] = defaultdict(Counter)
    for line in (folder / "lists.txt").read_text("utf-8").splitlines():
        number, verdict = int(line.split(".")[0]), line.rpartition("|")[2].strip()
        if not verdict:
            raise SystemExit(f"{number} has no verdict yet.")
        verdicts[methods[number]][verdict] += 1
    for method, found in sorted(verdicts.items()):
        faults = ", ".join(
            f"{n} {fault[1:].strip()}" for fault, n in found.most_common() if fault != "1"
        )
        print(f"{method}: {found['1']} of {sum(found.values())} readable; {faults}")


def figures(options: argparse.Namespace) -> None:
    from nltk.stem.snowball import SnowballStemmer

    stem = SnowballStemmer("english").stem
    for name in options.files:
        about = json.loads(Path(name).read_text("utf-8"))
        _, unseen = split(about["corpus"], about["seed"])
        texts = [{stem(w) for w in re.findall(r"[^\W\d_]+", t.lower())} for t in unseen["en"]]
        lists = [[stem(word.lower()) for word in words] for words in about["topics"]]
        known = sorted({word for words in lists for word in words})
        held = sparse.csr_matrix(np.array([[word in text for word in known] for text in texts]))
        coherence = np.mean([_npmi(held, [known.index(w) for w in words]) for words in lists])
        all_words = [word for words in lists for word in words]
        diversity = len(set(all_words)) / len(all_words)
        print(f"{name}: NPMI {coherence:.3f} of {len(texts)} held out, diversity {diversity:.3f}")


def _npmi(held: sparse.csr_matrix, words: list[int]) -> float:
    """Mean over the pairs of different words; −1 for those that never stand together."""
    share = held[:, sorted(set(words))].toarray().astype(np.float64)
    both = share.T @ share / len(share)
    alone = np.diag(both)
    with np.errstate(divide="ignore", invalid="ignore"):
        values = np.log(both / np.outer(alone, alone)) / -np.log(both)
    values[~(both > 0)] = -1.0
    return float(values[np.triu_indices(len(both), 1)].mean())


def keywords(options: argparse.Namespace) -> None:
    seen, unseen = split(options.corpus, options.seed)
    model = trained(seen, options.seed)
    first, last = options.rows
    for row, found in enumerate(model.keywords(unseen["de"][first:last], "de", "en"), first):
        print(f"\n{row}. " + " ".join(unseen["en"][row].split())[:SHOWN_CHARACTERS])
        print("   → " + ", ".join(found.words) + " | " + ", ".join(map(str, found.names)))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    commands = parser.add_subparsers(required=True)
    for work in (topics, shuffle, count, figures, keywords):
        command = commands.add_parser(work.__name__)
        command.set_defaults(work=work)
        command.add_argument("--seed", type=int, default=0)
        if work in (topics, keywords):
            command.add_argument("--corpus", choices=CORPORA, required=True)
        if work is topics:
            command.add_argument("--method", choices=("gplsa", "nmf"), default="gplsa")
        if work in (topics, shuffle):
            command.add_argument("--out", required=True)
        if work in (shuffle, figures):
            command.add_argument("files", nargs="+")
        if work is count:
            command.add_argument("folder")
        if work is keywords:
            command.add_argument("--rows", type=int, nargs=2, default=[0, 20])
    options = parser.parse_args()
    options.work(options)


if __name__ == "__main__":
    main()
