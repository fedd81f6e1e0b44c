"""The store: its bound, what makes room, pins."""

import time

import pytest

from gplsa.app.desk.store import Store
from gplsa.errors import InputError
from gplsa.wording import MEBIBYTE
from tests.patience import PAUSE


def test_a_key_opens_what_was_put():
    store = Store()
    key = store.put("corpus", "letters", 10)
    assert store.get(key) == "letters"
    assert store.items("corpus") == [(key, "letters")]
    assert store.items("model") == []
    store.drop(key)
    assert store.get(key) is None


def test_unknown_and_missing_keys_open_and_drop_nothing():
    store = Store()
    for key in ("nothing", "", None):
        store.drop(key)
        assert store.get(key) is None


def test_the_least_used_makes_room():
    store = Store(max_bytes=100)
    first, second = (store.put("corpus", name, 40) for name in ("one", "two"))
    time.sleep(PAUSE)
    store.get(first)
    third = store.put("corpus", "three", 40)
    assert [store.get(key) for key in (first, second, third)] == ["one", None, "three"]
    assert store.size == 80


def test_what_one_is_at_goes_last():
    store = Store(max_bytes=100)
    corpus, model = store.put("corpus", "letters", 40), store.put("model", "topics", 40)
    pile = store.put("pile", "files", 20)
    store.put("reading", "how", 20)
    assert store.get(pile) is None  # though it was used last
    assert store.get(corpus) == "letters"
    store.put("reading", "of much", 60)
    assert store.get(model) is None  # which was not looked at for longer
    assert store.get(corpus) == "letters"


def test_a_new_corpus_takes_the_place_of_the_one_before():
    store = Store(max_bytes=100)
    before, model = store.put("corpus", "before", 50), store.put("model", "topics", 40)
    store.get(before)
    store.put("corpus", "now", 50)
    assert [store.get(key) for key in (before, model)] == [None, "topics"]


def test_what_a_job_uses_stays_and_what_comes_of_it_is_kept():
    store = Store(max_bytes=100)
    key = store.put("corpus", "in use", 60)
    with store.pinned(key, None, "gone"):
        new = store.put("corpus", "new", 60)
        assert store.get(key) == "in use"
        assert store.get(new) == "new"
        assert store.size == 120
    store.put("corpus", "newer", 60)
    assert store.get(key) is None
    assert store.size == 60


def test_too_large_is_said_in_one_sentence_and_changes_nothing():
    store = Store(max_bytes=2 * MEBIBYTE)
    key = store.put("corpus", "kept", MEBIBYTE)
    with pytest.raises(InputError, match=r"takes 3 MB in memory.* at most 2 MB"):
        store.put("corpus", "large", 3 * MEBIBYTE)
    assert store.get(key) == "kept"


def test_what_is_spare_takes_free_room_only_and_goes_first():
    store = Store(max_bytes=100)
    kept = store.put("corpus", "hers", 40)
    assert store.put_spare("texts", "too large", 61) is None
    spare = store.put_spare("texts", "counted", 60)
    assert [store.get(kept), store.get(spare)] == ["hers", "counted"]
    store.put("reading", "new", 30)
    assert [store.get(kept), store.get(spare)] == ["hers", None]


def test_what_is_spare_goes_before_what_was_not_used_for_longer():
    store = Store(max_bytes=100)
    old = store.put("reading", "old", 40)
    spare = store.put_spare("texts", "counted", 40)
    time.sleep(PAUSE)
    assert store.get(spare) == "counted"
    store.put("reading", "new", 40)
    assert [store.get(old), store.get(spare)] == ["old", None]
