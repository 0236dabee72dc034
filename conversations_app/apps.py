from django.apps import AppConfig


class ConversationsAppConfig(AppConfig):
    """Running: conversations, their turns, and every way to take part in one."""

    name = "conversations_app"
    verbose_name = "Conversations"
    default_auto_field = "django.db.models.BigAutoField"
