from axes.apps import AppConfig as Axes
from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class SoniPlatformConfig(AppConfig):
    """The project itself is an app only for the commands that run it."""

    name = "soniplatform"
    verbose_name = "Soni Platform"


class StaffLoginsConfig(Axes):
    """In the admin, under a name that says what it is."""

    verbose_name = _("Staff logins")
