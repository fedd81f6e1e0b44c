"""Lexicons over the parts of a corpus: as in memory, bounded, and whole after a break."""

import errno
import json

import numpy as np
import pytest

from gplsa.core.out_of_core.runner import Threads
from gplsa.core.out_of_core.store import FolderStore
from gplsa.corpus.chunks.folder import chunk_folder
from gplsa.errors import InputError
from gplsa.keywords import align_lines
from gplsa.keywords.fitting import build_lexicon
from gplsa.keywords.pairing.lexicon import topic_profiles
from gplsa.keywords.pairing.lines import Aligner
from gplsa.keywords.pairs import TrainingPairs
from gplsa.model.public import Model
from gplsa.model.settings import TrainSettings
from gplsa.reading.chunks import build as building
from gplsa.reading.chunks.build import build
from gplsa.training.chunked_lexicon import LexiconContext, lexicons_of_chunks
from gplsa.training.out_of_core import OutOfCore
from gplsa.training.train import train
from tests.in_memory import MemoryStore
from tests.planted import planted_corpus

N, SIDES = 120, ["de", "en"]
WAYS = [("de", "en"), ("en", "de")]


@pytest.fixture(scope="module")
def corpus(tmp_path_factory):
    whole = planted_corpus(N)
    rows = [{"id": whole.ids[d], **{m: whole.texts[m][d] for m in SIDES}} for d in range(N)]
    rows[5]["en"] = ""
    folder = tmp_path_factory.mktemp("lexicon")
    (folder / "pairs.jsonl").write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(building, "FEWEST_DOCUMENTS", 10)
        return build([folder / "pairs.jsonl"], SIDES, folder / "out").corpus


@pytest.fixture(scope="module")
def drawn(corpus):
    return corpus.drawn(np.arange(N))[1]


@pytest.fixture(scope="module")
def profiles(corpus):
    rng = np.random.default_rng(0)
    sides = [topic_profiles(rng.dirichlet(np.ones(n), 4), np.full(4, 0.25)) for n in corpus.n_words]
    return {("de", "en"): (sides[0], sides[1]), ("en", "de"): (sides[1], sides[0])}


def over_parts(corpus, drawn, profiles, *, held_out=(), store=None, threads=2, **bounds):
    work = LexiconContext(corpus, held_out, store or MemoryStore(), **bounds)
    return lexicons_of_chunks(work, drawn, profiles, Threads(threads))


def in_memory(drawn, profiles, seen):
    counts = {side: lines.by_document() for side, lines in drawn.items()}
    units = align_lines(drawn["de"], drawn["en"], N).of_documents(seen)
    de, en = counts["de"][seen], counts["en"][seen]
    return {
        ("de", "en"): build_lexicon(TrainingPairs(de, en, units=units), profiles["de", "en"]),
        ("en", "de"): build_lexicon(
            TrainingPairs(en, de, units=units.swapped()), profiles["en", "de"]
        ),
    }


@pytest.mark.parametrize("held_out", [(), (0, 3, 64, 119)])
def test_it_is_the_lexicon_of_the_same_pairs_in_memory(corpus, drawn, profiles, held_out):
    seen = np.ones(N, dtype=bool)
    seen[[5, *held_out]] = False
    found = over_parts(corpus, drawn, profiles, held_out=held_out)
    expected = in_memory(drawn, profiles, seen)
    for way in WAYS:
        one, other = found[way], expected[way]
        np.testing.assert_array_equal(one.indptr, other.indptr)
        np.testing.assert_array_equal(one.indices, other.indices)
        np.testing.assert_array_equal(one.cooccurrence, other.cooccurrence)
        np.testing.assert_allclose(one.translation, other.translation, rtol=1e-9)
        np.testing.assert_allclose(one.unit_chance, other.unit_chance, rtol=1e-9)
        assert one.learned_from.n_pairs == seen.sum()


def test_bounded_it_keeps_what_matters(corpus, drawn, profiles):
    """Of a third of the pairs of words, nine of ten best translations are those of all."""
    whole = over_parts(corpus, drawn, profiles)
    n_pairs = 3000
    bounded = over_parts(corpus, drawn, profiles, most=n_pairs)
    for way in WAYS:
        assert len(bounded[way].indices) <= n_pairs
        assert len(whole[way].indices) > n_pairs
        assert (
            np.mean([best(bounded[way], f) == best(whole[way], f) for f in words(whole[way])]) > 0.9
        )


def words(lexicon):
    return np.flatnonzero(np.diff(lexicon.indptr))


def best(lexicon, word):
    row = lexicon.row(word)
    return lexicon.indices[row][np.argmax(lexicon.translation[row])] if row.stop > row.start else -1


def test_the_same_bytes_on_any_number_of_threads(corpus, drawn, profiles, tmp_path):
    one = over_parts(corpus, drawn, profiles, threads=1)
    two = over_parts(corpus, drawn, profiles, threads=3, store=FolderStore(tmp_path))
    for way in WAYS:
        assert one[way].translation.tobytes() == two[way].translation.tobytes()
        assert one[way].indices.tobytes() == two[way].indices.tobytes()


def test_broken_off_it_does_not_align_again(corpus, drawn, profiles, tmp_path, monkeypatch):
    align, aligned = Aligner.align, []

    def counting(self, *arguments, **options):
        if len(aligned) == 5:
            raise KeyboardInterrupt
        aligned.append(1)
        return align(self, *arguments, **options)

    monkeypatch.setattr(Aligner, "align", counting)
    store = FolderStore(tmp_path)
    with pytest.raises(KeyboardInterrupt):
        over_parts(corpus, drawn, profiles, store=store, threads=1)
    aligned.clear()
    monkeypatch.setattr(Aligner, "align", lambda *a, **o: (aligned.append(1), align(*a, **o))[1])
    again = over_parts(corpus, drawn, profiles, store=store, threads=1)
    assert len(aligned) == corpus.n_chunks - 5
    whole = over_parts(corpus, drawn, profiles)
    assert again["de", "en"].translation.tobytes() == whole["de", "en"].translation.tobytes()


def test_a_full_disk_is_one_sentence_and_what_is_done_is_kept(
    corpus, drawn, profiles, tmp_path, monkeypatch
):
    save, written = np.save, []

    def full(*arguments, **options):
        written.append(1)
        if len(written) > 30:
            raise OSError(errno.ENOSPC, "No space left on device")
        save(*arguments, **options)

    monkeypatch.setattr(np, "save", full)
    store = FolderStore(tmp_path)
    with pytest.raises(InputError, match="is full: make room and go on, what is done is kept"):
        over_parts(corpus, drawn, profiles, store=store)
    monkeypatch.setattr(np, "save", save)
    again = over_parts(corpus, drawn, profiles, store=store)
    whole = over_parts(corpus, drawn, profiles)
    assert again["en", "de"].translation.tobytes() == whole["en", "de"].translation.tobytes()


def test_a_damaged_part_is_one_sentence(corpus, drawn, profiles):
    path = chunk_folder(corpus.folder, 3) / "lines-1-words.npy"
    content = path.read_bytes()
    np.save(path, np.load(path) + 10_000)
    try:
        with pytest.raises(InputError, match="000003” is damaged"):
            over_parts(corpus, drawn, profiles)
    finally:
        path.write_bytes(content)


def test_a_model_knows_words_that_its_sample_lacks(corpus, tmp_path):
    settings = TrainSettings(n_topics=4, max_iter=6)
    model = train(OutOfCore(corpus, sample=50), settings)
    assert model.n_documents == 50
    assert model.validation.verdict == "good"
    lexicon = model.rankers["de", "en"].lexicon
    assert lexicon.learned_from.n_pairs > N - 50
    lacking = np.setdiff1d(words(lexicon), model.counts["de"].indices)
    assert len(lacking) > 0
    forms, others = (model.vocabularies[side].forms for side in SIDES)
    right = [forms[f][:-2] == others[best(lexicon, f)][:-2] for f in lacking]
    assert np.mean(right) > 0.5
    model.save(tmp_path / "m.gplsa")
    again = Model.load(tmp_path / "m.gplsa")
    known = again.rankers["de", "en"].lexicon.learned_from
    assert known.n_pairs == lexicon.learned_from.n_pairs
    np.testing.assert_array_equal(known.target, lexicon.learned_from.target)
    text = model.corpus.texts["de"][0]
    [one], [other] = (m.keywords([text], "de", "en", evidence=True) for m in (model, again))
    assert one.words == other.words
    assert [k.probability for k in one.keywords] == [k.probability for k in other.keywords]
    why = one.keywords[0].evidence
    assert 0 < why.n_both <= why.n_source
