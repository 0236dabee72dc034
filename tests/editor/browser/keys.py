"""Ways by the keyboard alone: nothing is given the focus but by keys."""

from playwright.sync_api import Locator, Page

from tests.support.waiting import wait_until

# The control's name, without the badge that a tab may have below it.
FOCUSED = """() => { const one = document.activeElement;
    const label = one.labels?.[0] ?? (one.id && document.querySelector(`label[for="${one.id}"]`));
    return (one.getAttribute('aria-label') || label?.innerText || one.innerText || '').trim().split('\\n')[0] }"""


def expect_focus(page: Page, label: str) -> None:
    """Asked again and again from here: what Playwright evaluates in the page by itself, the page's policy forbids."""
    wait_until(lambda: page.evaluate(FOCUSED) == label, f"“{label}” has the focus", seconds=120)


def tab_to(page: Page, label: str, *, key: str = "Tab", at_most: int = 60) -> None:
    """On with Tab, or back with Shift+Tab, until the control of that name has the focus."""
    passed = []
    for _ in range(at_most):
        page.keyboard.press(key)
        passed.append(page.evaluate(FOCUSED))
        if passed[-1] == label:
            return
    raise AssertionError(f"{key} does not lead to “{label}”, but to {passed}.")


def back_to(page: Page, label: str) -> None:
    """Past the cards, which have many controls."""
    tab_to(page, label, key="Shift+Tab", at_most=200)


def tab_into(page: Page, field: Locator, *, at_most: int = 200) -> None:
    """On with Tab into this very field, which may share its name with others."""
    for _ in range(at_most):
        page.keyboard.press("Tab")
        if field.evaluate("(field) => field === document.activeElement"):
            return
    raise AssertionError("Tab does not lead there.")
