from datetime import datetime

from django.utils import timezone


def short_time(moment: datetime) -> str:
    """For lists, where there is little room."""
    return timezone.localtime(moment).strftime("%Y-%m-%d %H:%M")
