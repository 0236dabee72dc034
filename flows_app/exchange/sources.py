"""The files that a path stands for."""

from dataclasses import dataclass
from pathlib import Path

from flows_app.limits import YAML_BYTES
from flows_app.yaml_text.nodes import Node
from flows_app.yaml_text.parsing import parse
from flows_app.yaml_text.places import ImportRefused, Place, Problem, Remarks

_ENDINGS = (".yaml", ".yml")


@dataclass(frozen=True)
class Source:
    """A file's content, and the name that problems call it by."""

    name: str
    content: bytes


def read_sources(path: Path) -> list[Source]:
    """A file, or the .yaml and .yml files of a directory and below it, in the order of their names."""
    if not path.is_dir():
        return [_source(path, str(path))]
    found = sorted(file for file in path.rglob("*") if file.suffix in _ENDINGS and file.is_file())
    if not found:
        raise ImportRefused([Problem(Place(str(path), 1), "There is no .yaml or .yml file in this directory.")])
    return [_source(file, str(file)) for file in found]


def _source(path: Path, name: str) -> Source:
    try:
        with path.open("rb") as opened:
            # One byte more than allowed is enough to see that it is too much.
            return Source(name, opened.read(YAML_BYTES + 1))
    except OSError as error:
        raise ImportRefused([Problem(Place(name, 1), f"The file can't be read: {error.strerror}.")]) from error


def parse_sources(sources: list[Source], remarks: Remarks) -> list[Node]:
    if sum(len(source.content) for source in sources) > YAML_BYTES:
        largest = max(sources, key=lambda source: len(source.content))
        sentence = f"All files together are larger than {YAML_BYTES} bytes."
        raise ImportRefused([Problem(Place(largest.name, 1), sentence)])
    return [document for source in sources for document in parse(source.name, source.content, remarks)]
