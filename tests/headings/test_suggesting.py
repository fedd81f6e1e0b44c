"""Suggested headings: those of resembling records, those whose labels a text or its translation
holds, with reasons."""

import json
import random

import numpy as np
import pytest
from scipy import sparse

from gplsa.corpus.corpus import Corpus
from gplsa.errors import Cancelled, InputError
from gplsa.evaluation.headings import f1_at, ndcg_at, precision_at, recall_at
from gplsa.headings import Concept, HeadingVocabulary, learn_headings
from gplsa.headings.labels import Labels, words_at
from gplsa.headings.neighbours import Known, Neighbours
from gplsa.headings.pieces import pieces_of, rows_of, weights_of
from gplsa.headings.reason import Bearer, Reason, _as_noun, _in_list_of_names, compounds_at
from gplsa.headings.sides import Side
from gplsa.headings.storage import arrays_of, calibrator_of, facts_of, suggester_of
from gplsa.headings.suggesting import Suggester, with_broader
from gplsa.keywords.scoring.boosting import correction

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


def learned_from(texts, given, labels):
    """texts  by language, which are the names of the sides, too"""
    sides = {code: Side.of_texts(column, code) for code, column in texts.items()}
    ids = [f"r{row}" for row in range(given.shape[0])]
    suggester = Suggester("subject", labels, given, sides, {}, ids)
    suggester.learn(texts)
    return suggester


@pytest.fixture(scope="module")
def german():
    subjects, texts, _ = records(120)
    return learned_from({"de": texts}, held(subjects), vocabulary("de"))


@pytest.fixture(scope="module")
def through_english():
    """German texts, English labels."""
    subjects, texts, counterparts = records(120)
    return learned_from({"de": texts, "en": counterparts}, held(subjects), vocabulary("en"))


@pytest.mark.parametrize("learned", ["german", "through_english"])
def test_unseen_texts_get_their_heading(learned, request):
    suggester = request.getfixturevalue(learned)
    subjects, texts, _ = records(60, seed=1)
    found = suggester.suggest(texts, "de")
    assert [own[0].number for own in found] == subjects
    assert all(own[0].probability > 0.9 for own in found)
    assert all(one.probability < 0.5 for own in found for one in own[1:])


def test_reasons_are_words_and_records(german):
    text = "Brief der Leute: im Hafen liegt ein Kahn an der Mole"
    [[best, *_]] = german.suggest([text], "de")
    why = best.reason
    assert (best.concept.label("de"), why.label, why.language) == ("Hafen", "Hafen", "de")
    assert [text[start:end] for start, end in why.words] == ["Hafen"]
    assert why.share == 1.0 and why.through == ()
    subjects, *_ = records(120)
    assert why.used == subjects.count(0)
    assert len(why.records) == 3
    assert all(subjects[int(one.id[1:])] == 0 and 0 < one.likeness < 1 for one in why.records)
    alike = [one.likeness for one in why.records]
    assert alike == sorted(alike, reverse=True)
    assert all(one.words and {*one.words} <= {*text.lower().split()} for one in why.records)
    assert why.whole


def test_a_record_resembles_a_text_by_one_form_of_each_word():
    subjects, texts, _ = records(120)
    learned = learned_from({"de": texts}, held(subjects), vocabulary("de"))
    [[best, *_]] = learned.suggest(["Die Scheune, zwei Scheunen, ein Halm"], "de")
    forms = [{"scheune", "scheunen"} & {*one.words} for one in best.reason.records]
    assert any(forms) and max(map(len, forms)) == 1


def test_figures_and_single_letters_are_no_reasons():
    subjects, texts, _ = records(120)
    texts = [f"{text} {1848 + subject} q" for text, subject in zip(texts, subjects, strict=True)]
    learned = learned_from({"de": texts}, held(subjects), vocabulary("de"))
    [[best, *_]] = learned.suggest(["Im Jahr 1848 q lag ein Kahn an der Mole"], "de")
    assert best.reason.records
    assert not {"1848", "q"} & {word for one in best.reason.records for word in one.words}


def test_a_label_of_another_language_is_met_through_words_of_the_text(through_english):
    subjects, texts, _ = records(40, seed=2)
    found = through_english.suggest(texts, "de", limit=1)
    met = [
        (subject, one.reason)
        for subject, [one] in zip(subjects, found, strict=True)
        if one.reason.share > 0
    ]
    assert len(met) > 20
    for subject, why in met:
        assert (why.label, why.language) == (SUBJECTS[subject][3], "en")
        assert all(word in why.label for _, word in why.through)
    assert any(why.through and why.words for _, why in met)
    # Of a label of one word a word of the text that translates to it is all.
    assert all(why.whole for _, why in met if why.through)


def test_a_word_may_translate_to_several_of_a_label():
    """A German compound is two English words; each of them, and not one alone, makes it whole."""
    german, english = ("Kahn Mole", "Garbe Sense", "Orgel Choral"), ("pier", "scythe", "hymn")
    light = ("Lichtleiter", "optical fiber")
    pairs = [
        (
            f"{german[n % 3]} {light[0] * (n % 4 == 0)} w{n}",
            f"{english[n % 3]} {light[1] * (n % 4 == 0)} v{n}",
        )
        for n in range(90)
    ]
    labels = ["Pier", "Scythe", "Hymn", "Optical fiber", "Optical glass"]
    concepts = HeadingVocabulary([Concept(f"x:{n}", {"en": one}) for n, one in enumerate(labels)])
    rows = np.arange(90)
    given = sparse.csr_matrix((np.ones(90), (rows, rows % 3)), shape=(90, 5))
    texts = dict(zip(("de", "en"), map(list, zip(*pairs, strict=True)), strict=True))
    suggester = learned_from(texts, given, concepts)
    [found] = suggester.suggest(["Garbe Sense Lichtleiter"], "de")
    reasons = {one.concept.label("en"): one.reason for one in found if one.supported}
    why = reasons["Optical fiber"]
    assert why.whole and {a for a, _ in why.through} == {"Lichtleiter"} and len(why.through) == 2
    assert [word for _, word in why.through] == ["fiber", "Optical"]  # not in the order of a set
    assert "Optical glass" not in reasons


def test_a_heading_that_no_record_bears_is_found_by_its_label(german):
    [found] = german.suggest(["Der Leuchtturm der Stadt"], "de")
    [why] = [one.reason for one in found if one.concept.label("de") == "Leuchtturm"]
    assert (why.label, why.share, why.used, why.records) == ("Leuchtturm", 1.0, 0, ())


def test_a_heading_within_a_compound_shows_the_compound(german):
    text = "Zur Geschichte der Walfangschiffe"
    [found] = german.suggest([text], "de")
    [why] = [one.reason for one in found if one.concept.label("de") == "Walfang"]
    assert [text[start:end] for start, end in why.words] == ["Walfangschiffe"]
    assert (why.label, why.language, why.through) == ("Walfang", "de", ())
    assert 0 < why.share < 1


@pytest.mark.parametrize(
    ("text", "label", "expected"),
    [
        ("Fragen der Strafrechtsdogmatik", "Strafrecht", ["Strafrechtsdogmatik"]),
        ("Ein Schulbuch, neue Schulbücher", "Schule", ["Schulbuch", "Schulbücher"]),
        ("Autobahnbrückenbau", "Brücke (Bauwerk)", ["Autobahnbrückenbau"]),
        ("Der Brückenbau", "Alte Brücke", []),
        ("Die Eisenbahn", "Ei", []),
        ("Gelebte Reflexion", "Flexion", []),
        ("", "Brücke", []),
    ],
)
def test_compounds_hold_a_label_whole(text, label, expected):
    assert [text[start:end] for start, end in compounds_at(text, label, "de")] == expected


def test_what_is_asked_for_is_given(german):
    text = ["Der Hafen und die Schule der Stadt"]
    [every] = german.suggest(text, "de")
    names = [one.concept.label("de") for one in every]
    assert {"Hafen", "Schule"} <= set(names)
    assert not any(one.concept.deprecated for one in every)
    [few] = german.suggest(text, "de", limit=1)
    assert [one.number for one in few] == [every[0].number]
    [sure] = german.suggest(text, "de", threshold=every[1].probability)
    assert [one.number for one in sure] == [one.number for one in every[:2]]
    [rest] = german.suggest(text, "de", left_out=["hafen", "http://x.y/2", "what is none"])
    assert not {"Hafen", "Schule"} & {one.concept.label("de") for one in rest}
    assert german.suggest([], "de") == []
    assert german.suggest([""], "de") is not None


def test_the_same_records_and_seed_give_the_same(german):
    subjects, texts, _ = records(120)
    again = learned_from({"de": texts}, held(subjects), vocabulary("de"))
    _, unseen, _ = records(10, seed=3)
    assert again.suggest(unseen, "de") == german.suggest(unseen, "de")


@pytest.mark.parametrize("learned", ["german", "through_english"])
def test_stored_and_read_again_it_suggests_the_same(learned, request):
    suggester = request.getfixturevalue(learned)
    suggester.unknown["Burg"] = 2
    facts, arrays = facts_of(suggester, suggester.ids), arrays_of(suggester)
    again = suggester_of(json.loads(json.dumps(facts)), arrays, suggester.ids)
    _, unseen, _ = records(10, seed=3)
    assert again.suggest(unseen, "de") == suggester.suggest(unseen, "de")
    assert again.unknown == {"Burg": 2}
    assert again.vocabulary.concepts == suggester.vocabulary.concepts


def test_damaged_parts_are_refused(german):
    ids = german.ids
    facts, arrays = facts_of(german, ids), arrays_of(german)
    for name, array in arrays.items():
        for other in (array[:-1], array.astype(str), np.append(array, array, axis=-1)):
            if (other.shape, other.dtype) == (array.shape, array.dtype):
                continue  # nothing to cut: there are no trees
            with pytest.raises(InputError, match="is damaged"):
                suggester_of(facts, arrays | {name: other}, ids)
        with pytest.raises(InputError, match=f"“{name}” is missing"):
            suggester_of(facts, {key: arrays[key] for key in arrays if key != name}, ids)
    with pytest.raises(InputError, match="not what was written"):
        suggester_of(facts, arrays | {"0/rows/data": arrays["0/rows/data"] * np.nan}, ids)
    with pytest.raises(InputError, match="do not fit together"):
        suggester_of(facts, arrays | {"held/indices": arrays["held/indices"] + 5}, ids)
    with pytest.raises(InputError, match="something else than it should"):
        suggester_of(facts | {"sides": [1]}, arrays, ids)
    with pytest.raises(InputError, match="is damaged"):
        suggester_of(facts, arrays, ids[:-1])


def test_more_records_than_probabilities_are_learned_on(monkeypatch):
    monkeypatch.setattr("gplsa.headings.calibrating.MOST_LEARNED_ON", 50)
    subjects, texts, _ = records(120)
    suggester = learned_from({"de": texts}, held(subjects), vocabulary("de"))
    assert suggester.calibrated["de"].figures.texts == 50
    assert suggester.used.sum() == 120
    unseen, texts, _ = records(20, seed=1)
    assert [own[0].number for own in suggester.suggest(texts, "de")] == unseen


def test_what_cannot_be_learned_from_is_refused():
    subjects, texts, _ = records(19)
    with pytest.raises(InputError, match=r"from 20 records at least .* 19 do"):
        learned_from({"de": texts}, held(subjects), vocabulary("de"))
    subjects, texts, _ = records(60)
    with pytest.raises(InputError, match="0 do"):
        learned_from({"de": [""] * 60}, held(subjects), vocabulary("de"))

    def stop(*_):
        raise Cancelled

    sides = {"de": Side.of_texts(texts, "de")}
    with pytest.raises(Cancelled):
        unlearned = Suggester("x", vocabulary("de"), held(subjects), sides, {}, texts)
        unlearned.learn({"de": texts}, 0, stop)


def test_figures_are_of_records_predicted_by_the_others(german):
    figures = german.calibrated["de"].figures
    assert figures.texts == 120
    assert figures.precision[0] == figures.recall[0] > 0.9
    assert figures.ndcg_at_10 >= figures.ndcg_at_5 > 0.9
    assert figures.f1_at_5 == pytest.approx(2 * figures.recall[2] / 6)
    assert sum(one.given for one in figures.by_heading) == 120
    assert figures.calibration_error < 0.05


def test_records_of_the_other_side_alone_are_found_through_a_translation():
    """Of Church English records alone have the heading; pairs show how German says it."""
    subjects, german, english = records(300)
    only = [n % 2 == 0 for n in range(300)]
    given = [n for n, subject in enumerate(subjects) if subject != 3 or only[n]]
    rows = sparse.lil_matrix((300, 7))
    for n in given:
        rows[n, subjects[n]] = 1.0
    texts = {"de": ["" if one else text for one, text in zip(only, german, strict=True)]}
    labels = HeadingVocabulary([Concept(f"x:{n}", {"": f"Q{n}"}) for n in range(7)])
    suggester = learned_from(texts | {"en": english}, rows.tocsr(), labels)
    unseen, texts, _ = records(60, seed=1)
    found = suggester.suggest(texts, "de", limit=1)
    church = [
        own[0].number == 3 for own, subject in zip(found, unseen, strict=True) if subject == 3
    ]
    assert len(church) > 10
    assert np.mean(church) > 0.8


def test_a_side_without_headings_is_read_through_the_other():
    subjects, german, english = records(200)
    bare = [n % 2 == 0 for n in range(200)]
    rows = held(subjects).tolil()
    rows[np.flatnonzero(bare)] = 0.0
    texts = {"de": [text if one else "" for one, text in zip(bare, german, strict=True)]}
    suggester = learned_from(texts | {"en": english}, rows.tocsr(), vocabulary("en"))
    assert ([*suggester.calibrated], [*suggester.pair_calibrators]) == (["en"], ["de"])
    with pytest.warns(FutureWarning, match="Suggester.taught is called pair_calibrators now"):
        assert suggester.taught is suggester.pair_calibrators
    assert suggester.suggests_from("de") and not suggester.suggests_from("fr")
    unseen, texts, _ = records(60, seed=1)
    found = suggester.suggest(texts, "de", limit=1)
    right = [own[0].number == one for own, one in zip(found, unseen, strict=True)]
    assert np.mean(right) > 0.8
    # Pairs without headings told how far what German texts say can be trusted.
    stated = [own[0].probability for own in found]
    assert np.mean(stated) == pytest.approx(np.mean(right), abs=0.15)
    ids = [str(n) for n in range(200)]
    facts, arrays = facts_of(suggester, ids), arrays_of(suggester)
    again = suggester_of(facts, arrays, ids)
    assert again.suggest(texts, "de", limit=1) == found
    untaught = {name: array for name, array in arrays.items() if not name.startswith("0/judge")}
    assert [*suggester_of(facts, untaught, ids).pair_calibrators] == []


def test_a_broader_heading_where_no_narrow_one_is_sure():
    labels = HeadingVocabulary(
        [
            Concept("tree", {"en": "Tree"}),
            Concept("oak", {"en": "Oak"}, broader=("tree",)),
            Concept("lime", {"en": "Lime"}, broader=("tree",)),
        ]
    )
    unsure = [(1, 0.4, 0), (2, 0.3, 1)]
    first, *others = with_broader(unsure, labels, ())
    assert (first[0], first[1]) == (0, pytest.approx(1 - 0.6 * 0.7))
    assert others == unsure
    assert with_broader([(1, 0.6, 0), (2, 0.3, 1)], labels, ()) == [(1, 0.6, 0), (2, 0.3, 1)]
    assert with_broader(unsure, labels, {0}) == unsure
    assert with_broader(unsure[:1], labels, ()) == unsure[:1]


def rows_from(texts):
    pieces = pieces_of(texts)
    weights = weights_of(pieces)
    return rows_of(pieces, weights), weights


def test_near_records_predict_as_the_regression_without_what_repeats_the_text():
    draw = random.Random(0)
    letters = "abcdefghijklmnopqrst"
    texts = [
        " ".join("".join(draw.choices(letters, k=5)) + end for end in ("um", "ung") * 4)
        for _ in range(30)
    ]
    texts[8] = texts[7] + " Brief"  # a version of it
    rows, _ = rows_from(texts)
    every = np.arange(30)
    found = Neighbours(rows[[0, 7]], Known(rows, every), 0.7)
    assert [*found.repeated[[1]].indices] == [7, 8]
    kernel = (rows @ rows.T).toarray().astype(float)
    for place, row, left_out in ((0, 0, [0]), (1, 7, [7, 8])):
        rest = np.delete(every, left_out)
        inner = kernel[np.ix_(rest, rest)] + np.eye(len(rest))
        expected = np.zeros(30)
        expected[rest] = np.linalg.solve(inner, kernel[row, rest])
        np.testing.assert_allclose(found.weights[[place]].toarray()[0], expected, atol=1e-3)


def test_records_near_by_whole_words_speak_for_what_they_bear(german):
    subjects, texts, _ = records(120)
    source = german.sources["de"]
    asked = ["Kahn, Mole und ein Kran", texts[7]]
    found = source.read(asked, source.rows(asked))
    features = found.features(german.used[found.concept])
    assert features.shape == (len(found), source.n_features[0])
    rows = source.side.word_rows.toarray().astype(float)
    words = source.side.words_of(asked).toarray() * source.side.word_weights
    words /= np.linalg.norm(words, axis=1, keepdims=True)
    for place, text in enumerate(words):
        alike = rows @ text
        near = np.argsort(-alike, kind="stable")[:100]
        near = near[alike[near] > 0]
        inner = rows[near] @ rows[near].T + np.eye(len(near))
        weights = np.linalg.solve(inner, alike[near])
        own = found.text == place
        bears = np.array(subjects)[near][:, None] == found.concept[own]
        expected = np.column_stack([weights @ bears, np.cbrt(alike[near] ** 3 @ bears)])
        np.testing.assert_allclose(features[own, -2:], expected, atol=1e-3)


def test_what_repeats_a_record_resembles_it():
    texts = ["Normen für Farben, Band 1", "Normen für Farben, Band 2", "Der Hafen der Stadt"]
    rows, _ = rows_from(texts)
    alike = (rows @ rows.T).toarray()
    assert alike[0, 1] > 0.7 > alike[0, 2]


def test_pieces_are_of_four_to_six_letters_within_a_word():
    one, same, part = pieces_of(["Brücke", "„BRÜCKE“!", "Autobrücke"])
    assert one.sum() == 5 + 4 + 3
    assert (one != same).nnz == 0
    assert part.multiply(one).nnz == 9  # all but those with its beginning


def test_labels_are_met_whole_and_in_compounds():
    labels = HeadingVocabulary(
        [
            Concept("1", {"de": "Brücke"}),
            Concept("2", {"de": "Java (Programmiersprache)"}),
            Concept("3", {"de": "Alte Brücke"}, {"de": ("Steinbogen",)}),
        ]
    )
    texts = ["Die Brücken der Stadt", "Programmieren in Java", "Autobahnbrückenbau", "Steinbögen"]
    found = Labels(labels, "de", {}, 4)
    match = found.best(found.words_of(texts))
    assert [*zip(match.text.tolist(), match.concept.tolist(), strict=True)] == [
        (0, 0),
        (0, 2),
        (1, 1),
        (3, 2),
    ]
    np.testing.assert_allclose(match.share[[0, 2, 3]], 1.0, atol=1e-9)
    assert found.labels[match.label[3]] == (2, "de", "Steinbogen")
    pieces = pieces_of(texts)
    pieces.data[:] = 1.0
    weights = weights_of(pieces)
    compound = found.piece_share_of(pieces, weights, np.array([2, 3]), np.array([0, 0]))
    assert compound[0] > 0.25 > compound[1]


def test_a_qualifier_counts_where_the_text_has_it():
    labels = HeadingVocabulary(
        [Concept("1", {"de": "Meteor (Schiff)"}), Concept("2", {"de": "Verteilung (Verteilung)"})]
    )
    found = Labels(labels, "de", {}, 3)
    words = found.words_of(["Das Schiff Meteor", "Das Meteorradar misst den Meteor", "Verteilung"])
    there, met = found.qualified(words, np.array([0, 1, 2]), np.array([0, 0, 1]))
    assert there.tolist() == [True, True, False]  # its own word tells nothing apart
    assert met.tolist() == [True, False, False]


def test_a_new_text_weighs_labels_as_if_it_were_a_record():
    texts, new = ["Tau und Mole", "Tau im Gras", "Mole und Tau"], "Ein Tau an der Mole, ein Lot"
    vocabulary = HeadingVocabulary([Concept("x:1", {"de": "Tau, Mole und Lot am Kai"})])
    sides = [Side.of_texts(known, "de") for known in (texts, [*texts, new])]
    labels, with_it = (
        Labels(vocabulary, "de", dict(zip(one.stems, one.n_documents.tolist(), strict=True)), 9)
        for one in sides
    )
    one = np.zeros(1, dtype=int)
    counted = labels.mass_counting(labels.words_of([new]), one, one)
    assert counted == pytest.approx(with_it.mass)
    assert counted < labels.mass - 0.1
    assert labels.mass_counting(labels.words_of(["Gras"]), one, one) == labels.mass


def test_more_than_chance_is_told_by_the_records_most_alike():
    rows = sparse.csr_matrix(np.eye(12, dtype=np.float32)[[0] * 8 + [1] * 4])
    near = Neighbours(rows[[0]], Known(rows, np.arange(12)))
    assert near.first.indices.tolist() == near.alike_enough.indices.tolist() == [*range(8)]
    told = near.more_than_chance(
        np.zeros(5, int), np.array([4, 3, 3, 1, 0]), np.array([12, 3, 9, 12, 0])
    )
    assert told.tolist() == [True, False, False, False, False]
    assert near.more_than_chance(np.zeros(1, int), np.array([3]), np.ones(1)).all()


def test_words_of_a_label_stand_together_or_apart():
    found = Labels(HeadingVocabulary([Concept("1", {"de": "Soziale Arbeit"})]), "de", {}, 1)
    close, apart, part = found.found_in(
        ["Zur sozialen Arbeit", "Soziale Fragen von Männern ohne Arbeit", "Die Arbeit"]
    ).at
    assert found.together(close, 0) == 1.0
    assert found.together(apart, 0) == 2 / 6
    assert found.together(part, 0) == 0.0


def reason(**found):
    nothing = {"label": "x", "language": "de", "share": 1.0, "words": ((0, 1),), "through": ()}
    held = {"whole": False, "in_passing": False, "records": (), "used": 0}
    return Reason(**(nothing | held | found))


def test_what_is_a_reason_for_a_heading():
    likely, hardly = 0.2, 0.06
    assert reason(whole=True).supports(hardly)
    assert reason(records=(Bearer("r", 0.2, ("kahn",)),)).supports(hardly)
    assert reason(narrower=(1, 2)).supports(hardly)
    assert not reason().supports(hardly) and reason().supports(likely)
    remark = reason(whole=True, in_passing=True)
    assert not remark.supports(hardly) and remark.supports(likely)
    assert reason(whole=True, in_passing=True, used=1).supports(hardly)


def test_a_heading_without_a_reason_keeps_its_rank_and_says_so(german, monkeypatch):
    texts = ["Der Hafen und die Schule der Stadt"]
    [before] = german.suggest(texts, "de")
    monkeypatch.setattr(Reason, "supports", lambda *_: False)
    [found] = german.suggest(texts, "de")
    assert [one.number for one in found] == [one.number for one in before]
    assert not any(one.supported for one in found)


def test_nouns_are_told_from_adjectives_by_their_capital():
    assert _as_noun("Das Französische im Elsass", "Französisch", "de")
    assert not _as_noun("Fragen des französischen Rechts", "Französisch", "de")
    assert _as_noun("the harbour", "Harbour", "en")


def test_a_judge_of_a_model_before_there_were_these_features_says_the_same(german):
    arrays = arrays_of(german)
    calibrator = german.calibrated["de"].calibrator
    now, *before = german.sources["de"].n_features
    assert now == len(calibrator.mean)
    mean = calibrator.mean[None]
    logit = calibrator.bias + correction(calibrator.trees, mean)
    stated = np.interp(1 / (1 + np.exp(-logit)), *calibrator.curve)
    for n in range(1, now + 2):
        linear = (
            np.resize(arrays["0/judge/linear"], (3, n))
            if n > now
            else arrays["0/judge/linear"][:, :n]
        )
        made = arrays | {"0/judge/linear": linear}
        if n not in (now, *before):
            with pytest.raises(InputError, match="do not fit together"):
                calibrator_of(made, "0/judge", (now, *before))
            continue
        read = calibrator_of(made, "0/judge", (now, *before))
        np.testing.assert_allclose(read.probabilities(mean), stated, atol=1e-5)


def test_a_surname_among_others_is_no_word_of_a_label():
    text = (
        "Mit Beiträgen von Nina Amsel, Barbara Getto, Elke Höfler, Ada Falk. Ein Getto, Not, Brot"
    )
    first, second = text.index("Getto"), text.rindex("Getto")
    assert _in_list_of_names(text, first, first + 5)
    assert not _in_list_of_names(text, second, second + 5)


def test_numbers_are_words_of_labels():
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
    assert precision_at(ranked, given, 2) == 0.25
    assert recall_at(ranked, given, 2) == 0.25
    assert f1_at([[1]], [set()], 5) == ndcg_at([[1]], [set()], 5) == 0.0


def test_identifiers_are_no_words_of_a_text():
    names = ["4033447-8", "gnd:118540238", "http://vocab.getty.edu/aat/300", "ISO 9001"]
    vocabulary = HeadingVocabulary([Concept(f"x:{n}", {"": one}) for n, one in enumerate(names)])
    found = Labels(vocabulary, "de", {"iso": 3, "9001": 2}, 10)
    assert [label for _, _, label in found.labels] == ["ISO 9001"]


def test_of_values_of_a_column_those_of_one_record_are_neither_learned_nor_counted():
    """That no other record has a value would tell that it is right: unseen texts have no such."""
    shared = ["Hafen", "Ernte"]
    texts = [f"{shared[n % 2]} Eigenes{n} am {'Kahn' if n % 2 == 0 else 'Korn'}" for n in range(40)]
    fields = {"subject": [f"{shared[n % 2]}; Eigenes{n}" for n in range(40)]}
    ids = [str(n) for n in range(40)]
    corpus = Corpus("town", ids, {"de": texts}, {"de": "de"}, fields=fields)
    suggester = learn_headings(corpus, "subject")
    figures = suggester.calibrated["de"].figures
    given = {one.number for one in figures.by_heading if one.given}
    assert given == {*map(suggester.vocabulary.find, shared)}
    # None is suggested for its own record, so what is suggested is right by accident alone.
    assert not any(one.right for one in figures.by_heading if one.number not in given)


@pytest.mark.parametrize("n_headings", [4, 30])
def test_how_many_have_a_heading_does_not_tell_which_records_do(n_headings):
    """Of texts that say nothing of their headings, each with one, chance is right; of 60 that have
    it each, 59 without the record itself would be right of every one."""
    rng = np.random.default_rng(4)
    words = ["".join(rng.choice([*"abcdefghijklmnop"], size=7)) for _ in range(300)]
    texts = {"de": [" ".join(rng.choice(words, size=30)) for _ in range(240)]}
    column = [f"Heading {place % n_headings}" for place in range(240)]
    corpus = Corpus("noise", [*map(str, range(240))], texts, {"de": "de"}, fields={"h": column})
    measured = learn_headings(corpus, "h").calibrated["de"].figures
    assert measured.precision[0] < 1 / n_headings + 0.15
