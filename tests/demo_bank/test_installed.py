"""Where the demo is: on the machine of who tries the platform, and nowhere else unless asked for."""

import subprocess
import sys
from pathlib import Path

import pytest
from django.contrib.auth import get_user_model
from django.test import Client

from flows_app.models import Bot
from soniplatform.demo_bank.models import Customer
from soniplatform.standalone.demo import create_demo_bot, load_demo
from soniplatform.standalone.preparing import prepare
from tests.demo_bank.bank import Visitor
from tests.support.processes import ROOT, environment

DEPLOYMENT = {"DATABASE_URL": "postgresql://localhost/none", "SECRET_KEY": "0123456789-abcdefghijklmnopqrstuvwxyz" * 2}
SHOW = """
from soniplatform import settings
print("soniplatform.demo_bank" in settings.INSTALLED_APPS, "soniplatform.demo_bank.actions" in settings.SONI_PLUGINS)
"""


def installed(tmp_path: Path, **settings: str) -> str:
    clean = {name: value for name, value in environment({}).items() if name != "SONI_DEMO"}
    return subprocess.run(
        [sys.executable, "-c", SHOW],
        cwd=ROOT,
        env={**clean, "SONI_DATA_DIR": str(tmp_path), **settings},
        capture_output=True,
        text=True,
        check=True,
    ).stdout.strip()


def test_the_demo_is_there_when_standalone_and_not_in_a_deployment(tmp_path: Path) -> None:
    assert installed(tmp_path) == "True True"
    assert installed(tmp_path, SONI_DEMO="false") == "False False"
    assert installed(tmp_path, **DEPLOYMENT) == "False False"
    assert installed(tmp_path, **DEPLOYMENT, SONI_DEMO="true") == "True True"


@pytest.mark.django_db
def test_the_bank_is_the_first_bot_of_the_home_page() -> None:
    load_demo()
    load_demo()

    page = Client().get("/").text
    assert [bot.slug for bot in Bot.objects.all()] == ["demo-bank", "greeter"]
    assert 0 < page.index("/chat/demo-bank/") < page.index("/chat/greeter/")
    assert Client().get("/chat/demo-bank/").status_code == 200


@pytest.mark.django_db
def test_a_platform_that_was_interrupted_before_it_had_an_admin_is_prepared_after_all() -> None:
    create_demo_bot()

    prepare()

    assert {bot.slug for bot in Bot.objects.all()} == {"demo-bank", "greeter"}
    assert get_user_model().objects.filter(is_superuser=True).count() == 1


@pytest.mark.django_db
def test_what_was_changed_after_the_first_run_stays() -> None:
    prepare()
    Bot.objects.filter(slug="demo-bank").update(slug="our-bank", public=False)

    prepare()

    assert list(Bot.objects.values_list("slug", "public")) == [("our-bank", False), ("greeter", True)]


@pytest.mark.django_db
@pytest.mark.parametrize("name", ["customer", "account", "payee", "transaction", "card", "bill"])
def test_the_admin_shows_what_customers_have_and_changes_nothing(name: str) -> None:
    assert Visitor().customer
    client = Client()
    client.force_login(get_user_model().objects.create_superuser("boss", password="secret"))

    assert client.get(f"/admin/demo_bank/{name}/").status_code == 200
    assert client.get(f"/admin/demo_bank/{name}/add/").status_code == 403
    assert Customer.objects.count() == 1
