"""What a host page loads for the widget, compressed as the platform sends it."""

import gzip
import json
from pathlib import Path

import pytest

from conversations_app.pages.widget_script import current_script
from flows_app.flow_language.widget_words import widget_words

STATIC = Path("conversations_app/static/conversations_app")
FILES = sorted([STATIC / "widget.js", *(STATIC / "widget").iterdir()])
AT_MOST = 20_000


@pytest.mark.parametrize("language", ["en", "es"])
def test_the_whole_widget_is_small(language: str) -> None:
    names = [str(path.relative_to(STATIC).with_suffix("")) for path in FILES]
    sizes = {name: len(current_script(name).compressed) for name in names}
    # They come with the bot's look, but are the widget's own.
    sizes["words"] = len(gzip.compress(json.dumps(widget_words(language)).encode()))

    assert sum(sizes.values()) < AT_MOST, sizes


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_its_source_is_for_people(path: Path) -> None:
    """Small because there is little of it, not because it was squeezed."""
    lines = path.read_text().splitlines()

    assert len(lines) < 300
    assert max(map(len, lines)) < 220
