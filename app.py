"""The browser app. Start it with `streamlit run app.py`."""

import os

# OpenBLAS on several threads is many times slower on our small dense products.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import streamlit as st
from starlette.middleware import Middleware

from gplsa.app import warmup
from gplsa.app.identity import Guard
from gplsa.app.workshop import workshop


@asynccontextmanager
async def lifespan(_app: st.App) -> AsyncIterator[None]:
    """Compile early; at the end stop every job, however deep in its work."""
    compiling = warmup.start()
    yield
    if compiling is not None:
        compiling.terminate()
    if not workshop().close(patience=1.0):
        # A thread that does not answer would keep the process: nothing it holds is worth the wait,
        # finished corpora and models are on the disk.
        threading.Timer(0.3, os._exit, [0]).start()


app = st.App("pages/_shell.py", lifespan=lifespan, middleware=[Middleware(Guard)])
