from django.apps import AppConfig


class DemoBankConfig(AppConfig):
    """Installed only where SONI_DEMO is on: elsewhere there are no tables of it either."""

    name = "soniplatform.demo_bank"
    verbose_name = "Demo bank"
    default_auto_field = "django.db.models.BigAutoField"
