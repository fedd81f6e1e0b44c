"""From a page to the person in front of it: who, which desk, what lies on it."""

from dataclasses import dataclass

import streamlit as st

from gplsa.app.door.identity import PERSON
from gplsa.app.kept.library import CORPUS, MODEL
from gplsa.app.workshop.sides import SidesCompared
from gplsa.app.workshop.work import Batch, Counted, Intake
from gplsa.app.workshop.workshop import Desk, Workshop, workshop
from gplsa.corpus.corpus import Corpus
from gplsa.corpus.reading import Upload
from gplsa.trained.model import TrainedModel
from gplsa.trained.settings import MAX_TOPICS

UNKNOWN = (
    "The app knows you by a cookie, and has none from you. Reload this page, and allow cookies for "
    "this address. If that does not help, many new people came from your network: try again in an "
    "hour."
)


@dataclass(frozen=True)
class Here:
    """One person's view of the workshop."""

    shop: Workshop
    desk: Desk

    @property
    def corpus(self) -> Corpus | None:
        return self.shop.library.open(self.desk.owner, CORPUS, self.desk.corpus)

    @property
    def model(self) -> TrainedModel | None:
        return self.shop.library.open(self.desk.owner, MODEL, self.desk.model)

    @property
    def intake(self) -> Intake | None:
        return self.shop.store.get(self.desk.owner, self.desk.reading)

    @property
    def counted(self) -> Counted | None:
        counted: Counted | None = self.shop.store.get(self.desk.owner, self.desk.counted)
        return counted if counted is not None and counted.corpus == self.desk.corpus else None

    @property
    def most_topics(self) -> int:
        """As many topics as the words of the corpus carry, as far as they are counted."""
        sides = self.counted.sides.values() if self.counted is not None else ()
        return min([MAX_TOPICS, *(found.kept for found in sides if found.kept)])

    @property
    def batch(self) -> Batch | None:
        batch: Batch | None = self.shop.store.get(self.desk.owner, self.desk.batch)
        return batch if batch is not None and batch.model == self.desk.model else None

    @property
    def fits(self) -> SidesCompared | None:
        fits: SidesCompared | None = self.shop.store.get(self.desk.owner, self.desk.fits)
        return fits if fits is not None and fits.model == self.desk.model else None

    def pile(self, name: str) -> tuple[Upload, ...]:
        """Files on their way in."""
        pile: tuple[Upload, ...] | None = self.shop.store.get(
            self.desk.owner, self.desk.piles.get(name)
        )
        return pile or ()

    def lay_out(self, kind: str, name: str | None) -> None:
        """Put a kept corpus or model on the desk, or take it away."""
        if kind == CORPUS:
            self.desk.corpus, self.desk.words = name, {}
            for key in (self.desk.reading, self.desk.texts):
                self.shop.store.drop(self.desk.owner, key)
            self.desk.reading = self.desk.texts = None
        else:
            self.desk.model = name
        self.shop.remember(self.desk)

    @property
    def busy(self) -> bool:
        job = self.shop.jobs.of(self.desk.owner)
        return job is not None and job.snapshot.live


def here() -> Here:
    shop = workshop()
    desk = shop.desk(person(shop))
    desk.address = st.context.ip_address or ""
    return Here(shop, desk)


def person(shop: Workshop) -> str:
    """The one person of this computer, or whom the guard knows by their cookie."""
    found = shop.library.sole_owner or st.context.headers.get(PERSON)
    if not found:
        st.info(UNKNOWN)
        st.stop()
    return found
