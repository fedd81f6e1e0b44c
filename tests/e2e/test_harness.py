"""The watch over every page is awake: each kind of misbehaviour is seen."""

from tests.e2e.harness import Complaints, go

ELSEWHERE = "http://127.0.0.1:9/"  # nobody answers there


def watched(browser, server):
    complaints = Complaints(server)
    context = browser.new_context()
    complaints.listen(context)
    return context, context.new_page(), complaints


def test_a_first_visit_is_clean(new_page, empty):
    page = new_page(empty)
    go(page, empty)
    assert page.get_by_role("heading").first.is_visible()


def test_console_errors_and_foreign_requests_are_seen(browser, empty):
    context, page, complaints = watched(browser, empty)
    go(page, empty)
    assert complaints.found == []
    # What a page does is reported a moment later; it must not be left, or closed, before.
    with context.expect_event("console"):
        page.evaluate("console.error('spoilt')")
    with context.expect_event("weberror"):
        page.evaluate("setTimeout(() => { throw new Error('uncaught one') })")
    page.goto("data:text/html,<p>no policy here</p>")
    with context.expect_event("request"):
        page.evaluate("url => fetch(url, {mode: 'no-cors'}).catch(() => 0)", ELSEWHERE)
    context.close()
    text = "\n".join(complaints.found)
    assert "spoilt" in text
    assert "uncaught one" in text
    assert f"left the app: {ELSEWHERE}" in text


def test_a_request_that_the_policy_stops_does_not_count(browser, empty):
    context, page, complaints = watched(browser, empty)
    go(page, empty)
    page.evaluate(
        "url => new Promise(done => {"
        "  const image = new Image(); image.onload = image.onerror = done; image.src = url })",
        ELSEWHERE + "picture.png",
    )
    context.close()
    assert complaints.found == []
