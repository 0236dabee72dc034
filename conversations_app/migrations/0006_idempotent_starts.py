from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("conversations_app", "0005_examples_and_programs"),
        ("flows_app", "0001_initial"),
    ]

    operations = [
        migrations.AddField(
            model_name="conversation",
            name="start_key",
            field=models.CharField(blank=True, editable=False, max_length=64),
        ),
        migrations.AddField(
            model_name="conversation",
            name="start_body",
            field=models.CharField(blank=True, editable=False, max_length=64),
        ),
        migrations.AddIndex(
            model_name="conversation",
            index=models.Index(fields=["bot", "-created_at", "-id"], name="conversation_newest"),
        ),
        migrations.AddConstraint(
            model_name="conversation",
            constraint=models.UniqueConstraint(
                condition=models.Q(("start_key", ""), _negated=True),
                fields=("bot", "start_key"),
                name="conversation_start_once",
            ),
        ),
    ]
