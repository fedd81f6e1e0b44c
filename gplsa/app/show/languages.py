"""Languages to choose from, by name."""

from gplsa.language import spoken
from gplsa.text.languages import language_name

LANGUAGES = "bg cs da de el en es et fi fr hr hu it la lt lv nl pl pt ro ru sk sl sv tr uk".split()


def named(code: str) -> str:
    return spoken(language_name(code))
