"""Pictures of the widget for the documentation (`make screenshots`), the same each time."""

from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from playwright.sync_api import Browser

from tests.support.chromium import running_chromium
from tests.widget import states
from tests.widget.host import HostSite, host_site
from tests.widget.platform import Platform, running_platform
from tests.widget.widget import Widget

PICTURES = Path("docs/images/widget")
ROOM = {"width": 500, "height": 740}
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}

SHOTS: dict[str, tuple[str, dict[str, Any]]] = {
    "launcher": ("closed launcher", {"viewport": {"width": 500, "height": 200}}),
    "conversation": ("conversation", {}),
    "quick-replies": ("quick replies", {}),
    "date": ("date input", {}),
    "hand-off": ("handed off", {}),
    "offline": ("offline", {}),
    "ended": ("ended", {}),
    "dark": ("quick replies", {"color_scheme": "dark"}),
    "right-to-left": ("right to left", {}),
    "phone": ("quick replies", PHONE),
}


def main() -> None:
    PICTURES.mkdir(parents=True, exist_ok=True)
    with (
        TemporaryDirectory() as directory,
        host_site() as site,
        running_platform(Path(directory), site) as platform,
        running_chromium() as browser,
    ):
        for name, (state, options) in SHOTS.items():
            picture(browser, site, platform, name, state, options)
        picture_of_a_failure(browser, site, platform)


def picture(
    browser: Browser, site: HostSite, platform: Platform, name: str, state: str, options: dict[str, Any]
) -> None:
    widget = arrive(browser, site, platform, options)
    states.show(widget, state)
    widget.page.screenshot(path=PICTURES / f"{name}.png")
    widget.page.context.close()


def picture_of_a_failure(browser: Browser, site: HostSite, platform: Platform) -> None:
    widget = arrive(browser, site, platform, {})
    widget.page.route_web_socket("**/ws/**", states.refuse_messages)
    widget.open()
    widget.say("send 50 to ana")
    widget.element.get_by_role("button", name="Try again").wait_for()
    widget.page.screenshot(path=PICTURES / "error.png")
    widget.page.context.close()


def arrive(browser: Browser, site: HostSite, platform: Platform, options: dict[str, Any]) -> Widget:
    context = browser.new_context(**{"viewport": ROOM, "reduced_motion": "reduce", "timezone_id": "UTC", **options})
    page = context.new_page()
    # On the day of what is said there: later, it would be shown with its date.
    page.clock.set_fixed_time(datetime(2026, 11, 16, 10, 5, tzinfo=UTC))
    dark = options.get("color_scheme") == "dark"
    style = f"<style>body {{ background: {'#0b0d11' if dark else '#e9edf5'} }}</style>"
    page.goto(site.put(f"/picture-{dark}", platform.tag("demo-bank"), head=style))
    return Widget(page)


if __name__ == "__main__":
    main()
