"""How words stand in a word list."""

from gplsa.text.analysis import lower
from gplsa.text.language.lemmas import base_form
from gplsa.text.options import WordOptions


def entry_form(form: str, options: WordOptions) -> str:
    """How a word stands in a word list: its base form where the dictionary tells one that is
    written as it is, large or small; the form itself elsewhere."""
    language = options.language
    small = lower(form, language)
    german_noun = language == "de" and form[:1].isupper()
    base = base_form(small, language, capital=german_noun)
    if options.base != "lemma" or base is None or form.isupper() or base.lower() == small:
        return form
    if language == "de":
        return base if base[0].isupper() == form[0].isupper() else form
    return base.capitalize() if form[0].isupper() else base


def is_noun(form: str, options: WordOptions) -> bool:
    """Whether a dictionary tells so: of German words with a capital alone."""
    language = options.language
    if options.base != "lemma" or language != "de" or not form[:1].isupper():
        return False
    base = base_form(lower(form, language), language, capital=True)
    return base is not None and base[0].isupper()
