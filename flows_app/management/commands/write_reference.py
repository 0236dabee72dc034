from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand

from flows_app.reference import reference_page


class Command(BaseCommand):
    help = "Writes docs/language.md, the reference of the flow language, from its models."

    def handle(self, *args: Any, **options: Any) -> None:
        path = settings.BASE_DIR / "docs" / "language.md"
        path.write_text(reference_page(), encoding="utf-8")
        self.stdout.write(f"Written: {path.relative_to(settings.BASE_DIR)}")
