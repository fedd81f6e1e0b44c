from gplsa.core.items import SideVocabulary


def term_number(vocabulary: SideVocabulary, word: str) -> int | None:
    """The place of the term that a word in any of its forms is counted as; None where it is not."""
    if word in vocabulary.terms:
        return vocabulary.terms.index(word)
    folded = word.strip().casefold()
    for number, form in enumerate(vocabulary.forms):
        if form.casefold() == folded:
            return number
    # The whole before the parts, where it is a compound.
    spans = sorted(vocabulary.spans(word), key=lambda span: span.start - span.end)
    return int(spans[0].term) if spans and spans[0].term >= 0 else None
