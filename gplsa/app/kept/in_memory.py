"""The library of a server: in memory, bounded, each person's their own, gone when unused."""

from dataclasses import dataclass, replace
from typing import Any

from gplsa.app.kept.library import (
    CORPUS,
    KEPT_IN_MEMORY,
    Library,
    Listed,
    Piece,
    kind_of,
    listed_as,
)
from gplsa.app.kept.sizes import size_of
from gplsa.app.workshop.store import Store
from gplsa.corpus.corpus import Corpus
from gplsa.corpus.storage import corpus_digest
from gplsa.trained.model import TrainedModel
from gplsa.wording import MEBIBYTE

TWO_HOURS = 7200.0
MOST_BYTES = 2048 * MEBIBYTE


@dataclass
class _Kept:
    """A piece and its line of the list, which go together."""

    piece: Piece
    listed: Listed


class InMemory(Library):
    """Corpora and models by owner, in a store that several people share.

    most_bytes  for everybody together; one person may take a quarter of it
    """

    promise = "Everything stays in this server's memory and goes after two hours without use."
    lead = (
        "This server keeps your last three corpora and models in memory and drops them after two "
        "hours without use: download what you need."
    )

    def __init__(self, most_bytes: int = MOST_BYTES) -> None:
        self.store = Store(most_bytes, person_bytes=most_bytes // 4, max_age=TWO_HOURS)

    def keep(self, owner: str, piece: Piece) -> str:
        kind = kind_of(piece)
        key = self.store.put(owner, kind, _Kept(piece, listed_as("", piece)), size_of(piece))
        for old, _ in self.store.items(owner, kind)[:-KEPT_IN_MEMORY]:
            self.store.drop(owner, old)
        return key

    def open(self, owner: str, kind: str, name: str | None) -> Any:
        kept = self.store.get(owner, name)
        return kept.piece if isinstance(kept, _Kept) and kind_of(kept.piece) == kind else None

    def before(self, owner: str, digest: str) -> Corpus | None:
        for _, kept in self.store.items(owner, CORPUS):
            if isinstance(kept.piece, Corpus) and corpus_digest(kept.piece) == digest:
                return kept.piece
        return None

    def listed(self, owner: str, kind: str) -> list[Listed]:
        kept = self.store.items(owner, kind)
        found = [replace(one.listed, id=key, name=one.piece.name) for key, one in kept]
        return sorted(found, key=lambda entry: entry.kept, reverse=True)

    def edited(self, owner: str, name: str, model: TrainedModel) -> None:
        kept = self.store.get(owner, name)
        if isinstance(kept, _Kept):
            facts = listed_as("", model).facts
            kept.piece, kept.listed = model, replace(kept.listed, facts=facts)

    def remove(self, owner: str, kind: str, name: str) -> None:
        self.store.drop(owner, name)

    def pins(self, owner: str, kind: str, name: str | None) -> list[str]:
        return [name] if name else []

    def check_room(self, owner: str, size: int = 0) -> None:
        self.store.check_room(owner, size)
