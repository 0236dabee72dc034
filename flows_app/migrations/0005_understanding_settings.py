from django.db import migrations


def forget_free_settings(apps, schema_editor):
    """Anything could be written there and nothing read it; what the language does not know would stop the bot."""
    bots = apps.get_model("flows_app", "Bot").objects.filter(settings__has_key="understanding")
    for bot in bots:
        bot.settings = {name: value for name, value in bot.settings.items() if name != "understanding"}
        bot.save(update_fields=["settings"])


class Migration(migrations.Migration):

    dependencies = [
        ('flows_app', '0004_understanding'),
    ]

    operations = [
        migrations.RunPython(forget_free_settings, migrations.RunPython.noop),
    ]
