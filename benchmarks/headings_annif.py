"""Annif's backends and their ensemble on what `benchmarks.headings --annif FOLDER` wrote.

    python -m benchmarks.headings --ways de en tibkat --annif FOLDER
    python -m benchmarks.headings_annif FOLDER [--annif path/to/annif] [--ways de en tibkat]

Annif (pip install "annif[omikuji]") may be in an environment of its own.  tfidf, omikuji in its
bonsai form and mllm (labels found in the text, learned) are trained on the records that ours learns
from; the weights of the ensemble are the best ones of its own search (`hyperopt` on the last fifth
of the training records, by members that learned from the others).  Printed: F1@5 and nDCG@10 as
Annif evaluates them.
"""

import argparse
import json
import subprocess
from pathlib import Path

from benchmarks._common import print_table

TRIALS = 20
SHARE = 0.8
MEMBERS: dict[str, dict[str, object]] = {
    "tfidf": {"backend": "tfidf"},
    "bonsai": {
        "backend": "omikuji",
        "cluster_balanced": False,
        "cluster_k": 100,
        "max_depth": 3,
    },
    "mllm": {"backend": "mllm"},
}
MEASURES = ("F1@5", "NDCG@10")


def projects(language: str) -> str:
    """One of each kind that learns from all records, and one (tried) from four fifths of them."""
    lines = []
    for tried in ("", "-tried"):
        for name, options in MEMBERS.items():
            lines += [f"[{name}{tried}]", f'name = "{name}{tried}"', 'vocab = "v"']
            lines += [f'language = "{language}"', f'analyzer = "snowball({WORDS[language]})"']
            lines += [f"{key} = {json.dumps(value)}" for key, value in options.items()]
        sources = ",".join(f"{name}{tried}" for name in MEMBERS)
        lines += [f"[ensemble{tried}]", f'name = "ensemble{tried}"', 'backend = "ensemble"']
        lines += ['vocab = "v"', f'language = "{language}"', f'sources = "{sources}"']
    return "\n".join(lines) + "\n"


WORDS = {"de": "german", "en": "english"}


class Annif:
    def __init__(self, command: str, folder: Path) -> None:
        self.command, self.folder = command, folder

    def run(self, *arguments: str) -> str:
        done = subprocess.run(
            [self.command, *arguments], cwd=self.folder, capture_output=True, text=True, check=False
        )
        if done.returncode:
            raise SystemExit(f"annif {' '.join(arguments)}: {done.stderr[-2000:]}")
        return done.stdout

    def figures(self, project: str) -> list[str]:
        wanted = [word for name in MEASURES for word in ("--metric", name)]
        table = dict(
            line.rsplit(":", 1)
            for line in self.run("eval", project, "test.tsv", *wanted).splitlines()
            if ":" in line
        )
        found = {name.strip().upper(): value.strip() for name, value in table.items()}
        return [f"{float(found[name.upper()]):.3f}" for name in MEASURES]

    def best_weights(self) -> str:
        """Of the sources of the ensemble, found on records that its members did not learn from."""
        lines = self.run("hyperopt", "ensemble-tried", "later.tsv", "--trials", str(TRIALS),
                         "--metric", "NDCG@10").splitlines()  # fmt: skip
        [line] = [line for line in lines if line.startswith("sources=")]
        return line.removeprefix("sources=").replace("-tried", "")


def measured(command: str, folder: Path) -> list[list[str]]:
    language = "en" if folder.name in ("en", "tibkat") else "de"
    text = "de" if folder.name != "en" else "en"
    annif = Annif(command, folder)
    config = folder / "projects.toml"
    config.write_text(projects(text), "utf-8")
    lines = (folder / "train.tsv").read_text("utf-8").splitlines(keepends=True)
    first = round(SHARE * len(lines))
    (folder / "earlier.tsv").write_text("".join(lines[:first]), "utf-8")
    (folder / "later.tsv").write_text("".join(lines[first:]), "utf-8")
    annif.run("load-vocab", "v", "vocabulary.tsv", "--language", language, "--force")
    if language != text:
        annif.run("load-vocab", "v", "vocabulary.tsv", "--language", text)
    rows = []
    for name in MEMBERS:
        annif.run("train", name, "train.tsv")
        rows.append([folder.name, name, *annif.figures(name)])
        print(rows[-1], flush=True)
        annif.run("train", f"{name}-tried", "earlier.tsv")
    weights = annif.best_weights()
    sources = ",".join(MEMBERS)
    config.write_text(config.read_text("utf-8").replace(f'"{sources}"', f'"{weights}"'), "utf-8")
    return [*rows, [folder.name, f"ensemble {weights}", *annif.figures("ensemble")]]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--annif", default="annif")
    parser.add_argument("--ways", nargs="+", default=["de", "en", "tibkat"])
    options = parser.parse_args()
    rows = [row for way in options.ways for row in measured(options.annif, options.folder / way)]
    print_table("Annif", ["", "", *MEASURES], rows)


if __name__ == "__main__":
    main()
