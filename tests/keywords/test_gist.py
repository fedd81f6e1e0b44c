"""What a document is about beyond its words: its opening and its topics lift what they call for."""

from dataclasses import replace

import numpy as np
import pytest
from scipy import sparse

from gplsa.keywords import Gist, OfTopics
from gplsa.keywords.candidates import ALIKE
from gplsa.keywords.scoring.choosing import Thresholds
from gplsa.text import Vocabulary, WordOptions
from gplsa.text.lines import OPENING, opening_of
from tests.keywords.test_ranker import TRAINING, UNSEEN, fitted


@pytest.fixture(scope="module")
def ranker():
    return fitted()


def first_words(planted):
    """Counts of the first line of every document."""
    lines, document = planted.source_lines
    return sparse.csr_matrix(lines[np.unique(document, return_index=True)[1]])


def topics_of(planted):
    weight = np.mean(TRAINING.doc_topic, axis=(0, 1))
    return OfTopics(planted.doc_topic[0], TRAINING.topic_word[1], weight @ TRAINING.topic_word[1])


def places(ranker, gist, wanted):
    """The mean place, from 0, of words of `wanted` (n_docs, n_words) among ten keywords."""
    found = ranker.keywords(UNSEEN.source, limit=10, least=10, gist=gist)
    held = [
        [place for place, k in enumerate(one.keywords) if row[k.term] > 0]
        for one, row in zip(found, wanted.toarray(), strict=True)
    ]
    return np.mean([np.mean(one) for one in held if one])


def test_what_the_opening_calls_for_comes_first(ranker):
    openings = first_words(UNSEEN)
    before, after = (places(ranker, gist, openings) for gist in (Gist(), Gist(openings)))
    assert after < before - 0.5


def test_words_of_the_topics_of_a_document_come_first(ranker):
    theta, phi = UNSEEN.doc_topic[0], TRAINING.topic_word[1]
    own = sparse.csr_matrix(phi[theta.argmax(axis=1)] > 2 * phi.mean(axis=0))
    before, after = (places(ranker, gist, own) for gist in (Gist(), Gist(None, topics_of(UNSEEN))))
    assert after < before


def test_the_factor_is_that_of_its_equation(ranker):
    openings, theta = first_words(UNSEEN), UNSEEN.doc_topic[0]
    scored = ranker.scorer.candidates(UNSEEN.source, with_phrases=False)
    found = ranker.scorer.emphasis(Gist(openings, topics_of(UNSEEN)), scored)
    phi = TRAINING.topic_word[1]
    general = topics_of(UNSEEN).in_general
    alone = ranker.probabilities(openings).toarray()
    for d in (0, 7, 59):
        for i in range(scored.indptr[d], scored.indptr[d + 1]):
            e = scored.terms[i]
            lift = np.clip(theta[d] @ phi[:, e] / general[e], np.exp(-3), np.exp(3))
            assert found[i] == pytest.approx((1 + alone[d, e]) * lift**0.2)


def test_what_the_gist_speaks_for_is_shown_though_it_tells_less(ranker, monkeypatch):
    monkeypatch.setattr("gplsa.keywords.scoring.choosing.FOREMOST", 0)
    gist = Gist(first_words(UNSEEN), topics_of(UNSEEN))
    strict = replace(ranker.calibration, thresholds=Thresholds(pairs=0.0, carries=0.5, sure=0.0))
    found = replace(ranker, calibration=strict).keywords(UNSEEN.source, least=0, gist=gist)
    scored = ranker.scorer.candidates(UNSEEN.source, with_phrases=False)
    scored = ranker.scorer.weighed_by(gist, scored)
    raised = scored.q * ranker.scorer.emphasis(gist, scored)
    lifted = 0
    for d, one in enumerate(found):
        here = slice(scored.indptr[d], scored.indptr[d + 1])
        terms, q = scored.terms[here], scored.q[here]
        telling = dict(zip(terms.tolist(), raised[here].tolist(), strict=True))
        assert all(telling[k.term] >= 0.5 for k in one.keywords if k.term in telling)
        lifted += len({k.term for k in one.keywords} & {*terms[q < 0.5].tolist()})
    assert lifted > 0


def test_a_name_in_passing_counts_less_unless_the_opening_has_it_or_the_text_is_short(ranker):
    openings = first_words(UNSEEN)
    scored = ranker.scorer.candidates(UNSEEN.source, with_phrases=False)
    alone = ranker.probabilities(openings).toarray()
    document = np.repeat(np.arange(len(scored.indptr) - 1), np.diff(scored.indptr))
    is_opened = alone[document, scored.terms] >= 0.1
    every = replace(scored, in_passing=np.ones(len(scored.terms), dtype=bool))
    none = replace(scored, in_passing=~every.in_passing)
    assert is_opened.any()
    assert not is_opened.all()
    before, after = (ranker.scorer.emphasis(Gist(openings), one) for one in (none, every))
    assert after / before == pytest.approx(np.where(is_opened, 1.0, 0.4))
    without = sparse.csr_matrix(openings.shape)
    assert ranker.scorer.emphasis(Gist(without), every).tolist() == [1.0] * len(document)


def test_a_name_that_a_document_has_once_and_few_pairs_know_is_in_passing(ranker):
    scorer = ranker.scorer
    document = UNSEEN.source[[0]]
    plain = scorer.candidates(document, with_phrases=False)
    unsure = plain.terms[np.flatnonzero(plain.p < ALIKE)[0]]
    word = int(document.indices[0])
    alike = np.full(document.shape[1], -1)
    alike[word] = unsure
    named = replace(scorer, alike=alike)
    for times, in_passing in ((1, [unsure]), (2, [])):
        counted = document.copy()
        counted.data[counted.indices == word] = times
        found = named.candidates(counted, with_phrases=False)
        assert found.terms[found.in_passing].tolist() == in_passing


def test_a_part_of_longer_names_alone_is_no_keyword_unless_the_opening_has_it(ranker):
    openings = first_words(UNSEEN)
    plain = ranker.keywords(UNSEEN.source, gist=Gist(openings))
    opened = ranker.probabilities(openings).toarray() >= 0.1
    document = next(d for d, one in enumerate(plain) if opened[d, one.keywords[0].term])
    word, term = int(UNSEEN.source[document].indices[0]), plain[document].keywords[0].term
    alike = np.full(UNSEEN.source.shape[1], -1)
    alike[word] = term
    named = replace(ranker, alike=alike)
    mentioned = sparse.csr_matrix(([1.0], ([document], [word])), UNSEEN.source.shape)
    line = sparse.csr_matrix(([1.0], ([document], [UNSEEN.source.indices.max()])), openings.shape)
    for first in (openings, line):
        gist = Gist(first, None, mentioned)
        terms = [k.term for k in named.keywords(UNSEEN.source, gist=gist)[document].keywords]
        is_opened = ranker.probabilities(first)[document, term] >= 0.1
        assert is_opened == (first is openings)
        assert (term in terms) == is_opened


def test_what_the_opening_alone_calls_for_is_no_candidate(ranker):
    """Its last word may be cut, and what is left be another."""
    scored = ranker.scorer.candidates(UNSEEN.source[:1], with_phrases=False)
    odd = replace(scored, indptr=np.array([0, len(scored.terms[1::2])]), terms=scored.terms[1::2])
    called = ranker.probabilities(UNSEEN.source[:1]).toarray()[0]
    assert (called[scored.terms[::2]] > 0).any()
    found = ranker.scorer.probability_of(UNSEEN.source[:1], odd)
    assert found == pytest.approx(called[odd.terms])


def test_blocks_do_not_matter(ranker, monkeypatch):
    gist = Gist(first_words(UNSEEN), topics_of(UNSEEN))
    whole = ranker.keywords(UNSEEN.source, gist=gist)
    monkeypatch.setattr("gplsa.keywords.ranker.BLOCK", 7)
    assert ranker.keywords(UNSEEN.source, gist=gist) == whole


@pytest.mark.parametrize(
    ("text", "opening"),
    [
        ("Wind und Wetter\nEin Buch", "Wind und Wetter"),
        ("\n  Wind\nEin Buch", "Wind"),
        ("x" * 300, "x" * OPENING),
        ("x " * 98 + "Wetteramt", "x " * 97 + "x"),
        ("", ""),
    ],
)
def test_the_opening_is_the_first_line_or_the_first_words(text, opening):
    assert opening_of(text) == opening


def test_a_text_that_is_all_opening_has_none():
    texts = ["Ernte und Wein\nDie Ernte war gut", "Ernte und Wein", "Wein " * 60, ""]
    vocabulary, _ = Vocabulary.build(texts, WordOptions("de", min_df=1, max_df=1.0))
    wine = vocabulary.forms.index("Wein")
    assert vocabulary.count_openings(texts)[:, [wine]].toarray().ravel().tolist() == [1, 0, 40, 0]
