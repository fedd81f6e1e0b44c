"""The log: one JSON object a line on the error output, and never a word of a text in it."""

import json
import logging
import sys
import threading
from datetime import UTC, datetime
from typing import IO, Any


class Log:
    """Lines with a time, a level and an event; process: which of several it is."""

    def __init__(self, stream: IO[str] | None = None, process: int | None = None) -> None:
        self._stream = stream
        self._process = {} if process is None else {"process": process}
        self._one_by_one = threading.Lock()

    def info(self, event: str, **facts: Any) -> None:
        self._write("info", event, facts)

    def warning(self, event: str, **facts: Any) -> None:
        self._write("warning", event, facts)

    def error(self, event: str, **facts: Any) -> None:
        self._write("error", event, facts)

    def failure(self, event: str, error: BaseException, **facts: Any) -> None:
        """A fault of ours: its kind and place. Its message may hold words of a text."""
        place = error.__traceback__
        while place is not None and place.tb_next is not None:
            place = place.tb_next
        where = "" if place is None else f"{place.tb_frame.f_code.co_name}:{place.tb_lineno}"
        self._write("error", event, facts | {"kind": type(error).__name__, "where": where})

    def _write(self, level: str, event: str, facts: dict[str, Any]) -> None:
        moment = datetime.now(UTC).isoformat(timespec="milliseconds")
        head = {"time": moment, "level": level, "event": event, **self._process}
        line = json.dumps(head | facts, ensure_ascii=True)
        stream = self._stream or sys.stderr
        with self._one_by_one:
            stream.write(line + "\n")
            stream.flush()


def take_over(log: Log) -> None:
    """From now on what the libraries of the server say goes into the same log."""
    for name in ("uvicorn.error", "uvicorn.access", "asyncio"):
        logging.getLogger(name).handlers = [Handler(log)]
        logging.getLogger(name).propagate = False


class Handler(logging.Handler):
    """What libraries log, in the same lines; of errors the kind alone."""

    def __init__(self, log: Log) -> None:
        super().__init__(logging.WARNING)
        self._log = log

    def emit(self, record: logging.LogRecord) -> None:
        error = record.exc_info[1] if record.exc_info else None
        if error is not None:
            self._log.failure("server", error, logger=record.name)
        else:
            self._log.warning("server", logger=record.name, message=str(record.msg)[:200])
