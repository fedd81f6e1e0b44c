"""The command line as a whole: one table of commands, help, near misses, old names, exit status."""

import errno
import json
import os
import shutil
import subprocess
import sys

import pytest

import gplsa
from gplsa.cli import main
from gplsa.cli.parser import every_parser, help_of_all
from gplsa.cli.table import COMMAND_OF, COMMANDS, Command
from gplsa.version import VERSION
from tests.conftest import REPOSITORY

ENGLISH = "The weather was fine and nobody in the whole village wanted to stay at home that day"


@pytest.fixture(scope="module")
def place(tmp_path_factory):
    """What `gplsa sample` writes, and a model of its letters."""
    folder = tmp_path_factory.mktemp("sample")
    assert main(["sample", str(folder / "s")]) == 0
    corpus = gplsa.read(folder / "s" / "letters.csv", sides=["de", "en"])
    gplsa.train(corpus, 6, max_iter=20, check=False).save(folder / "s" / "m.gplsa")
    return folder / "s"


@pytest.fixture
def here(place, monkeypatch):
    monkeypatch.chdir(place)
    return place


def refused(capsys, *words, status=2):
    capsys.readouterr()
    assert main(list(words)) == status
    out, err = capsys.readouterr()
    assert out == ""
    return err


def test_version_and_help(capsys):
    for asked, told in (("--version", f"gplsa {VERSION}\n"), ("--help", "usage: gplsa COMMAND")):
        with pytest.raises(SystemExit) as ended:
            main([asked])
        assert ended.value.code == 0
        assert capsys.readouterr().out.startswith(told)


def test_help_lists_every_command_in_its_group():
    lines = help_of_all()
    groups = [line for line in lines if line.endswith(":") and not line.startswith(" ")]
    assert len(groups) == len({one.group for one in COMMANDS}) == len(set(groups))
    for command in COMMANDS:
        assert f"  {command.name:<12} {command.summary}" in lines
    assert all(len(line) <= 92 for line in lines)


def test_every_option_has_a_sentence():
    silent = [
        f"{name} {'/'.join(action.option_strings) or action.dest}"
        for name, parser in every_parser().items()
        for action in parser._actions
        if not action.help
    ]
    assert silent == []


def test_one_more_command_is_a_file_and_a_line(monkeypatch, capsys):
    greet = type(sys)("gplsa.cli.commands.greet")
    greet.arguments = lambda parser: parser.add_argument("name", help="who")
    greet.run = lambda options: print("Hello", options.name)
    monkeypatch.setitem(sys.modules, greet.__name__, greet)
    monkeypatch.setitem(COMMAND_OF, "greet", Command("greet", "Ask", "say hello"))
    assert main(["greet", "you"]) == 0
    assert capsys.readouterr().out == "Hello you\n"


@pytest.mark.parametrize(
    ("words", "meant"),
    [
        (["topcis", "m.gplsa"], "topics"),
        (["sumarize", "m.gplsa"], "summarize"),
        (["topics", "m.gplsa", "--relevnce", "0"], "--relevance"),
        (["topics", "m.gplsa", "--n-wrds=3"], "--n-words"),
        (["train", "x", "--out", "m", "--regularizer", "skll"], "skl"),
        (["edit", "m.gplsa", "merg", "1", "2"], "merge"),
        (["edit", "m.gplsa", "split", "1", "--inot", "2"], "--into"),
    ],
    ids=lambda given: given if isinstance(given, str) else " ".join(given),
)
def test_near_misses_are_asked_about(capsys, words, meant):
    told = refused(capsys, *words)
    assert f"did you mean {meant}?" in told
    assert told.count("\n") == 1
    assert "--help)" in told


def test_what_is_near_nothing_is_not_asked_about(capsys):
    assert "did you mean" not in refused(capsys, "xylophone")
    assert "gplsa --help" in refused(capsys)


def test_help_of_an_edit_needs_no_model(capsys):
    for words in (["edit", "merge", "--help"], ["edit", "m.gplsa", "merge", "--help"]):
        with pytest.raises(SystemExit):
            main(words)
        assert "in the place of the first" in capsys.readouterr().out
    with pytest.raises(SystemExit):
        main(["edit", "--help"])
    assert "retrain" in capsys.readouterr().out


def test_sample_holds_what_the_manual_names(here, capsys):
    names = {path.name for path in here.iterdir()}
    assert names >= {"chronicle.csv", "letters.csv", "pictures.zip", "themes.csv", "memory.tmx"}
    letters = gplsa.read(here / "letters.csv")
    assert (letters.modalities, len(letters)) == (["de", "en"], 120)
    assert letters.fields["year"][0] == "1869"
    assert len(gplsa.read(here / "memory.tmx", sides=["de", "en"])) > 20
    assert len(gplsa.read(here / "pairs.jsonl", sides=["de", "en"])) == 120
    vocabulary = gplsa.headings.read_vocabulary(here / "themes.csv")
    assert len(vocabulary) == len(set(letters.fields["theme"])) + 1
    assert "already" in refused(capsys, "sample", ".")
    (here / "themes.csv").write_text("mine")
    assert main(["sample", ".", "--force", "--json"]) == 0
    assert "themes.csv" in json.loads(capsys.readouterr().out)["files"]
    assert (here / "themes.csv").read_text("utf-8").startswith("uri,label_de,label_en")


WRITING = {
    "lexicon": (["--from", "de", "--to", "en"], {"file", "entries", "doubtful"}),
    "lines": (["--to", "en"], {"file", "lines"}),
    "misaligned": ([], {"file", "pairs", "documents"}),
    "report": ([], {"file"}),
}


@pytest.mark.parametrize("command", WRITING)
def test_what_writes_a_file_tells_it_as_json(here, tmp_path, capsys, command):
    way, keys = WRITING[command]
    out = str(tmp_path / "out")
    assert main([command, "m.gplsa", *way, "--out", out, "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert set(told) == keys
    assert told["file"] == out and os.path.getsize(out) > 50


def test_servers_tell_their_address_as_json(monkeypatch, capsys, tmp_path):
    served = []
    monkeypatch.setattr("gplsa.app.serve.serve", lambda port, **_: served.append(print("chatter")))
    assert main(["app", "--port", "8599", "--json"]) == 0
    out, err = capsys.readouterr()
    assert json.loads(out) == {"address": "http://127.0.0.1:8599"}
    assert "chatter" in err and served
    token = ["token", str(tmp_path / "t"), "--name", "catalogue", "--json"]
    assert main(token) == 0
    assert json.loads(capsys.readouterr().out)["name"] == "catalogue"


def test_sides_need_no_names_where_there_are_two(here, capsys):
    assert main(["keywords", "m.gplsa", "unseen.csv", "--limit", "5", "--json"]) == 0
    told = capsys.readouterr().out
    old = ["summarize", "m.gplsa", "unseen.csv", "--from", "de", "--to", "en", "--top", "5"]
    assert main([*old, "--json"]) == 0
    assert capsys.readouterr() == (told, "")  # a fixed name: nothing is said of it


def test_old_names_work_and_say_the_new_one(here, tmp_path, capsys):
    odd = ["suspicious", "m.gplsa", "--out", str(tmp_path / "odd.csv"), "--json"]
    for words, old, new in (
        (["shape", "m.gplsa", "history", "--json"], "shape", "edit"),
        (odd, "suspicious", "misaligned"),
        (["concordance", "m.gplsa", "Ernte", "--lines=1", "--json"], "--lines", "--limit"),
    ):
        assert main(words) == 0
        out, err = capsys.readouterr()
        assert json.loads(out)
        assert err == f"gplsa: {old} is called {new} now\n"


def test_texts_in_the_other_language_are_noticed(here, tmp_path, capsys):
    (tmp_path / "one.txt").write_text(ENGLISH, encoding="utf-8")
    assert main(["keywords", "m.gplsa", str(tmp_path / "one.txt")]) == 0
    err = capsys.readouterr().err
    assert "look like English" in err and err.count("\n") == 1
    assert err.endswith(": 1 (one.txt)\n")  # which, so that one may look
    assert main(["keywords", "m.gplsa", "new-letters"]) == 0
    assert capsys.readouterr().err == ""


def test_documents_of_which_little_is_known_are_noticed(here, tmp_path, capsys):
    text = "Der Quastenflosser lebt in Vulkanhöhlen vor den Komoren, fern von Riffen und Wetter."
    (tmp_path / "fish.txt").write_text(text, encoding="utf-8")
    assert main(["keywords", "m.gplsa", str(tmp_path / "fish.txt")]) == 0
    said = "documents of low confidence, or mostly of unknown words, whose keywords may be chance"
    assert capsys.readouterr().err == f"gplsa: {said}: 1 (fish.txt)\n"


@pytest.mark.parametrize(
    ("error", "status"),
    [
        (OSError(errno.ENOSPC, "No space left on device"), 3),
        (OSError(errno.ENOENT, "No such file", "x"), 2),
        (MemoryError(), 3),
        (gplsa.InputError("No such side."), 2),
        (KeyboardInterrupt(), 130),
    ],
    ids=["disk", "file", "memory", "input", "interrupted"],
)
def test_exit_status_tells_causes_apart(monkeypatch, capsys, error, status):
    def fails(options):
        raise error

    monkeypatch.setattr("gplsa.cli.commands.topics.run", fails)
    assert main(["topics", "m.gplsa"]) == status
    assert capsys.readouterr().err.count("\n") == 1


def completed(*words):
    """What bash offers for a line that begins so."""
    script = 'source /dev/stdin; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _gplsa; '
    script += 'echo "${COMPREPLY[@]}"'
    code = [sys.executable, "-c", "from gplsa.cli import main; main(['completion', 'bash'])"]
    ours = subprocess.run(code, cwd=REPOSITORY, check=True, capture_output=True, text=True).stdout
    call = ["bash", "-c", script, "bash", "gplsa", *words]
    return subprocess.run(
        call, input=ours, check=True, capture_output=True, text=True
    ).stdout.split()


@pytest.mark.skipif(shutil.which("bash") is None, reason="completes in bash, which is not here")
def test_bash_completes():
    assert completed("top") == ["topics"]
    assert completed("topics", "m.gplsa", "--rel") == ["--relevance"]
    assert completed("train", "x", "--regularizer", "s") == ["skl"]
    assert "merge" in completed("edit", "m.gplsa", "")


def test_zsh_knows_every_command(capsys):
    assert main(["completion", "zsh", "--json"]) == 0
    script = json.loads(capsys.readouterr().out)["script"]
    assert all(command.name in script for command in COMMANDS)
    assert "relevance" in script


NOT_FOR_TOPICS = ("sklearn", "pandas", "scipy.stats", "simplemma", "pypdf", "plotly", "streamlit")


def test_topics_are_listed_without_what_they_do_not_need(here):
    """In a process of its own, where importing any of these packages fails."""
    code = (
        f"import sys; sys.modules.update(dict.fromkeys({NOT_FOR_TOPICS!r})); "
        f"from gplsa.cli import main; sys.exit(main(['topics', {str(here / 'm.gplsa')!r}]))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], check=True, cwd=REPOSITORY, capture_output=True, text=True
    )
    assert done.stdout.startswith("Topic ")
