"""What `gplsa shape` takes: MODEL, what to do, and to which topics, counted from 1."""

import argparse
from typing import Any

from gplsa.cli.values import natural, whole


def add_shape(commands: Any) -> None:
    shape: argparse.ArgumentParser = commands.add_parser(
        "shape",
        help="merge, split, name topics, leave words out; undo; train again with that",
        description="Shape the topics of a model. What is done is kept in the model file as a "
        "history over the fit, which stays: undo takes the last step back to the byte. Topics are "
        "counted from 1, as `gplsa topics` lists them now.",
    )
    shape.add_argument("model", metavar="MODEL")
    doing = shape.add_subparsers(dest="doing", required=True, metavar="DO")
    common = argparse.ArgumentParser(add_help=False)
    common.add_argument("--out", metavar="FILE", help="the model file to write (default: MODEL)")
    add_force(common)
    common.add_argument("--json", action="store_true", help="one JSON object on the output")

    def add(name: str, told: str) -> argparse.ArgumentParser:
        found: argparse.ArgumentParser = doing.add_parser(
            name, help=told, description=told, parents=[common]
        )
        return found

    _add_topics(add("merge", "two or more topics become one, in the place of the first"))
    split = add("split", "a topic becomes what its documents hold of it")
    _add_topic(split)
    split.add_argument("--into", type=whole, default=2, metavar="N", help="parts (default: 2)")
    split.add_argument("--seed", type=natural, default=0)
    _add_words(add("drop", "leave words out of all topics"))
    seeds = add("seed", "words that a topic must hold after the next training")
    _add_words(seeds)
    seeds.add_argument("--topic", type=whole, metavar="N", help="default: a new topic")
    for name, told in (("rename", "name a topic"), ("note", "write a note beside a topic")):
        one = add(name, f"{told}; an empty text takes it away")
        _add_topic(one)
        one.add_argument("text", type=str, metavar="TEXT")
    _add_topics(add("hide", "hide topics"))
    _add_topics(add("show", "show hidden topics again"))
    add("undo", "take the last step back")
    add("history", "list what was done, and write nothing")
    add("retrain", "train anew with all that was done")


def add_force(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--force", action="store_true", help="write over whatever file --out names")


def _add_topics(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("topics", nargs="+", type=whole, metavar="TOPIC")


def _add_topic(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("topic", type=whole, metavar="TOPIC")


def _add_words(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("words", nargs="+", metavar="WORD")
    parser.add_argument("--side", required=True, metavar="SIDE", help="the side they are of")
