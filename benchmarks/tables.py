"""Tables 4 and 5 of the GPLSA paper, for real: topics in two languages, and one unseen document.

    python -m benchmarks.tables [--topics 100]

Table 4 shows the four largest topics of 1,000 German–English documents of the European Parliament,
with the top words of both sides. Table 5 shows a German document that was held out of the training,
what the model says about it in English, and its true English side; the right keywords are marked.
"""

import argparse
import textwrap

import numpy as np

from benchmarks._corpora import speeches_held_out
from gplsa.model.keywords import summarize
from gplsa.model.public import Model
from gplsa.model.settings import TrainSettings
from gplsa.model.summary import KeywordOptions
from gplsa.text.sequence.surroundings import in_order
from gplsa.training.train import train

DRAWN = 0  # the seed that chooses the document of Table 5
TOPICS_SHOWN = 4
WORDS_SHOWN = 10
WIDTH = 96


def main() -> None:
    parser = argparse.ArgumentParser(description="Tables 4 and 5 of the GPLSA paper, for real")
    parser.add_argument("--topics", type=int, default=100)
    options = parser.parse_args()
    seen, unseen = speeches_held_out()
    model = train(seen, TrainSettings(n_topics=options.topics, check=False))
    print_topics(model)
    row = int(np.random.default_rng(DRAWN).integers(len(unseen)))
    print_document(model, unseen.ids[row], unseen.texts["de"][row], unseen.texts["en"][row])


def print_topics(model: Model) -> None:
    """The largest topics."""
    print(
        f"Table 4: {TOPICS_SHOWN} of {model.n_topics} topics of {model.n_documents:,} documents\n"
    )
    shares = model.topic_share()
    for topic in np.argsort(-shares)[:TOPICS_SHOWN]:
        print(f"Topic {topic + 1}: {shares[topic]:.1%} of the corpus")
        for side in model.modalities:
            words = ", ".join(word for word, _ in model.top_words(side, topic, WORDS_SHOWN))
            print(f"  {side}  {words}")
        print()


def print_document(model: Model, name: str, german: str, english: str) -> None:
    held = standing_in(model, "en", english)
    print(f"Table 5: an unseen document, {name}\n")
    print_text("German text", german)
    for title, rule in (("Keywords", "gist"), ("By the paper's rule", "paper")):
        options = KeywordOptions(rule=rule, limit=15)
        (summary,) = summarize(model.direction("de", "en"), [german], options)
        words = [
            keyword.word + ("*" if keyword.term in held else "") for keyword in summary.keywords
        ]
        print_text(f"{title} (* in the English side)", ", ".join(words))
    print_text("English side", english)


def standing_in(model: Model, side: str, text: str) -> set[int]:
    """The words of a text by their numbers, and behind them the phrases that stand in it."""
    vocabulary, phrasing = model.vocabularies[side], model.phrasings[side]
    lines = phrasing.chosen.count(in_order(vocabulary, [text]))
    phrases = set((len(vocabulary.terms) + lines.indices).tolist())
    return set(vocabulary.count([text]).indices.tolist()) | phrases


def print_text(title: str, text: str) -> None:
    shown = textwrap.shorten(text, 5 * WIDTH, placeholder=" …")
    print(f"{title}:")
    print(textwrap.fill(shown, WIDTH, initial_indent="  ", subsequent_indent="  "), end="\n\n")


if __name__ == "__main__":
    main()
