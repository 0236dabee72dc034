"""`python -m tests.support.lm_server --port 8123 --script answers.json`

The script is JSON: `{"send 50 to Ana": {"commands": [...]}, "found:send 50 to Ana": {"found": [...]}}`. What stands
under the words is the content of the answer; `{"status": 500}` and such are taken as they are.
`GET /seen` tells how many requests and connections there were.
"""

import argparse
import asyncio
import dataclasses
import json
from concurrent.futures import Future
from pathlib import Path
from typing import Any

from tests.support.lm_server.answers import Answer
from tests.support.lm_server.scripts import by_text
from tests.support.lm_server.server import LMServer

_FIELDS = {field.name for field in dataclasses.fields(Answer)}


def answer_of(written: dict[str, Any]) -> Answer:
    if written and set(written) <= _FIELDS:
        return Answer(**written)
    return Answer(json.dumps(written))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--port", type=int, required=True)
    parser.add_argument("--script", type=Path)
    given = parser.parse_args()
    script = json.loads(given.script.read_text()) if given.script else {}
    server = LMServer(by_text({words: answer_of(answer) for words, answer in script.items()}), given.port)
    asyncio.run(server.serve(Future()))


if __name__ == "__main__":
    main()
