import warnings
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from gplsa.core.types import IntArray
from gplsa.errors import InputWarning
from gplsa.frames import Listed
from gplsa.headings.suggesting import Suggestion
from gplsa.keywords import TELLING
from gplsa.message import count
from gplsa.model import tables
from gplsa.model.asked import item_of, items_of, languages_message
from gplsa.model.direction import Direction, direction_meant
from gplsa.model.headings import suggest_headings
from gplsa.model.keywords import summarize
from gplsa.model.model import TrainedModel
from gplsa.model.rated import rate
from gplsa.model.search import Findings, finder_of
from gplsa.model.summary import KeywordOptions, Summary
from gplsa.model.terms.concordance import MOST_LINES, Concordance, concordance
from gplsa.model.terms.lexicon import MIN_PAIRS, Entry, lexicon
from gplsa.model.topics.shown import RELEVANCE
from gplsa.model.topics.topic import Topic, model_as_html, topics_of
from gplsa.model.whole_search import WholeFindings, whole_finder
from gplsa.models.clusters import checked_number, cluster_documents
from gplsa.progress import Progress
from gplsa.renamed import renamed
from gplsa.setting import check_whole


class Model(TrainedModel):
    """What `gplsa.train` and `gplsa.load` give: topics, keywords, search, and the file.

    Examples
    --------
    >>> import gplsa
    >>> corpus = gplsa.corpus_of({
    ...     "de": ["Korn und Ernte", "Ernte im Regen", "Schiff im Hafen", "Hafen und Schiff"],
    ...     "en": ["grain and harvest", "harvest in rain", "ship in port", "port and ship"],
    ... }, languages={"de": "de", "en": "en"})
    >>> model = gplsa.train(corpus, n_topics=2)
    >>> model
    <Model “texts”: 2 topics of 4 documents, de · en; not validated>
    >>> model.modalities, model.n_topics, model.n_documents
    (('de', 'en'), 2, 4)

    The examples of the methods go on from here.
    """

    def topics(self, n_words: int = 10, relevance: float = RELEVANCE) -> Listed[Topic]:
        """All topics with their `n_words` best words a side, in the order of their numbers.

        relevance  0: words that tell a topic from the others … 1: its most probable ones
        `.to_frame()` has a row for each, with its words joined by commas.

        Examples
        --------
        >>> topics = model.topics(n_words=1)
        >>> sorted([word for word, p in topic.words["en"]] for topic in topics)
        [['harvest'], ['port']]
        """
        found = topics_of(self, n_words, relevance)
        return Listed(found, tables.topic_rows, (*tables.TOPIC_COLUMNS, *self.modalities))

    @renamed(n="n_clusters", seed="random_state")
    def clusters(self, n_clusters: int, *, random_state: int = 0) -> IntArray:
        """Documents in so many groups by their mixtures of topics: the number of each, from 0.

            √Θ = U S Vᵀ with Θ_dz = mean_v p(z|d, v);  k-means on the rows of U_1…K, at length 1

        Returns (n_documents,), 0 the largest group, the same for the same seed; there are fewer
        where few documents differ. docs/METHOD.md: why not k-means on Θ. [Ng, Jordan, Weiss 2002]
        Raises InputError where `n_clusters` is no whole number from 1 to the number of documents.

        Examples
        --------
        >>> groups = model.clusters(2)
        >>> [corpus.texts["en"][row] for row in (groups == groups[0]).nonzero()[0]]
        ['grain and harvest', 'harvest in rain']
        """
        n_clusters = checked_number(n_clusters, self.n_documents)
        return cluster_documents(self.mixtures, n_clusters, random_state=random_state)

    def keywords(
        self,
        texts: Any,
        source: str | None = None,
        target: str | None = None,
        *,
        limit: int = 15,
        least: int = 3,
        telling: float = TELLING,
        rule: str = "gist",
        evidence: bool = False,
        progress: Progress | None = None,
    ) -> Listed[Summary]:
        """Keywords in `target` for documents of `source`, one `Summary` for each.

        texts         or pictures, or a matrix, as `source` has them; or one. None and NaN are empty
        source, target   of two sides the first and the second, or the other one, where left out
        limit, least, telling, rule, evidence   as `KeywordOptions`; `least` is at most `limit`
        `.to_frame()` has a row for each keyword, with the label or place of its document.
        Warns (InputWarning) of texts that look like another language than that of `source`.
        Raises InputError where the model does not lead from one to the other.

        Examples
        --------
        >>> (summary,) = model.keywords(["Die Ernte war gut"], "de", "en", limit=1, evidence=True)
        >>> summary.words
        ['harvest']
        >>> summary.keywords[0].evidence.source_words
        [('Ernte', 1.0)]
        """
        check_whole("limit", limit, 1)
        options = KeywordOptions(limit, min(least, limit), telling, rule, evidence)
        direction = self.direction(source, target)
        items, labels = items_of(self, direction.source, texts)
        found = summarize(direction, items, options, progress)
        unknown = [summary.unknown_share for summary in found]
        if message := languages_message(self, direction.source, items, unknown):
            warnings.warn(message, InputWarning, stacklevel=2)
        return Listed(found, tables.keyword_rows, tables.KEYWORD_COLUMNS, labels)

    def headings(
        self,
        texts: Any,
        source: str,
        *,
        limit: int = 10,
        threshold: float = 0.0,
        left_out: Sequence[str] = (),
        progress: Progress | None = None,
    ) -> Listed[list[Suggestion]]:
        """Subject headings for documents of `source`, best first: each with the probability that a
        cataloguer would give it, and a reason. Where none is sure, a broader one may be first.

        texts      documents as `keywords` takes them; the title of a text before it, on a line
        limit      headings of a document at most;  threshold  probability at least
        left_out   headings never to be suggested, by label, notation or URI
        The figures of the check are in `model.suggester.calibrated[source].figures`.
        Raises InputError where the model was trained without headings, or none leads there.

        Examples
        --------
        >>> import gplsa
        >>> ships, fields = "Kahn Mole Fracht Kran Lotse", "Garbe Sense Halm Korn Drusch"
        >>> words = {"de": (ships, fields), "en": ("barge pier pilot", "sheaf grain reaper")}
        >>> corpus = gplsa.Corpus("town", [str(n) for n in range(30)], {
        ...     side: [" ".join(two[n % 2].split()[n % 3:]) + f" {n}" for n in range(30)]
        ...     for side, two in words.items()
        ... }, {"de": "de", "en": "en"}, fields={"subject": ["Port", "Harvest"] * 15})
        >>> model = gplsa.train(corpus, n_topics=2, headings="subject")
        >>> [[best]] = model.headings("Ein Kahn an der Mole", "de", limit=1)
        >>> best.concept.label(), best.probability > 0.5, best.reason.used
        ('Port', True, 15)
        """
        items, labels = items_of(self, source, texts)
        found = suggest_headings(self, items, source, limit, threshold, left_out, progress)
        return Listed(found, tables.heading_rows, tables.HEADING_COLUMNS, labels)

    def rate(
        self, item: Any, source: str, target: str, word: str, right: bool | None = True
    ) -> None:
        """Say that keyword `word` of a document is right, or wrong: then it falls for documents
        like it, as docs/METHOD.md has it. None takes back what was said. `save` keeps it.

        Raises InputError where the model does not lead from one side to the other, or `word` is
        none of its words or phrases.

        Examples
        --------
        >>> model.rate("Die Ernte war gut", "de", "en", "harvest", right=False)
        >>> (summary,) = model.keywords("Die Ernte war gut", "de", "en")
        >>> "harvest" in summary.words, [keyword.word for keyword in summary.rejected]
        (False, ['harvest'])
        """
        rate(self.direction(source, target), item, word, right)

    def search(
        self, item: Any, source: str | None = None, target: str | None = None, limit: int = 10
    ) -> Findings:
        """The documents of the corpus whose side `target` goes best with a document of `source`.

        item  a text, or a picture's bytes;  source, target  as for `keywords`, or the same side
        The hits name rows: `model.corpus.ids[hit.row]`, `model.corpus.texts[target][hit.row]`.
        Raises InputError where the model knows no such side, or a picture cannot be read.

        Examples
        --------
        >>> found = model.search("ein Schiff", "de", "en", limit=2)
        >>> [model.corpus.texts["en"][hit.row] for hit in found.hits]
        ['ship in port', 'port and ship']
        """
        direction = self.direction(source, target)
        found = finder_of(direction).find(item_of(self, direction.source, item), limit)
        return found.among(self.corpus, direction.target)

    def search_whole(
        self,
        folder: str | Path,
        text: str,
        source: str | None = None,
        target: str | None = None,
        limit: int = 10,
    ) -> WholeFindings:
        """The same in all documents of the corpus folder that the model was trained on, of which it
        holds a sample: the findings, and the documents that their hits name rows of.

        Raises InputError where the folder is gone or damaged, or of another corpus.

        Examples
        --------
        >>> import tempfile
        >>> from pathlib import Path
        >>> from gplsa.reading.chunks.build import build
        >>> from gplsa.model.settings import TrainSettings
        >>> from gplsa.training.train import train
        >>> folder = Path(tempfile.mkdtemp())
        >>> files = [folder / f"pairs.{side}" for side in corpus.modalities]
        >>> for file, texts in zip(files, corpus.texts.values()):
        ...     _ = file.write_text("\\n".join(texts))
        >>> chunked = build(files, ["de", "en"], folder / "corpus").corpus
        >>> model = train(chunked, TrainSettings(n_topics=2))
        >>> found = model.search_whole(folder / "corpus", "ein Schiff", "de", "en", limit=2)
        >>> [found.documents.texts["en"][hit.row] for hit in found.findings.hits]
        ['ship in port', 'port and ship']
        """
        direction = self.direction(source, target)
        finder = whole_finder(direction, Path(folder))
        found = finder.find(item_of(self, direction.source, text), limit)
        return found._replace(findings=found.findings.among(found.documents, direction.target))

    def concordance(
        self,
        word: str,
        source: str | None = None,
        target: str | None = None,
        *,
        partner: str = "",
        limit: int = MOST_LINES,
    ) -> Concordance:
        """How a word or phrase of `source` is said in `target`, with the lines that show it.

        word     in any of its forms; a phrase as it stands
        partner  one of the partners: only lines that hold it, too;  limit  lines at most
        Raises InputError where a side is no text, or nothing is typed.

        Examples
        --------
        >>> found = model.concordance("Ernten", "de", "en")
        >>> found.pairs, found.partners[0].word, found.lines[0].kwic()
        (2, 'harvest', Kwic(before='Korn und ', match='Ernte', after=''))
        """
        direction = self.direction(source, target)
        word = item_of(self, direction.source, word)
        return concordance(direction, word, partner=partner, limit=limit)

    def lexicon(
        self,
        source: str | None = None,
        target: str | None = None,
        *,
        min_pairs: int = MIN_PAIRS,
        progress: Progress | None = None,
    ) -> Listed[Entry]:
        """The words and phrases of two sides that stand for each other, with what shows it.

        min_pairs  pairs of the corpus that must show an entry
        Raises InputError where a side is no text, or the model does not hold its texts.

        Examples
        --------
        >>> found = model.lexicon("de", "en", min_pairs=2)
        >>> [(entry.source, entry.target, entry.pairs) for entry in found]
        [('Ernte', 'harvest', 2), ('Hafen', 'port', 2), ('Schiff', 'ship', 2)]
        """
        direction = self.direction(source, target)
        found = lexicon(direction, min_pairs=min_pairs, progress=progress)
        return Listed(found, tables.lexicon_rows, tables.LEXICON_COLUMNS)

    def direction(self, source: str | None = None, target: str | None = None) -> Direction:
        """Documents of one side asked for what stands on the other, as the methods above mean it.

        Raises InputError where there are more sides than are named.

        Examples
        --------
        >>> model.direction("de").target
        'en'
        """
        return direction_meant(self, source, target)

    def __repr__(self) -> str:
        check = f"validation: {self.validation.verdict}" if self.validation else "not validated"
        size = f"{count(self.n_topics, 'topic')} of {count(self.n_documents, 'document')}"
        return f"<Model “{self.name}”: {size}, {' · '.join(self.modalities)}; {check}>"

    def _repr_html_(self) -> str:
        return model_as_html(self, RELEVANCE)
