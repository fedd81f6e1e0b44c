"""What may be asked: fields by type, with their bounds and what they mean."""

from pathlib import Path
from typing import Annotated, ClassVar

import msgspec
from msgspec import Meta

from gplsa.answers.written import Answer
from gplsa.model.public import Model

LONGEST_NAME = 1000
Name = Annotated[str, Meta(max_length=LONGEST_NAME)]
OLD_NAME = Meta(description="Another field's old name.", extra_json_schema={"deprecated": True})


class Asked(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """A question without a field."""

    old: ClassVar[dict[str, str]] = {}
    """Old names of fields, and what they are called now."""

    def __post_init__(self) -> None:
        for old, new in self.old.items():
            if getattr(self, old) is not None:
                setattr(self, new, getattr(self, old))
                setattr(self, old, None)

    def answer(self, model: Model, folder: Path | None = None) -> Answer:
        """What the model tells; folder: the corpus folder that it searches, where it is of one."""
        raise NotImplementedError


class SideAsked(Asked, kw_only=True):
    """A question about what stands on one side."""

    model: Annotated[
        Name | None, Meta(description="The name of a model, where several are served.")
    ] = None
    from_: Annotated[Name, Meta(description="The side that is given.")] = msgspec.field(name="from")


class DirectionAsked(SideAsked, kw_only=True):
    """A question that leads from one side to another."""

    to: Annotated[Name, Meta(description="The side that is asked for.")]
