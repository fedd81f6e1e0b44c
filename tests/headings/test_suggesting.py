"""Suggested headings: those of resembling records, those whose labels a text or its translation
holds, with reasons."""

import json
import random

import numpy as np
import pytest
from scipy import sparse

from gplsa.errors import Cancelled, InputError
from gplsa.evaluation.headings import f1_at, ndcg_at
from gplsa.headings import Concept, HeadingVocabulary
from gplsa.headings.labels import Labels, head_of, words_at
from gplsa.headings.records import Records
from gplsa.headings.suggesting import Suggester

# German words of a subject, English ones beside them, and the subject's heading, whose label no
# text needs to hold.
SUBJECTS = [
    ("Kahn Mole Fracht Kran Lotse", "barge pier freight crane pilot", "Hafen", "Harbour"),
    ("Garbe Sense Scheune Halm Drusch", "sheaf scythe barn stalk threshing", "Ernte", "Harvest"),
    ("Tafel Fibel Lehrer Klasse Kreide", "board primer teacher class chalk", "Schule", "School"),
    ("Orgel Choral Kantor Psalm Messe", "organ hymn cantor psalm mass", "Kirche", "Church"),
]
_MADE = [a + b + c for a in ("ba", "du", "fi", "ko") for b in ("lmo", "rta", "xiw") for c in "knz"]
OTHER = (" ".join(_MADE), " ".join(word[::-1] for word in _MADE))


def record(draw, subject, side):
    """A text of a subject; every second one has the word of the heading."""
    own, common = SUBJECTS[subject][side].split(), OTHER[side].split()
    words = draw.sample(own, k=2) + draw.sample(common, k=9)
    if draw.random() < 0.5:
        words.append(SUBJECTS[subject][2 + side])
    draw.shuffle(words)
    return " ".join(words)


def records(n, seed=0):
    draw = random.Random(seed)
    subjects = [draw.randrange(len(SUBJECTS)) for _ in range(n)]
    return subjects, *([record(draw, one, side) for one in subjects] for side in (0, 1))


def vocabulary(language):
    labels = [one[2 if language == "de" else 3] for one in SUBJECTS]
    labels += {"de": ["Leuchtturm", "Walfang"], "en": ["Lighthouse", "Whaling"]}[language]
    return HeadingVocabulary(
        [Concept(f"http://x.y/{n}", {language: label}) for n, label in enumerate(labels)]
        + [Concept("http://x.y/old", {language: labels[0]}, deprecated=True)]
    )


def held(subjects):
    rows = np.arange(len(subjects))
    return sparse.csr_matrix((np.ones(len(rows)), (rows, subjects)), shape=(len(rows), 7))


@pytest.fixture(scope="module")
def german():
    subjects, texts, _ = records(120)
    return Suggester(texts, "de", held(subjects), vocabulary("de"))


@pytest.fixture(scope="module")
def through_english():
    """German texts, English labels."""
    subjects, texts, mates = records(120)
    return Suggester(texts, "de", held(subjects), vocabulary("en"), {"en": mates})


@pytest.mark.parametrize("learned", ["german", "through_english"])
def test_unseen_texts_get_their_heading(learned, request):
    suggester = request.getfixturevalue(learned)
    subjects, texts, _ = records(60, seed=1)
    found = suggester.suggest(texts)
    assert [own[0].number for own in found] == subjects
    assert all(own[0].probability > 0.9 for own in found)
    assert all(one.probability < 0.5 for own in found for one in own[1:])


def test_reasons_are_words_and_records(german):
    text = "Brief der Leute: im Hafen liegt ein Kahn an der Mole"
    [[best, *_]] = german.suggest([text])
    why = best.reason
    assert (best.concept.label("de"), why.label, why.language) == ("Hafen", "Hafen", "de")
    assert [text[start:end] for start, end in why.words] == ["Hafen"]
    assert why.share == 1.0 and why.through == ()
    subjects, *_ = records(120)
    assert why.used == subjects.count(0)
    assert len(why.records) == 3
    assert all(subjects[row] == 0 and 0 < likeness < 1 for row, likeness in why.records)
    assert [likeness for _, likeness in why.records] == sorted(
        (likeness for _, likeness in why.records), reverse=True
    )


def test_a_label_of_another_language_is_met_through_words_of_the_text(through_english):
    subjects, texts, _ = records(40, seed=2)
    found = through_english.suggest(texts, limit=1)
    met = [
        (subject, one.reason)
        for subject, [one] in zip(subjects, found, strict=True)
        if one.reason.share > 0
    ]
    assert len(met) > 20
    for subject, why in met:
        assert (why.label, why.language) == (SUBJECTS[subject][3], "en")
        assert all(label == why.label.lower()[: len(label)] for _, label in why.through)
    assert any(why.through and why.words for _, why in met)


def test_a_heading_that_no_record_bears_is_found_by_its_label(german):
    [found] = german.suggest(["Der Leuchtturm der Stadt"])
    [why] = [one.reason for one in found if one.concept.label("de") == "Leuchtturm"]
    assert (why.label, why.share, why.used, why.records) == ("Leuchtturm", 1.0, 0, ())


def test_what_is_asked_for_is_given(german):
    text = ["Der Hafen und die Schule der Stadt"]
    [every] = german.suggest(text)
    names = [one.concept.label("de") for one in every]
    assert {"Hafen", "Schule"} <= set(names)
    assert not any(one.concept.deprecated for one in every)
    [few] = german.suggest(text, limit=1)
    assert [one.number for one in few] == [every[0].number]
    [sure] = german.suggest(text, threshold=every[1].probability)
    assert [one.number for one in sure] == [one.number for one in every[:2]]
    [rest] = german.suggest(text, left_out=["hafen", "http://x.y/2", "what is none"])
    assert not {"Hafen", "Schule"} & {one.concept.label("de") for one in rest}
    assert german.suggest([]) == []
    assert german.suggest([""]) is not None


def test_the_same_records_and_seed_give_the_same(german):
    subjects, texts, _ = records(120)
    again = Suggester(texts, "de", held(subjects), vocabulary("de"))
    _, unseen, _ = records(10, seed=3)
    assert again.suggest(unseen) == german.suggest(unseen)


@pytest.mark.parametrize("learned", ["german", "through_english"])
def test_stored_and_read_again_it_suggests_the_same(learned, request):
    suggester = request.getfixturevalue(learned)
    suggester.unknown["Burg"] = 2
    facts, arrays = suggester.parts()
    again = Suggester.of_parts(json.loads(json.dumps(facts)), arrays)
    _, unseen, _ = records(10, seed=3)
    assert again.suggest(unseen) == suggester.suggest(unseen)
    assert again.unknown == {"Burg": 2}
    assert again.vocabulary.concepts == suggester.vocabulary.concepts


def test_damaged_parts_are_refused(german):
    facts, arrays = german.parts()
    for name, array in arrays.items():
        for other in (array[:-1], array.astype(str), np.append(array, array, axis=-1)):
            with pytest.raises(InputError, match="is damaged"):
                Suggester.of_parts(facts, arrays | {name: other})
        with pytest.raises(InputError, match=f"“{name}” is missing"):
            Suggester.of_parts(facts, {key: arrays[key] for key in arrays if key != name})
    with pytest.raises(InputError, match="not what was written"):
        Suggester.of_parts(facts, arrays | {"used": arrays["used"] * np.nan})
    with pytest.raises(InputError, match="do not fit together"):
        Suggester.of_parts(facts, arrays | {"held/indices": arrays["held/indices"] + 5})
    with pytest.raises(InputError, match="something else than it should"):
        Suggester.of_parts(facts | {"texts": [1]}, arrays)
    with pytest.raises(InputError, match="do not fit together"):
        Suggester.of_parts(facts | {"mates": {"en": []}}, arrays)


def test_more_records_than_the_regression_takes(monkeypatch):
    monkeypatch.setattr("gplsa.headings.suggesting.MOST_RECORDS", 50)
    subjects, texts, _ = records(120)
    suggester = Suggester(texts, "de", held(subjects), vocabulary("de"))
    assert len(suggester.rows) == 50
    assert suggester.used.sum() == 120
    unseen, texts, _ = records(20, seed=1)
    assert [own[0].number for own in suggester.suggest(texts)] == unseen


def test_what_cannot_be_learned_from_is_refused():
    subjects, texts, _ = records(19)
    with pytest.raises(InputError, match=r"from 20 records at least .* 19 do"):
        Suggester(texts, "de", held(subjects), vocabulary("de"))
    subjects, texts, _ = records(60)
    with pytest.raises(InputError, match="0 do"):
        Suggester([""] * 60, "de", held(subjects), vocabulary("de"))

    def stop(*_):
        raise Cancelled

    with pytest.raises(Cancelled):
        Suggester(texts, "de", held(subjects), vocabulary("de"), progress=stop)


def test_records_predicted_by_the_others_are_as_if_left_out():
    """Allen's closed form against regressions that do not see the record, scores alike."""
    subjects, texts, _ = records(30)
    y = held(subjects)
    every = Records(texts)
    every.group = np.arange(30)
    every.group[7] = every.group[8]  # two that repeat each other
    closed = every.left_out(every.learn(y), y)
    kernel = every.resemblance(texts).astype(float)
    for row, left_out in ((0, [0]), (7, [7, 8]), (29, [29])):
        rest = np.delete(np.arange(30), left_out)
        inner = kernel[np.ix_(rest, rest)] + np.eye(len(rest))
        expected = kernel[row, rest] @ np.linalg.solve(inner, y[rest].toarray())
        np.testing.assert_allclose(closed[row], expected, atol=1e-4)


def test_what_repeats_a_record_is_one_group():
    texts = ["Normen für Farben, Band 1", "Normen für Farben, Band 2", "Der Hafen der Stadt"]
    first, second, third = Records(texts).group
    assert first == second != third


def test_labels_are_met_whole_and_in_compounds():
    labels = HeadingVocabulary(
        [
            Concept("1", {"de": "Brücke"}),
            Concept("2", {"de": "Java (Programmiersprache)"}),
            Concept("3", {"de": "Alte Brücke"}, {"de": ("Steinbogen",)}),
        ]
    )
    texts = ["Die Brücken der Stadt", "Programmieren in Java", "Autobahnbrückenbau", "Steinbögen"]
    found = Labels(labels, ["de"], "de", texts)
    match = found.best(found.words_of(texts))
    assert [*zip(match.text.tolist(), match.concept.tolist(), strict=True)] == [
        (0, 0),
        (0, 2),
        (1, 1),
        (3, 2),
    ]
    assert match.share.round(3).tolist()[0] == match.share.tolist()[2] == 1.0
    assert found.labels[match.label[3]] == (2, "de", "Steinbogen")
    pieces = found.pieces_of(texts)
    compound = found.piece_share_of(pieces, np.array([2, 3]), np.array([0, 0]))
    assert compound[0] > 0.25 > compound[1]


def test_a_title_is_a_short_first_line():
    assert head_of("\nThe title\nand the text") == "The title"
    assert len(head_of("x" * 1000)) == 200
    assert [word for *_, word in words_at("DIN 5033-1: Farben", "de")] == [
        "din",
        "5033",
        "1",
        "farb",
    ]


def test_measures_by_hand():
    ranked, given = [[1, 2, 3], [4]], [{1, 3}, {5}]
    assert f1_at(ranked, given, 2) == (2 * 1 / (2 + 2) + 0) / 2
    gain = 1 + 1 / np.log2(4)
    assert ndcg_at(ranked, given, 3) == pytest.approx(gain / (1 + 1 / np.log2(3)) / 2)
    assert f1_at([[1]], [set()], 5) == ndcg_at([[1]], [set()], 5) == 0.0
