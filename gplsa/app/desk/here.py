"""From a page to the desk of the person in front of it, and to what lies on it."""

from dataclasses import dataclass

from gplsa.app.desk.batches import Batch
from gplsa.app.desk.corpora import Intake
from gplsa.app.desk.counted import Counted
from gplsa.app.desk.sides import SidesCompared
from gplsa.app.desk.workshop import Desk, Workshop, workshop
from gplsa.app.library.library import CORPUS, MODEL
from gplsa.corpus.corpus import Corpus
from gplsa.model.model import TrainedModel
from gplsa.model.settings import MAX_TOPICS
from gplsa.reading import Upload


@dataclass(frozen=True)
class Here:
    """What a page sees of the workshop."""

    shop: Workshop
    desk: Desk

    @property
    def corpus(self) -> Corpus | None:
        return self.shop.library.open(CORPUS, self.desk.corpus)

    @property
    def model(self) -> TrainedModel | None:
        return self.shop.library.open(MODEL, self.desk.model)

    @property
    def intake(self) -> Intake | None:
        return self.shop.store.get(self.desk.reading)

    @property
    def counted(self) -> Counted | None:
        counted: Counted | None = self.shop.store.get(self.desk.counted)
        return counted if counted is not None and counted.corpus == self.desk.corpus else None

    @property
    def most_topics(self) -> int:
        """As many topics as the words of the corpus carry, as far as they are counted."""
        sides = self.counted.sides.values() if self.counted is not None else ()
        return min([MAX_TOPICS, *(found.kept for found in sides if found.kept)])

    @property
    def batch(self) -> Batch | None:
        batch: Batch | None = self.shop.store.get(self.desk.batch)
        return batch if batch is not None and batch.model == self.desk.model else None

    @property
    def fits(self) -> SidesCompared | None:
        fits: SidesCompared | None = self.shop.store.get(self.desk.fits)
        return fits if fits is not None and fits.model == self.desk.model else None

    def pile(self, name: str) -> tuple[Upload, ...]:
        """Files on their way in."""
        pile: tuple[Upload, ...] | None = self.shop.store.get(self.desk.piles.get(name))
        return pile or ()

    def lay_out(self, kind: str, name: str | None) -> None:
        """Put a kept corpus or model on the desk, or take it away."""
        if kind == CORPUS:
            self.desk.corpus = name
            self.shop.recall_counted(self.desk)
            for key in (self.desk.reading, self.desk.texts):
                self.shop.store.drop(key)
            self.desk.reading = self.desk.texts = None
        else:
            self.desk.model = name
        self.shop.remember(self.desk)

    @property
    def busy(self) -> bool:
        return self.shop.jobs.at_work


def here() -> Here:
    shop = workshop()
    return Here(shop, shop.desk)
