from django.db import migrations, models


class Migration(migrations.Migration):
    """Drafts that are there already are written in the first version of the language; new ones in the current one."""

    dependencies = [("flows_app", "0010_http_action_description")]

    operations = [
        migrations.AddField(
            model_name="flow",
            name="language_version",
            field=models.PositiveSmallIntegerField(default=1, editable=False),
        ),
        migrations.AlterField(
            model_name="flow",
            name="language_version",
            field=models.PositiveSmallIntegerField(default=2, editable=False),
        ),
    ]
