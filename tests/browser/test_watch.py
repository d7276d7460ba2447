"""What the other browser tests rely on: an error is noticed, unless the page is on its way out."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page

COMPLAIN = """() => {
  console.error("said");
  setTimeout(() => { throw new Error("thrown"); });
  void Promise.reject(new Error("refused"));
}"""


def test_a_page_that_stays_is_heard_and_one_that_goes_is_not(quiet_page: Callable[..., Page]) -> None:
    page = quiet_page()
    page.goto("data:text/html,<h1>Goes</h1>")
    page.evaluate(f"addEventListener('beforeunload', {COMPLAIN})")
    page.goto("data:text/html,<h1>Stays</h1>")
    page.evaluate(COMPLAIN)
    while len(page.watch.errors) < 3:  # type: ignore[attr-defined]
        page.wait_for_event("pageerror")
    heard = [error.split(" (")[0] for error in page.watch.errors]  # type: ignore[attr-defined]
    assert sorted(heard) == ["refused", "said", "thrown"]
    page.watch.errors.clear()  # type: ignore[attr-defined]
