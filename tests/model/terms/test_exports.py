"""Files of terms: valid by their formats, safe in spreadsheets, whatever stands in the corpus."""

import csv
import dataclasses
import io
import re
from xml.etree import ElementTree

import numpy as np
import pytest

from gplsa.model.direction import Direction
from gplsa.model.terms.aligned import AlignedLine, align_pairs
from gplsa.model.terms.exports import Terms, lexicon_csv, lexicon_tbx, lines_tmx, misaligned_csv
from gplsa.model.terms.lexicon import EXAMPLE, Entry
from gplsa.reading import Upload, read_corpus
from gplsa.retrieval.mismatch import PairFit
from tests.model.terms.conftest import trained_on
from tests.model.terms.schemas import TBX, TBX_BASIC, TMX_14, faults

HOSTILE = ["=1+1", "<b>&amp;", "]]>", "\x00\x0b\ud800", "-2", "@SUM(A1)", '"', "a\nb", "\t=1", "Ä☃"]


def terms_of(ids):
    return Terms('a <"name"> & more', "de", "en", ("de", "en"), ids)


def entries_of(texts):
    return [Entry(text, text, 4, 8, 16, 3, AlignedLine(0, text, text)) for text in texts]


def tbx(entries, ids):
    return "".join(lexicon_tbx(terms_of(ids), entries)).encode()


def tmx(lines, ids):
    return "".join(lines_tmx(terms_of(ids), lines)).encode()


def test_the_lexicon_of_a_corpus_is_valid_tbx(model):
    entries = model.lexicon("de", "en")
    content = tbx(entries, model.corpus.ids)
    assert faults(content, TBX_BASIC, "tbx", TBX) == []
    root = ElementTree.fromstring(content)
    terms = [element.text for element in root.iter(f"{TBX}term")]
    assert terms == [term for entry in entries for term in (entry.source, entry.target)]


def test_doubtful_entries_stand_last_in_tables_and_are_no_terms_unless_ticked():
    doubtful, sure = (
        Entry(word, word, lines, 8, 16, 3, AlignedLine(0, word, word))
        for word, lines in (("anders", 1), ("zwei", 2))
    )
    assert [doubtful.doubtful, sure.doubtful] == [True, False]
    terms = terms_of(["1"])
    rows = [row.split(",") for row in lexicon_csv(terms, [doubtful, sure])]
    assert [(row[0], row[6]) for row in rows[1:]] == [("zwei", ""), ("anders", "yes")]
    written = "".join(lexicon_tbx(terms, [doubtful, sure]))
    assert "<term>zwei</term>" in written
    assert "anders" not in written
    assert "anders" in "".join(lexicon_tbx(terms, [doubtful, sure], {doubtful.terms}))


def test_an_example_of_a_term_is_the_sentence_around_it():
    rain = ("Es regnete immer weiter. " * 30, "It rained and rained. " * 30)
    pairs = [
        (f"{rain[0]}Der Hafen war {a}. {rain[0]}", f"{rain[1]}The harbour was {b}. {rain[1]}")
        for a, b in (("leer", "empty"), ("groß", "large"), ("neu", "new"))
    ]
    entries = trained_on(pairs).lexicon("de", "en")
    (entry,) = [entry for entry in entries if entry.source == "Hafen"]
    shown = entry.example
    assert (shown.source, shown.target) == ("Der Hafen war neu.", "The harbour was new.")
    content = tbx(entries, [str(n) for n in range(18)])
    assert faults(content, TBX_BASIC, "tbx", TBX) == []
    contexts = [one.text for one in ElementTree.fromstring(content).iter(f"{TBX}descrip")]
    assert max(map(len, contexts)) <= EXAMPLE + len("……")


def test_hostile_words_stay_words_in_tbx():
    content = tbx(entries_of(HOSTILE), ["<id>&"])
    assert faults(content, TBX_BASIC, "tbx", TBX) == []
    terms = [element.text for element in ElementTree.fromstring(content).iter(f"{TBX}term")]
    # XML holds no control characters; all else is as it was.
    assert terms[::2] == [re.sub("[\x00\x0b\ud800]", " ", text) for text in HOSTILE]


@pytest.mark.parametrize(
    ("wrong", "right"),
    [
        ("<term>", "<term id='c1'>"),
        (' type="context"', ' type="definition"'),
        ("<note>", "<remark>"),
        ('style="dca"', 'style="dct"'),
        ('id="c1"', 'id="1"'),
        ("</termSec>", "</termSec>text"),
        ('xml:lang="de"', 'xml:lang="de_DE"'),
    ],
)
def test_the_schema_sees_what_is_wrong(wrong, right):
    content = tbx(entries_of(["Ernte"]), ["a"]).decode()
    assert wrong in content
    damaged = content.replace(wrong, right).replace(
        "</note>", "</remark>" if right == "<remark>" else "</note>"
    )
    assert faults(damaged.encode(), TBX_BASIC, "tbx", TBX) != []


def test_aligned_lines_open_again_as_tmx(model):
    aligned = align_pairs(Direction(model, "de", "en"), range(len(model.corpus)))
    content = tmx(aligned.lines, model.corpus.ids)
    assert faults(content, TMX_14, "tmx") == []
    again = read_corpus([Upload.from_bytes("lines.tmx", content)]).corpus
    assert again.modalities == ["de", "en"]
    assert again.languages == {"de": "de", "en": "en"}
    for side, place in (("de", 1), ("en", 2)):
        read = "\n".join(again.texts[side]).split("\n")
        assert read == [line[place] for line in aligned.lines]


def test_hostile_lines_are_valid_tmx():
    lines = [AlignedLine(0, text, "other") for text in HOSTILE]
    assert faults(tmx(lines, ["<"]), TMX_14, "tmx") == []


def test_no_cell_begins_like_a_formula():
    written = "".join(lexicon_csv(terms_of(["=id"]), entries_of(HOSTILE)))
    rows = list(csv.reader(io.StringIO(written, newline="")))
    assert len(rows) == 1 + len(HOSTILE)
    for row in rows[1:]:
        for place in (0, 1, 6, 7, 8):
            assert not row[place].startswith(("=", "+", "-", "@", "\t"))


def test_two_sides_without_a_language_stay_apart(model):
    corpus = dataclasses.replace(model.corpus, languages={"de": "", "en": ""})
    terms = Terms.of(Direction(dataclasses.replace(model, corpus=corpus), "de", "en"))
    assert len(set(terms.languages)) == 2
    line = [AlignedLine(0, "one", "two")]
    assert faults("".join(lines_tmx(terms, line)).encode(), TMX_14, "tmx") == []


def test_suspicious_pairs_come_worst_first(model):
    n = len(model.corpus)
    own = np.full(n, 0.9) + np.linspace(0, 0.01, n)
    own[[3, 7]] = 0.01, 0.2
    fit = PairFit(own, np.full(n, 0.4), np.zeros(n, dtype=np.int64), 10)
    head, *rows = list(csv.reader("".join(misaligned_csv(model, fit)).splitlines()))
    assert head[:3] == ["id", "title", "verdict"]
    assert [row[0] for row in rows] == ["l03", "l07"]
    assert {row[2] for row in rows} == {"wrong"}
    weighed = dataclasses.replace(model, pair_weights=np.linspace(0.0, 1.0, n))
    head, first, _ = list(csv.reader("".join(misaligned_csv(weighed, fit)).splitlines()))
    assert (head[-1], first[-1]) == ("weight in the training", str(round(3 / (n - 1), 4)))


def test_lines_stand_in_the_order_of_their_documents(model):
    lines = model.direction("de", "en")
    aligned = align_pairs(lines, lines.complete).lines
    assert [line.row for line in aligned] == sorted(line.row for line in aligned)
    several = 0
    for row, text in enumerate(model.corpus.texts["de"]):
        own, at = [line.source for line in aligned if line.row == row], 0
        several += len({*own}) > 1
        for line in own:
            at = text.index(line, at) + len(line)
    assert several > 10
