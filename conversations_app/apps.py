from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class ConversationsAppConfig(AppConfig):
    """Running: conversations, their turns, and every way to take part in one."""

    name = "conversations_app"
    verbose_name = _("Conversations")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from django.db.models.signals import post_delete

        from conversations_app.credentials.dismissal import connect_signals
        from conversations_app.flow_tests import StoredTests
        from conversations_app.models import NLUExample
        from conversations_app.statistics.steps import StatisticsByRuns
        from conversations_app.statistics.version_usage import UsageByRuns
        from conversations_app.understanding.catalogues import after_publication, after_withdrawal
        from conversations_app.understanding.programs import forget_example
        from conversations_app.verbs.bot_traces import StoredTraces
        from flows_app.ports import bot_traces, flow_test_runner, publish_gate, step_statistics, version_usage
        from flows_app.publishing import flow_published, flow_withdrawn
        from flows_app.translated_names import translate_names

        bot_traces.register(StoredTraces())
        version_usage.register(UsageByRuns())
        step_statistics.register(StatisticsByRuns())
        publish_gate.register(StoredTests())
        flow_test_runner.register(StoredTests())
        flow_published.connect(after_publication)
        flow_withdrawn.connect(after_withdrawal)
        connect_signals()
        post_delete.connect(forget_example, sender=NLUExample)
        translate_names(self)
