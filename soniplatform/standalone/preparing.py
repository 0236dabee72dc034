"""Prepares a first run: the database, an account for the admin, and bots to talk to."""

import secrets
from pathlib import Path

from django.conf import settings
from django.contrib.auth import get_user_model
from django.core.management import call_command

from soniplatform.standalone.demo import load_demo

ADMIN_NAME = "admin"


def prepare() -> None:
    """Safe to run again: what is there stays as it is."""
    call_command("migrate", interactive=False, verbosity=0)
    if not get_user_model().objects.filter(is_superuser=True).exists():
        # The admin last: whoever was interrupted before that begins again, and finds the bots that are there.
        load_demo()
        _create_admin()


def generated_password() -> str | None:
    """The demo admin's password, while it is still the generated one."""
    path = _password_path()
    if not path.exists():
        return None
    password = path.read_text().strip()
    admin = get_user_model().objects.filter(username=ADMIN_NAME).first()
    return password if admin and admin.check_password(password) else None


def _create_admin() -> None:
    password = secrets.token_urlsafe(9)
    path = _password_path()
    path.touch(mode=0o600)
    path.write_text(password)
    get_user_model().objects.create_superuser(ADMIN_NAME, password=password)


def _password_path() -> Path:
    return Path(settings.DATA_DIR) / "admin-password"
