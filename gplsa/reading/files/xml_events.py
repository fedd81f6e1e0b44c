"""XML as a stream of events, without entities: shared by TMX, DOCX and ODT."""

from collections.abc import Iterable, Iterator
from xml.sax.handler import ContentHandler

from gplsa.errors import InputError


def parse_xml(chunks: Iterable[bytes], name: str, handler: ContentHandler) -> None:
    """Feed a file to a handler piece by piece; nothing outside of the file is ever opened.

    A DOCTYPE is allowed, as real TMX files have one; declaring entities is not, as a few of them
    can unfold to gigabytes.
    Errors: InputError where the XML is damaged or declares entities.
    """
    for _ in parsing_xml(chunks, name, handler):
        pass


def parsing_xml(chunks: Iterable[bytes], name: str, handler: ContentHandler) -> Iterator[None]:
    """`parse_xml` that stops after every piece, so that what was found can be taken away."""
    from xml.sax import SAXParseException

    from defusedxml.common import DefusedXmlException
    from defusedxml.expatreader import create_parser

    parser = create_parser(forbid_dtd=False, forbid_entities=True, forbid_external=False)
    parser.setContentHandler(handler)
    try:
        for chunk in chunks:
            parser.feed(chunk)
            yield
        parser.close()
        yield
    except DefusedXmlException as error:
        raise InputError(
            "“{name}” declares entities of its own, which is refused.", name=name
        ) from error
    except SAXParseException as error:
        raise InputError(
            "“{name}” is damaged or incomplete (line {getlinenumber:,}).",
            name=name,
            getlinenumber=error.getLineNumber(),
        ) from error
    except (ValueError, LookupError) as error:
        if isinstance(error, InputError):
            raise
        raise InputError("“{name}” is damaged or incomplete.", name=name) from error
