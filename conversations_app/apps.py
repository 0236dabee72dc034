from django.apps import AppConfig


class ConversationsAppConfig(AppConfig):
    """Running: conversations, their turns, and every way to take part in one."""

    name = "conversations_app"
    verbose_name = "Conversations"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from conversations_app.runtime.version_usage import UsageByRuns
        from conversations_app.scripts import StoredTests
        from flows_app.ports import flow_test_runner, publish_gate, version_usage

        version_usage.register(UsageByRuns())
        publish_gate.register(StoredTests())
        flow_test_runner.register(StoredTests())
