"""The one script that a host's page names, and the modules that it loads: at addresses that stay, compressed, and with
what other origins need to load them."""

import gzip
import hashlib
import re
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache
from pathlib import Path

from django.conf import settings
from django.contrib.staticfiles import finders
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.cache import patch_vary_headers
from django.views.decorators.http import condition, require_safe

from conversations_app.limits import WIDGET_CACHE_SECONDS, WIDGET_SCRIPT_CACHE_SECONDS

_ENTRY = "widget"
# Lines that are comments: a twelfth of what visitors would load.
_COMMENTS = re.compile(rb"^[ ]*(//.*|/\*\*.*\*/)$", re.MULTILINE)


@dataclass(frozen=True)
class Script:
    content: bytes
    compressed: bytes
    digest: str
    modified: datetime

    def etag(self, request: HttpRequest) -> str:
        """Gives the ETag of the compressed or the plain form: a cache that has both must not mix them up."""
        return f'"{self.digest}{"-gzip" if _reads_gzip(request) else ""}"'


def current_script(name: str) -> Script:
    return _read(name) if settings.DEBUG else _kept(name)


@cache
def _kept(name: str) -> Script:
    """Reads a script once in a process, as static files are."""
    return _read(name)


def _read(name: str) -> Script:
    found = finders.find(f"conversations_app/{name}.js")
    if found is None:
        raise Http404
    path = Path(str(found))
    # The other lines keep their numbers.
    content = _COMMENTS.sub(b"", path.read_bytes())
    modified = datetime.fromtimestamp(path.stat().st_mtime, UTC)
    return Script(content, gzip.compress(content, 9, mtime=0), hashlib.sha256(content).hexdigest()[:32], modified)


def _reads_gzip(request: HttpRequest) -> bool:
    return "gzip" in request.headers.get("Accept-Encoding", "")


@require_safe
def widget_script(request: HttpRequest) -> HttpResponse:
    return _for_everybody(_unless_known(request, _ENTRY), WIDGET_SCRIPT_CACHE_SECONDS)


@require_safe
def widget_module(request: HttpRequest, name: str) -> HttpResponse:
    return _for_everybody(_unless_known(request, f"widget/{name}"), WIDGET_CACHE_SECONDS)


def _for_everybody(response: HttpResponse, seconds: int) -> HttpResponse:
    response.headers["Cache-Control"] = f"public, max-age={seconds}"
    response.headers["Access-Control-Allow-Origin"] = "*"
    # Modules are fetched with CORS, a plain script is not: pages that isolate themselves (by their
    # Cross-Origin-Embedder-Policy) only take one that says it may be taken.
    response.headers["Cross-Origin-Resource-Policy"] = "cross-origin"
    patch_vary_headers(response, ("Accept-Encoding",))
    return response


@condition(
    lambda request, name: current_script(name).etag(request),
    lambda request, name: current_script(name).modified,
)
def _unless_known(request: HttpRequest, name: str) -> HttpResponse:
    script, headers = current_script(name), {}
    if _reads_gzip(request):
        headers["Content-Encoding"] = "gzip"
    content = script.compressed if headers else script.content
    return HttpResponse(content, content_type="text/javascript; charset=utf-8", headers=headers)
