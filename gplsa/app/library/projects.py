"""What is kept, by project: a corpus as it was read and cleaned, and the models of each version."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime

from gplsa.app.library.library import Listed


@dataclass(frozen=True)
class Version:
    """A corpus and the models of it, newest first; None: models whose corpus is not kept."""

    corpus: Listed | None
    models: list[Listed]

    @property
    def kept(self) -> datetime:
        return max(entry.kept for entry in [*self.models, *([self.corpus] if self.corpus else [])])


@dataclass(frozen=True)
class Project:
    """Versions of what came in under one name, newest first.

    key  that name;  name  what a person calls it
    """

    key: str
    name: str
    versions: list[Version]


def projects(
    corpora: Sequence[Listed], models: Sequence[Listed], called: Callable[[str], str]
) -> list[Project]:
    """Everything once, the project with the newest piece first."""
    found: dict[str, dict[str, Version]] = {}
    by_id = {entry.id: entry for entry in corpora}
    for entry in corpora:
        found.setdefault(entry.name, {})[entry.id] = Version(entry, [])
    for entry in models:
        corpus = by_id.get(entry.of)
        key = corpus.name if corpus else entry.facts.corpus or entry.name
        versions = found.setdefault(key, {})
        # A model that does not know its corpus belongs to the only one of its name.
        same = [] if entry.of else [name for name in versions if name]
        of = corpus.id if corpus else same[0] if len(same) == 1 else ""
        versions.setdefault(of, Version(None, [])).models.append(entry)
    listed = [
        Project(key, called(key), sorted(versions.values(), key=lambda v: v.kept, reverse=True))
        for key, versions in found.items()
    ]
    return sorted(listed, key=lambda project: project.versions[0].kept, reverse=True)
