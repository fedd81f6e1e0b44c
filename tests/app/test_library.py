"""Corpora and models are kept on the disk."""

import io

import numpy as np
import pytest

from gplsa.app.desk.desk import Desk
from gplsa.app.library import on_disk, recent
from gplsa.app.library.library import CORPUS, MODEL, read_piece
from gplsa.app.library.on_disk import OnDisk
from gplsa.errors import InputError
from tests.patience import PATIENCE


@pytest.fixture
def library(tmp_path):
    return OnDisk(tmp_path)


def test_what_is_kept_is_listed_and_opened(library, corpus, trained):
    name = library.keep(trained)
    library.keep(corpus)
    (entry,) = library.listed(MODEL)
    assert (entry.id, entry.name) == (name, "letters")
    assert entry.facts.topics == 4
    assert entry.facts.documents == 60
    assert entry.facts.languages == ("de", "en")
    assert library.open(MODEL, name).n_topics == 4
    assert library.open(CORPUS, name) is None


def test_removing(library, corpus):
    name = library.keep(corpus)
    library.remove(CORPUS, name)
    assert library.listed(CORPUS) == []
    assert library.open(CORPUS, name) is None


def test_the_disk_outlives_the_memory(tmp_path, corpus, trained):
    name = OnDisk(tmp_path).keep(trained)
    again = OnDisk(tmp_path).open(MODEL, name)
    np.testing.assert_array_equal(again.topic_word["de"], trained.topic_word["de"])
    assert again.corpus == corpus


def test_the_same_content_is_kept_once(tmp_path, corpus):
    library = OnDisk(tmp_path)
    assert library.keep(corpus) == library.keep(corpus)
    assert len(library.listed(CORPUS)) == 1


def test_a_damaged_file_opens_nothing_and_breaks_no_list(tmp_path, corpus):
    library = OnDisk(tmp_path)
    name = library.keep(corpus)
    (tmp_path / "corpus" / f"{name}.gplsa-corpus").write_bytes(b"PK\3\4 and nothing more")
    (tmp_path / "corpus" / "broken.gplsa-corpus.json").write_text("{")
    fresh = OnDisk(tmp_path)
    assert [entry.id for entry in fresh.listed(CORPUS)] == [name]
    assert fresh.open(CORPUS, name) is None


@pytest.mark.parametrize("name", ["../../etc/passwd", "/etc/passwd", "", "a" * 24])
def test_an_id_is_no_path(tmp_path, name):
    assert OnDisk(tmp_path).open(CORPUS, name) is None


def test_a_hostile_file_is_one_sentence():
    with pytest.raises(InputError, match="not a gplsa model file"):
        read_piece(MODEL, io.BytesIO(b"junk"))


def test_the_desk_is_found_again(tmp_path, corpus):
    desk = Desk(OnDisk(tmp_path))
    desk.lay_out(CORPUS, desk.library.keep(corpus))
    desk.remember(running="Training")
    again = Desk(OnDisk(tmp_path))
    assert (again.corpus, again.model, again.interrupted) == (corpus, None, "Training")
    desk.library.remove(CORPUS, desk.corpus_state.id)
    assert Desk(OnDisk(tmp_path)).corpus is None


def test_memory_holds_the_last_three_and_the_disk_all(library, corpus):
    names = [library.keep(corpus.subset(range(number + 2))) for number in range(10)]
    assert len(library.listed(CORPUS)) == 10
    assert len(library.recent.names(CORPUS)) == recent.KEPT
    assert len(library.open(CORPUS, names[0])) == 2
    assert len(library.recent.names(CORPUS)) == recent.KEPT


def test_what_a_kill_left_is_gone_after_the_next_start(tmp_path, corpus):
    name = OnDisk(tmp_path).keep(corpus)
    left = [
        tmp_path / "corpus" / f".{name}.gplsa-corpus.gplsa-new-abcd1234",
        tmp_path / "corpus" / f".{name}.gplsa-corpus.json.gplsa-new-abcd1234",
        tmp_path / ".desk.json.gplsa-new-abcd1234",
    ]
    for path in left:
        path.write_text("half")
    library = OnDisk(tmp_path)
    assert not any(path.exists() for path in left)
    assert library.open(CORPUS, name) == corpus


def test_a_file_whose_list_entry_was_cut_off_by_a_kill(tmp_path, trained, monkeypatch):
    """The entry is written first, so that a finished file is never without one."""
    order = []
    real = on_disk.pieces.write_piece
    monkeypatch.setattr(
        on_disk.pieces,
        "write_piece",
        lambda piece, path: (
            order.extend(p.name for p in path.parent.glob("[!.]*")),
            real(piece, path),
        ),
    )
    name = OnDisk(tmp_path).keep(trained)
    assert order == [f"{name}.gplsa.json"]


def test_a_renamed_topic_is_kept_at_once_and_in_the_file_soon(tmp_path, corpus, trained):
    library = OnDisk(tmp_path)
    name = library.keep(trained)
    model = read_piece(MODEL, tmp_path / MODEL / f"{name}.gplsa")
    model.name_topic(1, "Harbour")
    model.hidden_topics.add(2)
    library.renamed(name, model)
    assert library.finish(PATIENCE)
    written = read_piece(MODEL, tmp_path / MODEL / f"{name}.gplsa")
    assert (written.topic_names, written.hidden_topics) == ({1: "Harbour"}, {2})
    assert library.listed(MODEL)[0].id == name


def test_names_outlive_an_end_in_the_middle_of_writing(tmp_path, trained, monkeypatch):
    library = OnDisk(tmp_path)
    name = library.keep(trained)
    model = read_piece(MODEL, tmp_path / MODEL / f"{name}.gplsa")
    model.name_topic(1, "Harbour")
    monkeypatch.setattr("gplsa.app.library.library.write_piece", lambda piece, file: None)
    library.renamed(name, model)
    assert library.finish(PATIENCE)
    assert read_piece(MODEL, tmp_path / MODEL / f"{name}.gplsa").topic_names == {}
    assert OnDisk(tmp_path).open(MODEL, name).topic_names == {1: "Harbour"}


def test_a_model_removed_while_it_is_written_stays_away(tmp_path, trained, monkeypatch):
    library = OnDisk(tmp_path)
    name = library.keep(trained)
    path = tmp_path / MODEL / f"{name}.gplsa"

    def removed_meanwhile(piece, file):
        library.remove(MODEL, name)
        piece.save(file)

    monkeypatch.setattr("gplsa.app.library.library.write_piece", removed_meanwhile)
    library.renamed(name, read_piece(MODEL, path))
    assert library.finish(PATIENCE)
    assert not path.exists()
