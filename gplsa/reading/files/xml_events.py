"""XML as a stream of events or elements, without entities of its own: TMX and office files."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from types import SimpleNamespace
from typing import TYPE_CHECKING
from xml.sax import SAXParseException
from xml.sax.handler import ContentHandler

from gplsa.errors import InputError

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element


def parse_xml(chunks: Iterable[bytes], name: str, handler: ContentHandler) -> None:
    """Feed a file to a handler piece by piece; nothing outside of the file is ever opened.

    A DOCTYPE is allowed, as real TMX files have one; declaring entities is not, as a few of them
    can unfold to gigabytes.
    """
    from defusedxml.expatreader import create_parser

    parser = create_parser(forbid_dtd=False, forbid_entities=True, forbid_external=False)
    parser.setContentHandler(handler)
    with xml_faults(name):
        for chunk in chunks:
            parser.feed(chunk)
        parser.close()


def elements(chunks: Iterator[bytes], name: str, *wanted: str) -> "Iterator[Element]":
    """Each element of these local names when it is read whole; it gives way to the next one."""
    from defusedxml.ElementTree import iterparse

    source = SimpleNamespace(read=lambda _: next(chunks, b""))
    path: list[Element] = []
    with xml_faults(name):
        for event, element in iterparse(source, ("start", "end"), forbid_external=False):
            if event == "start":
                path.append(element)
                continue
            path.pop()
            if element.tag.endswith(wanted) and local_name(element.tag) in wanted:
                yield element
                for parent in path[-1:]:
                    parent.remove(element)


def local_name(tag: str) -> str:
    """Without its namespace: prefixes are only habits, and Word has two namespaces."""
    return tag[tag.rfind("}") + 1 :]


@contextmanager
def xml_faults(name: str) -> Iterator[None]:
    """What parsing a damaged file, or making sense of it, ends with as one sentence."""
    from defusedxml.common import DefusedXmlException
    from defusedxml.ElementTree import ParseError

    try:
        yield
    except DefusedXmlException as error:
        raise InputError(
            "“{name}” declares entities of its own, which is refused.", name=name
        ) from error
    except (SAXParseException, ParseError) as error:
        line = error.position[0] if isinstance(error, ParseError) else error.getLineNumber()
        raise InputError(
            "“{name}” is damaged or incomplete (line {getlinenumber:,}).",
            name=name,
            getlinenumber=line,
        ) from error
    except (ValueError, LookupError) as error:
        if isinstance(error, InputError):
            raise
        raise InputError("“{name}” is damaged or incomplete.", name=name) from error
