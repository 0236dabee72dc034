from collections.abc import Callable
from typing import Any

from django.http import HttpRequest
from django.views.decorators.csrf import csrf_exempt
from rest_framework.response import Response
from rest_framework.views import APIView

from conversations_app.concurrency.orm import in_orm_thread

View = Callable[..., Any]


def on_orm_threads(view: View) -> View:
    """A view of DRF as an asynchronous one, on threads that stay: Django would start one for each request.

    It is the only one that these views have, and rendering is in it: when it gives its connection back, all is done.
    """

    def answer(request: HttpRequest, **kwargs: Any) -> Any:
        response = view(request, **kwargs)
        return response.render() if isinstance(response, Response) else response

    @csrf_exempt
    async def asynchronous(request: HttpRequest, **kwargs: Any) -> Any:
        return await in_orm_thread(answer, request, **kwargs)

    described: type[APIView] | None = getattr(view, "cls", None)
    return stands_for(described)(asynchronous) if described else asynchronous


def stands_for(described: type[APIView]) -> Callable[[View], View]:
    """Says of a view that is only a function which class tells what it takes and gives: so the API's description
    finds it."""

    def mark(view: View) -> View:
        view.cls, view.initkwargs = described, {}  # type: ignore[attr-defined]
        return view

    return mark
