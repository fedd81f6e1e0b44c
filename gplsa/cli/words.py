"""What words are looked up in."""

from argparse import Namespace
from pathlib import Path

from gplsa.cli.output import progress_line
from gplsa.cli.pairs import read_pairs
from gplsa.corpus.archive_manifest import begins_archive
from gplsa.model.public import Model
from gplsa.training.words import learn_words

_HEAD = 2**12  # bytes, which hold the mark of a model


def model_or_words(name: str) -> Model:
    """A model file; or what a model knows of words, learned from the pairs in another file or in a
    folder."""
    path, head = Path(name), b""
    if path.is_file():
        with path.open("rb") as stream:
            head = stream.read(_HEAD)
    if begins_archive(head, "model") or path.suffix == ".gplsa" or not path.exists():
        return Model.load(name)
    pairs = Namespace(pairs=[name], source=None, target=None, also=[], clean=False)
    return learn_words(read_pairs(pairs), progress=progress_line())
