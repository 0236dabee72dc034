"""Human languages, a folder each: what the platform says in one, and how it understands it.

A language's folder holds modules of fixed names, none of which it must have:

- texts by name: `patterns.PATTERNS`, `widget.WIDGET` and `refusals.REFUSALS`; what is missing is said in English;
- a value of each class in `parts`, by the class's name: `numbers.NUMBERS` is a `Numbers`. English's are read with where
  a language has none.

    from flows_app.languages import register_languages

    register_languages("my_plugin.languages")

adds the folders of another package, in a module that SONI_PLUGINS names.
"""

import pkgutil
import re
from collections.abc import Mapping
from functools import lru_cache
from importlib import import_module
from typing import Any, TypeVar

from flows_app.languages.joining import joined
from flows_app.languages.parts import About

FALLBACK = "en"
_CODE = re.compile(r"[a-z]{2,3}")
# Packages registered later go first: they may replace a part.
_packages = [__name__]

Part = TypeVar("Part")


def register_languages(package: str) -> None:
    """Adds the languages in the folders of a package, or parts to those that there are."""
    _packages.insert(0, import_module(package).__name__)
    _forget()


def unregister_languages(package: str) -> None:
    """Removes the languages of a package, for tests."""
    _packages.remove(package)
    _forget()


def without_region(language: str) -> str:
    """`es` for `es-MX`, which it serves."""
    return language.partition("-")[0].lower()


@lru_cache
def known_languages() -> tuple[str, ...]:
    """The codes of all folders, English first: it is what every other falls back to."""
    codes = {name for package in _packages for name in _modules(package) if _CODE.fullmatch(name)}
    return tuple(sorted(codes, key=lambda code: (code != FALLBACK, code)))


def own_part(language: str, kind: type[Part]) -> Part | None:
    """Gives the language's own part; None if it has none."""
    part: Part | None = _own_part(language, kind.__name__)
    return part


def part_of(language: str, kind: type[Part]) -> Part:
    """Gives the language's part; English's if it has none of its own."""
    part: Part = _own_part(language, kind.__name__) or _own_part(FALLBACK, kind.__name__)
    return part


def mixed(kind: type[Part], *languages: str) -> Part:
    """Joins those of the languages that people mix into any other, and then those of the languages given."""
    part: Part = _mixed(kind.__name__, *languages)
    return part


def mixed_languages(kind: type[Part], *languages: str) -> tuple[tuple[str, Part], ...]:
    """Gives the parts that `mixed` joins, each with its language's code."""
    parts: tuple[tuple[str, Part], ...] = _mixed_languages(kind.__name__, *languages)
    return parts


@lru_cache(maxsize=1024)
def texts_in(language: str, name: str) -> Mapping[str, str]:
    """All texts of a kind, such as `widget`, in English where the language has none."""
    return {**(_load(FALLBACK, name) or {}), **(_load(without_region(language), name) or {})}


@lru_cache(maxsize=1024)
def wordings_of(name: str, key: str) -> Mapping[str, str]:
    """One text of a kind by language."""
    texts = {code: _load(code, name) or {} for code in known_languages()}
    return {code: known[key] for code, known in texts.items() if key in known}


# Called several times a message. Typed above, because what is cached loses the type of its argument.
@lru_cache(maxsize=1024)
def _own_part(language: str, kind: str) -> Any:
    return _load(without_region(language), kind.lower())


@lru_cache(maxsize=1024)
def _mixed(kind: str, *languages: str) -> Any:
    return _joined(tuple(part for _, part in _mixed_languages(kind, *languages)))


@lru_cache(maxsize=1024)
def _joined(parts: tuple[Any, ...]) -> Any:
    """The same object for the same parts: what is compiled from it is kept by it."""
    return joined(parts)


@lru_cache(maxsize=1024)
def _mixed_languages(kind: str, *languages: str) -> tuple[tuple[str, Any], ...]:
    mixed = (code for code in known_languages() if (about := own_part(code, About)) and about.understood_everywhere)
    codes = dict.fromkeys((*mixed, *map(without_region, languages)))
    return tuple((code, part) for code in codes if (part := _own_part(code, kind)))


def _load(code: str, name: str) -> Any:
    """The constant of a module, from the first package that has it."""
    for package in _packages if code in known_languages() else ():
        if code in _modules(package) and name in _modules(f"{package}.{code}"):
            return getattr(import_module(f"{package}.{code}.{name}"), name.upper())
    return None


@lru_cache(maxsize=1024)
def _modules(package: str) -> frozenset[str]:
    return frozenset(module.name for module in pkgutil.iter_modules(import_module(package).__path__))


def _forget() -> None:
    for cached in (known_languages, texts_in, wordings_of, _own_part, _mixed, _mixed_languages, _modules):
        cached.cache_clear()
