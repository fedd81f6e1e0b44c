"""What people hold in memory: columns of a DataFrame, matrices, vectors of an encoder."""

import re

import numpy as np
import pandas as pd
import pytest
from scipy import sparse

import gplsa
from gplsa.corpus.features import Features

FRAME = pd.DataFrame(
    {
        "de": ["Die Ernte war gut", "Das Schiff liegt im Hafen", "Der Lehrer kam zu spät"],
        "en": ["The harvest was good", "The ship lies in port", "The teacher came late"],
        "year": [1869, 1870, 1871],
        "seen": [pd.Timestamp("1869-03-02"), pd.NaT, pd.Timestamp("1871-01-01 12:30")],
    },
    index=["a", "b", "c"],
)
SIGNED = np.array([[1.0, -2.0], [-3.0, 0.0], [0.0, 0.5]])


def test_a_frame_has_ids_in_its_index_and_fields_beside_its_sides():
    corpus = gplsa.corpus_of(FRAME, sides=["de", "en"])
    assert corpus.ids == ["a", "b", "c"]
    assert corpus.texts["en"][1] == "The ship lies in port"
    assert corpus.fields == {
        "year": ["1869", "1870", "1871"],
        "seen": ["1869-03-02", "", "1871-01-01 12:30:00"],
    }
    renamed = gplsa.corpus_of(FRAME, sides={"x": "de", "y": "en"}, ids="year", fields=["seen"])
    assert (renamed.modalities, renamed.ids) == (["x", "y"], ["1869", "1870", "1871"])
    assert list(renamed.fields) == ["seen"]
    own = gplsa.corpus_of(FRAME, sides=["de", "en"], ids=[7, 8, 9], fields={"n": [1.0, None, 2.5]})
    assert (own.ids, own.fields) == (["7", "8", "9"], {"n": ["1", "", "2.5"]})


def test_columns_with_different_labels_are_not_paired_by_place():
    turned = FRAME["en"][::-1]
    for options in ({}, {"fields": {"year": FRAME["year"][::-1]}}):
        with pytest.raises(
            gplsa.InputError, match=r"“(de|en)” and “(en|year)” have different labels"
        ):
            en = FRAME["en"] if options else turned
            gplsa.corpus_of({"de": FRAME["de"], "en": en}, **options)
    by_place = gplsa.corpus_of({"de": FRAME["de"].tolist(), "en": turned})
    assert by_place.texts["en"][0] == "The teacher came late"


def test_no_column_is_a_side_without_being_told():
    with pytest.raises(gplsa.InputError, match=r"Name the columns that are sides.*“year”, “seen”"):
        gplsa.corpus_of(FRAME[["de", "en", "year", "seen"]])
    with pytest.raises(gplsa.InputError, match="Name the columns that are sides"):
        gplsa.corpus_of(FRAME[["de", "en"]])


def test_signed_columns_are_split_and_nothing_is_lost():
    corpus = gplsa.corpus_of(FRAME, sides=["en"], features={"image": SIGNED})
    assert corpus.modalities == ["image", "en"]
    found = corpus.features["image"]
    assert found.names == ["image 1", "image 2", "image 1 −", "image 2 −"]
    values = found.values.toarray()
    assert values.min() == 0
    np.testing.assert_array_equal(values[:, :2] - values[:, 2:], SIGNED)


@pytest.mark.parametrize(
    "given",
    [
        SIGNED,
        sparse.coo_matrix(SIGNED),
        SIGNED.tolist(),
        list(SIGNED),
        pd.DataFrame(SIGNED, columns=["image 1", "image 2"]),
        pd.DataFrame(SIGNED[::-1], columns=["image 1", "image 2"], index=["c", "b", "a"]),
    ],
    ids=["array", "sparse", "lists", "vectors", "frame", "frame in another order"],
)
def test_a_matrix_in_any_form(given):
    corpus = gplsa.corpus_of(FRAME, sides=["en"], features={"image": given})
    wanted = Features.of("image", SIGNED)
    assert corpus.features["image"].names == wanted.names
    assert (corpus.features["image"].values != wanted.values).nnz == 0


def test_features_in_columns_of_the_frame():
    frame = FRAME.assign(vector=list(SIGNED), length=[3, 4, 5], red=[0.0, 0.1, 0.2])
    by_vector = gplsa.corpus_of(frame, sides=["en"], features={"image": "vector"}, fields=[])
    assert by_vector.features["image"].values.shape == (3, 4)
    by_columns = gplsa.corpus_of(frame, sides=["en"], features={"look": ["length", "red"]})
    assert by_columns.features["look"].names == ["length", "red"]
    assert "length" not in by_columns.fields and "year" in by_columns.fields


def test_a_document_without_its_vector_lacks_the_side():
    rows = [SIGNED[0], None, SIGNED[2]]
    with pytest.warns(gplsa.InputWarning):
        corpus = gplsa.corpus_of(
            {"en": FRAME["en"], "image": np.vstack([SIGNED[0], [np.nan] * 2, SIGNED[2]])}
        )
    assert corpus.has("image").tolist() == [True, False, True]
    with pytest.warns(gplsa.InputWarning):
        same = gplsa.corpus_of(FRAME, sides=["en"], features={"image": rows})
    assert same.has("image").tolist() == [True, False, True]


class Lengths:
    """An encoder: of every text its length, and that it has been asked."""

    def __init__(self) -> None:
        self.asked: list[list[str]] = []

    def encode(self, items):
        self.asked.append(items)
        return [[len(item), -1.0] for item in items]


def test_whatever_encodes_makes_a_side():
    encoder = Lengths()
    photos = {"image": ["photo of a ship", None, "a school"], "en": FRAME["en"]}
    with pytest.warns(gplsa.InputWarning):
        corpus = gplsa.corpus_of(photos, encoders={"image": encoder})
    assert encoder.asked == [["photo of a ship", "a school"]]
    assert corpus.kind("image") == "features"
    assert corpus.features["image"].values.toarray().tolist() == [[15, 0, 1], [0, 0, 0], [8, 0, 1]]


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (lambda: gplsa.corpus_of(FRAME, sides=["de", "fr"]), "no column “fr”"),
        (lambda: gplsa.corpus_of(FRAME, sides="de"), "list of names, not 'de' alone"),
        (lambda: gplsa.corpus_of(FRAME, sides=["de", "en"], ids="key"), "no column “key”"),
        (lambda: gplsa.corpus_of(FRAME, sides=["de", "en"], fields="year"), "list of names"),
        (lambda: gplsa.corpus_of(FRAME, sides=["de", "en"], fields=["x"]), "no column “x”"),
        (lambda: gplsa.corpus_of(FRAME["de"]), "by side, as .* not as Series"),
        (lambda: gplsa.corpus_of([("a", "b"), ("c", "d")]), "pandas.DataFrame"),
        (lambda: gplsa.corpus_of(one for one in "ab"), "not as generator"),
        (lambda: gplsa.corpus_of({"de": None, "en": None}), "list of texts, not NoneType"),
        (lambda: gplsa.corpus_of({"de": [None], "en": [None]}), "No pair was found"),
        (lambda: matrix(SIGNED[:2]), "“en” 3, “image” 2, ids 3"),
        (lambda: matrix(SIGNED + np.inf), "values that are no numbers"),
        (lambda: matrix([["a", "b"]] * 3), "no numbers"),
        (lambda: matrix([SIGNED[0], SIGNED[1], [1.0]]), "the same length"),
        (lambda: matrix(np.zeros((3, 0))), "must be a matrix of numbers"),
        (lambda: matrix(pd.DataFrame(SIGNED, index=["a", "b", "x"])), "Some labels of side"),
        (lambda: gplsa.corpus_of(FRAME, sides=["de"], features={"de": SIGNED}), "given twice"),
        (lambda: gplsa.corpus_of(FRAME, sides=["de", "en"], encoders={"de": len}), "`encode`"),
        (lambda: gplsa.corpus_of(FRAME, sides=["en"], encoders={"x": Lengths()}), "no side"),
    ],
)
def test_what_is_no_corpus_is_told_in_one_sentence(given, said):
    with pytest.raises(gplsa.InputError, match=said):
        given()


def matrix(given):
    return gplsa.corpus_of(FRAME, sides=["en"], features={"image": given})


def test_a_cell_shows_a_corpus_in_short():
    corpus = gplsa.corpus_of(
        FRAME.assign(en=["a < b " + "grain " * 500] * 3), sides=["de", "en"], name="letters"
    )
    assert repr(corpus) == "<Corpus “letters”: 3 documents, de · en; fields: year, seen>"
    shown = corpus._repr_html_()
    assert len(shown) < 4000
    assert "Die Ernte war gut" in shown and "a &lt; b grain" in shown and "a < b" not in shown
    assert len(re.findall("<tr>", shown)) == 4
