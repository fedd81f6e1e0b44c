"""Edits of the topics of a model: `model.edited(Merge((2, 6)))`, `model.undone()`.

Topics are counted from 0, as `Topic.index` says.
"""

from gplsa.model.editing.edits import Drop, Edit, Hide, Merge, Note, Rename, Seed, Show, Split

__all__ = ["Drop", "Edit", "Hide", "Merge", "Note", "Rename", "Seed", "Show", "Split"]
