"""What CONTRIBUTING says one has to do is enough: done in a copy of the package, and used there."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import REPOSITORY
from tests.core.divergences import hellinger
from tests.planted import planted_corpus

MODEL = '''
"""PLSA whose topics are drawn to all words alike."""

from typing import Any

from gplsa.models.plsa import PLSA


class SmoothPLSA(PLSA):
    """PLSA, and a tenth of every topic is shared out evenly."""

    def fit(self, counts: Any, y: Any = None, **options: Any) -> "SmoothPLSA":
        super().fit(counts, y, **options)
        self.topic_word_ = 0.9 * self.topic_word_ + 0.1 / self.topic_word_.shape[1]
        return self
'''


def paragraph(title: str) -> str:
    text = (REPOSITORY / "CONTRIBUTING.md").read_text(encoding="utf-8")
    [found] = re.findall(rf"^\*\*{re.escape(title)}\*\*.*?(?=\n\n)", text, re.DOTALL | re.MULTILINE)
    return found


@pytest.mark.parametrize("document", ["CONTRIBUTING.md", "docs/METHOD.md"])
def test_files_that_are_named_are_there(document):
    """From the top or from a room of the package."""
    text = (REPOSITORY / document).read_text(encoding="utf-8")
    named = {name for name in re.findall(r"`([\w./]+)`", text) if name.endswith(".py")}
    assert len(named) > 5
    there = [f"/{path.relative_to(REPOSITORY)}" for path in REPOSITORY.glob("gplsa/**/*.py")]
    there += [f"/{path.name}" for path in REPOSITORY.glob("*.py")]
    there += [f"/{path.relative_to(REPOSITORY)}" for path in REPOSITORY.glob("[bpt]*/**/*.py")]
    assert {n for n in named if not any(path.endswith(f"/{n}") for path in there)} == set()


class Copy:
    """The package in a folder of its own, and which files were touched there."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.touched = folder, set()
        ignored = shutil.ignore_patterns("__pycache__", "front")
        shutil.copytree(REPOSITORY / "gplsa", folder / "gplsa", ignore=ignored)

    def add(self, file: str, text: str) -> None:
        assert not (self.folder / file).exists()
        (self.folder / file).write_text(text, encoding="utf-8")
        self.touched.add(file)

    def insert(self, file: str, before: str, line: str) -> None:
        path = self.folder / file
        text = path.read_text(encoding="utf-8")
        assert text.count(before) == 1
        path.write_text(text.replace(before, f"{line}\n{before}"), encoding="utf-8")
        self.touched.add(file)

    def run(self, *command: str) -> str:
        environment = os.environ | {"NUMBA_DISABLE_JIT": "1"}  # of so little, sooner than compiled
        done = subprocess.run(
            [sys.executable, *command],
            cwd=self.folder,
            env=environment | {"PYTHONPATH": str(self.folder)},
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    def follows(self, title: str) -> bool:
        """Whether all that was touched stands in the paragraph, as a file or by its folder."""
        named = re.findall(r"`(gplsa/[^`]+)`", paragraph(title))
        return all(
            any(file == n or file.startswith(f"{n}/") for n in named) for file in self.touched
        )


@pytest.fixture
def copy(tmp_path):
    return Copy(tmp_path)


def test_a_regulariser_is_one_file_and_one_line(copy):
    source = Path(hellinger.__file__).read_text(encoding="utf-8")
    copy.add("gplsa/core/divergences/hellinger.py", source)
    copy.insert(
        "gplsa/names.py",
        '    "l2": Regularizer(',
        '    "hellinger": Regularizer(_D + "hellinger:SquaredHellinger", "H²", "H²", "", 100),',
    )
    assert copy.follows("A regulariser.")
    corpus = planted_corpus(16)
    rows = zip(corpus.texts["de"], corpus.texts["en"], strict=True)
    (copy.folder / "pairs.tsv").write_text(
        "de\ten\n" + "\n".join(f"{de}\t{en}".replace("\n", " ") for de, en in rows),
        encoding="utf-8",
    )
    options = "--source de --target en --n-topics 3 --max-iter 2 --no-check --out m.gplsa"
    copy.run("-m", "gplsa", "train", "pairs.tsv", *options.split(), "--regularizer", "hellinger")
    told = copy.run("-c", "import gplsa; print(gplsa.load('m.gplsa').settings.regularizer)")
    assert told.strip() == "hellinger"
    assert "hellinger" in copy.run("-m", "gplsa", "train", "--help")


TITLES = '''
def with_titles(corpus: Corpus, times: int) -> Corpus:
    """The title stands so often before every text."""
    texts = {
        side: [f"{title}\\n" * times + text for title, text in zip(corpus.titles, of_side)]
        for side, of_side in corpus.texts.items()
    }
    return replace(corpus, texts=texts)


'''


def test_a_setting_touches_four_files_at_most(copy):
    copy.insert(
        "gplsa/model/choices.py",
        '    "keep_texts": switch(',
        '    "title_weight": Setting(\n'
        '        later("how often a title counts"),\n'
        "        lambda value: within(value, int, 0, 9),\n"
        '        lambda value: Message("A title counts 0 to 9 times, not {n}", n=value),\n'
        '        Option(("--title-weight",), "how often a title counts", "natural", "N"),\n'
        "    ),",
    )
    copy.insert("gplsa/model/settings.py", '    headings: str = ""', "    title_weight: int = 0")
    copy.insert(
        "gplsa/training/counted.py",
        "    sides: dict[str, CountedSide] = {}",
        "    corpus = with_titles(corpus, settings.title_weight)",
    )
    copy.insert("gplsa/training/counted.py", "def count_sides(", TITLES)
    copy.insert("gplsa/api.py", '    headings: str = "",\n    vocab', "    title_weight: int = 0,")
    copy.insert("gplsa/api.py", "        headings=headings,", "        title_weight=title_weight,")
    assert len(copy.touched) <= 4
    assert copy.follows("A setting.")
    corpus = planted_corpus(16)
    lines = [
        f"{de}\t{en}\t{'Zeppelin' if n % 2 else 'Draisine'}".replace("\n", " ")
        for n, (de, en) in enumerate(zip(*corpus.texts.values(), strict=True))
    ]
    table = "\n".join(["\t".join([*corpus.texts, "title"]), *lines])
    (copy.folder / "pairs.tsv").write_text(table, encoding="utf-8")
    options = "--source de --target en --n-topics 3 --max-iter 2 --no-check --out m.gplsa"
    copy.run("-m", "gplsa", "train", "pairs.tsv", *options.split(), "--title-weight", "3")
    asked = (
        "import gplsa\n"
        "from gplsa.report.settings import settings\n"
        "model = gplsa.load('m.gplsa')\n"
        "word = model.vocabularies['de'].terms.index('zeppelin')\n"
        "print(model.settings.title_weight, model.counts['de'][:, [word]].max())\n"
        "print('how often a title counts' in str(settings(model)))\n"
        "again = gplsa.train(model.corpus, 3, max_iter=2, check=False)\n"
        "print('zeppelin' in again.vocabularies['de'].terms, again.settings.title_weight)\n"
        "gplsa.train(model.corpus, 3, title_weight=2, max_iter=2, check=False)"
    )
    assert copy.run("-c", asked).split() == ["3", "3.0", "True", "False", "0"]
    assert "how often a title counts" in copy.run("-m", "gplsa", "train", "--help")


def test_a_model_is_one_file_and_its_exports(copy):
    copy.add("gplsa/models/smooth.py", MODEL)
    copy.insert(
        "gplsa/models/__init__.py",
        '    "PLSA": "plsa",',
        '    "SmoothPLSA": "smooth",',
    )
    copy.insert("gplsa/__init__.py", '    "Topic",', '    "SmoothPLSA",')
    assert copy.follows("A model.")
    told = copy.run(
        "-c",
        "from gplsa import SmoothPLSA\n"
        "fitted = SmoothPLSA(2, random_state=0).fit([[2, 1, 0], [0, 1, 2], [1, 0, 0]])\n"
        "print(fitted.topic_word_.min() > 0, fitted.transform([[1, 1, 0]]).shape)",
    )
    assert told.strip() == "True (1, 2)"
