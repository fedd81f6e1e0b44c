"""The browser app. Start it with `streamlit run app.py`."""

import os

# OpenBLAS on several threads is many times slower on our small dense products.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import asyncio
import gc
import signal
import sys
import threading
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from types import FrameType

import streamlit as st
from starlette.middleware import Middleware

from gplsa import sandbox
from gplsa.app.access import place
from gplsa.app.access.guard import REFUSED, Guard
from gplsa.app.access.hub import report_work
from gplsa.app.desk import warmup
from gplsa.app.desk.desk import current_desk

LAST_WORDS = 2.0  # seconds for what is being sent when the server is told to end


@asynccontextmanager
async def lifespan(_app: st.App) -> AsyncIterator[None]:
    """Compile early; at the end stop every job, however deep in its work."""
    compiling = warmup.start()
    sandbox.warm("gplsa.reading.preloaded", keep=True)
    # Streamlit collects garbage after every run of a page and, while it does, nothing is sent. Of
    # what there is to look through, most are the libraries just imported, which stay for good.
    gc.collect()
    gc.freeze()
    if not place.is_private():
        print(f"\n  {REFUSED}\n", flush=True)
    elif address := place.address_with_token():
        print(f"\n  Open with the token: {address}\n", flush=True)
    reporting = (
        asyncio.create_task(report_work(lambda: current_desk().busy)) if place.hub() else None
    )

    def end() -> bool:
        sandbox.close()
        if compiling is not None:
            compiling.terminate()
        return current_desk().close(patience=1.0)

    with ending_in_time(end):
        yield
    if reporting is not None:
        reporting.cancel()
    if not end():
        # A thread that does not answer would keep the process: nothing it holds is worth the wait,
        # finished corpora and models are on the disk.
        threading.Timer(0.3, os._exit, [0]).start()


@contextmanager
def ending_in_time(end: Callable[[], object]) -> Iterator[None]:
    """Told to end, Streamlit's server waits for whoever is being sent something, and for ever where
    that one does not read, as a computer that was closed: it gets a moment."""

    def leave() -> None:
        end()
        os._exit(0)

    def told(number: int, frame: FrameType | None) -> None:
        timer = threading.Timer(LAST_WORDS, leave)
        timer.daemon = True
        timer.start()
        if callable(handler := handlers[number]):
            handler(number, frame)

    numbers = (signal.SIGINT, signal.SIGTERM)
    if threading.current_thread() is not threading.main_thread():
        numbers = ()  # who else runs this server ends it
    handlers = {number: signal.signal(number, told) for number in numbers}
    yield
    for number, handler in handlers.items():
        signal.signal(number, handler)


SHELL = Path(__file__).resolve().with_name("pages") / "_shell.py"

# Streamlit puts the script's folder on sys.path at the start of every run and takes it off at the
# end, unless it is there anyway. Python walks that list for every import: one in a job's thread,
# while the list shrinks, skips a folder and does not find what is installed.
if str(SHELL.parent) not in sys.path:
    sys.path.append(str(SHELL.parent))

app = st.App(SHELL, lifespan=lifespan, middleware=[Middleware(Guard)])
