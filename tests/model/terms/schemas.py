"""Content models of two XML formats, written for these tests from what is public about them.

TBX: the core structure of ISO 30042:2019 with the data categories of the dialect TBX-Basic, in DCA
style, as far as gplsa writes it.  TMX: the DTD of version 1.4b.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from xml.etree import ElementTree

LANG = "{http://www.w3.org/XML/1998/namespace}lang"
LANGUAGE = re.compile(r"[a-zA-Z]{1,8}(-[a-zA-Z0-9]{1,8})*")
TBX = "{urn:iso:std:iso:30042:ed-2}"
ANY = re.compile(r"[\s\S]*")


@dataclass(frozen=True)
class Model:
    """children: a regular expression over their names, each with a space behind; attributes that
    must be there, and those that may; whether text may stand in it."""

    children: str = ""
    must: Mapping[str, re.Pattern[str]] = field(default_factory=dict)
    may: Mapping[str, re.Pattern[str]] = field(default_factory=dict)
    text: bool = False


def _one_of(*values: str) -> re.Pattern[str]:
    return re.compile("|".join(map(re.escape, values)))


_ID = re.compile(r"[A-Za-z_][\w.-]*")
_AUXILIARY = "(descrip |descripGrp |admin |transacGrp |note |ref |xref )*"

TBX_BASIC = {
    "tbx": Model(
        "tbxHeader text ",
        {"type": _one_of("TBX-Basic"), "style": _one_of("dca"), LANG: LANGUAGE},
    ),
    "tbxHeader": Model("fileDesc (encodingDesc )?(revisionDesc )?"),
    "fileDesc": Model("(publicationStmt )?(titleStmt )?sourceDesc "),
    "titleStmt": Model("title (note )*"),
    "title": Model(text=True),
    "sourceDesc": Model("(p )+"),
    "p": Model(text=True, may={"type": ANY}),
    "text": Model("(body )?(back )?"),
    "body": Model("(conceptEntry )+"),
    "conceptEntry": Model(_AUXILIARY + "(langSec )+", {"id": _ID}),
    "langSec": Model(_AUXILIARY + "(termSec )+", {LANG: LANGUAGE}),
    "termSec": Model("term (termNote |termNoteGrp )*" + _AUXILIARY),
    "term": Model(text=True),
    "termNote": Model(text=True, must={"type": _one_of("partOfSpeech")}),
    "note": Model(text=True),
    # /context/ stands at the level of the term only; other categories are not written.
    "descripGrp": Model("descrip (admin |descripNote |note |ref |transacGrp |xref )*"),
    "descrip": Model(text=True, must={"type": _one_of("context")}),
    "admin": Model(text=True, must={"type": _one_of("source")}),
}

_CHANGED = {"creationid": ANY, "changeid": ANY, "o-encoding": ANY, "creationdate": ANY}
TMX_14 = {
    "tmx": Model("header body ", {"version": _one_of("1.4")}),
    "header": Model(
        "(note |prop |ude )*",
        {
            "creationtool": ANY,
            "creationtoolversion": ANY,
            "segtype": _one_of("block", "paragraph", "sentence", "phrase"),
            "o-tmf": ANY,
            "adminlang": LANGUAGE,
            "srclang": LANGUAGE,
            "datatype": _one_of("plaintext", "unknown", "html", "xml"),
        },
        _CHANGED,
    ),
    "body": Model("(tu )*"),
    "tu": Model("(note |prop )*(tuv )+", may={"tuid": ANY, "srclang": LANGUAGE}),
    "tuv": Model("(note |prop )*seg ", {LANG: LANGUAGE}),
    "seg": Model(text=True),
    "prop": Model(text=True, must={"type": ANY}, may={LANG: LANGUAGE}),
}


def faults(
    content: bytes, schema: Mapping[str, Model], root: str, namespace: str = ""
) -> list[str]:
    """What is wrong with a document by a schema; an empty list where it is valid."""
    tree = ElementTree.fromstring(content)
    found = [] if tree.tag == namespace + root else [f"the root is {tree.tag}"]
    for element in tree.iter():
        name = element.tag.removeprefix(namespace)
        model = schema.get(name)
        if model is None or not element.tag.startswith(namespace):
            found.append(f"<{element.tag}> is unknown")
            continue
        inside = "".join(child.tag.removeprefix(namespace) + " " for child in element)
        if not re.fullmatch(model.children, inside):
            found.append(f"<{name}> holds {inside}")
        stray = (element.text or "") + "".join(child.tail or "" for child in element)
        if stray.strip() and not model.text:
            found.append(f"<{name}> holds text")
        allowed = {**model.may, **model.must}
        for attribute, value in element.attrib.items():
            if attribute not in allowed or not allowed[attribute].fullmatch(value):
                found.append(f"<{name} {attribute}={value!r}>")
        found += [f"<{name}> lacks {a}" for a in model.must if a not in element.attrib]
    ids = [element.get("id") for element in tree.iter() if element.get("id")]
    return found + ["an id occurs twice"] * (len(ids) != len(set(ids)))
