from typing import Any

from django.conf import settings
from django.core.handlers.asgi import ASGIHandler
from django.core.handlers.exception import convert_exception_to_response
from django.http import HttpRequest
from django.utils.deprecation import MiddlewareMixin
from django.utils.module_loading import import_string

# The API has no forms and no files, and the one cookie that it knows, staff's, it reads where it is wanted.
ONLY_FOR_PAGES = (
    "servestatic.middleware.ServeStaticMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "axes.middleware.AxesMiddleware",
    "soniplatform.busy_pages.BusyPages",
)


class ApiHandler(ASGIHandler):
    """Requests to the API, without what Django spends on pages: 2 ms of a core for each.

    That is a thread that it starts for each request, and every hook of its middleware going there and back. Here hooks
    run on the event loop. Views are asynchronous: a synchronous one would share a single thread with all others.
    """

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        await self.handle(scope, receive, send)

    def load_middleware(self, is_async: bool = True) -> None:
        self._view_middleware: list[Any] = []
        self._template_response_middleware: list[Any] = []
        self._exception_middleware: list[Any] = []
        answer = convert_exception_to_response(self._get_response_async)  # type: ignore[attr-defined]
        for path in reversed(settings.MIDDLEWARE):
            if path not in ONLY_FOR_PAGES:
                answer = convert_exception_to_response(_on_the_loop(import_string(path))(answer))
        self._middleware_chain = answer


def _on_the_loop(middleware: Any) -> Any:
    """Keeps Django's middleware on the event loop: the parts used for the API wait for nothing."""
    if isinstance(middleware, type) and issubclass(middleware, MiddlewareMixin):
        return type(middleware.__name__, (_OnTheLoop, middleware), {})
    return middleware


class _OnTheLoop(MiddlewareMixin):
    async def __acall__(self, request: HttpRequest) -> Any:
        response = self.process_request(request) if hasattr(self, "process_request") else None
        if response is None:
            answering: Any = self.get_response(request)
            response = await answering
        return self.process_response(request, response) if hasattr(self, "process_response") else response
