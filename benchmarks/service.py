"""The service (`gplsa serve`): documents a minute, time for one document, memory over time.

    python -m benchmarks.service [--minutes 30] [--workers 1 2] [--threads N] [--seconds 60]

A model of 1,000 German–English documents of the European Parliament is trained, or read by --model.
The service runs on a free port of this computer; the 333 documents held out are what is asked.

Documents a minute: two connections send batches of 50 for --seconds; per minute of processor time,
too, which other work on the computer changes less. One document: 5 requests a
second, sent when they are due, whatever became of those before; alone, and while another client
sends batches. Memory: batches for --minutes, resident bytes of all processes from the metrics.
"""

import argparse
import http.client
import json
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path

import numpy as np

from benchmarks._common import print_table
from benchmarks._corpora import speeches_held_out
from gplsa.model.settings import TrainSettings
from gplsa.training.train import train

BATCH, CONNECTIONS = 50, 2
PER_SECOND = 5
LOOK = 2.5  # seconds, in which every process brings its part of the metrics up to date
START = 120.0  # seconds for the service to be ready


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--model", type=Path, help="of the same 1,000 documents")
    parser.add_argument("--workers", type=int, nargs="+", default=[1, 2])
    parser.add_argument("--threads", type=int, nargs="+", default=[2, 1])
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--minutes", type=float, default=30, help="of the run for memory; 0: none")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        model, texts = prepare(options, Path(folder))
        rows = []
        for workers, threads in zip(options.workers, options.threads, strict=True):
            with served(model, workers, threads) as port:
                rows.append((workers, threads, *speeds(port, texts, options.seconds)))
        print_table(
            "Documents a minute, and milliseconds for one at 5 requests a second",
            ("processes", "threads", "a minute", "a minute of processor time", "without evidence",
             "p50", "p99", "p50 beside batches", "p99 beside batches"),
            rows,
        )  # fmt: skip
        if options.minutes:
            with served(model, options.workers[-1], options.threads[-1]) as port:
                print_table(
                    f"Memory of {options.workers[-1]} processes under batches without a pause",
                    ("minute", "documents", "MB"),
                    memory(port, texts, options.minutes),
                )


def prepare(options: argparse.Namespace, folder: Path) -> tuple[Path, list[str]]:
    """The model file, and the German texts that it has not seen."""
    seen, unseen = speeches_held_out()
    path = options.model or folder / "europarl.gplsa"
    if not path.exists():
        train(seen, TrainSettings(n_topics=100, check=False)).save(path)
    return path, unseen.texts["de"]


@contextmanager
def served(model: Path, workers: int, threads: int) -> Iterator[int]:
    """The port of a service that is ready; it is stopped afterwards."""
    command = [sys.executable, "-m", "gplsa", "serve", str(model), "--port", "0"]
    command += ["--workers", str(workers), "--threads", str(threads)]
    with (
        tempfile.TemporaryFile("w+") as log,
        subprocess.Popen(command, stderr=log, text=True) as process,
    ):
        try:
            yield _ready(process, log, workers)
        finally:
            process.terminate()


def _ready(process: subprocess.Popen, log, workers: int) -> int:
    deadline = time.monotonic() + START
    while time.monotonic() < deadline and process.poll() is None:
        time.sleep(0.1)
        log.seek(0)
        lines = [json.loads(line) for line in log.read().splitlines() if line.endswith("}")]
        if sum(line["event"] == "ready" for line in lines) == workers:
            return next(line["port"] for line in lines if line["event"] == "start")
    raise RuntimeError("the service did not start")


class Asking:
    """One connection."""

    def __init__(self, port: int) -> None:
        self._connection = http.client.HTTPConnection("127.0.0.1", port, timeout=120)

    def keywords(self, texts: list[str], evidence: bool = True) -> None:
        asked = {"from": "de", "to": "en", "documents": texts, "evidence": evidence}
        body, kind = json.dumps(asked), {"Content-Type": "application/json"}
        self._connection.request("POST", "/v1/keywords", body, kind)
        answer = self._connection.getresponse()
        found = json.loads(answer.read())
        assert answer.status == 200, found
        assert len(found["documents"]) == len(texts)

    def metric(self, name: str) -> float:
        self._connection.request("GET", "/metrics")
        text = self._connection.getresponse().read().decode()
        return next(float(line.split()[1]) for line in text.splitlines() if line.startswith(name))

    def settled(self, name: str) -> float:
        """When every process has told its part."""
        time.sleep(LOOK)
        return self.metric(name)


def speeds(port: int, texts: list[str], seconds: float) -> tuple[float, ...]:
    alone = latencies(port, texts, seconds)
    busy = Asking(port).settled("gplsa_cpu_seconds_total")
    with_evidence = throughput(port, texts, seconds, evidence=True)
    busy = Asking(port).settled("gplsa_cpu_seconds_total") - busy
    without = throughput(port, texts, seconds, evidence=False)
    with batches_sent(port, texts, 1):
        beside = latencies(port, texts, seconds)
    return with_evidence, with_evidence * seconds / busy, without, *alone, *beside


@contextmanager
def batches_sent(port: int, texts: list[str], connections: int) -> Iterator[None]:
    """While other work goes on."""
    stop = threading.Event()

    def send() -> None:
        asking = Asking(port)
        while not stop.is_set():
            asking.keywords(texts[:BATCH])

    threads = [threading.Thread(target=send) for _ in range(connections)]
    for thread in threads:
        thread.start()
    try:
        yield
    finally:
        stop.set()
        for thread in threads:
            thread.join()


def throughput(port: int, texts: list[str], seconds: float, evidence: bool) -> float:
    """Documents a minute in answers that came within the time."""
    done: list[int] = []
    deadline = time.perf_counter() + seconds

    def ask(first: int) -> None:
        asking = Asking(port)
        for turn in count(first):
            start = turn * BATCH % (len(texts) - BATCH)
            asking.keywords(texts[start : start + BATCH], evidence)
            if time.perf_counter() > deadline:
                return
            done.append(BATCH)

    threads = [threading.Thread(target=ask, args=(3 * n,)) for n in range(CONNECTIONS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return 60 * sum(done) / seconds


def latencies(port: int, texts: list[str], seconds: float) -> tuple[float, float]:
    """Median and 99th percentile in milliseconds, from when each request was due."""
    taken: list[float] = []

    def ask(asking: Asking, due: float, text: str) -> None:
        asking.keywords([text])
        taken.append(time.perf_counter() - due)

    # Each due time has one of several connections to itself: a slow answer delays no other request.
    connections = [Asking(port) for _ in range(2 * PER_SECOND)]
    threads: list[threading.Thread] = []
    start = time.perf_counter()
    for number in range(int(seconds * PER_SECOND)):
        due = start + number / PER_SECOND
        time.sleep(max(0.0, due - time.perf_counter()))
        if number >= len(connections):
            threads[number - len(connections)].join()
        asking = connections[number % len(connections)]
        text = texts[number % len(texts)]
        threads.append(threading.Thread(target=ask, args=(asking, due, text)))
        threads[-1].start()
    for thread in threads:
        thread.join()
    milliseconds = 1000 * np.array(taken)
    return float(np.median(milliseconds)), float(np.percentile(milliseconds, 99))


def memory(port: int, texts: list[str], minutes: float) -> list[tuple[float, int, float]]:
    """(minute, documents so far, resident MB), eleven times."""
    rows = []
    start = time.perf_counter()
    with batches_sent(port, texts, CONNECTIONS):
        for part in range(11):
            time.sleep(max(0.0, start + 60 * minutes * part / 10 - time.perf_counter()))
            asking = Asking(port)
            held = asking.metric("gplsa_resident_bytes") / 2**20
            documents = int(asking.metric("gplsa_documents_total"))
            rows.append((minutes * part / 10, documents, round(held)))
    return rows


if __name__ == "__main__":
    main()
