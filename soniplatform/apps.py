from django.apps import AppConfig


class SoniPlatformConfig(AppConfig):
    """The project itself is an app only for the commands that run it."""

    name = "soniplatform"
    verbose_name = "Soni Platform"
