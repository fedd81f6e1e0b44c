"""What every page shows: the line of a running job."""

import threading

from gplsa.app.show import job_line
from tests.patience import PATIENCE, eventually


def test_a_click_while_a_job_ends_is_not_lost(laid_out, open_page, monkeypatch):
    go = threading.Event()

    def work(progress):
        go.wait(PATIENCE)
        return "done"

    job = laid_out.begin("Reading", work)
    page = open_page("corpus.py")
    draw = job_line._running

    def ends_now(*arguments):
        go.set()
        eventually(lambda: not job.snapshot.live)
        draw(*arguments)

    monkeypatch.setattr(job_line, "_running", ends_now)
    page.button("onward-train.py").click().run()
    assert page.title[0].value == open_page("train.py").title[0].value
