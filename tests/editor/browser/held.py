from playwright.sync_api import Page, Route

from tests.support.waiting import wait_until


class Held:
    """Requests that the server does not answer, until the test lets them go."""

    def __init__(self, page: Page, pattern: str):
        self.waiting: list[Route] = []
        self._page, self._held = page, True
        page.route(pattern, self._take)

    def expect_some(self) -> None:
        """Asked by way of the page: while Python only sleeps, it hears of no request."""
        wait_until(lambda: self._page.evaluate("() => true") and self.waiting, "a request waits", seconds=120)

    def expect_one(self) -> None:
        self.expect_some()
        assert len(self.waiting) == 1

    def _take(self, route: Route) -> None:
        if self._held:
            self.waiting.append(route)
        else:
            route.continue_()

    def stop(self) -> None:
        """What comes from now on is answered; what waits is not."""
        self._held = False

    def let_go(self) -> None:
        self.stop()
        for route in self.waiting:
            route.continue_()
