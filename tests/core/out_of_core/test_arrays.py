"""Arrays of parts are opened as numpy has written them, on several threads at once."""

from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from gplsa.core.out_of_core.arrays import mapped_array

ARRAYS = [
    np.arange(11),
    np.arange(12, dtype=np.int32).reshape(3, 4),
    np.zeros((4, 2, 3)),
    np.ones((2, 1, 3), dtype=np.float32),
    np.zeros((5, 0, 3)),
    np.zeros(0, dtype=np.uint8),
    np.array([True, False]),
    np.array(2.5),
]


@pytest.mark.parametrize("array", ARRAYS, ids=lambda array: f"{array.dtype}{array.shape}")
def test_what_was_saved_is_what_is_mapped(tmp_path, array):
    np.save(tmp_path / "a.npy", array)
    found = mapped_array(tmp_path / "a.npy")
    assert found.dtype == array.dtype
    assert found.shape == array.shape
    np.testing.assert_array_equal(found, array)
    with pytest.raises(ValueError, match="read-only"):
        np.asarray(found)[...] = 0


def test_many_threads_open_arrays_at_once(tmp_path):
    np.save(tmp_path / "a.npy", np.arange(100))
    with ThreadPoolExecutor(8) as pool:
        found = pool.map(lambda _: int(mapped_array(tmp_path / "a.npy")[99]), range(2_000))
        assert set(found) == {99}


@pytest.mark.parametrize(
    "spoil",
    [
        lambda content: b"",
        lambda content: content[:40],
        lambda content: content[:-8],
        lambda content: content.replace(b"'<i8'", b"'|O8'"),
        lambda content: content.replace(b"(100,)", b"(-10,)"),
        lambda content: content.replace(b"NUMPY\x01", b"NUMPY\x02"),
        lambda content: content.replace(b"(100,)", b"(9999,)"),
    ],
    ids=["empty", "head cut", "end cut", "objects", "below zero", "version", "too long"],
)
def test_a_damaged_one_is_refused(tmp_path, spoil):
    path = tmp_path / "a.npy"
    np.save(path, np.arange(100))
    path.write_bytes(spoil(path.read_bytes()))
    with pytest.raises((ValueError, OSError)):
        mapped_array(path)
