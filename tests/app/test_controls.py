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


def test_what_rests_while_a_job_runs_says_why(laid_out, open_page, go_on):
    laid_out.begin("Reading", lambda progress: progress(0.5, "Reading") or "done")
    why = "Waits until what runs now has ended."
    for page, rests in {
        "train.py": ["Train"],
        "corpus.py": ["Read folder", "Read the sample: 216 pairs"],
    }.items():
        app = open_page(page)
        found = {one.label: one for one in app.button if one.label in rests}
        assert all(one.disabled and one.proto.help == why for one in found.values())
        assert len(found) == len(rests)
    go_on.set()
    eventually(lambda: not laid_out.busy)
    again = next(one for one in open_page("train.py").button if one.label == "Train")
    assert not again.disabled and not again.proto.help
