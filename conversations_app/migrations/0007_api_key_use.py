from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('conversations_app', '0006_idempotent_starts'),
    ]

    operations = [
        migrations.AddField(
            model_name='apikey',
            name='expires_at',
            field=models.DateTimeField(blank=True, help_text='From then on it opens nothing. Empty: never.', null=True, verbose_name='expires'),
        ),
        migrations.AddField(
            model_name='apikey',
            name='last_used_at',
            field=models.DateTimeField(blank=True, editable=False, null=True),
        ),
        migrations.AddField(
            model_name='conversation',
            name='user_verified',
            field=models.BooleanField(default=False),
        ),
    ]
