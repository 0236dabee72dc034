"""A definition as the YAML that an author would write."""

import re
from typing import Any

import yaml

from flows_app.yaml_text.scalars import reads_as_text

# Names, types and targets go first; what holds further steps goes last, so that a step can be read at a glance.
_FIRST = ("name", "slug", "type", "when")
_LAST = ("metadata", "note", "next", "cases", "default", "steps")
# Short words in a row are easier to read beside each other.
_WORD = re.compile(r"[A-Za-z0-9_.\-]{1,24}")
_WORDS_IN_A_ROW = 6
# Characters that YAML 1.1 also takes for the end of a line.
_OTHER_BREAK = re.compile(r"[\r\x85\u2028\u2029]")
# Blanks that would be lost at the edge of a block.
_NOT_IN_A_BLOCK = re.compile(r"[\t\ufeff]|\A\s| +$| +\n", re.MULTILINE)
_ONE_LINE = 1_000_000


def as_yaml(written: dict[str, Any]) -> str:
    return str(
        yaml.dump(
            written, Dumper=_Dumper, sort_keys=False, allow_unicode=True, width=_ONE_LINE, default_flow_style=False
        )
    )


def in_reading_order(written: dict[str, Any]) -> dict[str, Any]:
    """Order of keys of a bot, a flow, a slot, an action, a step or a case; mappings that an author fills freely keep
    their own."""
    keys = [key for key in _FIRST if key in written]
    keys += [key for key in written if key not in (*_FIRST, *_LAST)]
    keys += [key for key in _LAST if key in written]
    return {key: _nested_in_order(key, written[key]) for key in keys}


def _nested_in_order(key: str, value: Any) -> Any:
    if key in ("flows", "slots", "http_actions", "steps", "cases", "choices", "options") and isinstance(value, list):
        return [in_reading_order(part) if isinstance(part, dict) else part for part in value]
    if key == "default" and isinstance(value, dict):
        return in_reading_order(value)
    return value


class _Dumper(yaml.SafeDumper):
    def ignore_aliases(self, data: Any) -> bool:
        """The reader refuses aliases."""
        return True

    def increase_indent(self, flow: bool = False, indentless: bool = False) -> None:
        super().increase_indent(flow, False)


def _text(dumper: yaml.SafeDumper, text: str) -> yaml.ScalarNode:
    return dumper.represent_scalar("tag:yaml.org,2002:str", text, style=_style(dumper, text))


def _style(dumper: yaml.SafeDumper, text: str) -> str | None:
    if _OTHER_BREAK.search(text):
        return '"'
    if "\n" in text:
        return '"' if _NOT_IN_A_BLOCK.search(text) else "|"
    # PyYAML puts quotes around what YAML 1.1 would misread; what our own reader would, it does not know.
    if not reads_as_text(text):
        return '"'
    # Expressions are full of single quotes, which single quotes around them would double.
    crowded = "'" in text and '"' not in text and not dumper.analyze_scalar(text).allow_block_plain
    return '"' if crowded else None


def _list(dumper: yaml.SafeDumper, items: list[Any]) -> yaml.SequenceNode:
    in_a_row = len(items) <= _WORDS_IN_A_ROW and all(isinstance(item, str) and _WORD.fullmatch(item) for item in items)
    return dumper.represent_sequence("tag:yaml.org,2002:seq", items, flow_style=in_a_row)


_Dumper.add_representer(str, _text)
_Dumper.add_representer(list, _list)
