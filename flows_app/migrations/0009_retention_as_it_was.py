from django.db import migrations


def keep_for_ever(apps, schema_editor):
    """Bots that said nothing have kept conversations for ever; from now on that would mean a year.

    So each says what it has done so far, and loses nothing until somebody decides otherwise.
    """
    Bot = apps.get_model("flows_app", "Bot")
    for bot in Bot.objects.exclude(settings__has_key="retention_days"):
        bot.settings = {**bot.settings, "retention_days": None}
        bot.save(update_fields=["settings"])


class Migration(migrations.Migration):
    dependencies = [("flows_app", "0008_models_that_can_be_asked")]

    operations = [migrations.RunPython(keep_for_ever, migrations.RunPython.noop)]
