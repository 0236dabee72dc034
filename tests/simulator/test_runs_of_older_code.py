"""A browser may still hold a run that the code before the last release has sealed."""

import pytest
from django.core import signing

from conversations_app.simulator import runs
from tests.simulator.simulating import Browser

pytestmark = pytest.mark.django_db


def test_a_run_of_the_code_before_journals_is_refused_with_words(browser: Browser) -> None:
    browser.say("hi")
    # As that code sealed it: shape 2, without journals; and the state in its checkpoint was of version 1.
    assert browser.run is not None
    written = signing.loads(browser.run, salt=runs._SALT)
    written["shape"] = 2
    del written["run"]["memory"]["journals"]
    browser.run = signing.dumps(written, salt=runs._SALT, compress=True)

    assert browser.say("Ana")["code"] == "run_expired"
    assert browser.status_code == 400
