"""What comes between the widget and the server."""

import re
from collections.abc import Callable

from playwright.sync_api import BrowserContext, Page, WebSocketRoute


class HeldBack:
    """What the server sends, but for some frames: they wait, or are lost."""

    def __init__(self, context: BrowserContext, is_held: Callable[[str], bool]):
        self._is_held = is_held
        self._waiting: list[Callable[[], None]] = []
        context.route_web_socket(re.compile("/ws/"), self._stand_between)

    def _stand_between(self, socket: WebSocketRoute) -> None:
        def pass_on(text: str | bytes) -> None:
            if self._is_held(str(text)):
                self._waiting.append(lambda: socket.send(text))
            else:
                socket.send(text)

        socket.connect_to_server().on_message(pass_on)

    def wait_for_one(self, page: Page) -> None:
        while not self._waiting:
            page.wait_for_timeout(50)

    def let_go(self) -> None:
        for send in self._waiting:
            send()
        self.lose()

    def lose(self) -> None:
        """What waits never arrives; from now on, everything does."""
        self._waiting.clear()
        self._is_held = lambda text: False
