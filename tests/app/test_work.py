"""The work of jobs: bounds of memory, and the four people's material."""

import errno
import io
import os
import zipfile
from dataclasses import replace

import numpy as np
import pytest
from openpyxl import Workbook

from gplsa import scratch
from gplsa.app.desk import batches, corpora, counting, trainings
from gplsa.app.desk.desk import current_desk
from gplsa.app.desk.state import COUNTED, Counted
from gplsa.app.keywords import files
from gplsa.app.library.library import CORPUS
from gplsa.corpus.sides import count_side
from gplsa.errors import InputError
from gplsa.model.settings import TrainSettings
from gplsa.reading import Choices, Upload
from gplsa.text import WordOptions
from gplsa.training import counted
from gplsa.training.in_chunks import FOLDER, remove_left_over
from tests.app.conftest import THEMES

SIDES = [(de.split(), en.split()) for de, en in THEMES.items()]


def pair(draw, words=10, theme=None):
    german, english = SIDES[draw.integers(4) if theme is None else theme]
    picked = draw.integers(6, size=words)
    return " ".join(german[i] for i in picked), " ".join(english[i] for i in picked)


def read(desk, *uploads):
    said = corpora.read(desk, uploads, Choices(), lambda fraction, phase: None)
    return said, desk.corpus, desk


def silent(fraction, phase):
    pass


def learn(desk):
    """A short training on the corpus of the desk."""
    settings = TrainSettings(n_topics=4, max_iter=15, words=dict(desk.corpus_state.words))
    assert trainings.fit(desk, settings, silent) == "The model is trained."
    return desk.model


def assert_same_file(one, other):
    files = [io.BytesIO(), io.BytesIO()]
    one.save(files[0])
    other.save(files[1])
    assert files[0].getvalue() == files[1].getvalue()


def keywords(desk, model, *uploads):
    """Keywords in English for German documents, as a table."""
    german, english = (
        next(m for m in model.modalities if model.corpus.languages[m] == code)
        for code in ("de", "en")
    )
    said = batches.summarize_many(desk, uploads, (german, english), None, silent)
    assert said.startswith("The keywords of ")
    return files.by_document(model, desk.model_state.batch)


def test_a_corpus_beyond_the_budget_is_trained_on_a_seeded_sample(desk, corpus, monkeypatch):
    words = counting.default_words(corpus)
    sides = counting.count_texts(corpus, words, None)
    found = {m: counting.words_found(words[m], side) for m, side in sides.items()}
    counted = Counted(found)
    settings = TrainSettings(n_topics=4)
    assert counting.affordable(counted, len(corpus), settings) == 60
    whole = counting.expected(counted, len(corpus), settings).megabytes
    monkeypatch.setattr(counting, "MEMORY_BUDGET", whole / 2)
    assert counting.affordable(counted, len(corpus), settings) == 30
    sample = trainings.drawn(corpus, 30, seed=3)
    assert len(sample) == 30
    assert sample.ids == sorted(sample.ids)
    assert sample == trainings.drawn(corpus, 30, seed=3) != trainings.drawn(corpus, 30, seed=4)


def test_what_memory_would_not_hold_is_trained_part_by_part(desk, corpus, monkeypatch):
    """From the corpus on the desk to keywords: of all pairs, half of which the model holds."""
    rows = [f"{de}\t{en}" for de, en in zip(*corpus.texts.values(), strict=True)]
    _, _, desk = read(desk, Upload.from_bytes("a.tsv", "\n".join(["de\ten", *rows]).encode()))
    counted = desk.corpus_state.counted
    whole = counting.expected(counted, 60, TrainSettings(n_topics=4)).megabytes
    monkeypatch.setattr(counting, "MEMORY_BUDGET", whole / 2)
    model = learn(desk)
    assert model.n_documents == 30
    assert model.whole.documents == 60
    assert not model.whole.is_kept
    assert model.rankers[tuple(model.modalities)].lexicon.learned_from.n_pairs > 30
    assert set(model.corpus.ids) < {str(number) for number in range(1, 61)}
    assert not list(desk.library.folder.glob(f"{FOLDER}*"))
    found = keywords(desk, model, Upload.from_bytes("neu.txt", b"Bauer Korn Acker Ernte"))
    assert set(found["keywords"][0].replace(";", "").split()) <= set(SIDES[0][1])


@pytest.fixture
def lined_up(desk, corpus):
    """A desk with the corpus as read from a table."""
    rows = [f"{de}\t{en}" for de, en in zip(*corpus.texts.values(), strict=True)]
    return read(desk, Upload.from_bytes("a.tsv", "\n".join(["de\ten", *rows]).encode()))[2]


@pytest.fixture
def counted_again(monkeypatch):
    """The sides that training counts itself."""
    sides = []

    def noted(corpus, modality, *args, **more):
        sides.append(modality)
        return count_side(corpus, modality, *args, **more)

    monkeypatch.setattr(counted, "count_side", noted)
    return sides


def test_training_takes_over_what_reading_counted(desk, lined_up, counted_again):
    model = learn(lined_up)
    assert counted_again == []
    lined_up.corpus_state.texts = {}
    again = learn(lined_up)
    assert counted_again == ["de", "en"]
    assert_same_file(model, again)


def test_training_counts_anew_what_has_other_options(desk, lined_up, counted_again):
    lined_up.corpus_state.words["de"] = WordOptions("de", min_df=3)
    learn(lined_up)
    assert counted_again == ["de"]


def test_training_on_a_sample_counts_the_sample(desk, lined_up, counted_again, monkeypatch):
    monkeypatch.setattr(counting, "affordable", lambda *_: 50)
    monkeypatch.setattr(trainings, "may_be_cut", lambda corpus: False)
    model = learn(lined_up)
    assert (model.n_documents, model.whole) == (50, None)
    assert counted_again == ["de", "en"]


def test_parts_take_over_what_reading_counted(desk, lined_up, counted_again, monkeypatch):
    monkeypatch.setattr(counting, "affordable", lambda *_: 50)
    model = learn(lined_up)
    assert (model.n_documents, model.whole.documents) == (50, 60)
    assert counted_again == []


def test_a_full_disk_costs_a_sentence_and_leaves_nothing(desk, lined_up, monkeypatch):
    def full(*_, **__):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(counting, "affordable", lambda *_: 50)
    with monkeypatch.context() as patch:
        patch.setattr(np, "save", full)
        with pytest.raises(InputError, match="is full: make room"):
            learn(lined_up)
    assert not list(desk.library.folder.glob(f"{FOLDER}*"))
    assert learn(lined_up).whole.documents == 60


def test_parts_that_a_killed_training_left_go_after_some_days(tmp_path, caplog):
    names = ("old", "new", "of-my-thesis", "linked")
    old, new, mine, linked = (tmp_path / f"{FOLDER}{name}" for name in names)
    for folder in (old, new, mine, tmp_path / "far"):
        (folder / "parts").mkdir(parents=True)
        if folder is not mine:
            (folder / scratch._MARK).touch()
            os.utime(folder / scratch._MARK, None if folder is new else (0, 0))
        os.utime(folder, (0, 0))
    linked.symlink_to("far")
    with caplog.at_level("INFO"), scratch.scratch_folder(tmp_path, FOLDER) as running:
        os.utime(running / scratch._MARK, (0, 0))
        remove_left_over(tmp_path)
        assert running.is_dir()
    left = sorted([new.name, mine.name, linked.name, "far"])
    assert sorted(entry.name for entry in tmp_path.iterdir()) == left
    assert [record.getMessage() for record in caplog.records] == [
        f"removed {old}, which a training that ended early had left"
    ]


def test_another_corpus_on_the_desk_frees_what_was_counted(desk, lined_up, corpus, counted_again):
    assert lined_up.corpus_state.texts
    desk.lay_out(CORPUS, desk.library.keep(corpus))
    assert not desk.corpus_state.texts
    learn(lined_up)
    assert counted_again == []  # the training counts first, to know what memory holds


def test_a_corpus_that_nobody_counted_is_counted_before_it_is_trained(desk, corpus, monkeypatch):
    """One that another version kept, say. Memory would not hold it: half of it is in the model."""
    desk.lay_out(CORPUS, desk.library.keep(corpus))
    assert current_desk().corpus_state.counted is None
    desk.corpus_state.words = {"de": WordOptions("de", min_df=3)}
    words = counting.default_words(corpus) | desk.corpus_state.words
    sides = counting.count_texts(corpus, words, None)
    found = {m: counting.words_found(words[m], side) for m, side in sides.items()}
    whole = counting.expected(Counted(found), 60, TrainSettings(n_topics=4)).megabytes
    monkeypatch.setattr(counting, "MEMORY_BUDGET", whole / 2)
    model = learn(desk)
    assert (model.n_documents, model.whole.documents) == (30, 60)
    assert model.settings.words["de"].min_df == 3
    assert current_desk().corpus_state.counted.sides == found


def test_what_was_counted_is_known_after_a_new_start(desk, lined_up, corpus):
    """The words, their options, and with them how much memory a training will take."""
    options = {"de": WordOptions("de", add_stop_words=("schiff",)), "en": WordOptions("en")}
    corpora.count_again(lined_up, options, silent)
    told, name = current_desk().corpus_state.counted, lined_up.corpus_state.id
    assert told.sides["de"].kept > 10
    desk.remember()
    current_desk.cache_clear()
    again = current_desk()
    assert again.corpus_state.counted == told
    assert again.corpus_state.words == options
    again.lay_out(CORPUS, again.library.keep(replace(corpus, name="another")))
    assert (again.corpus_state.counted, again.corpus_state.words) == (None, {})
    again.lay_out(CORPUS, name)
    assert (again.corpus_state.counted, again.corpus_state.words) == (told, options)
    again.lay_out(CORPUS, again.library.keep(again.corpus))  # brought in as a file once more
    assert (again.corpus_state.counted, again.corpus_state.words) == (told, options)
    again.library.remove(CORPUS, name)
    again.library.remark(CORPUS, name, COUNTED, {})
    assert not [*again.library.folder.glob(f"corpus/{name}*")]


def test_what_was_counted_stays_with_its_corpus(desk, lined_up, corpus, monkeypatch):
    """Another window opens another corpus meanwhile."""
    first, count = lined_up.corpus_state.id, counting.count_texts

    def meanwhile(*args):
        current_desk().lay_out(CORPUS, desk.library.keep(corpus))
        return count(*args)

    monkeypatch.setattr(corpora, "count_texts", meanwhile)
    corpora.count_again(lined_up, {"de": WordOptions("de"), "en": WordOptions("en")}, silent)
    assert lined_up.corpus_state.id != first
    assert current_desk().corpus_state.counted is None
    assert desk.library.remarked(CORPUS, first, COUNTED)
    assert not desk.library.remarked(CORPUS, lined_up.corpus_state.id, COUNTED)


NOTES = [
    *("", "{", "[]", "{}", '{"remarks": 1}'),
    '{"remarks": {"counted": {"sides": {"de": 1}}}}',
    '{"remarks": {"counted": {"sides": {}, "others": {}, "n_pictures": 1e999}}}',
]


@pytest.mark.parametrize("note", NOTES)
def test_a_damaged_note_of_what_was_counted_is_none(desk, lined_up, note):
    [path] = desk.library.folder.glob("corpus/*.json")
    path.write_text(note)
    current_desk().lay_out(CORPUS, lined_up.corpus_state.id)
    assert current_desk().corpus_state.counted is None
    desk.library.remark(CORPUS, lined_up.corpus_state.id, COUNTED, {})


def test_the_historian_with_text_files_named_in_a_spreadsheet(desk):
    draw = np.random.default_rng(0)
    book = Workbook()
    book.active.append(["Signatur", "Datei", "Regest"])
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        for number in range(800):
            german, english = pair(draw)
            archive.writestr(f"briefe/{number:04d}.txt", german + ".\nSeite " + german + ".")
            book.active.append([f"Hs. {number}", f"{number:04d}.txt", f"A letter on {english}."])
        table = io.BytesIO()
        book.save(table)
        archive.writestr("briefe/regesten.xlsx", table.getvalue())
    said, corpus, desk = read(desk, Upload.from_bytes("briefe.zip", stream.getvalue()))
    assert said == "Read: 800 pairs."
    assert corpus.ids[:2] == ["Hs. 0", "Hs. 1"]
    assert sorted(corpus.languages.values()) == ["de", "en"]
    german = next(side for side in corpus.modalities if corpus.languages[side] == "de")
    assert "Seite" in corpus.texts[german][0]
    found = keywords(
        *(desk, learn(desk)),
        Upload.from_bytes("brief.txt", "Das Schiff verließ den Hafen mit Ladung.".encode()),
        Upload.from_bytes("scan.pdf", b"%PDF-1.4 cut short"),
    )
    assert list(found["id"]) == ["brief.txt"]
    assert "harbour" in found["keywords"][0].split("; ")
    assert "scan.pdf" in desk.model_state.batch.refused[0]


def test_the_librarian_with_many_short_records(desk, monkeypatch):
    draw = np.random.default_rng(0)
    lines = ["Nr;Titel_de;Schlagwort_de;Title_en;Subject_en"]
    for number in range(30_000):
        german, english = pair(draw, 6)
        missing = number % 20 == 0
        lines.append(
            f"B{number};{german};Buch;{'' if missing else english};{'' if missing else 'book'}"
        )
    said, corpus, desk = read(
        desk, Upload.from_bytes("katalog.csv", "\n".join(lines).encode("cp1252"))
    )
    assert said == "Read: 28,500 pairs, and 1,500 documents with one side missing."
    assert corpus.ids[0] == "B0"
    assert int(corpus.complete().sum()) == 28_500
    assert corpus.texts["de"][1].endswith("Buch")
    counted = desk.corpus_state.counted
    assert counted.sides["de"].kept >= 24
    # A tenth of what these records take, so that the test is short.
    budget = counting.expected(counted, 30_000, TrainSettings(n_topics=4)).megabytes / 10
    monkeypatch.setattr(counting, "MEMORY_BUDGET", budget)
    model = learn(desk)
    assert model.n_documents == 3000
    new = "Nr;Titel;Standort\nN1;Feuer Rauch Dach;A 1\nN2;;A 2\nN3;Lehrer Tafel Zeugnis;A 3\n"
    found = keywords(desk, model, Upload.from_bytes("neu.csv", new.encode("cp1252")))
    assert list(found["Standort"])[:1] == ["A 1"]
    assert set(found["keywords"][0].replace(";", "").split()) <= set(SIDES[3][1])


@pytest.mark.parametrize("files", [50])
def test_the_analyst_with_translation_memories(desk, files):
    draw = np.random.default_rng(0)
    uploads = []
    for number in range(files):
        units = []
        for _ in range(40):
            german, english = pair(draw, theme=number % 4)
            units.append(
                f'<tu><tuv xml:lang="de"><seg>{german}</seg></tuv>'
                f'<tuv xml:lang="en"><seg>{english}</seg></tuv></tu>'
            )
        text = f'<tmx version="1.4"><header/><body>{"".join(units)}</body></tmx>'
        uploads.append(Upload.from_bytes(f"memory{number}.tmx", text.encode()))
    said, corpus, desk = read(desk, *uploads)
    assert said == f"Read: {files * 40:,} lines in {files * 2} documents."
    assert corpus.modalities == ["de", "en"]
    folder = [
        Upload.from_bytes(f"{number}.txt", " ".join(german).encode())
        for number, (german, _) in enumerate(SIDES)
    ]
    found = keywords(desk, learn(desk), *folder)
    for words, (_, english) in zip(found["keywords"], SIDES, strict=True):
        assert set(words.replace(";", "").split()) <= set(english)


def test_settings_that_leave_no_word_leave_the_corpus(desk):
    rows = "\n".join(["de,en", *["Ernte Korn,harvest grain"] * 5])
    said, corpus, desk = read(desk, Upload.from_bytes("same.csv", rows.encode()))
    assert said == "Read: 5 pairs."
    side = desk.corpus_state.counted.sides["de"]
    assert side.kept == 0
    assert "No word of the German texts is left" in side.warnings[0]
    assert len(corpus) == 5
