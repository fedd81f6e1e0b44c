import io
from dataclasses import replace

import numpy as np
import pytest
from scipy import sparse

from gplsa.corpus.archive import read_archive, write_archive
from gplsa.corpus.corpus import Corpus
from gplsa.corpus.features import Features, FeatureVocabulary
from gplsa.corpus.notes import DataWarning, Done
from gplsa.corpus.storage import corpus_digest, load_corpus, save_corpus, without_texts
from gplsa.errors import InputError
from gplsa.images import small_picture
from gplsa.language import in_language, translated
from gplsa.message import Message, count
from tests.photos import encoded, photo


def mixed() -> Corpus:
    """One text side, one of pictures and one of features, each with a gap."""
    values = sparse.csr_matrix([[1.0, 0.5], [0.0, 0.0], [0.0, 2.0]])
    picture = small_picture("x", encoded(photo(0)[0]))
    return Corpus(
        "mixed",
        ["a", "b", "c"],
        {"en": ["one", "two", ""]},
        {"en": "en"},
        pictures={"image": [picture, b"", small_picture("y", encoded(photo(1)[0]))]},
        features={"sound": Features(["low", "high"], values)},
    )


def stored(corpus: Corpus) -> bytes:
    stream = io.BytesIO()
    save_corpus(corpus, stream)
    return stream.getvalue()


def test_every_kind_of_side_comes_back():
    corpus = mixed()
    data = stored(corpus)
    again = load_corpus(io.BytesIO(data))
    assert stored(again) == data
    assert again.modalities == ["image", "sound", "en"]
    assert again.pictures == corpus.pictures and again.texts == corpus.texts
    assert [again.kind(m) for m in again.modalities] == ["image", "features", "text"]
    np.testing.assert_array_equal(again.side("sound").toarray(), corpus.side("sound").toarray())
    assert again.languages == {"image": "", "sound": "", "en": "en"}


def test_complete_subset_and_without_texts_cover_every_kind():
    corpus = mixed()
    np.testing.assert_array_equal(corpus.complete(), [True, False, False])
    part = corpus.subset([2, 0])
    assert part.pictures["image"] == [corpus.pictures["image"][2], corpus.pictures["image"][0]]
    np.testing.assert_array_equal(part.side("sound").toarray(), [[0, 2], [1, 0.5]])
    bare = without_texts(corpus)
    assert not any(bare.has(m).any() for m in bare.modalities)
    assert bare.ids == corpus.ids and bare.titles == ["", "", ""]


def test_doubts_and_cleaning_come_back_and_files_without_them_open():
    warning, done = (
        DataWarning("tags", "1 document has tags.", (1,), "en"),
        Done("tags", "done", 2, "ab"),
    )
    corpus = replace(mixed(), warnings=[warning], cleaning=[done])
    again = load_corpus(io.BytesIO(stored(corpus)))
    assert (again.warnings, again.cleaning) == ([warning], [done])
    assert corpus_digest(again) == corpus_digest(corpus) != corpus_digest(mixed())
    assert corpus_digest(replace(mixed(), warnings=[warning])) == corpus_digest(mixed())
    before = load_corpus(io.BytesIO(stored(mixed())))
    assert (before.warnings, before.cleaning) == ([], [])
    assert again.subset([0]).cleaning == [done] and again.subset([0]).warnings == []
    assert without_texts(corpus).warnings == [] and without_texts(corpus).cleaning == [done]


def test_messages_of_a_file_are_said_in_german_and_read_by_versions_before():
    told = Message("{number} has the same text on both sides.", number=count(1, "pair"))
    corpus = replace(mixed(), warnings=[DataWarning("same text", told, (1,))])
    archive = read_archive(io.BytesIO(stored(corpus)), "corpus")
    [kept] = archive.documents["corpus"]["doubts"]
    again = load_corpus(io.BytesIO(stored(corpus)))
    # What a version before wrote and reads: the finished sentence, and nothing beside it.
    assert kept.pop("messages") and kept["message"] == str(told)
    old = DataWarning.from_json(kept, 3)
    with in_language("de"):
        assert translated(again.warnings[0].message) == translated(told) != told
        assert translated(old.message) == told
    assert old.to_json() == kept
    assert stored(again) == stored(corpus)


@pytest.mark.parametrize(
    "warning",
    [
        {"rows": [3]},
        {"rows": [-1]},
        {"rows": [0.5]},
        {"kind": 1},
        {"offset": "x"},
        {"messages": 1},
        {"messages": {"x": 1}},
        {"messages": {"x": ["x", {"n": None}]}},
    ],
)
def test_doubts_about_documents_that_are_not_there_are_refused(warning):
    stream = io.BytesIO()
    save_corpus(replace(mixed(), warnings=[DataWarning("tags", "x", (1,))]), stream)
    archive = read_archive(io.BytesIO(stream.getvalue()), "corpus")
    archive.documents["corpus"]["doubts"][0] |= warning
    damaged = io.BytesIO()
    write_archive(damaged, "corpus", archive.documents, archive.arrays)
    with pytest.raises(InputError, match="damaged"):
        load_corpus(io.BytesIO(damaged.getvalue()))


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("corpus/pictures/0/lengths", np.array([5, 5, 5], "<i4")),
        ("corpus/pictures/0/lengths", np.array([-1, 0, 1], "<i4")),
        ("corpus/pictures/0/bytes", np.zeros(30, np.uint8)),
        ("corpus/features/0/data", np.array([-1.0, 1, 1])),
        ("corpus/features/0/indices", np.array([0, 1, 7], "<i4")),
    ],
)
def test_damaged_pictures_and_features_are_refused(name, value):
    archive = read_archive(io.BytesIO(stored(mixed())), "corpus")
    stream = io.BytesIO()
    arrays = archive.arrays | {name: value}
    if name.endswith("bytes"):
        arrays["corpus/pictures/0/lengths"] = np.array([10, 10, 10], "<i4")
    write_archive(stream, "corpus", archive.documents, arrays)
    with pytest.raises(InputError, match="damaged"):
        load_corpus(stream)


def test_features_meet_their_columns_by_name():
    vocabulary, counts = FeatureVocabulary.build(mixed().features["sound"])
    assert vocabulary.n_documents == 2 and vocabulary.document_frequency.tolist() == [1, 2]
    other = Features(["high", "new"], sparse.csr_matrix([[3.0, 9.0]]))
    np.testing.assert_array_equal(vocabulary.count(other).toarray(), [[0, 3]])
    np.testing.assert_array_equal(vocabulary.count(counts).toarray(), counts.toarray())
    with pytest.raises(InputError, match="3 columns"):
        vocabulary.count(sparse.csr_matrix((1, 3)))
    with pytest.raises(InputError, match="None of these columns"):
        vocabulary.count(Features(["new"], sparse.csr_matrix([[1.0]])))
    with pytest.raises(ValueError, match="at least 0"):
        Features(["x"], sparse.csr_matrix([[-1.0]]))
