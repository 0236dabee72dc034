import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('flows_app', '0005_understanding_settings'),
    ]

    operations = [
        migrations.AddField(
            model_name='bot',
            name='requires_verified_users',
            field=models.BooleanField(default=False, help_text='Who starts without an API key and says who they are must prove it. Visitors who say nothing of it stay anonymous.'),
        ),
        migrations.CreateModel(
            name='IdentitySecret',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('encrypted', models.TextField(editable=False)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('bot', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='identity_secrets', to='flows_app.bot')),
            ],
            options={
                'ordering': ('-created_at', '-pk'),
            },
        ),
    ]
