from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _

from flows_app.translated_names import translate_names


class DemoBankConfig(AppConfig):
    """Installed only where SONI_DEMO is on: elsewhere there are no tables of it either."""

    name = "soniplatform.demo_bank"
    verbose_name = _("Demo bank")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        translate_names(self)
