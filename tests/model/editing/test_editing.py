"""Topics shaped by hand: what merging, splitting and leaving out words do, and undo."""

import io
from dataclasses import replace

import numpy as np
import pytest

from gplsa.corpus.archive import read_archive, write_archive
from gplsa.errors import InputError
from gplsa.html.topics import TOPIC_COLORS, topic_color
from gplsa.language import in_language, translated
from gplsa.message import Message
from gplsa.model import model as trained_model
from gplsa.model.direction import Direction
from gplsa.model.editing.algebra import Parts, TopicDistributions, merged, with_parts
from gplsa.model.editing.history import _of_now
from gplsa.model.editing.splitting import expected_counts, split_topic
from gplsa.model.keywords import summarize
from gplsa.model.public import Model
from gplsa.model.settings import TrainSettings
from gplsa.model.summary import KeywordOptions
from gplsa.model.topics.names_after import names_after
from gplsa.shaping import Drop, Hide, Merge, Note, Rename, Seed, Show, Split
from gplsa.training.train import train
from tests.planted import THEMES, WORDS_PER_THEME, plain_settings, planted_corpus, word

EDITS = [
    Merge((1, 3)),
    Split(2, 2),
    Split(0, 3, seed=4),
    Drop("de", (word("de", 0), word("de", 31))),
    Seed(None, "en", (word("en", 3),)),
    Seed(1, "de", (word("de", 3), word("de", 4))),
    Rename(0, "  Harvest,\n weather "),
    Note(1, "ask Anna"),
    Hide((0, 2)),
]


@pytest.fixture(scope="module")
def model() -> Model:
    return train(planted_corpus(100), plain_settings(n_topics=THEMES))


def saved(model: Model) -> bytes:
    stream = io.BytesIO()
    model.save(stream)
    return stream.getvalue()


def reloaded(model: Model) -> Model:
    return Model.load(io.BytesIO(saved(model)))


def test_edits_of_before_are_told_without_the_numbers_of_topics():
    sea, ships = ({"name": name, "n": n} for n, name in enumerate(("Sea", "Ships"), 1))
    two = Message("{n} “{name}” and {called}", **sea, called=Message("{n} “{name}”", **ships))
    one = {"value": 1, "name": "Sea"}
    before = [
        (Message("merged {called}", called=two), "zusammengelegt: „Sea“ und „Ships“"),
        (Message("split {value} “{name}” into {parts}", **one, parts=2), "aufgeteilt: „Sea“ in 2"),
        (
            Message("named {value} “{name}” “{name2}”", **one, name2="Tide"),
            "umbenannt: „Sea“ in „Tide“",
        ),
        (Message("left out {quoted} ({side})", quoted="x", side="de"), "weggelassen: x (de)"),
    ]
    with in_language("de"):
        assert [translated(_of_now(told)) for told, _ in before] == [now for _, now in before]


@pytest.mark.parametrize("edit", EDITS, ids=lambda edit: repr(edit)[:24])
def test_an_edit_and_its_undo_leave_the_same_bytes(model, edit):
    before, digest = saved(model), model.digest
    after = model.edited(edit)
    assert saved(after) != before
    assert saved(model) == before
    assert saved(reloaded(after)) == saved(after)
    assert saved(after.undone()) == before
    assert after.undone().digest == digest
    assert saved(after.undone().redone()) == saved(after)


def test_many_edits_are_undone_one_by_one_and_redone(model):
    states = [model]
    for edit in EDITS:
        states.append(states[-1].edited(edit))
    files = [saved(state) for state in states]
    assert len(set(files)) == len(files)
    # From the file as well: there is no redo in it, but every undo.
    for begin in (states[-1], reloaded(states[-1])):
        shown = begin
        for expected in files[-2::-1]:
            shown = shown.undone()
            assert saved(shown) == expected
    shown = states[-1]
    for _ in EDITS:
        shown = shown.undone()
    for expected in files[1:]:
        shown = shown.redone()
        assert saved(shown) == expected
    assert not shown.history.undone
    assert not states[3].undone().edited(Hide((0,))).history.undone


def test_nothing_to_undo_is_said(model):
    with pytest.raises(InputError, match="as they were trained"):
        model.undone()
    with pytest.raises(InputError, match="nothing to redo"):
        model.redone()


def test_a_merge_adds_shares_and_keeps_the_words_of_the_corpus(model):
    after = model.edited(Merge((3, 1)))
    assert after.n_topics == THEMES - 1
    share, whole = model.topic_share(), after.topic_share()
    np.testing.assert_allclose(whole, [share[0], share[1] + share[3], share[2], share[4]])
    for side, counts in model.counts.items():
        lengths = np.asarray(counts.sum(axis=1)).ravel()
        before, now = ((lengths @ m.doc_topic[side]) @ m.topic_word[side] for m in (model, after))
        np.testing.assert_allclose(now, before, rtol=1e-12)
        np.testing.assert_allclose(after.topic_word[side].sum(axis=1), 1)
        np.testing.assert_array_equal(after.topic_word[side][2], model.topic_word[side][2])


def test_merging_all_at_once_is_merging_one_after_the_other(model):
    at_once = model.edited(Merge((0, 2, 4)))
    one_by_one = model.edited(Merge((2, 4))).edited(Merge((0, 2)))
    for side in model.modalities:
        np.testing.assert_allclose(
            at_once.topic_word[side], one_by_one.topic_word[side], rtol=1e-12, atol=1e-15
        )
        np.testing.assert_allclose(at_once.doc_topic[side], one_by_one.doc_topic[side], rtol=1e-12)


def test_keywords_are_the_same_and_the_topics_behind_them_follow(model):
    texts = planted_corpus(12, seed=5).texts["de"]
    options = KeywordOptions(evidence=True)
    before = summarize(Direction(model, "de", "en"), texts, options)
    after = summarize(Direction(model.edited(Merge((1, 3))), "de", "en"), texts, options)
    n_checked = 0
    for old, new in zip(before, after, strict=True):
        found = [(k.word, k.probability, k.score) for k in new.keywords]
        assert found == [(k.word, k.probability, k.score) for k in old.keywords]
        for one, other in zip(old.keywords, new.keywords, strict=True):
            shares = dict(one.evidence.topics)
            together = shares.get(1, 0.0) + shares.get(3, 0.0)
            assert dict(other.evidence.topics).get(1, 0.0) == pytest.approx(together, abs=0.02)
            n_checked += together > 0.5
    assert n_checked > 5


def theme_of(model: Model, topic: int) -> int:
    """The planted theme most of a topic's German words are of."""
    of_theme = np.zeros(THEMES)
    for term, p in zip(model.vocabularies["de"].terms, model.topic_word["de"][topic], strict=True):
        number = next(n for n in range(THEMES * WORDS_PER_THEME) if word("de", n) == term)
        of_theme[number // WORDS_PER_THEME] += p
    return int(np.argmax(of_theme)) if of_theme.max() > 0.8 else -1


def test_a_duplicate_of_a_topic_is_merged_back(model):
    """A topic whose documents were shared out by chance to two copies of it."""
    rng = np.random.default_rng(0)
    topics = TopicDistributions(model.topic_word, model.doc_topic)
    share = {m: rng.dirichlet((1, 1), model.n_documents) for m in model.modalities}
    copies = {m: np.repeat(model.topic_word[m][[2]], 2, axis=0) for m in model.modalities}
    twice = with_parts(topics, 2, Parts(copies, share))
    assert twice.n_topics == THEMES + 1
    back = merged(twice, model.counts, (2, THEMES))
    for side in model.modalities:
        np.testing.assert_allclose(back.topic_word[side], model.topic_word[side], atol=1e-15)
        np.testing.assert_allclose(back.doc_topic[side], model.doc_topic[side], atol=1e-15)


def test_a_blend_of_two_themes_is_split_into_them(model):
    themes = [theme_of(model, topic) for topic in range(THEMES)]
    assert sorted(themes) == list(range(THEMES))
    blend = model.edited(Merge((1, 3)))
    assert theme_of(blend, 1) == -1
    after = blend.edited(Split(1))
    assert {theme_of(after, 1), theme_of(after, THEMES - 1)} == {themes[1], themes[3]}
    for side in model.modalities:
        np.testing.assert_allclose(after.doc_topic[side].sum(axis=1), 1)
        together = after.doc_topic[side][:, 1] + after.doc_topic[side][:, THEMES - 1]
        np.testing.assert_allclose(together, blend.doc_topic[side][:, 1])
    planted = np.arange(100) % THEMES
    for topic in (1, THEMES - 1):
        own = after.doc_topic["en"][:, topic][planted == theme_of(after, topic)]
        assert own.mean() > 0.7


def test_the_expected_counts_of_all_topics_are_the_counts_without_background(model):
    topics = TopicDistributions(model.topic_word, model.doc_topic)
    counts = model.counts["de"]
    total = sum(expected_counts(topics, "de", counts, topic, 0.0).sum() for topic in range(THEMES))
    assert total == pytest.approx(counts.sum(), rel=1e-2)


def test_the_same_seed_splits_alike(model):
    topics = TopicDistributions(model.topic_word, model.doc_topic)
    first, second = (
        split_topic(topics, model.counts, Split(0, seed=3), TrainSettings()) for _ in range(2)
    )
    np.testing.assert_array_equal(first.topic_word["en"], second.topic_word["en"])


def test_a_word_left_out_is_in_no_topic(model):
    form = model.top_words("de", 0, 1)[0][0]
    after = model.edited(Drop("de", (form,)))
    place = model.vocabularies["de"].forms.index(form)
    assert (after.topic_word["de"][:, place] == 0).all()
    np.testing.assert_allclose(after.topic_word["de"].sum(axis=1), 1)
    every = len(model.vocabularies["de"].forms)
    for relevance in (0.0, 0.6, 1.0):
        for topic in range(THEMES):
            shown = [w for w, _ in after.top_words("de", topic, every, relevance)]
            assert form not in shown and len(shown) == every - 1
    assert form not in " ".join(after.topic_label(topic) for topic in range(THEMES))
    assert not after.find_words(form)
    with pytest.raises(InputError, match="left out already"):
        after.edited(Drop("de", (form,)))


def test_an_edit_gives_no_new_name_to_topics_that_it_does_not_touch(model):
    names = model.own_names
    word = names[3].split(",")[0]
    after = model.edited(Split(2, 2)).edited(Merge((0, 1))).edited(Drop("de", (word,)))
    assert after.own_names[3] == names[4]
    assert after.own_names[0] == names_after(Merge((0, 1)), names)[0]
    assert word not in " ".join(after.own_names)
    assert len(set(after.own_names)) == after.n_topics == THEMES
    assert reloaded(after).own_names == after.own_names
    assert after.undone().undone().undone().own_names == names


def test_an_edit_leaves_topics_that_it_does_not_touch_their_colours(model):
    colors = model.topic_colors
    assert colors == [topic_color(topic) for topic in range(THEMES)]
    merged = model.edited(Merge((0, 2)))
    assert merged.topic_colors == [*colors[:2], *colors[3:]]
    split = merged.edited(Split(0, 3))
    assert split.topic_colors[: THEMES - 1] == merged.topic_colors
    assert not {*split.topic_colors[THEMES - 1 :]} & {*colors}
    assert reloaded(split).topic_colors == split.topic_colors
    assert split.undone().undone().topic_colors == colors


def test_colours_of_parts_are_no_other_topics_where_all_colours_are_taken(model):
    after = model.edited(Split(0, 10)).edited(Split(1, 7)).edited(Split(2, 4))
    colors = after.topic_colors
    assert len({*colors}) == after.n_topics > len(TOPIC_COLORS) and {*TOPIC_COLORS} < {*colors}
    merged = after.edited(Merge((0, 3)))
    assert colors[3] not in merged.topic_colors
    assert merged.edited(Split(4, 2)).topic_colors == [*merged.topic_colors, colors[3]]


def test_a_split_or_merge_leaves_other_topics_uninformative_or_not_as_they_were(model, monkeypatch):
    """Which is told by the middle topic, and that one changes."""
    uneven = {1: "words that many other texts have, too"}
    monkeypatch.setattr(
        trained_model,
        "uninformative_topics",
        lambda reading: uneven if reading.n_topics == THEMES else {2: "another"},
    )
    begin = replace(model, ratings=model.ratings)  # with nothing worked out
    assert begin.uninformative == uneven
    assert begin.edited(Split(0, 2)).uninformative == uneven
    assert begin.edited(Split(2, 2)).uninformative == {**uneven, 2: "another"}
    assert begin.edited(Merge((0, 3))).uninformative == uneven
    assert begin.edited(Split(1, 2)).uninformative == {}
    left_out = begin.edited(Split(0, 2)).edited(Drop("de", (word("de", 0),)))
    assert left_out.uninformative == {2: "another"}


def test_names_notes_and_hidden_topics_move_with_a_merge(model):
    marked = model
    for edit in (
        Rename(1, "Sea"),
        Rename(3, "Ships"),
        Rename(4, "Last"),
        Note(3, "two"),
        Note(1, "one"),
        Hide((3, 4)),
    ):
        marked = marked.edited(edit)
    after = marked.edited(Merge((1, 3)))
    assert after.topic_names == {1: "Sea + Ships", 3: "Last"}
    assert after.topic_notes == {1: "one\ntwo"}
    assert after.hidden_topics == {3}
    assert after.edited(Show((3,))).hidden_topics == set()
    assert after.undone().topic_names == {1: "Sea", 3: "Ships", 4: "Last"}
    assert reloaded(after).topic_notes == {1: "one\ntwo"}
    split = after.edited(Split(1))
    assert split.topic_names == after.topic_names and split.topic_notes == {1: "one\ntwo"}


def test_history_says_what_was_done(model):
    after = model.edited(Rename(1, "Sea")).edited(Rename(3, "Ships")).edited(Merge((1, 3)))
    # Without the numbers of topics, which the next edit may change, and which no card shows.
    assert after.history.steps[-1].message == "merged “Sea” and “Ships”"
    assert after.edited(Split(1)).history.steps[-1].message == "split “Sea + Ships” into 2"


WRONG = {
    "no topic 9": (Merge((0, 8)), "no topic 9"),
    "one topic": (Merge((2, 2)), "at least two"),
    "no parts": (Split(0, 1), "2 to 10 parts"),
    "unknown word": (Drop("de", ("xylophon",)), "No topic has the word “xylophon”"),
    "unknown side": (Drop("fr", ("a",)), "“fr” is no side"),
    "no seeds": (Seed(0, "de", (" ",)), "Name 1 to"),
    "unknown seeds": (Seed(0, "de", (word("de", 2), "xylophon")), "Not counted.*“xylophon”"),
    "everything": (
        Drop("en", tuple(word("en", n) for n in range(THEMES * WORDS_PER_THEME))),
        "no word of the side|No topic has the word",
    ),
}


@pytest.mark.parametrize("name", WRONG)
def test_what_cannot_be_done_is_said(model, name):
    edit, said = WRONG[name]
    with pytest.raises(InputError, match=said):
        model.edited(edit)


def test_a_topic_of_few_documents_is_not_split(model):
    few = train(planted_corpus(8), plain_settings(n_topics=5, check=False))
    with pytest.raises(InputError, match=r"too few documents|does not fall into"):
        few.edited(Split(0, 10))


HOSTILE = {
    "unknown kind": lambda d, a: d["shaping"]["steps"][0]["edit"].update(kind="x"),
    "a topic that is none": lambda d, a: d["shaping"]["steps"][0]["edit"].update(topics=[0, 99]),
    "a merge of one": lambda d, a: d["shaping"]["steps"][0]["edit"].update(topics=[0]),
    "numbers as text": lambda d, a: d["shaping"]["steps"][0]["edit"].update(topics=["0", "1"]),
    "parts missing": lambda d, a: a.pop("shaping/1/topic_word/0"),
    "parts of another shape": lambda d, a: a.update(
        {"shaping/1/doc_share/0": a["shaping/1/doc_share/0"][:-1]}
    ),
    "parts that do not sum to 1": lambda d, a: a["shaping/1/topic_word/0"].__imul__(2),
    "a million parts": lambda d, a: d["shaping"]["steps"][1]["edit"].update(parts=10**6),
    "a term that is none": lambda d, a: d["shaping"]["steps"][2]["edit"].update(terms=["xyz"]),
    "a side that is none": lambda d, a: d["shaping"]["steps"][2]["edit"].update(side="xx"),
    "another number of topics": lambda d, a: d["shaping"].update(n_topics=3),
    "marks of no topic": lambda d, a: d["shaping"]["steps"][0]["before"].update(hidden_topics=[77]),
}


@pytest.mark.parametrize("how", HOSTILE)
def test_a_damaged_history_is_refused(model, how):
    shaped = model.edited(Merge((0, 1))).edited(Split(1)).edited(Drop("de", (word("de", 0),)))
    archive = read_archive(io.BytesIO(saved(shaped)), "model")
    arrays = {name: array.copy() for name, array in archive.arrays.items()}
    HOSTILE[how](archive.documents, arrays)
    stream = io.BytesIO()
    write_archive(stream, "model", archive.documents, arrays)
    stream.seek(0)
    with pytest.raises(InputError, match="damaged"):
        Model.load(stream)


@pytest.mark.parametrize("edit", EDITS, ids=lambda edit: repr(edit)[:24])
def test_what_an_edit_did_is_said_in_german_after_it_was_kept(model, edit):
    after = model.edited(edit)
    [step], [again] = after.history.steps, reloaded(after).history.steps
    with in_language("de"):
        assert translated(again.message) == translated(step.message) != step.message


def test_files_from_before_there_were_edits_open(model):
    archive = read_archive(io.BytesIO(saved(model)), "model")
    assert "shaping" not in archive.documents
    del archive.documents["model"]["topic_notes"]
    stream = io.BytesIO()
    write_archive(stream, "model", archive.documents, archive.arrays)
    stream.seek(0)
    assert Model.load(stream).topic_notes == {}
