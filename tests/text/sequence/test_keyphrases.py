"""Phrases of planted texts: those that stand together beyond chance, and no others."""

import numpy as np
import pytest

from gplsa.text import Vocabulary, WordOptions
from gplsa.text.sequence.keyphrases import Keyphrases
from gplsa.text.sequence.surroundings import in_order, word_traits

NOUNS = "harvest river village market letter mill forest winter bridge church".split()


def planted_texts(n_docs=120, seed=0):
    """Nouns in any order, and in every third document three planted phrases."""
    rng = np.random.default_rng(seed)
    texts = []
    for d in range(n_docs):
        lines = [f"The {rng.choice(NOUNS)} and the {rng.choice(NOUNS)}." for _ in range(4)]
        if d % 3 == 0:
            lines.append("They saw the prime minister.")
            lines.append("This is the use of electronic devices.")
            lines.append("Last year they would quickly decide.")
        texts.append("\n".join(rng.permutation(lines)))
    return texts


@pytest.fixture(scope="module")
def read():
    texts = planted_texts()
    vocabulary, _ = Vocabulary.build(texts, WordOptions("en"))
    ordered = in_order(vocabulary, texts)
    return vocabulary, ordered, Keyphrases.choose(ordered, word_traits(vocabulary, ordered))


def test_the_planted_phrases_are_found_and_no_others(read):
    assert sorted(read[2].forms) == ["prime minister", "use of electronic devices"]


def test_counts_are_the_places_where_a_phrase_stands(read):
    _, ordered, phrases = read
    counts = phrases.count(ordered)
    documents = np.zeros((120, len(phrases)))
    np.add.at(documents, ordered.documents, counts.toarray())
    np.testing.assert_array_equal(documents[::3], 1)
    np.testing.assert_array_equal(documents[1::3], 0)


def test_words_apart_or_across_a_stop_are_no_phrase(read):
    vocabulary, _, phrases = read
    apart = ["The prime number and a minister.", "The prime. Minister!", "prime\nminister"]
    assert phrases.count(in_order(vocabulary, apart)).sum() == 0
    inflected = ["Two prime ministers spoke of the uses of electronic device."]
    assert phrases.count(in_order(vocabulary, inflected)).sum() == 2


def test_a_phrase_knows_its_words(read):
    vocabulary, _, phrases = read
    held = phrases.terms[phrases.forms.index("use of electronic devices")]
    assert [vocabulary.terms[term] for term in held.indices] == ["device", "electronic", "use"]


def test_stored_and_read_again(read):
    vocabulary, ordered, phrases = read
    again = Keyphrases.from_json(phrases.to_json(), len(vocabulary.terms))
    assert again.to_json() == phrases.to_json()
    assert (again.count(ordered) != phrases.count(ordered)).nnz == 0
    with pytest.raises(ValueError, match="do not fit"):
        Keyphrases.from_json(phrases.to_json(), 3)


def test_nothing_to_find_in_few_words():
    texts = ["harvest", "river", "harvest", "river"]
    vocabulary, _ = Vocabulary.build(texts, WordOptions("en", max_df=1.0))
    ordered = in_order(vocabulary, texts)
    phrases = Keyphrases.choose(ordered, word_traits(vocabulary, ordered))
    assert len(phrases) == 0
    assert phrases.count(ordered).shape == (4, 0)


def test_a_hyphen_in_half_of_the_places_is_none():
    rng = np.random.default_rng(0)
    forms = ("cross-border trade", "cross border trade") * 40
    texts = [f"{' '.join(rng.choice(NOUNS, 12))}. They praised {form}." for form in forms]
    vocabulary, _ = Vocabulary.build(texts, WordOptions("en", max_df=1.0))
    ordered = in_order(vocabulary, texts)
    chosen = Keyphrases.choose(ordered, word_traits(vocabulary, ordered))
    assert "cross border trade" in chosen.with_joints(ordered, texts).forms


@pytest.mark.parametrize(
    ("language", "written", "other", "shown"),
    [
        ("fr", "Les droits de l'homme comptent.", "Voici l'homme.", "droits de l'homme"),
        ("fr", "Les droits de l’homme comptent.", "Voici l’homme.", "droits de l’homme"),
        ("fr", "Les droits de l' homme comptent .", "Voici l' homme .", "droits de l' homme"),
        ("it", "Ecco il bilancio dell'Unione.", "Ecco l'Unione.", "bilancio dell'Unione"),
        ("en", "They saw the workers' rights.", "The 'rights' of man.", "workers' rights"),
        ("en", "They saw the workers rights.", "Of 'workers' and 'rights'.", "workers rights"),
        ("en", "They saw the 'prime minister'.", "The 'prime' one.", "prime minister"),
        ("fr", "Voici la décision-cadre .", "Voici la décision .", "décision-cadre"),
        (
            "en",
            "They had a fact-finding mission.",
            "A mission - finding it.",
            "fact-finding mission",
        ),
    ],
)
def test_apostrophes_and_hyphens_stand_where_texts_have_them(language, written, other, shown):
    rng = np.random.default_rng(0)
    texts = [f"{' '.join(rng.choice(NOUNS, 12))}. {written if n % 3 else other}" for n in range(90)]
    texts[0] += f" {written.replace(chr(39), ' ').replace('’', ' ')}"  # once without
    vocabulary, _ = Vocabulary.build(texts, WordOptions(language, max_df=1.0))
    ordered = in_order(vocabulary, texts)
    chosen = Keyphrases.choose(ordered, word_traits(vocabulary, ordered))
    told = chosen.with_joints(ordered, texts)
    assert shown in told.forms
    assert told.sequences == chosen.sequences
    assert (told.count_texts(vocabulary, [shown]) > 0).sum() == 1
