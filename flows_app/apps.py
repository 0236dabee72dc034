from django.apps import AppConfig


class FlowsAppConfig(AppConfig):
    """Authoring: bots, flows, their drafts, and the versions that are published from them."""

    name = "flows_app"
    verbose_name = "Flows"
    default_auto_field = "django.db.models.BigAutoField"
