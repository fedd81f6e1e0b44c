"""Matrices from strangers: what lies in the file is read as SciPy would, what lies about itself is
refused before anything compiled sees it."""

import io
import struct
import zipfile
import zlib

import numpy as np
import pytest
from scipy import io as scipy_io
from scipy import sparse

from gplsa.errors import InputError
from gplsa.reading import Upload, read_corpus
from gplsa.reading.files import limits
from gplsa.reading.readers.matrices import arrays_in, matrices_in

VALUES = sparse.random(12, 8, 0.3, random_state=0, format="csr")
FORMATS = ["csr", "csc", "coo", "bsr", "dia"]


def npz(**arrays) -> Upload:
    stream = io.BytesIO()
    np.savez_compressed(stream, **arrays)
    return Upload.from_bytes("f.npz", stream.getvalue())


def parts(kind: str) -> dict[str, np.ndarray]:
    """The arrays of which `scipy.sparse.save_npz` makes a file."""
    stream = io.BytesIO()
    matrix = VALUES.tobsr((3, 2)) if kind == "bsr" else VALUES.asformat(kind)
    sparse.save_npz(stream, matrix)
    stream.seek(0)
    with np.load(stream) as arrays:
        return dict(arrays)


@pytest.mark.parametrize("kind", FORMATS)
def test_every_sparse_format_is_read(kind):
    found = arrays_in(npz(**parts(kind)))["features"]
    assert found.format == "csr" and found.dtype == np.float64
    assert abs(found - VALUES).max() == 0


FAR = [10**9, -1, -(2**40), 2**62]


@pytest.mark.parametrize(
    ("kind", "part"),
    [
        *((kind, part) for kind in ("csr", "csc", "bsr") for part in ("indices", "indptr")),
        *(("coo", part) for part in ("row", "col")),
    ],
)
@pytest.mark.parametrize("wrong", [*FAR, "edge", "float", "short", "two-dimensional"])
def test_places_that_lead_outside_are_refused(kind, part, wrong):
    arrays = parts(kind)
    places = arrays[part].astype(np.int64)
    if wrong == "float":
        places = places + 0.5
    elif wrong == "short":
        places = places[:-2]
    elif wrong == "two-dimensional":
        places = np.stack([places, places])
    else:
        edge = max(*arrays["shape"], len(arrays["data"]) + 1)
        places[len(places) // 2] = edge if wrong == "edge" else wrong
    with pytest.raises(InputError, match="damaged"):
        arrays_in(npz(**{**arrays, part: places}))


@pytest.mark.parametrize("wrong", [[10**9], [-(10**9)], [2**62], [0.5], [0, 0], [[0]], []])
def test_diagonals_that_lie_outside_are_refused(wrong):
    values = np.ones((len(wrong) or 1, 8))
    with pytest.raises(InputError, match="damaged"):
        arrays_in(npz(**{**parts("dia"), "data": values, "offsets": np.array(wrong)}))


@pytest.mark.parametrize("kind", FORMATS)
@pytest.mark.parametrize(
    "changed",
    [
        {"shape": np.array([10**9, 8])},
        {"shape": np.array([12, 2**62])},
        {"shape": np.array([-12, 8])},
        {"shape": np.array([12, 8, 1])},
        {"shape": np.array([3.5, 8])},
        {"data": np.array(["a", "b"])},
        {"data": np.zeros(2, dtype="V16")},
        {"data": np.zeros((0, 0, 0))},
        {"format": np.array(b"lil")},
        {"format": np.array(7)},
    ],
    ids=str,
)
def test_shapes_and_types_that_do_not_fit_are_refused(kind, changed):
    with pytest.raises(InputError, match="damaged"):
        arrays_in(npz(**{**parts(kind), **changed}))


def test_room_that_a_program_set_aside_is_no_value():
    arrays = parts("csr")
    spare = {name: np.append(arrays[name], [7, 7]) for name in ("data", "indices")}
    assert abs(arrays_in(npz(**{**arrays, **spare}))["features"] - VALUES).max() == 0


def test_an_array_must_have_the_size_it_states():
    stream = io.BytesIO()
    np.lib.format.write_array_header_1_0(
        stream, {"descr": "<f8", "fortran_order": False, "shape": (10**9, 2)}
    )
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as package:
        package.writestr("x.npy", stream.getvalue() + bytes(64))
    with pytest.raises(InputError, match="damaged"):
        arrays_in(Upload.from_bytes("f.npz", packed.getvalue()))


def npz_of_head(head: bytes) -> Upload:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as package:
        start = b"\x93NUMPY\x01\x00" + len(head).to_bytes(2, "little")
        package.writestr("x.npy", start + head + np.arange(6.0).tobytes())
    return Upload.from_bytes("f.npz", packed.getvalue())


@pytest.mark.parametrize(
    "head",
    [
        b"{'descr': '<f8', 'fortran_order': True, 'shape': (3, 2), }     \n",
        b"{'shape': (3,2), 'fortran_order':True, 'descr':'<f8'}",
        b"{'fortran_order': True,  'descr': 'd', 'shape': ( 3 , 2, ),}",
    ],
)
def test_heads_that_other_programs_write_are_read(head):
    expected = np.arange(6.0).reshape(3, 2, order="F")
    np.testing.assert_array_equal(arrays_in(npz_of_head(head))["x"], expected)


@pytest.mark.parametrize(
    "head",
    [
        b"(" * 9_000,
        b"{'descr': " + b"-" * 9_000 + b"1}",
        b"{'descr': '<f8', 'descr': '<f8', 'shape': (3, 2), }",
        b"{'descr': '<f8', 'fortran_order': True, 'shape': (3, 2), 'more': 1}",
        b"{'descr': '<x8', 'fortran_order': True, 'shape': (3, 2)}",
        b"{'descr': '<f7', 'fortran_order': True, 'shape': (3, 2)}",
        b"{'descr': '<f8', 'fortran_order': True, 'shape': (-3, -2)}",
    ],
    ids="deep signs twice more unknown absent below".split(),
)
def test_heads_are_never_parsed_as_python(head):
    with pytest.raises(InputError, match="damaged"):
        arrays_in(npz_of_head(head))


def test_what_swells_is_refused_in_a_sentence_that_says_what_to_do(monkeypatch):
    monkeypatch.setattr(limits, "READING_BYTES", 1_000_000)
    zeros, ones = np.zeros((100, 1_000)), np.ones((500, 100), np.uint8)
    assert set(arrays_in(npz(x=zeros[:90]))) == set(arrays_in(mat(True, x=zeros[:90]))) == {"x"}
    assert set(arrays_in(npz(x=ones[:300]))) == {"x"}
    for upload in (npz(x=zeros), npz(x=zeros[:50], y=zeros[:50]), mat(True, x=zeros), npz(x=ones)):
        with pytest.raises(InputError, match="save it as a sparse matrix"):
            arrays_in(upload)


# ---- MATLAB


def mat(compressed: bool = False, **arrays) -> Upload:
    stream = io.BytesIO()
    scipy_io.savemat(stream, arrays, do_compression=compressed)
    return Upload.from_bytes("f.mat", stream.getvalue())


@pytest.mark.parametrize("compressed", [False, True])
def test_matlab_files_are_read_as_scipy_reads_them(compressed):
    rng = np.random.default_rng(0)
    kinds = "u1 i1 u2 i2 u4 i4 u8 i8 f4 f8 >f8 ?".split()
    given = {f"x{n}": (100 * rng.random((5, 3))).astype(kind) for n, kind in enumerate(kinds)}
    given |= {"whole": np.arange(6.0).reshape(2, 3), "cube": rng.random((2, 3, 4))}
    upload = mat(compressed, **given, sparse=VALUES, letters=np.array(["ab", "cde"]))
    found = arrays_in(upload)
    expected = scipy_io.loadmat(io.BytesIO(upload.read()))
    for name in given:
        np.testing.assert_array_equal(found[name], expected[name])
    assert abs(found["sparse"] - VALUES).max() == 0
    assert found["letters"].tolist() == ["ab", "cde"]


def test_names_stand_in_cells_or_rows_of_characters():
    names = np.array(["low", "mid", "wéit"], dtype=object)
    for given in (names, names[:, None], names.astype(str)):
        features, _ = matrices_in(mat(x=np.ones((4, 3)), x_names=given))
        assert features["x"].names == ["low", "mid", "wéit"]


def test_the_matrices_of_a_cell_are_sides_of_their_own():
    views = [np.eye(4), sparse.csr_matrix(np.ones((4, 3))), np.arange(8.0).reshape(4, 2)]
    cell = np.empty((1, 3), dtype=object)
    cell[0, :] = views
    features, _ = matrices_in(mat(X=cell, Y=np.ones((4, 1))))
    assert [*features] == ["X 1", "X 2", "X 3"]
    assert features["X 2"].names == ["X 2 1", "X 2 2", "X 2 3"]


def test_one_matrix_alone_is_told_what_it_lacks():
    with pytest.raises(InputError, match="Only one side was found, “X”: add another matrix"):
        read_corpus([mat(X=np.eye(4))])


def test_what_is_no_matrix_is_passed_over():
    found = arrays_in(
        mat(
            x=np.eye(2),
            structure={"a": 1, "b": {"c": np.eye(3)}},
            cells=np.array([np.eye(2), np.array(["a"], object)], dtype=object),
            imaginary=np.eye(2) * 1j,
        )
    )
    assert set(found) == {"x"}


def element(kind: int, content: bytes) -> bytes:
    return struct.pack("<II", kind, len(content)) + content + bytes(-len(content) % 8)


def packed(content: bytes) -> bytes:
    """What is compressed is not padded."""
    squeezed = zlib.compress(content)
    return struct.pack("<II", 15, len(squeezed)) + squeezed


def matrix(kind: int, shape: tuple[int, ...], *content: bytes) -> bytes:
    head = element(6, struct.pack("<II", kind, 9)) + element(
        5, struct.pack(f"<{len(shape)}i", *shape)
    )
    return element(14, head + element(1, b"x") + b"".join(content))


def matlab(*elements: bytes) -> Upload:
    head = b"MATLAB 5.0 MAT-file".ljust(124) + b"\0\1IM"
    return Upload.from_bytes("f.mat", head + b"".join(elements))


DOUBLES = element(9, struct.pack("<4d", 1, 2, 3, 4))


def nested(depth: int) -> bytes:
    cell = matrix(6, (2, 2), DOUBLES)
    for _ in range(depth):
        cell = matrix(1, (1, 1), cell)
    return cell


def lying(row: tuple[int, ...], start: tuple[int, ...], shape: tuple[int, int] = (4, 2)) -> bytes:
    return matrix(
        5,
        shape,
        element(5, struct.pack(f"<{len(row)}i", *row)),
        element(5, struct.pack(f"<{len(start)}i", *start)),
        DOUBLES,
    )


def test_a_file_made_by_hand_is_read():
    found = arrays_in(matlab(matrix(6, (2, 2), DOUBLES)))
    np.testing.assert_array_equal(found["x"], [[1, 3], [2, 4]])
    found = arrays_in(matlab(packed(lying((0, 1, 2, 3), (0, 2, 4)))))
    np.testing.assert_array_equal(found["x"].toarray(), [[1, 0], [2, 0], [0, 3], [0, 4]])


@pytest.mark.parametrize(
    "hostile",
    [
        lying((0, 1, 2, 4), (0, 2, 4)),
        lying((0, 1, 2, -1), (0, 2, 4)),
        lying((0, 1, 2, 10**9), (0, 2, 4)),
        lying((0, 1, 2, 3), (0, 10**9, 4)),
        lying((0, 1, 2, 3), (0, -1, 4)),
        lying((0, 1, 2, 3), (2, 2, 4)),
        lying((0, 1, 2, 3), (0, 2, 5)),
        lying((0, 1, 2, 3), (0, 4)),
        lying((0, 1, 2, 3), (0, 2, 4), (2**31 - 1, 2)),
        matrix(6, (2**31 - 1, 2**31 - 1), DOUBLES),
        matrix(6, (-2, -2), DOUBLES),
        matrix(6, (2, 2), struct.pack("<II", 9, 2**31)),
        matrix(6, (2, 2), struct.pack("<II", 99, 32) + bytes(32)),
        matrix(4, (2, 10**9), element(4, b"ab")),
        element(15, b"no zlib"),
        packed(matrix(6, (2, 2), DOUBLES)[:-9]),
        packed(matrix(6, (2, 2), DOUBLES))[:-9],
    ],
)
def test_matlab_files_that_lie_are_refused(hostile):
    with pytest.raises(InputError, match="damaged"):
        arrays_in(matlab(hostile))


def test_versions_that_are_not_read_are_named():
    with pytest.raises(InputError, match=r"MATLAB 7\.3"):
        arrays_in(Upload.from_bytes("f.mat", b"MATLAB 7.3 MAT-file".ljust(512) + b"\x89HDF"))


def test_cells_in_cells_are_passed_over_however_deep():
    assert set(arrays_in(matlab(nested(5_000), matrix(6, (2, 2), DOUBLES)))) == {"x"}
    with pytest.raises(InputError, match="no matrix"):
        matrices_in(matlab(nested(5_000)))


def test_flipped_bits_of_a_matlab_file_end_in_a_matrix_or_a_sentence():
    rng = np.random.default_rng(1)
    whole = mat(sift=VALUES, ids=np.array(["a", "b"], object), x=np.eye(4)).read()
    refused = 0
    for _ in range(300):
        data = bytearray(whole)
        for place in rng.integers(128, len(data), 4):
            data[place] ^= 1 << rng.integers(8)
        try:
            matrices_in(Upload.from_bytes("f.mat", bytes(data)))
        except InputError as error:
            assert str(error).endswith(".")
            refused += 1
    assert refused > 30


def test_where_memory_is_short_no_file_is_called_damaged(monkeypatch):
    def short(data, most):
        raise MemoryError

    monkeypatch.setattr("gplsa.reading.readers.matrices.arrays_of_npz", short)
    with pytest.raises(InputError, match="would unpack to far more than a file of its size may"):
        arrays_in(npz(x=np.eye(3)))
