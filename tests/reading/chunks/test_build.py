"""A corpus on the disk holds what one in memory holds, and a build that was broken off goes on."""

import errno
import json
import os
import shutil
import time
from pathlib import Path

import numpy as np
import pytest
from scipy import sparse

from gplsa.core.sums import row_sums, scaled_rows
from gplsa.corpus.chunks import chunk as chunks
from gplsa.corpus.chunks.folder import ChunkedCorpus, WeighedParts, chunk_folder
from gplsa.errors import InputError
from gplsa.files import _beside, locked
from gplsa.reading.chunks import build as building
from gplsa.reading.chunks import counting
from gplsa.reading.chunks.build import PLAN, build, documents_per_chunk
from gplsa.text import Vocabulary, WordOptions, usual_options
from tests.patience import SLOWNESS
from tests.planted import planted_corpus

SIDES = ["de", "en"]
N = 60


@pytest.fixture(scope="module")
def pairs(tmp_path_factory):
    corpus = planted_corpus(N)
    rows = [
        {"id": corpus.ids[d], "de": corpus.texts["de"][d], "en": corpus.texts["en"][d], "n": d % 7}
        for d in range(N)
    ]
    rows[5]["en"] = ""
    path = tmp_path_factory.mktemp("pairs") / "pairs.jsonl"
    path.write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    return path


@pytest.fixture(autouse=True)
def small_chunks(monkeypatch):
    monkeypatch.setattr(building, "FEWEST_DOCUMENTS", 7)
    monkeypatch.setattr(counting, "BATCH_CHARACTERS", 2_000)


def rows_of(pairs):
    return [json.loads(line) for line in pairs.read_text(encoding="utf-8").splitlines()]


@pytest.mark.parametrize("words", [{}, {"de": {"split_compounds": True}, "en": {"base": "none"}}])
def test_it_holds_what_a_corpus_in_memory_holds(pairs, tmp_path, words):
    corpus = build([pairs], SIDES, tmp_path / "out", words).corpus
    assert corpus.sizes == [7] * 8 + [4]
    assert corpus.languages == {"de": "de", "en": "en"}
    for view, side in enumerate(SIDES):
        texts = [row[side] for row in rows_of(pairs)]
        options = WordOptions(language=side, **words.get(side, {}))
        vocabulary, lines, _ = Vocabulary.build_encoded(texts, options)
        assert corpus.vocabularies()[side].to_json() == vocabulary.to_json()
        found = [corpus.chunk(number) for number in range(corpus.n_chunks)]
        counts = sparse.vstack([chunk.counts(view).astype(float) for chunk in found])
        by_line = sparse.vstack([chunk.lines(view).counts for chunk in found])
        np.testing.assert_array_equal(counts.toarray(), lines.by_document().toarray())
        np.testing.assert_array_equal(by_line.toarray(), lines.counts.toarray())
        assert [t for chunk in found for t in chunk.texts(view, range(chunk.n_documents))] == texts
        assert found[0].counts(view).dtype == np.uint8


def test_words_cut_at_line_ends_are_joined_as_in_memory(pairs, tmp_path):
    rows = [row | {"de": f"{row['de']}\nDie bababa-\nlalaek"} for row in rows_of(pairs)]
    path = tmp_path / "cut.jsonl"
    path.write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    found = build([path], SIDES, tmp_path / "out").corpus.vocabularies()
    assert [found[side].options.join_line_end_hyphens for side in SIDES] == [True, False]
    expected = usual_options("de", [row["de"] for row in rows])
    assert found["de"].options.to_json() == expected.to_json()


def test_stop_words_of_a_language_without_a_list_are_those_found_in_memory(tmp_path):
    nouns = "kostel zahrada studna potok dvorek sklep stodola cesta".split()
    rows = [
        {
            "cs": f"Na {nouns[d % 8]} a {nouns[5 * d % 8]} stojí {nouns[3 * d % 8]}.",
            "en": f"{nouns[d % 8]} here",
        }
        for d in range(300)
    ]
    path = tmp_path / "pairs.jsonl"
    path.write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    words = {"cs": {"max_df": 1.0}}
    corpus = build([path], ["cs", "en"], tmp_path / "out", words).corpus
    options = WordOptions(language="cs", max_df=1.0)
    vocabulary, _ = Vocabulary.build([row["cs"] for row in rows], options)
    assert "na" in vocabulary.stop_words
    assert corpus.vocabularies()["cs"].to_json() == vocabulary.to_json()


def test_some_documents_as_a_corpus(pairs, tmp_path):
    corpus = build([pairs], SIDES, tmp_path / "out").corpus
    rows = np.array([0, 5, 6, 7, 59])
    drawn, lines = corpus.drawn(rows)
    wanted = [rows_of(pairs)[row] for row in rows]
    assert drawn.ids == [row["id"] for row in wanted]
    assert drawn.texts["en"] == [row["en"] for row in wanted]
    assert drawn.fields == {"n": [str(row["n"]) for row in wanted]}
    vocabulary = corpus.vocabularies()["de"]
    expected = vocabulary.count_lines([row["de"] for row in wanted])
    np.testing.assert_array_equal(lines["de"].counts.toarray(), expected.counts.toarray())
    np.testing.assert_array_equal(lines["de"].document, expected.document)


def test_documents_weigh_as_they_do_in_memory(pairs, tmp_path):
    from gplsa.training.fitting import LARGEST_WEIGHT, document_weights

    corpus = build([pairs], SIDES, tmp_path / "out").corpus
    source = WeighedParts.of(corpus, LARGEST_WEIGHT)
    counts = {
        side: sparse.csr_matrix(
            sparse.vstack([corpus.chunk(n).counts(view) for n in range(corpus.n_chunks)]),
            dtype=float,
        )
        for view, side in enumerate(SIDES)
    }
    weights = document_weights(counts)
    for view, side in enumerate(SIDES):
        whole = sparse.vstack([source.matrices(chunk)[view] for chunk in range(corpus.n_chunks)])
        expected = scaled_rows(counts[side], weights)
        np.testing.assert_allclose(whole.toarray(), expected.toarray(), rtol=1e-12)
    alike = WeighedParts.of(corpus, None).matrices(1)[0]
    np.testing.assert_allclose(row_sums(alike), 1.0)


@pytest.mark.parametrize("n_whole", [0, 1, 4])
def test_a_build_that_was_broken_off_goes_on(pairs, tmp_path, monkeypatch, n_whole):
    whole = build([pairs], SIDES, tmp_path / "whole").corpus
    out, calls = tmp_path / "out", []

    def broken(*arguments):
        if len(calls) == n_whole:
            raise KeyboardInterrupt
        calls.append(arguments[0])
        chunks.write_chunk(*arguments)

    monkeypatch.setattr(building, "write_chunk", broken)
    with pytest.raises(KeyboardInterrupt):
        build([pairs], SIDES, out)
    with pytest.raises(InputError, match="no corpus that gplsa built"):
        ChunkedCorpus.open(out)
    monkeypatch.undo()
    monkeypatch.setattr(building, "FEWEST_DOCUMENTS", 7)
    again = build([pairs], SIDES, out)
    assert again.taken_over == n_whole
    assert again.corpus.digest == whole.digest
    again.corpus.verify()


@pytest.mark.parametrize("name", ["vocabulary-0.json", "texts-0-bytes.npy"])
def test_a_file_that_is_far_too_long_is_not_read_to_its_end(pairs, tmp_path, name):
    built = build([pairs], SIDES, tmp_path / "out").corpus
    folder = built.folder if name.endswith(".json") else built.chunk(0).folder
    os.truncate(folder / name, 40 * 2**30)
    started = time.process_time()
    with pytest.raises(InputError):
        ChunkedCorpus.open(built.folder).vocabularies()
        ChunkedCorpus.open(built.folder).verify()
    assert time.process_time() - started < 5 * SLOWNESS  # forty gigabytes take longer to add up


def test_a_damaged_part_is_named_and_built_again(pairs, tmp_path):
    out = tmp_path / "out"
    corpus = build([pairs], SIDES, out).corpus
    digest = corpus.digest
    path = chunk_folder(out, 2) / "counts-0-counts.npy"
    content = bytearray(path.read_bytes())
    content[-1] ^= 1
    path.write_bytes(bytes(content))
    with pytest.raises(InputError, match=r"000002” is damaged \(counts-0-counts\.npy is not what"):
        ChunkedCorpus.open(out).verify()
    again = build([pairs], SIDES, out)
    assert again.taken_over == corpus.n_chunks - 1
    assert again.corpus.digest == digest
    again.corpus.verify()


@pytest.mark.parametrize(
    ("name", "array", "said"),
    [
        ("counts-0-words", lambda a: a + 10_000, "has words outside the vocabulary"),
        ("counts-0-words", lambda a: a.astype("<i8"), "holds something else"),
        ("counts-0-indptr", lambda a: a[::-1].copy(), "does not count up"),
        ("counts-0-indptr", lambda a: a[:-1], "has 7 entries, not 8"),
        ("counts-0-counts", lambda a: a.astype("<f8"), "holds something else"),
    ],
)
def test_hostile_arrays_are_refused_before_they_are_used(pairs, tmp_path, name, array, said):
    corpus = build([pairs], SIDES, tmp_path / "out").corpus
    path = chunk_folder(corpus.folder, 0) / f"{name}.npy"
    np.save(path, array(np.load(path)))
    with pytest.raises(InputError, match=said):
        corpus.chunk(0).counts(0)


@pytest.mark.parametrize(
    ("first", "said"),
    [
        (b"\xff", "documents-bytes.npy holds something else"),
        (b"[", "documents says something else"),
        (b"[" * 120, "documents says something else"),
    ],
    ids=["no text", "no object", "deep"],
)
def test_a_damaged_document_is_one_sentence(pairs, tmp_path, first, said):
    corpus = build([pairs], SIDES, tmp_path / "out").corpus
    path = chunk_folder(corpus.folder, 0) / "documents-bytes.npy"
    content = np.load(path)
    content[: len(first)] = np.frombuffer(first, np.uint8)
    ends = np.load(path.with_name("documents-ends.npy"))
    ends[1:] = ends[-1]
    np.save(path, content)
    np.save(path.with_name("documents-ends.npy"), ends)
    with pytest.raises(InputError, match=rf"^The chunk “[^\n]+ is damaged \([^\n]*{said}"):
        corpus.documents(np.array([0]))


def test_documents_of_another_type_are_one_sentence(pairs, tmp_path):
    corpus = build([pairs], SIDES, tmp_path / "out").corpus
    path = chunk_folder(corpus.folder, 0) / "documents-bytes.npy"
    content = np.load(path).tobytes()
    np.save(path, np.frombuffer(content.replace(b'"id"', b'"di"'), np.uint8))
    with pytest.raises(InputError, match="documents says something else"):
        corpus.documents(np.array([0]))


@pytest.mark.parametrize("content", [b"", b"\xff", b"[" * 100_000, b'{"version": 1'], ids=len)
def test_a_damaged_plan_is_one_sentence(pairs, tmp_path, content):
    build([pairs], SIDES, tmp_path / "out")
    (tmp_path / "out" / PLAN).write_bytes(content)
    with pytest.raises(InputError, match=r"plan\.json” is damaged: "):
        build([pairs], SIDES, tmp_path / "out")


def test_a_full_disk_is_one_sentence_and_nothing_is_lost(pairs, tmp_path, monkeypatch):
    out = tmp_path / "out"
    save, written = np.save, []

    def full(*arguments, **options):
        written.append(1)
        if len(written) > 40:
            raise OSError(errno.ENOSPC, "No space left on device")
        save(*arguments, **options)

    monkeypatch.setattr(np, "save", full)
    with pytest.raises(InputError, match="is full: make room and go on, what is done is kept"):
        build([pairs], SIDES, out)
    monkeypatch.setattr(np, "save", save)
    again = build([pairs], SIDES, out)
    assert again.taken_over >= 2
    assert not list((out / "parts").glob(".new-*"))


def test_a_folder_of_something_else_is_left_alone(pairs, tmp_path):
    out = tmp_path / "out"
    out.mkdir()
    (out / "letter.txt").write_text("mine")
    with pytest.raises(InputError, match="is not an empty folder"):
        build([pairs], SIDES, out)
    shutil.rmtree(out)
    build([pairs], SIDES, out)
    with pytest.raises(InputError, match="holds a corpus of other files or settings"):
        build([pairs], SIDES, out, {"en": {"base": "none"}})
    with pytest.raises(InputError, match="Side 'en': No word"):
        build([pairs], SIDES, tmp_path / "none", {"en": {"min_df": 1000}})


def test_another_build_may_begin_in_the_folder_at_the_same_time(pairs, tmp_path):
    out = tmp_path / "out"
    out.mkdir()
    with _beside(out / PLAN)[0], locked(out / "other"):  # what a build leaves there in passing
        assert build([pairs], SIDES, out).taken_over == 0


def test_of_two_plans_that_begin_at_once_the_last_is_built(pairs, tmp_path, monkeypatch):
    begin, begun = building._begin, []

    def twice(out, plan):
        if not begun:
            begun.append(plan)
            begin(out, plan)
            plan = plan | {"version": 0}  # of somebody else, who did not see this one yet
            (out / PLAN).write_text(json.dumps(plan), "utf-8")
            return
        begin(out, plan)

    monkeypatch.setattr(building, "_begin", twice)
    with pytest.raises(InputError, match="holds a corpus of other files or settings"):
        build([pairs], SIDES, tmp_path / "out")


def test_sizes_of_parts():
    assert documents_per_chunk(20) == building.FEWEST_DOCUMENTS
    assert documents_per_chunk(32_001) == 2001
    assert documents_per_chunk(10**6) == building.MOST_DOCUMENTS


@pytest.mark.parametrize("make", [os.mkfifo, lambda path: path.symlink_to("/dev/zero"), Path.mkdir])
def test_what_is_no_file_in_a_corpus_folder_is_not_waited_for(pairs, tmp_path, make):
    built = build([pairs], SIDES, tmp_path / "built").corpus
    chunk = built.chunk(0).folder.relative_to(built.folder)
    names = "manifest.json", "vocabulary-0.json", chunk / "part.json", chunk / "texts-0-bytes.npy"
    for number, name in enumerate(names):
        out = shutil.copytree(built.folder, tmp_path / str(number))
        (out / name).unlink()
        make(out / name)
        with pytest.raises(InputError):
            ChunkedCorpus.open(out).vocabularies()
            ChunkedCorpus.open(out).verify()


@pytest.mark.parametrize("value", [None, -1, 10**30, "x", [], [{}], {"a": 1}, [["x"]]])
def test_what_says_something_else_in_a_corpus_folder_is_refused(pairs, tmp_path, value):
    built = build([pairs], SIDES, tmp_path / "built").corpus
    for path in (built.folder / "manifest.json", built.chunk(0).folder / "part.json"):
        sound = path.read_text("utf-8")
        for key, usual in json.loads(sound).items():
            if value == usual or (key, value) == ("name", "x"):
                continue
            path.write_text(json.dumps(json.loads(sound) | {key: value}), "utf-8")
            with pytest.raises(InputError):
                ChunkedCorpus.open(built.folder).verify()
                ChunkedCorpus.open(built.folder).languages  # noqa: B018
                pytest.fail(f"{key} {value}")
        path.write_text(sound, "utf-8")
