"""Every option of every command, given what none should be: no traceback, and one line is told."""

import json
import os
import unicodedata
from inspect import signature

import pytest

from gplsa.cli import main
from gplsa.cli.parser import every_parser
from gplsa.cli.values import count, natural, number, share, whole
from gplsa.message import LONGEST
from tests.planted import planted_corpus

NUMBERS = {whole, natural, count, number, share}
NO_NUMBERS = ("", " ", "x", "nan", "inf", "1_0", "١٠", "1" * 400, "1e400", "0x10", "1,5", "\x1b[2J")
ODD_NUMBERS = ("-1", "999999999999999", "1e300", "1e-300")
TEXTS = (
    "x" * 6000 + "\udc80\U0010ffff",
    "so many words " * 500 + "\x1b]0;title\x07\x9b2J\u202e",
)
TURNS = {"LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI"}
MAY_BE_EMPTY = {"--partner", "--base-path", "text of rename", "text of note"}
SIDES = ["--source", "de", "--target", "en"]
WAYS = ["--from", "de", "--to", "en"]
FIT = ["--topics", "3", "--max-iter", "3", "--stop-words", "none"]
CALLS = {
    "train": ["p.jsonl", *SIDES, *FIT, "--out", "o.gplsa", "--no-check"],
    "corpus build": ["p.jsonl", *SIDES, "--out", "folder"],
    "topics": ["m.gplsa"],
    "keywords": ["m.gplsa", "t.txt", *WAYS],
    "headings": ["m.gplsa", "t.txt", "--from", "de"],
    "search": ["m.gplsa", "word", *WAYS],
    "evaluate": ["p.jsonl", *SIDES, *FIT],
    "sample": ["folder"],
    "completion": ["bash"],
    "app": [],
    "hub": ["--socket", "s"],
    "serve": ["m.gplsa"],
    "concordance": ["m.gplsa", *WAYS, "word"],
    "lexicon": ["m.gplsa", *WAYS, "--out", "o.csv"],
    "lines": ["m.gplsa", *WAYS, "--out", "o.tmx"],
    "misaligned": ["m.gplsa", *WAYS, "--out", "s.csv"],
    "report": ["m.gplsa", "--out", "o.html"],
    "update": ["m.gplsa", "n.jsonl", "--out", "o.gplsa"],
    "token": ["tokens", "--name", "name"],
    "edit merge": ["1", "2", "--out", "o.gplsa"],
    "edit split": ["1", "--out", "o.gplsa"],
    "edit drop": ["word", "--side", "de", "--out", "o.gplsa"],
    "edit seed": ["word", "--side", "de", "--out", "o.gplsa"],
    "edit rename": ["1", "name", "--out", "o.gplsa"],
    "edit note": ["1", "note", "--out", "o.gplsa"],
    "edit hide": ["1", "--out", "o.gplsa"],
    "edit show": ["1", "--out", "o.gplsa"],
    "edit undo": ["--out", "o.gplsa"],
    "edit history": [],
    "edit retrain": ["--out", "o.gplsa"],
}


COMMANDS = every_parser()
OF_TRAIN = {flag for action in COMMANDS["train"]._actions for flag in action.option_strings}
OPTIONS = [
    pytest.param(path, action, id=f"{path} {(action.option_strings or [action.dest])[-1]}")
    for path, parser in COMMANDS.items()
    for action in parser._actions
    if action.nargs != 0
]


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    folder = tmp_path_factory.mktemp("odd")
    for name, seed in (("p", 0), ("n", 1)):
        corpus = planted_corpus(24, seed=seed)
        texts, themes = corpus.texts, corpus.fields["theme"]
        rows = [
            {"key": f"{name}{row}", "de": de, "en": en, "theme": themes[row]}
            for row, (de, en) in enumerate(zip(texts["de"], texts["en"], strict=True))
        ]
        (folder / f"{name}.jsonl").write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    (folder / "t.txt").write_text(texts["de"][0], encoding="utf-8")
    before = os.getcwd()
    os.chdir(folder)
    assert (
        main(
            ["train", *CALLS["train"][:-3], "--no-check", "--headings", "theme", "--out", "m.gplsa"]
        )
        == 0
    )
    os.chdir(before)
    return folder


@pytest.fixture(autouse=True)
def read_without_a_process(monkeypatch):
    """What options do is asked here; that files are read apart, tests/reading holds."""

    def stream(function, *arguments, **_):
        progress = {"progress": None} if "progress" in signature(function).parameters else {}
        return function(*arguments, **progress)

    monkeypatch.setattr("gplsa.sandbox.warm", lambda *_: None)
    monkeypatch.setattr("gplsa.reading.sandboxed.in_worker", stream)
    monkeypatch.setattr("gplsa.reading.sandboxed.stream_from_worker", stream)


@pytest.fixture
def here(files, tmp_path, monkeypatch):
    """A folder of its own to write in; nothing listens to a port."""
    for file in files.iterdir():
        (tmp_path / file.name).write_bytes(file.read_bytes())
    folder = tmp_path / "private"
    folder.mkdir(mode=0o700)
    for file in list(tmp_path.iterdir()):
        if file.is_file():
            file.rename(folder / file.name)
    monkeypatch.chdir(folder)
    monkeypatch.setenv("GPLSA_TOKEN", "")
    monkeypatch.setattr("gplsa.service.server.serve", lambda settings: None)
    monkeypatch.setattr("gplsa.app.serve.cli.main", lambda *_, **__: None)
    monkeypatch.setattr("gplsa.app.serve._open_when_served", lambda *_: None)
    monkeypatch.setattr("gplsa.app.serve._serve", lambda *given: given[-1].close())
    return folder


def words(path):
    """The command as it is typed; the model stands before what `edit` does."""
    first, *doing = path.split()
    return [first, *(["m.gplsa"] if first == "edit" else []), *doing]


def call(path, action, value):
    """The usual call with this value in the place of the usual one."""
    given = list(CALLS[path])
    if action.option_strings:
        flag = action.option_strings[-1]
        if flag in given:
            at = given.index(flag)
            del given[at : at + 2]
        return [*words(path), *given, f"{flag}={value}"]
    names = [a.dest for a in COMMANDS[path]._actions if not a.option_strings]
    flags = [place for place, word in enumerate(given) if word.startswith("--")]
    taken = set(flags) | {f + 1 for f in flags if given[f] != "--no-check"}
    places = [place for place in range(len(given)) if place not in taken]
    given[places[names.index(action.dest)]] = value
    # argparse takes what begins with a dash for an option wherever it stands.
    if value.startswith("-"):
        wanted = [given.pop(place) for place in reversed(places)][::-1]
        given += ["--", *wanted]
    return [*words(path), *given]


def told(capsys, arguments, wanted=None):
    """Exit status, with what was printed held to what every call promises."""
    try:
        status = main(arguments)
    except SystemExit as ended:
        pytest.fail(f"{arguments}: exit {ended.code}")
    out, err = capsys.readouterr()
    shown = out + err
    strange = {
        one
        for one in shown.replace("\n", "")
        if unicodedata.category(one) in ("Cc", "Cs") or unicodedata.bidirectional(one) in TURNS
    }
    assert not strange, (arguments, strange)
    assert wanted in (None, status), (arguments, err)
    lines = [line for line in err.splitlines() if "look at the pairs" not in line]
    assert all(len(line) <= len("gplsa: ") + LONGEST for line in lines), (arguments, lines)
    if status == 2:
        assert out == "", arguments
        assert len([line for line in lines if "left out" not in line]) == 1, (arguments, err)
    else:
        assert status == 0, arguments
    return status


def test_every_command_has_a_usual_call(here, capsys):
    assert set(CALLS) == set(COMMANDS)
    word = planted_corpus(24).texts["de"][0].split()[0]
    for path, given in CALLS.items():
        if path == "edit undo":  # there is nothing to undo yet
            continue
        usual = [word if one == "word" else one for one in given]
        told(capsys, [*words(path), *usual], 0)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="pipes of POSIX")
def test_a_pipe_in_the_place_of_a_model_is_waited_for_by_no_command(here, capsys):
    (here / "m.gplsa").unlink()
    os.mkfifo(here / "m.gplsa")
    # `serve` says so when it loads what it has been given.
    reading = [path for path in CALLS if "m.gplsa" in [*words(path), *CALLS[path]]]
    for path in sorted({*reading} - {"serve"}):
        told(capsys, [*words(path), *CALLS[path]], 2)


@pytest.mark.parametrize(("path", "action"), OPTIONS)
def test_odd_values(here, capsys, path, action):
    name = (action.option_strings or [f"{action.dest} of {path.split()[-1]}"])[-1]
    if action.type in NUMBERS:
        for value in NO_NUMBERS:
            told(capsys, call(path, action, value), 2)
        # `evaluate` fits as `train` does, where such numbers lead is shown there.
        shown = path == "evaluate" and action.option_strings[-1] in OF_TRAIN
        for value in () if shown else ODD_NUMBERS:
            told(capsys, call(path, action, value))
        return
    told(capsys, call(path, action, ""), 0 if name in MAY_BE_EMPTY else 2)
    for value in TEXTS:
        told(capsys, call(path, action, value), 2 if action.choices else None)
