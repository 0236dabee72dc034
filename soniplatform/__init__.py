"""The Django project: settings, addresses, the ASGI and Celery applications, and the standalone runner."""

from soniplatform.celery import app as celery_app

__all__ = ["celery_app"]
