"""`python -m tests.understanding.utterances [--failures] [--write] [--category NAME]`."""

import argparse
import asyncio
import os

import django


def main() -> None:
    parser = argparse.ArgumentParser(description="Measures the embedded understanding on the utterances here.")
    parser.add_argument("--failures", action="store_true", help="list each case that is got wrong")
    parser.add_argument("--write", action="store_true", help="write what is reached as the floors of the test")
    parser.add_argument("--category", help="only the cases of one category")
    wanted = parser.parse_args()
    if wanted.write and wanted.category:
        parser.error("The floors are written for all categories at once.")
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    django.setup()
    _measure(wanted)


def _measure(wanted: argparse.Namespace) -> None:
    from tests.understanding.utterances.cases import cases
    from tests.understanding.utterances.floors import write_floors
    from tests.understanding.utterances.providers import embedded
    from tests.understanding.utterances.report import failures
    from tests.understanding.utterances.scoring import score

    chosen = [case for case in cases() if wanted.category in (None, case.category)]
    measured = asyncio.run(score(chosen, embedded))
    if wanted.failures:
        print(failures(measured), end="\n\n")
    print(measured.table())
    if wanted.write:
        write_floors(measured)


if __name__ == "__main__":
    main()
