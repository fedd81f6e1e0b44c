"""From which side to which a model leads, as a reader is offered it."""

from gplsa.html.sides import side_name
from gplsa.language import language
from gplsa.model.model import TrainedModel


def directions(model: TrainedModel) -> list[tuple[str, str]]:
    """Ways to keywords that can be read, those into the reader's language first; into pictures
    leads the page Search."""
    ways = [way for way in model.rankers if way[1] in model.readable] or [*model.rankers]
    return sorted(ways, key=lambda way: model.corpus.languages.get(way[1]) != language())


def direction_name(model: TrainedModel, direction: tuple[str, str]) -> str:
    source, target = direction
    return f"{side_name(model.corpus, source)} → {side_name(model.corpus, target)}"
