"""Chooses the language of the admin: the one that a cookie keeps, or else the browser's."""

from django.conf import settings
from django.http import HttpRequest
from django.middleware.locale import LocaleMiddleware
from django.utils import translation


class LanguageOfPages(LocaleMiddleware):
    """Leaves the API in English: its clients are programs, and its sentences end up in their logs."""

    def process_request(self, request: HttpRequest) -> None:
        if request.path.startswith("/api/"):
            translation.activate(settings.LANGUAGE_CODE)
            request.LANGUAGE_CODE = settings.LANGUAGE_CODE
        else:
            super().process_request(request)
