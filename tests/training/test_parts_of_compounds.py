"""Parts of compounds count where they say something of the whole, and are no rivals to it."""

import json

import pytest

from gplsa.corpus.corpus import Corpus
from gplsa.model.settings import TrainSettings
from gplsa.text import Vocabulary, WordOptions, runs
from gplsa.training.counted import count_sides
from gplsa.training.train import train

WHOLES = (
    ("Umweltschutz tut gut", "environmental protection is good"),
    ("Kunststoff ist leicht", "plastic weighs little"),
)
PARTS = (
    ("Die Umwelt leidet", "The environmental state suffers"),
    ("Der Schutz wirkt", "The protection works"),
    ("Die Kunst bleibt", "The art remains"),
    ("Der Stoff brennt", "The substance burns"),
)
OTHERS = (("Ein Fest begann", "A feast began"), ("Die Wahl naht", "The poll nears"))
# Parts are more frequent than the whole, or nothing would be split.
LINES = (*WHOLES, *PARTS, *OTHERS, *PARTS)


def town() -> Corpus:
    """Ten documents for each two lines, so that lines of one document tell each other apart."""
    pairs = [
        (f"{a[0]}\n{b[0]}", f"{a[1]}\n{b[1]}")
        for n in range(8)
        for a, b in zip(LINES, [*LINES[n + 1 :], *LINES[: n + 1]], strict=True)
    ]
    texts = {"de": [a for a, _ in pairs], "en": [b for _, b in pairs]}
    return Corpus("town", [str(n) for n in range(len(pairs))], texts, {"de": "de", "en": "en"})


@pytest.fixture(scope="module")
def german() -> Vocabulary:
    found = count_sides(town(), TrainSettings(check=False)).vocabularies["de"]
    assert isinstance(found, Vocabulary)
    return found


def terms(vocabulary: Vocabulary, text: str) -> set[str]:
    return {vocabulary.terms[n] for n in vocabulary.count([text]).indices}


def test_parts_that_say_something_else_do_not_count(german):
    assert german.apart == {"kunststoff": ["kunst", "stoff"]}
    assert terms(german, "Kunststoffe") == {"kunststoff"}
    assert terms(german, "Umweltschutz") == {"umweltschutz", "umwelt", "schutz"}
    assert terms(german, "Stoff") == {"stoff"}
    assert {german.terms[s.term] for s in german.spans("Kunststoff")} == {"kunststoff"}


def test_a_compound_that_training_did_not_see_counts_by_its_parts(german):
    assert terms(german, "Umweltkunst") == {"umwelt", "kunst"}


def test_it_is_stored_and_models_of_before_count_all_parts(german):
    stored = json.loads(json.dumps(german.to_json()))
    assert Vocabulary.from_json(stored).apart == german.apart
    del stored["apart"]
    assert terms(Vocabulary.from_json(stored), "Kunststoff") == {"kunststoff", "kunst", "stoff"}


def test_without_another_text_there_is_nothing_to_tell_by():
    whole, _ = Vocabulary.build(town().texts["de"], WordOptions("de"))
    assert not whole.apart


def test_a_compound_keeps_what_it_is_called():
    budget = [("Der Haushaltsplan kam", "The budget came")]
    others = [("Der Haushalt wuchs", "Our budget grew"), ("Der Plan steht", "The scheme stands")]
    pairs = [(a, b) for a in [*budget, *others, *OTHERS] for b in [*others, *OTHERS, *others]]
    texts = {
        side: [f"{a[place]}\n{b[place]}" for a, b in pairs]
        for place, side in enumerate(("de", "en"))
    }
    corpus = Corpus("town", [str(n) for n in range(len(pairs))], texts, {"de": "de", "en": "en"})
    words = {side: WordOptions(side, max_df=1.0) for side in texts}
    model = train(corpus, TrainSettings(n_topics=2, check=False, words=words))
    german, english = (model.vocabularies[side].terms for side in texts)
    lexicon = model.rankers["de", "en"].lexicon
    row = lexicon.row(german.index("haushaltsplan"))
    chance = dict(
        zip(lexicon.indices[row].tolist(), lexicon.translation[row].tolist(), strict=True)
    )
    assert chance[english.index("budget")] > 0.45


def test_a_training_reads_every_text_once(monkeypatch):
    """Also where parts of compounds count anew, and for the order of words."""
    read = []
    cut = runs._find_in_chunk

    def noted(texts, *more):
        read.extend(texts)
        return cut(texts, *more)

    monkeypatch.setattr(runs, "_find_in_chunk", noted)
    corpus = town()
    model = train(corpus, TrainSettings(n_topics=2, check=False))
    assert model.vocabularies["de"].apart and model.phrasings["de"].counts.shape[0] == len(corpus)
    assert sorted(read) == sorted(text for side in corpus.texts.values() for text in side)


def test_counting_without_opaque_parts_is_what_reading_again_gives(german):
    texts = town().texts["de"]
    whole, _, encoded = Vocabulary.build_encoded(texts, WordOptions("de"))
    number = {term: n for n, term in enumerate(whole.terms)}
    apart = {(number[c], number[p]) for c, parts in german.apart.items() for p in parts}
    narrowed, lines, left = whole.with_apart(apart).recounted(encoded)
    assert narrowed.to_json() == german.to_json()
    assert (lines.counts != german.count_lines(texts).counts).nnz == 0
    assert len(left.part_form) < len(encoded.part_form)
