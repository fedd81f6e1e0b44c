"""Vocabularies of headings: what files hold, and by what names a concept is found."""

import gzip
import io

import pytest

from gplsa.errors import Cancelled, InputError
from gplsa.headings import Concept, HeadingVocabulary, read_vocabulary

TURTLE = """
@prefix skos: <http://www.w3.org/2004/02/skos/core#> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix h: <http://example.org/h/> .
h:trees a skos:Concept ; skos:prefLabel "Baum"@de, "Trees"@en-GB ; skos:notation "T1" ;
    skos:altLabel "Bäume"@de, "Gehölz"@de ; skos:narrower h:oak .
h:oak a skos:Concept ; skos:prefLabel "Eiche"@de ; skos:hiddenLabel "Aiche"@de .
h:lime a skos:Concept ; skos:prefLabel "Linde"@de, "Lime"@en ; skos:broader h:trees, h:gone .
h:old a skos:Concept ; skos:prefLabel "Linde"@de ; owl:deprecated true .
h:nameless a skos:Concept .
h:list a skos:ConceptScheme ; skos:prefLabel "Trees of the town"@en .
h:note skos:prefLabel "of no type" .
_:b a skos:Concept ; skos:prefLabel "without a name" .
"""


@pytest.fixture
def trees(tmp_path):
    (tmp_path / "trees.ttl").write_text(TURTLE, "utf-8")
    return read_vocabulary(tmp_path / "trees.ttl")


def test_what_skos_says_of_a_concept(trees):
    assert [one.uri.rpartition("/")[2] for one in trees.concepts] == ["trees", "oak", "lime", "old"]
    tree, oak, lime, old = trees.concepts
    assert tree.labels == {"de": "Baum", "en": "Trees"}
    assert tree.names("de") == ("Baum", "Bäume", "Gehölz")
    assert (tree.notation, oak.others, old.deprecated) == ("T1", {"de": ("Aiche",)}, True)
    assert trees.broader == [(), (0,), (0,), ()]
    assert trees.languages == ["de", "en"]
    assert [one.label("en") for one in trees.concepts] == ["Trees", "Eiche", "Lime", "Linde"]
    assert len(lime.broader) == 2


@pytest.mark.parametrize(
    ("name", "place"),
    [
        ("http://example.org/h/oak", 1),
        ("<http://example.org/h/oak>", 1),
        ("oak", 1),
        ("T1", 0),
        (" bAUM ", 0),
        ("Ba\u0308ume", 0),
        ("aiche", 1),
        ("Linde", 2),  # the one that is in use
        ("old", 3),
        ("Buche", None),
        ("", None),
    ],
)
def test_a_concept_is_found_by_any_of_its_names(trees, name, place):
    assert trees.find(name) == place


def test_the_same_in_other_forms(tmp_path):
    head = '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" '
    (tmp_path / "a.rdf").write_text(
        head + 'xmlns:s="http://www.w3.org/2004/02/skos/core#"><s:Concept rdf:about="http://x.y/1">'
        '<s:prefLabel xml:lang="de">Baum</s:prefLabel></s:Concept></rdf:RDF>'
    )
    (tmp_path / "a.tsv").write_text("<http://x.y/1>\tBaum\tT1\n\nhttp://x.y/2\tEiche\n", "utf-8")
    (tmp_path / "a.csv").write_text(
        "uri,label_de,label_en,notation\nhttp://x.y/1,Baum,Trees,T1\nhttp://x.y/2,,Oak,\n,x,,\n"
        "http://x.y/3,,,\n"
    )
    of_rdf, of_tsv, of_csv = (
        read_vocabulary(tmp_path / f"a.{end}") for end in ("rdf", "tsv", "csv")
    )
    # As German spreadsheets write it.
    (tmp_path / "b.csv").write_text((tmp_path / "a.csv").read_text().replace(",", ";"))
    assert read_vocabulary(tmp_path / "b.csv").concepts == of_csv.concepts
    # As Excel does: "CSV" and, with tabs, "Unicode".
    umlauts = (tmp_path / "a.csv").read_text().replace("Baum", "Bäume")
    for encoding, separator in (("cp1252", ";"), ("utf-16", "\t"), ("utf-8-sig", ",")):
        (tmp_path / "c.csv").write_bytes(umlauts.replace(",", separator).encode(encoding))
        assert read_vocabulary(tmp_path / "c.csv").concepts[0].labels["de"] == "Bäume"
    assert of_rdf.concepts[0].labels == {"de": "Baum"}
    assert [(one.uri[-1], one.label(), one.notation) for one in of_tsv.concepts] == [
        ("1", "Baum", "T1"),
        ("2", "Eiche", ""),
    ]
    assert [one.labels for one in of_csv.concepts] == [{"de": "Baum", "en": "Trees"}, {"en": "Oak"}]


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("v.pdf", b"x", "is no vocabulary that can be read: SKOS ends in .ttl"),
        (
            "v.ttl",
            b"@prefix",
            r"“v\.ttl” is no SKOS that can be read: .*\. Export it anew as Turtle",
        ),
        ("v.ttl", b"", "holds no concept with a label"),
        ("v.rdf", b"<html><body>Not found</body></html>", "v.rdf” "),
        ("v.rdf", b"<!DOCTYPE r [<!ENTITY a SYSTEM 'file:///etc/passwd'>]><r>&a;</r>", "v.rdf” "),
        ("v.csv", b"id,name\n1,a\n", "first line must name `uri` and `label_de`"),
        ("v.csv", b"uri,label_de\n", "holds no concept with a label"),
        ("v.tsv", b"<a>\n", "Line 1 of “v.tsv” is no `<uri>`, tab, label"),
        ("v.tsv", b"\xff\xfe\x00", "“v.tsv” is not UTF-8"),
        ("v.tsv", gzip.compress(b"x", mtime=0), "Line 1 of “v.tsv” is no"),
        ("v.tsv", b"<a>\t\x81\xfc", "“v.tsv” is not UTF-8: save it as UTF-8"),
    ],
)
def test_what_is_no_vocabulary_is_refused_in_a_sentence(tmp_path, name, content, said):
    (tmp_path / name).write_bytes(content)
    with pytest.raises(InputError, match=said):
        read_vocabulary(tmp_path / name)


def test_what_is_no_file_is_refused(tmp_path):
    for path in (tmp_path / "none.ttl", tmp_path):
        with pytest.raises(InputError):
            read_vocabulary(path)


def test_many_concepts_are_read_bit_by_bit_and_reading_can_be_stopped(tmp_path):
    lines = "".join(f"<http://x.y/{n}>\tBegriff {n}\t{n}\n" for n in range(100_000))
    (tmp_path / "v.tsv").write_text(lines, "utf-8")
    told = []
    vocabulary = read_vocabulary(tmp_path / "v.tsv", lambda *report: told.append(report))
    assert len(vocabulary) == 100_000
    assert vocabulary.find("begriff 99999") == vocabulary.find("http://x.y/99999") == 99_999
    assert len(told) > 3

    def stop(*_):
        raise Cancelled

    with pytest.raises(Cancelled):
        read_vocabulary(tmp_path / "v.tsv", stop)


def test_values_of_a_column_are_a_vocabulary():
    vocabulary = HeadingVocabulary.of_values(["Baum", " Baum", "Eiche", ""])
    assert [one.label("de") for one in vocabulary.concepts] == ["Baum", "Eiche"]
    assert Concept("http://x.y/1", {}).label("de") == "http://x.y/1"


def test_a_vocabulary_knows_what_its_file_is_called(trees, tmp_path):
    assert trees.name == "trees.ttl"
    (tmp_path / "kept").write_text(TURTLE, "utf-8")
    assert read_vocabulary(tmp_path / "kept", name="given.ttl").name == "given.ttl"
    with io.BytesIO(TURTLE.encode()) as stream:
        assert len(read_vocabulary(stream, name="given.ttl")) == len(trees)
    with pytest.raises(InputError, match=r"given\.ttl"):
        read_vocabulary(io.BytesIO(b"no turtle"), name="given.ttl")
    with pytest.raises(InputError, match="no vocabulary that can be read"):
        read_vocabulary(io.BytesIO(b""))


@pytest.mark.parametrize(
    ("name", "content"),
    [
        (
            "v.ttl",
            "@prefix skos: <http://www.w3.org/2004/02/skos/core#> .\n"
            '<http://x.y/1> a skos:Concept ; skos:notation "T1" .\n'
            "<http://x.y/2> a skos:Concept .\n"
            '<http://x.y/3> a skos:Concept ; skos:prefLabel "Oak"@en .\n',
        ),
        ("v.csv", "uri,label_en,notation\nhttp://x.y/1,,T1\nhttp://x.y/2,,\nhttp://x.y/3,Oak,\n"),
    ],
)
def test_a_notation_is_name_enough(tmp_path, name, content):
    (tmp_path / name).write_text(content, "utf-8")
    vocabulary = read_vocabulary(tmp_path / name)
    assert [one.label("en") for one in vocabulary.concepts] == ["T1", "Oak"]
    assert vocabulary.find("T1") == 0
