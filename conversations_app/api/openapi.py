"""The API's description, and a page to browse it. It is made once a process: nothing in it changes."""

from functools import cache
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.renderers import OpenApiJsonRenderer, OpenApiYamlRenderer

# The same for everybody, for as long as the process runs.
_HEADERS = {"Cache-Control": "public, max-age=300"}


@require_safe
def as_json(request: HttpRequest) -> HttpResponse:
    return HttpResponse(_written(OpenApiJsonRenderer), content_type="application/json", headers=_HEADERS)


@require_safe
def as_yaml(request: HttpRequest) -> HttpResponse:
    return HttpResponse(_written(OpenApiYamlRenderer), content_type="application/yaml", headers=_HEADERS)


@require_safe
def page(request: HttpRequest) -> HttpResponse:
    return render(request, "conversations_app/api_docs.html")


@cache
def _document() -> Any:
    generator: Any = SchemaGenerator  # it comes without types
    return generator().get_schema(public=True)


@cache
def _written(renderer: Any) -> bytes:
    return bytes(renderer().render(_document()))
