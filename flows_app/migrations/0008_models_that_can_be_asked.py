import re
from typing import Any

from django.db import migrations

_CAN_BE_ASKED = re.compile(
    r"(openai|anthropic|gemini|xai|groq|deepseek|moonshot|openrouter|ollama|ollama_chat|hosted_vllm)"
    r"(/[A-Za-z0-9_][A-Za-z0-9_.:@+-]*)+"
)


def take_the_others_off(apps: Any, schema_editor: Any) -> None:
    """A bot whose model has a provider that is not on the list could no longer be read; it understands by itself."""
    for bot in apps.get_model("flows_app", "Bot").objects.all():
        understanding = dict(bot.settings.get("understanding") or {})
        model = understanding.pop("model", None)
        if model is None or _CAN_BE_ASKED.fullmatch(model):
            continue
        if understanding.get("provider") == "dspy":
            understanding["provider"] = "embedded"
        bot.settings = {**bot.settings, "understanding": understanding}
        bot.save(update_fields=["settings"])
        print(f"\n  Bot {bot.slug}: “{model}” can't be asked any more; see docs/understanding.md.", end="")  # noqa: T201


class Migration(migrations.Migration):
    dependencies = [("flows_app", "0007_editor")]
    operations = [migrations.RunPython(take_the_others_off, migrations.RunPython.noop)]
