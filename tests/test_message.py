"""A message: its sentence, what it was made from, and the way through processes and files."""

import copy
import json
import pickle

import pytest

from gplsa.errors import InputError
from gplsa.message import LONGEST, Message, beside, count, listed, printable, quoted, recalled
from gplsa.sandbox import plain

NESTED = {"name": "a {b}.csv", "pages": count(1200, "page"), "others": listed(map(quoted, "xy"))}
SENTENCE = "“{name}” has {pages}, {share:.0%} of {others}."


@pytest.fixture
def message():
    return Message(SENTENCE, **NESTED, share=0.25)


def same(one, other):
    return (one, one.template, one.values) == (other, other.template, other.values)


def test_it_is_its_sentence_and_keeps_what_it_was_made_from(message):
    assert message == "“a {b}.csv” has 1,200 pages, 25% of “x”, “y”."
    assert (message.template, message.values["name"]) == (SENTENCE, "a {b}.csv")
    assert message.values["pages"].values == {"n": 1200}
    assert type(str(message)) is str
    assert Message("No {place}.") == "No {place}."


WAYS = {
    "copy": copy.deepcopy,
    "pickle": lambda m: pickle.loads(pickle.dumps(m)),
    "error": lambda m: pickle.loads(pickle.dumps(InputError(m))).message,
    "json": lambda m: Message.from_json(json.loads(json.dumps(m.to_json()))),
    "sandbox": lambda m: plain.unpack(*plain.pack(m, {}), {}),
    "file": lambda m: recalled(str(m), json.loads(json.dumps(beside(m)))),
}


@pytest.mark.parametrize("way", WAYS.values(), ids=WAYS)
def test_it_goes_through_threads_processes_and_files(message, way):
    found = way(message)
    assert same(found, message)
    assert same(found.values["pages"], message.values["pages"])


def test_a_sentence_of_an_old_file_is_itself():
    assert same(recalled("“a” has {pages}.", {}), Message("“a” has {pages}."))
    assert beside("plain", Message("Fitting")) == {}


DEEP = ["x", "{x}", {"x": "x"}]
for _ in range(40):
    DEEP = ["x", "{x}", {"x": DEEP}]


@pytest.mark.parametrize(
    "content",
    [None, 3, "abc", ["a", "b"], ["a", 1, {}], ["a", "b", {"x": None}], ["a", "b", "c"], DEEP],
)
def test_what_is_no_message_is_refused(content):
    with pytest.raises((TypeError, ValueError)):
        Message.from_json(content)


@pytest.mark.parametrize("kept", [{"messages": 3}, {"messages": {"a": 3}}, {"messages": {"a": []}}])
def test_a_file_with_something_else_beside_its_sentences_is_refused(kept):
    with pytest.raises((TypeError, ValueError)):
        recalled("a", kept)


@pytest.mark.parametrize(
    "values",
    [
        {"path": "/a" * 500_000 + ".csv", "names": "x"},
        {"path": "a.csv", "names": listed(map(quoted, range(1_000_000)), " and ")},
        {"path": "p" * 1000, "names": listed(["n" * 1000] * 1000)},
        {"path": "p" * 1000, "names": Message("{a} and {b}", a="a" * 1000, b="b" * 1000)},
        {"path": InputError("“{name}” is empty.", name="n" * 1000), "names": "x" * 1000},
    ],
)
def test_no_message_is_longer_than_300_characters(values):
    message = Message("“{path}” holds {names}, which is " + 9 * "really " + "too much.", **values)
    assert len(message) <= LONGEST
    assert message.endswith("too much.")
    assert message.startswith("“")
    assert all(len(value) <= LONGEST for value in message.values.values())


def test_a_long_name_keeps_its_beginning_and_its_end():
    assert Message("No {path}.", path="/home/" + "x" * 900 + "/end.csv").endswith("x/end.csv.")
    assert len(str(InputError("a plain sentence " * 1000))) <= LONGEST


def test_what_a_terminal_would_obey_is_put_in_as_a_sign():
    message = Message("“{name}”", name="a\x1b[31m\x07b\nc\u202ed\ud800e é\xa0ü")
    assert message == "“a\ufffd[31m\ufffdb c\ufffdd\ufffde é\xa0ü”"
    assert printable("Jörg\u200dš 漢字") == "Jörg\u200dš 漢字"


def test_what_a_file_holds_is_printable_too():
    kept = {"messages": {"\x1b “\x07”": ["\x1b “{name}”", {"name": "\x07"}]}}
    found = recalled("\x1b “\x07”", kept)
    assert (str(found), found.values) == ("\ufffd “\ufffd”", {"name": "\ufffd"})
    assert recalled("\x1b", {}) == "\ufffd"


def test_values_of_every_kind():
    np = pytest.importorskip("numpy")
    message = Message("{a:,} {b:.1f} {c} {d!r}", a=np.int64(1200), b=np.float32(0.5), c=None, d="x")
    assert message == "1,200 0.5 None 'x'"
    json.dumps(message.to_json(), allow_nan=False)


def test_a_list_of_nothing_is_empty():
    assert listed([]) == "" and not listed([])
