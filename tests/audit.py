"""`make audit`: known vulnerabilities of what is pinned, and what is installed only because DSPy asks for it.

Ends with 1 if something pinned is known to be vulnerable. Where no database of vulnerabilities can be reached, it says
so and ends with 0: a machine without that network can still run everything else.
"""

import json
import re
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
PINNED = ("requirements.txt", "requirements-dev.txt", "requirements-optional.txt")

Parents = Mapping[str, set[str]]


class DatabaseAway(Exception):
    """Nothing is known of any package."""


def main() -> int:
    print(f"Only through dspy: {', '.join(only_through('dspy', parents_in((ROOT / PINNED[0]).read_text())))}.")
    try:
        found = vulnerabilities(_asked_of_database())
    except DatabaseAway as away:
        print(f"SKIPPED: pip-audit reaches no database of vulnerabilities from here ({away}). Nothing was audited.")
        return 0
    print("\n".join(found) or "No known vulnerability in what is pinned.")
    return 1 if found else 0


def _asked_of_database() -> Any:
    files = [part for name in PINNED for part in ("-r", name)]
    command = [sys.executable, "-m", "pip_audit", "--disable-pip", "--require-hashes", "--progress-spinner", "off"]
    command += ["--timeout", "5", "--format", "json"]
    asked = subprocess.run([*command, *files], cwd=ROOT, capture_output=True, text=True, check=False)
    try:
        return json.loads(asked.stdout)
    except ValueError:
        # It gives no report if it can't connect; its last line says why.
        raise DatabaseAway((asked.stderr.strip().splitlines() or ["no report"])[-1][:200]) from None


def vulnerabilities(report: Any) -> list[str]:
    """A line each. Raises DatabaseAway if not one package was looked up; names those of which nothing is known."""
    packages = report["dependencies"]
    unknown = [package["name"] for package in packages if "skip_reason" in package]
    if len(unknown) == len(packages):
        raise DatabaseAway("it knows none of the packages")
    if unknown:
        print(f"Not audited, because the database does not know them: {', '.join(unknown)}.")
    return [
        f"{package['name']} {package['version']}: {flaw['id']}, mended in {', '.join(flaw['fix_versions']) or 'none'}"
        for package in packages
        for flaw in package.get("vulns", [])
    ]


def parents_in(pinned: str) -> Parents:
    """Who asks for each package, by the `# via` notes that pip-compile writes; our own wishes are “-r …”."""
    parents: dict[str, set[str]] = {}
    for block in re.split(r"\n(?=[a-z0-9])", pinned):
        if name := re.match(r"([a-z0-9._-]+)==", block):
            via = block.partition("# via")[2]
            parents[name[1]] = set(re.findall(r"(-r \S+|[a-z0-9._-]+)", via))
    return parents


def only_through(package: str, parents: Parents) -> list[str]:
    """Those that nothing else leads to: without `package`, no way from our own wishes ends there."""
    wanted = {name for name in parents if name != package and any(by.startswith("-r ") for by in parents[name])}
    while more := set(_asked_for_by(wanted, parents)) - wanted - {package}:
        wanted |= more
    return sorted(set(parents) - wanted - {package})


def _asked_for_by(wanted: set[str], parents: Parents) -> Iterator[str]:
    return (name for name, by in parents.items() if by & wanted)


if __name__ == "__main__":
    sys.exit(main())
