"""What is kept in memory of corpora and models: its bound, and what makes room."""

import pytest

from gplsa.app.library import recent
from gplsa.app.library.library import CORPUS, MODEL
from gplsa.app.library.recent import Recent, check_size
from gplsa.errors import InputError
from gplsa.message import MEBIBYTE


@pytest.fixture
def pieces(monkeypatch):
    """Recent(100) of strings: "one 40" takes 40 bytes."""
    monkeypatch.setattr(recent, "size_of", lambda piece: int(piece.split()[1]))
    return Recent(100)


def test_what_is_put_is_got_back_until_it_is_dropped(pieces):
    pieces.put(CORPUS, "a", "letters 10")
    assert pieces.get(CORPUS, "a") == "letters 10"
    assert pieces.get(MODEL, "a") is None
    pieces.drop(CORPUS, "a")
    pieces.drop(CORPUS, "a")
    assert pieces.get(CORPUS, "a") is None


def test_what_was_not_used_for_longest_makes_room(pieces):
    pieces.put(CORPUS, "corpus", "letters 40")
    pieces.put(MODEL, "model", "topics 40")
    pieces.get(CORPUS, "corpus")
    pieces.put(MODEL, "newer", "topics 40")
    assert (pieces.names(CORPUS), pieces.names(MODEL), pieces.size) == (["corpus"], ["newer"], 80)


def test_three_of_a_kind_are_kept(pieces):
    pieces.put(MODEL, "model", "topics 1")
    for name in "abcd":
        pieces.put(CORPUS, name, "letters 1")
    assert (pieces.names(CORPUS), pieces.names(MODEL)) == (["b", "c", "d"], ["model"])


def test_the_same_piece_counts_once(pieces):
    for size in (90, 60):
        pieces.put(CORPUS, "a", f"letters {size}")
    assert pieces.size == 60


def test_what_is_larger_than_everything_is_refused_in_words(pieces):
    pieces.put(CORPUS, "kept", "letters 90")
    with pytest.raises(InputError, match="use fewer or shorter documents"):
        pieces.put(CORPUS, "large", "letters 101")
    assert pieces.names(CORPUS) == ["kept"]
    with pytest.raises(InputError, match="takes 3 MB in memory, and the app keeps at most 2 MB"):
        check_size(3 * MEBIBYTE, 2 * MEBIBYTE)
