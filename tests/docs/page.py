"""A page of the documentation, as the blocks of code that it shows."""

import re
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from tests.support.processes import ROOT

_BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
# What stands straight after a command is what it prints.
_OUTPUTS = ("json", "text")


@dataclass(frozen=True)
class Block:
    language: str
    text: str
    line: int
    # Of a command: the block that shows what it prints, if there is one.
    output: "Block | None" = None


class Page:
    def __init__(self, path: Path):
        self.path = path
        self.text = path.read_text()

    def blocks(self) -> list[Block]:
        """In their order; what a command prints is with the command."""
        found: list[Block] = []
        matches = list(_BLOCK.finditer(self.text))
        shown_after = {match.start(): self._output(match, following) for match, following in pairwise(matches)}
        outputs = {output.line for output in shown_after.values() if output}
        for match in matches:
            if self._line(match) not in outputs:
                found.append(Block(match[1], match[2], self._line(match), shown_after.get(match.start())))
        return found

    def section(self, title: str) -> str:
        _, _, rest = self.text.partition(f"\n## {title}\n")
        assert rest, f"There is no section “{title}”."
        return rest.partition("\n## ")[0]

    def anchors(self) -> set[str]:
        """As GitHub makes them of headings."""
        headings = re.findall(r"^#+ (.+)$", self.text, re.MULTILINE)
        return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}

    def _output(self, command: "re.Match[str]", following: "re.Match[str]") -> Block | None:
        between = self.text[command.end() : following.start()]
        if command[1] != "sh" or following[1] not in _OUTPUTS or between != "\n":
            return None
        return Block(following[1], following[2], self._line(following))

    def _line(self, match: "re.Match[str]") -> int:
        return self.text.count("\n", 0, match.start()) + 1


API = Page(ROOT / "docs" / "api.md")
