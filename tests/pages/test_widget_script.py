"""`/widget.js`: loaded by other people's pages, seldom stale."""

import gzip
import hashlib
from pathlib import Path

import httpx
import pytest
from django.contrib.staticfiles import finders
from django.test import Client

from tests.support.processes import Server

SCRIPTS = [
    "/widget.js",
    *(f"/widget/{path.name}" for path in Path(str(finders.find("conversations_app/widget"))).iterdir()),
]


@pytest.mark.parametrize("path", SCRIPTS)
def test_it_is_the_static_file_without_its_comments(client: Client, path: str) -> None:
    source = Path(str(finders.find(f"conversations_app{path}"))).read_text()
    served = client.get(path).content.decode()

    assert "//" in source or "/**" in source
    for number, (written, sent) in enumerate(zip(source.split("\n"), served.split("\n"), strict=True)):
        if written != sent:
            above = "".join(source.split("\n")[:number])
            assert (sent, written.strip()[:2] in ("//", "/*")) == ("", True)
            assert above.count("`") % 2 == 0, "a line of a text is none of comment"


def test_anybody_may_keep_it_for_a_while(client: Client) -> None:
    response = client.get("/widget.js")

    assert response.headers["Content-Type"] == "text/javascript; charset=utf-8"
    assert response.headers["Cache-Control"] == "public, max-age=300"
    assert response.headers["X-Content-Type-Options"] == "nosniff"
    assert "Set-Cookie" not in response.headers


def test_every_origin_may_load_it(client: Client) -> None:
    response = client.get("/widget.js", headers={"origin": "https://shop.example"})

    assert response.headers["Access-Control-Allow-Origin"] == "*"
    assert response.headers["Cross-Origin-Resource-Policy"] == "cross-origin"


@pytest.mark.parametrize("by", ["etag", "date"])
def test_who_has_it_is_told_so(client: Client, by: str) -> None:
    first = client.get("/widget.js")
    asked, given = {"etag": ("if-none-match", "ETag"), "date": ("if-modified-since", "Last-Modified")}[by]

    again = client.get("/widget.js", headers={asked: first.headers[given]})

    assert (again.status_code, again.content) == (304, b"")
    assert again.headers["Cache-Control"] == "public, max-age=300"
    assert again.headers["Access-Control-Allow-Origin"] == "*"
    assert hashlib.sha256(first.content).hexdigest().startswith(first.headers["ETag"].strip('"'))


def test_who_has_an_older_one_gets_the_new_one(client: Client) -> None:
    assert client.get("/widget.js", headers={"if-none-match": '"older"'}).status_code == 200


def test_it_is_only_to_be_read(client: Client) -> None:
    assert client.post("/widget.js").status_code == 405


@pytest.mark.parametrize("path", ["/widget.js", "/widget/element.js"])
def test_it_is_compressed_for_who_can_read_that(client: Client, path: str) -> None:
    plain, small = client.get(path), client.get(path, headers={"accept-encoding": "br, gzip"})

    assert "Content-Encoding" not in plain.headers
    assert small.headers["Content-Encoding"] == "gzip"
    assert gzip.decompress(small.content) == plain.content
    assert "Accept-Encoding" in small.headers["Vary"]
    assert "Accept-Encoding" in plain.headers["Vary"]
    assert small.headers["ETag"] != plain.headers["ETag"]
    again = client.get(path, headers={"accept-encoding": "gzip", "if-none-match": small.headers["ETag"]})
    assert again.status_code == 304


def test_there_are_no_other_modules(client: Client) -> None:
    assert client.get("/widget/element.js").headers["Cache-Control"] == "public, max-age=60"
    assert client.get("/widget/nothing.js").status_code == 404


@pytest.mark.processes
def test_a_server_gives_script_and_modules_to_every_origin(standalone: Server) -> None:
    """What a browser asks of a module from another origin, and how soon it asks again."""
    origin = {"origin": "https://shop.example"}
    script = httpx.get(f"{standalone.address}/widget.js", headers=origin, timeout=60)
    module = httpx.get(f"{standalone.address}/widget/element.js", headers=origin, timeout=60)

    assert script.headers["Access-Control-Allow-Origin"] == module.headers["Access-Control-Allow-Origin"] == "*"
    assert module.headers["Content-Type"].startswith("text/javascript")
    assert module.headers["Cache-Control"] == "public, max-age=60"
    assert module.headers.get("Cross-Origin-Resource-Policy") in (None, "cross-origin")
    known = {"if-none-match": module.headers["ETag"]}
    assert httpx.get(str(module.url), headers={**origin, **known}, timeout=60).status_code == 304
