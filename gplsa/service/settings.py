"""What a service may be asked to be."""

import ipaddress
import math
from dataclasses import dataclass
from pathlib import Path

from gplsa.errors import InputError
from gplsa.message import MEBIBYTE

_POSITIVE = "workers threads max_body max_documents max_characters max_waiting timeout"


@dataclass(frozen=True)
class Settings:
    """Of one service; sizes in bytes and characters, times in seconds.

    models          model files; each is called as its file is, without the ending
    tokens          the token file; None: this computer only, and nobody is asked
    workers         processes;  threads  that compute in each of them
    max_body        of a request;  max_documents  in it;  max_characters  of each text
    max_waiting     requests being worked on or waiting in one process; a quarter of it for one
                    client
    timeout         for an answer;  body_timeout  for a body to arrive
    watch           until a changed file is noticed;  grace  for answers under way when it stops
    """

    models: tuple[Path, ...]
    host: str = "127.0.0.1"
    port: int = 8600
    tokens: Path | None = None
    workers: int = 1
    threads: int = 2
    max_body: float = 8 * MEBIBYTE
    max_documents: int = 1000
    max_characters: int = 200_000
    max_waiting: int = 32
    timeout: float = 120.0
    body_timeout: float = 30.0
    watch: float = 2.0
    grace: float = 30.0

    def __post_init__(self) -> None:
        if not 0 <= self.port < 1 << 16:
            raise InputError("A port is a number from 1 to 65535, not {n}.", n=self.port)
        for name in _POSITIVE.split():
            if not 0 < getattr(self, name) < math.inf:  # as NaN is not, either
                option = "--" + name.replace("_", "-")
                raise InputError("{option} is more than 0, and has an end.", option=option)
        if len({path.stem for path in self.models}) < len(self.models):
            raise InputError("Two model files have the same name: a model is called by it.")
        if not all(path.stem for path in self.models):
            raise InputError("Name at least one model file to serve.")
        if self.tokens is None and not is_loopback(self.host):
            raise InputError(
                "Without tokens the service answers this computer only: leave --host {host} away, "
                "or name a file made by `gplsa token` with --tokens.",
                host=self.host,
            )


def is_loopback(host: str) -> bool:
    """Whether only this computer reaches an address."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host.lower() == "localhost"
