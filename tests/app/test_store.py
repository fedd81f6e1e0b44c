"""The store: owners, bounds, age and pins."""

import time
from contextlib import suppress

import pytest

from gplsa.app.workshop.store import Store
from gplsa.errors import InputError
from gplsa.wording import MEBIBYTE


def test_only_the_owner_opens_a_key():
    store = Store()
    key = store.put("ada", "corpus", "letters", 10)
    assert store.get("ada", key) == "letters"
    assert store.get("ben", key) is None
    store.drop("ben", key)
    assert store.get("ada", key) == "letters"
    assert store.items("ben", "corpus") == []
    assert store.items("ada", "corpus") == [(key, "letters")]


def test_unknown_and_missing_keys_open_nothing():
    assert Store().get("ada", "nothing") is None
    assert Store().get("ada", None) is None


def test_the_least_used_makes_room():
    store = Store(max_bytes=100, person_bytes=100)
    first, second = (store.put("ada", "corpus", name, 40) for name in ("one", "two"))
    time.sleep(0.01)
    store.get("ada", first)
    third = store.put("ada", "corpus", "three", 40)
    assert store.get("ada", second) is None
    assert store.get("ada", first) == "one"
    assert store.get("ada", third) == "three"
    assert store.size == 80


def test_one_person_cannot_push_out_another_within_the_bounds():
    store = Store(max_bytes=100, person_bytes=50)
    kept = store.put("ben", "corpus", "his", 40)
    for number in range(5):
        store.put("ada", "corpus", number, 30)
    assert store.get("ben", kept) == "his"
    assert store.size == 70


def test_room_is_shared_fairly_and_older_things_go_first():
    store = Store(max_bytes=120, person_bytes=100)
    bens = [store.put("ben", "corpus", number, 30) for number in range(3)]
    adas = store.put("ada", "corpus", "her only one", 30)
    cems = store.put("cem", "model", "his only one", 30)
    assert store.get("ben", bens[0]) is None  # the oldest of who holds most
    assert [store.get("ben", key) for key in bens[1:]] == [1, 2]
    assert store.get("ada", adas) == "her only one"
    newer = store.put("ben", "corpus", 3, 30)  # a person's own older things before anybody's
    assert [store.get("ben", key) for key in (bens[1], bens[2], newer)] == [None, 2, 3]
    assert store.get("ada", adas) == "her only one"
    assert store.get("cem", cems) == "his only one"


def test_who_holds_little_keeps_older_things():
    store = Store(max_bytes=120, person_bytes=100)
    bens = [store.put("ben", "corpus", number, 10) for number in range(2)]
    cems = [store.put("cem", "corpus", number, 30) for number in range(3)]
    store.put("ada", "corpus", "new", 20)  # 120 / 3 = 40 each: cem has more, ben has not
    assert [store.get("ben", key) for key in bens] == [0, 1]
    assert [store.get("cem", key) for key in cems] == [None, 1, 2]


def test_nobody_loses_the_work_they_are_at_to_newcomers(monkeypatch):
    store = Store(max_bytes=100, person_bytes=100)
    corpus, model = store.put("ada", "corpus", "hers", 40), store.put("ada", "model", "hers", 40)
    with pytest.raises(InputError, match="memory is full of what others"):
        store.check_room("eve", 30)
    for number in range(50):  # as many people as they like
        with suppress(InputError):
            store.check_room(f"eve{number}", 15)
            store.put(f"eve{number}", "pile", number, 15)
    assert store.get("ada", corpus) == store.get("ada", model) == "hers"
    assert store.size <= 100
    monkeypatch.setattr("gplsa.app.workshop.store.WHILE", -1.0)  # all of them have left
    store.check_room("eve", 30)
    store.put("eve", "model", "new", 30)
    assert store.size <= 100


def test_what_comes_of_work_taken_in_is_kept_even_so():
    store = Store(max_bytes=100, person_bytes=100)
    keys = [store.put(owner, "model", owner, 45) for owner in ("ada", "ben", "cem")]
    assert [store.get(o, k) for o, k in zip(("ada", "ben", "cem"), keys, strict=True)] == [
        "ada",
        "ben",
        "cem",
    ]
    with pytest.raises(InputError, match="memory is full"):
        store.check_room("cem", 0)


def test_what_a_job_uses_stays():
    store = Store(max_bytes=100, person_bytes=100)
    key = store.put("ada", "corpus", "in use", 60)
    with store.pinned(key):
        store.put("ada", "corpus", "new", 60)
        assert store.get("ada", key) == "in use"
    store.put("ada", "corpus", "newer", 60)
    assert store.get("ada", key) is None


def test_age():
    store = Store(max_age=0.03)
    key = store.put("ada", "corpus", "old", 10)
    with store.pinned(key):
        time.sleep(0.05)
        assert store.get("ada", key) == "old"
    time.sleep(0.05)
    assert store.get("ada", key) is None
    assert store.size == 0


def test_too_large_is_said_in_one_sentence_and_changes_nothing():
    store = Store(max_bytes=4 * MEBIBYTE, person_bytes=2 * MEBIBYTE)
    key = store.put("ada", "corpus", "kept", MEBIBYTE)
    with pytest.raises(InputError, match=r"takes 3 MB in memory.* at most 2 MB"):
        store.put("ada", "corpus", "large", 3 * MEBIBYTE)
    assert store.get("ada", key) == "kept"


def test_what_is_spare_takes_free_room_only_and_goes_first():
    store = Store(max_bytes=190, person_bytes=100)
    kept = store.put("ada", "corpus", "hers", 40)
    assert store.put_spare("ada", "texts", "too large", 61) is None
    spare = store.put_spare("ada", "texts", "counted", 60)
    assert store.get("ada", kept) == "hers"
    assert store.get("ada", spare) == "counted"
    store.put("ada", "reading", "new", 30)
    assert store.get("ada", spare) is None
    assert store.get("ada", kept) == "hers"
    store.put("ben", "corpus", "his", 100)
    assert store.put_spare("ada", "texts", "beyond the bounds of all", 30) is None
