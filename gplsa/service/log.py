"""The log: one JSON object a line on the error output, and never a word of a text in it."""

import json
import logging
import sys
from datetime import UTC, datetime
from functools import partialmethod
from threading import Lock
from typing import IO, Any


class Log(logging.Handler):
    """Lines with a time, a level and an event; process: which of several it is."""

    def __init__(self, stream: IO[str] | None = None, process: int | None = None) -> None:
        super().__init__(logging.WARNING)
        self._stream = stream
        self._process = {} if process is None else {"process": process}
        self._one_by_one = Lock()

    def tell(self, level: str, event: str, **facts: Any) -> None:
        moment = datetime.now(UTC).isoformat(timespec="milliseconds")
        head = {"time": moment, "level": level, "event": event, **self._process}
        with self._one_by_one:
            stream = self._stream or sys.stderr
            stream.write(json.dumps(head | facts) + "\n")
            stream.flush()

    info = partialmethod(tell, "info")
    error = partialmethod(tell, "error")

    def failure(self, event: str, error: BaseException, **facts: Any) -> None:
        """A fault of ours: its kind and place. Its message may hold words of a text."""
        place = error.__traceback__
        while place is not None and place.tb_next is not None:
            place = place.tb_next
        where = "" if place is None else f"{place.tb_frame.f_code.co_name}:{place.tb_lineno}"
        self.error(event, **facts, kind=type(error).__name__, where=where)

    def take_over(self) -> None:
        """From now on what the libraries of the server say goes into the same lines."""
        for name in ("uvicorn.error", "uvicorn.access", "asyncio"):
            logging.getLogger(name).handlers = [self]
            logging.getLogger(name).propagate = False

    def emit(self, record: logging.LogRecord) -> None:
        """What a library says; of an error the kind alone, of a traceback the last line."""
        if record.exc_info and record.exc_info[1]:
            self.failure("server", record.exc_info[1], logger=record.name)
            return
        last = str(record.msg).strip().rpartition("\n")[2]
        self.tell("warning", "server", logger=record.name, message=last[:200])
