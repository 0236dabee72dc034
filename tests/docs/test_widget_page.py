"""docs/widget.md tells of everything that the widget's code knows, and of nothing else."""

import re
from functools import cache
from pathlib import Path

import pytest

from flows_app.flow_language.theme import THEME_TEXTS
from tests.support.processes import ROOT

STATIC = ROOT / "conversations_app" / "static" / "conversations_app"
PAGE = (ROOT / "docs" / "widget.md").read_text(encoding="utf-8")
# Called by the browser, or written by the loader alone.
LIFE_OF_AN_ELEMENT = {"constructor", "connectedCallback", "disconnectedCallback", "attributeChangedCallback"}
WRITTEN_BY_THE_LOADER = {"host"}


@cache
def code(*names: str) -> str:
    files = [STATIC / name for name in names] or [STATIC / "widget.js", *sorted((STATIC / "widget").glob("*.js"))]
    return "\n".join(Path(file).read_text(encoding="utf-8") for file in files)


def table(title: str, of: str) -> set[str]:
    """What stands in the first column of the table with this heading."""
    rows = PAGE.partition(f"| {title} |")[2].partition("\n\n")[0].splitlines()[2:]
    assert rows, f"There is no table of each {title}."
    names = {re.search(of, row.split("|")[1]) for row in rows}
    assert None not in names, f"A row of the table of each {title} names none."
    return {found[1] for found in names if found}


def known_attributes() -> set[str]:
    element = code("widget/element.js")
    one_by_one = re.findall(r"this\.(?:get|has)Attribute\(\"([a-z-]+)\"\)", element)
    together = re.findall(r"\[([^\]]*)\]\.map\(\(name\) => this\.getAttribute\(name\)", element)
    by_the_loader = re.findall(r"const \{([\w, ]+)\} = script\.dataset", code("widget.js"))
    listed = {name.strip(' "') for names in (*together, *by_the_loader) for name in names.split(",")}
    return {*one_by_one, *listed} - WRITTEN_BY_THE_LOADER


def known_methods() -> set[str]:
    return (
        set(re.findall(r"^  (?:async )?([a-z]\w*)\(.*\{$", code("widget/element.js"), re.MULTILINE))
        - LIFE_OF_AN_ELEMENT
    )


def known_events() -> set[str]:
    told = re.findall(r"#emit(?:Change)?\(([^,)]*)", code("widget/element.js"))
    return {name for words in told for name in re.findall(r'"([a-z]+)"', words)}


def test_every_option() -> None:
    assert table("attribute", r"`data-([a-z-]+)`") == known_attributes()


def test_every_method() -> None:
    assert table("method", r"`soni\.(\w+)\(") | {"preview"} == known_methods()
    assert "`element.preview(" in PAGE


def test_what_the_page_object_passes_on_are_methods_of_the_element() -> None:
    (names,) = re.findall(r"for \(const name of \[(.*?)\]\)", code("widget.js"))
    passed_on = set(re.findall(r'"(\w+)"', names))

    assert passed_on | {"on", "preview"} == known_methods()


def test_every_event() -> None:
    assert table("event", r"`soni:([a-z]+)`") == known_events()


def test_every_variable() -> None:
    assert table("variable", r"`(--soni-[a-z-]+)`") == set(re.findall(r"var\((--soni-[a-z-]+)", code()))


def test_every_part() -> None:
    assert table("part", r"`([a-z]+)`") == set(re.findall(r'\bpart(?::| =) "([a-z]+)"', code()))


@pytest.mark.parametrize("text", THEME_TEXTS)
def test_every_text_of_a_theme_is_shown(text: str) -> None:
    assert re.search(rf"\b{text}\b", code("widget/element.js", "widget/panel.js"))


def test_every_link_leads_somewhere() -> None:
    for file, heading in re.findall(r"\]\(([\w.-]*)(?:#([\w-]+))?\)", PAGE):
        page = (ROOT / "docs" / file).read_text(encoding="utf-8") if file else PAGE
        headings = {
            re.sub(r"[^\w -]", "", line.lstrip("# ")).lower().replace(" ", "-")
            for line in page.splitlines()
            if line.startswith("#")
        }
        assert not heading or heading in headings, f"{file}#{heading}"
