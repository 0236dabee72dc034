"""Finds where the product uses what a library does not offer: private names, and modules that it keeps for itself."""

import ast
import importlib
import inspect
import pkgutil
from collections.abc import Iterator
from pathlib import Path
from types import FunctionType, ModuleType
from typing import NamedTuple

from tests.support.processes import ROOT

PRODUCT = ("flows_app", "conversations_app", "soniplatform")
# Modules without an underscore that their libraries don't document, or document as internal.
INTERNAL_MODULES = (
    "celery.concurrency",
    "celery.platforms",
    "celery.worker",
    "django.core.handlers",
    "django.db.migrations.executor",
    "django.db.models.constants",
    "django.db.models.deletion",
    "django.db.models.query",
    "django.db.models.sql",
    "django.template.base",
    "django.utils.numberformat",
    "django.utils.translation.trans_real",
    "django_structlog.app_settings",
    "dspy.clients",
    "dspy.teleprompt.gepa.gepa_utils",
    "kombu.transport",
    "redis.asyncio.connection",
)
# These begin with an underscore, and are documented all the same.
_DOCUMENTED = {"_meta", "_state", "_base_manager", "_asdict", "_replace"}


class Use(NamedTuple):
    path: str
    name: str


def all_uses() -> set[Use]:
    modules = (path for app in PRODUCT for path in (ROOT / app).rglob("*.py") if "migrations" not in path.parts)
    return {use for path in modules for use in _named_in(path)} | set(_overridden())


def _named_in(path: Path) -> Iterator[Use]:
    where, tree = str(path.relative_to(ROOT)), ast.parse(path.read_text(encoding="utf-8"))
    own = {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)}
    own |= {node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute) and _is_own(node.value)}
    for node in ast.walk(tree):
        name = _private_name(node)
        if name and name not in own | _DOCUMENTED:
            yield Use(where, name)
        if isinstance(node, ast.ImportFrom) and node.module and _is_internal(node.module):
            yield from (Use(where, f"{node.module}.{alias.name}") for alias in node.names)


def _private_name(node: ast.AST) -> str:
    """The name of an attribute that the node reads or writes, if it is private and not of `self`."""
    name = ""
    if isinstance(node, ast.Attribute) and not _is_own(node.value):
        name = node.attr
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("getattr", "setattr"):
        name = str(node.args[1].value) if isinstance(node.args[1], ast.Constant) else ""
    return name if name.startswith("_") and not name.startswith("__") else ""


def _is_own(node: ast.expr) -> bool:
    """`self`, `cls` and `super()`: overridden names are found by the classes themselves."""
    if isinstance(node, ast.Call):
        return isinstance(node.func, ast.Name) and node.func.id == "super"
    return isinstance(node, ast.Name) and node.id in ("self", "cls")


def _is_internal(module: str) -> bool:
    return any(module == one or module.startswith(f"{one}.") for one in INTERNAL_MODULES)


def _overridden() -> Iterator[Use]:
    """Private methods of library classes that classes of the product replace."""
    for module in _modules():
        for one in vars(module).values():
            if inspect.isclass(one) and one.__module__ == module.__name__:
                path = str(Path(inspect.getfile(one)).relative_to(ROOT))
                yield from (Use(path, name) for name in _replaced_by(one))


def _replaced_by(one: type) -> Iterator[str]:
    foreign = [base for base in one.__mro__[1:] if not base.__module__.startswith(PRODUCT)]
    for name, value in vars(one).items():
        is_private_method = isinstance(value, FunctionType) and name.startswith("_") and not name.endswith("_")
        if is_private_method and any(name in vars(base) for base in foreign):
            yield name


def _modules() -> Iterator[ModuleType]:
    for app in PRODUCT:
        for found in pkgutil.walk_packages([str(ROOT / app)], f"{app}."):
            if "migrations" not in found.name and not found.name.endswith("__main__"):
                yield importlib.import_module(found.name)
