from axes.apps import AppConfig as Axes
from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class SoniPlatformConfig(AppConfig):
    """The project itself is an app only for the commands that run it."""

    name = "soniplatform"
    verbose_name = "Soni Platform"


class StaffLoginsConfig(Axes):
    """App of failed logins, with a clear name in the admin."""

    verbose_name = _("Staff logins")
