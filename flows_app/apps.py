from importlib import import_module

from django.apps import AppConfig
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.utils.translation import gettext_lazy as _

from flows_app.translated_names import translate_names


class FlowsAppConfig(AppConfig):
    """Authoring: bots, flows, their drafts, and the versions that are published from them."""

    name = "flows_app"
    verbose_name = _("Flows")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Slot types, and what plugins add, are registered by being imported."""
        import_module("flows_app.slot_types")
        translate_names(self)
        for module in settings.SONI_PLUGINS:
            try:
                import_module(module)
            except ImportError as missing:
                raise ImproperlyConfigured(f"SONI_PLUGINS names “{module}”, but: {missing}") from missing
