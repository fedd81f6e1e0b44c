"""The commands of the guide to a department's hub, as they stand on its page."""

import re
import shlex

from tests.conftest import REPOSITORY

GUIDE = REPOSITORY / "docs" / "how" / "department.md"


def commands(containing: str = "") -> list[list[str]]:
    """The words of every command that has this in it, in the order of the page, without `sudo`."""
    blocks = re.findall(r"^```console\n(.*?)^```$", GUIDE.read_text("utf-8"), re.M | re.S)
    lines = [line for block in blocks for line in block.splitlines() if line.strip()]
    words = [shlex.split(line) for line in lines if containing in line]
    return [line[1:] if line[0] == "sudo" else line for line in words]


def elsewhere(command: list[str], places: dict[str, list[str]]) -> list[str]:
    """The command with other files and folders for those that it names."""
    return [word for named in command for word in places.get(named, [named])]
