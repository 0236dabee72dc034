"""Pages that need what somebody else holds for too long. The API and sockets tell it in their own ways."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.deprecation import MiddlewareMixin

from conversations_app.concurrency.contention import RETRY_SECONDS, is_busy


class BusyPages(MiddlewareMixin):
    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        if not is_busy(error):
            return None
        page = render(request, "busy.html", {"seconds": RETRY_SECONDS}, status=503)
        page["Retry-After"] = str(RETRY_SECONDS)
        return page
