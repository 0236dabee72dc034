"""Guards each use of a library's private interface (docs/decisions/0015-private-interfaces.md).

A test that fails here after an update of a library tells which use to look at, before users find out.
"""

import inspect
from collections.abc import Callable
from gettext import GNUTranslations
from pathlib import Path
from typing import Any

import django
import dspy
import pytest
from babel.messages.catalog import Catalog
from celery.concurrency.thread import TaskPool
from celery.platforms import EX_FAILURE
from celery.worker import WorkController
from celery.worker import state as worker_state
from django.core.handlers.asgi import ASGIHandler
from django.core.handlers.base import BaseHandler
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.db.models import Model, QuerySet
from django.db.models.deletion import Collector, get_candidate_relations_to_delete
from django.db.models.query import get_related_populators
from django.db.models.sql import InsertQuery, UpdateQuery
from django.template import Engine
from django.template.base import FilterExpression, Parser
from django.utils.deprecation import MiddlewareMixin
from django.utils.numberformat import format as number_format
from django.utils.translation.trans_real import parse_accept_lang_header
from django_structlog.app_settings import app_settings
from dspy.clients.costs import estimate_cost
from dspy.clients.engines import AsyncLM15Engine
from dspy.teleprompt.gepa.gepa_utils import ScoreWithFeedback
from kombu.transport import redis as redis_transport
from redis.asyncio.connection import AbstractConnection, ConnectionPool
from rest_framework.request import Request
from rest_framework.test import APIRequestFactory

from flows_app.models import Bot, Flow
from tests.private_interfaces.uses import Use, all_uses

RECORD = "docs/decisions/0015-private-interfaces.md"

# Every use that the product has. The guards below are written for these.
KNOWN = {
    "conversations_app/api/throttling.py": {"_request"},
    "conversations_app/languages.py": {"django.utils.translation.trans_real.parse_accept_lang_header"},
    "conversations_app/prepared.py": {
        "django.db.models.constants.OnConflict",
        "django.db.models.query.get_related_populators",
        "django.db.models.sql.InsertQuery",
        "django.db.models.sql.UpdateQuery",
    },
    "conversations_app/understanding/language_model/adapter.py": {"_prepare_response_format"},
    "conversations_app/understanding/language_model/engine.py": {
        "dspy.clients.costs.estimate_cost",
        "dspy.clients.engines.AsyncLM15Engine",
    },
    "conversations_app/understanding/optimising/metrics.py": {"dspy.teleprompt.gepa.gepa_utils.ScoreWithFeedback"},
    "conversations_app/understanding/spoken/samples.py": {"_catalog"},
    "conversations_app/verbs/bot_traces.py": {"_raw_delete"},
    "flows_app/bots/references.py": {
        "django.db.models.deletion.Collector",
        "django.db.models.deletion.get_candidate_relations_to_delete",
    },
    "flows_app/drafts/writing.py": {"_raw_delete"},
    "flows_app/exchange/translations/po.py": {"_get_locale"},
    "flows_app/flow_language/messages.py": {
        "_filter_name",
        "django.template.base.FilterExpression",
        "django.template.base.Parser",
        "django.template.base.Variable",
    },
    "flows_app/models/version.py": {"_raw_delete"},
    "soniplatform/api_handler.py": {
        "django.core.handlers.asgi.ASGIHandler",
        "django.core.handlers.exception.convert_exception_to_response",
    },
    "soniplatform/broker.py": {"_connparams", "kombu.transport.redis"},
    "soniplatform/channel_layer.py": {"redis.asyncio.connection.AbstractConnection"},
    "soniplatform/demo_bank/wording.py": {"django.utils.numberformat.format"},
    "soniplatform/observing/request_log.py": {"django_structlog.app_settings.app_settings"},
    "soniplatform/observing/readiness.py": {"django.db.migrations.executor.MigrationExecutor"},
    "soniplatform/standalone/worker.py": {"celery.worker.WorkController", "celery.worker.state"},
    "soniplatform/stuck_worker.py": {
        "celery.concurrency.thread.TaskPool",
        "celery.platforms.EX_FAILURE",
        "celery.worker.state",
    },
}


def test_every_use_is_listed() -> None:
    listed = {Use(path, name) for path, names in KNOWN.items() for name in names}
    found = all_uses()

    assert sorted(found - listed) == [], f"Not in {RECORD}: say there why it is needed, and write a guard here."
    assert sorted(listed - found) == [], f"No longer used: take it out of {RECORD} and of this module."


def changed(what: str, used_by: str) -> str:
    return f"{what} has changed in the installed version, and {used_by} builds on it: look there, and at {RECORD}."


@pytest.mark.django_db
def test_compiled_queries_of_django() -> None:
    told = changed("Django's SQL compiler", "conversations_app/prepared.py")
    compiler: Any = Flow.objects.select_related("bot").query.get_compiler(connection=connection)
    sql, parameters = compiler.as_sql()

    assert isinstance(sql, str), told
    assert not parameters, told
    assert {"select_fields", "related_klass_infos"} <= set(compiler.klass_info), told
    assert isinstance(compiler.annotation_col_map, dict), told
    assert callable(compiler.get_converters), told
    populators: Any = get_related_populators
    assert parameters_of(populators)[:3] == ["klass_info", "select", "db"], told
    assert all(hasattr(one, "populate") for one in populators(compiler.klass_info, compiler.select, "default")), told


def test_inserts_and_updates_of_django() -> None:
    told = changed("Django's InsertQuery or UpdateQuery", "conversations_app/prepared.py")

    assert {"on_conflict", "update_fields", "unique_fields"} <= set(parameters_of(InsertQuery.__init__)), told
    assert parameters_of(InsertQuery.insert_values)[:2] == ["fields", "objs"], told
    assert parameters_of(UpdateQuery.add_update_values) == ["values"], told
    assert hasattr(Bot._meta, "db_returning_fields"), told


def test_request_handling_of_django() -> None:
    told = changed("Django's ASGI handler", "soniplatform/api_handler.py")
    names = ("_view_middleware", "_template_response_middleware", "_exception_middleware", "_middleware_chain")

    assert all(hasattr(BaseHandler, name) for name in names), told
    assert inspect.iscoroutinefunction(BaseHandler._get_response_async), told  # type: ignore[attr-defined]  # private
    assert inspect.iscoroutinefunction(ASGIHandler.handle), told
    assert parameters_of(ASGIHandler.handle) == ["scope", "receive", "send"], told
    assert inspect.iscoroutinefunction(MiddlewareMixin.__acall__), told


def test_deleting_without_collecting() -> None:
    told = changed("QuerySet._raw_delete", "flows_app/drafts/writing.py, models/version.py and verbs/bot_traces.py")

    assert parameters_of(QuerySet._raw_delete) == ["using"], told


def test_following_references() -> None:
    told = changed("Django's Collector", "flows_app/bots/references.py")
    model: type[Model] = Bot
    relations: list[Any] = [*get_candidate_relations_to_delete(model._meta)]

    assert Flow in {relation.related_model for relation in relations}, told
    assert all(callable(relation.on_delete) for relation in relations), told
    assert {"using", "origin"} <= set(parameters_of(Collector.__init__)), told
    assert hasattr(Collector(using="default"), "restricted_objects"), told


def test_numbers_as_a_language_writes_them() -> None:
    told = changed("django.utils.numberformat", "soniplatform/demo_bank/wording.py")

    assert number_format(1234.5, ",", 2, 3, ".", force_grouping=True) == "1.234,50", told


def test_names_of_requests_in_the_log() -> None:
    told = changed("django_structlog's settings", "soniplatform/observing/request_log.py")

    assert isinstance(app_settings.REQUEST_CANCELLED_LOG_LEVEL, int), told


def test_names_and_syntax_of_template_filters() -> None:
    told = changed("how Django reads a template's filters", "flows_app/flow_language/messages.py")
    engine = Engine.get_default()
    parser = Parser([], builtins=engine.template_builtins)
    [(function, _)] = FilterExpression("name|upper", parser).filters

    assert getattr(function, "_filter_name", "") == "upper", told


def test_accepted_languages() -> None:
    told = changed("parse_accept_lang_header", "conversations_app/languages.py")

    assert parse_accept_lang_header("es;q=0.5, en") == (("en", 1.0), ("es", 0.5)), told


def test_looking_for_missing_migrations() -> None:
    told = changed("MigrationExecutor", "soniplatform/observing/readiness.py")

    assert parameters_of(MigrationExecutor.__init__)[0] == "connection", told
    assert parameters_of(MigrationExecutor.migration_plan)[0] == "targets", told


def test_the_request_inside_a_request_of_rest_framework() -> None:
    told = changed("Request._request", "conversations_app/api/throttling.py")
    inner = APIRequestFactory().get("/")

    assert Request(inner)._request is inner, told


def test_locales_of_babel() -> None:
    told = changed("Catalog's locale", "flows_app/exchange/translations/po.py")

    assert Catalog._get_locale(Catalog("es")).language == "es", told  # type: ignore[union-attr]  # private
    assert callable(Catalog._set_locale), told


def test_catalogues_of_gettext() -> None:
    told = changed("GNUTranslations._catalog", "conversations_app/understanding/spoken/samples.py")
    compiled = Path(django.__file__).parent / "conf/locale/es/LC_MESSAGES/django.mo"
    with compiled.open("rb") as file:
        catalogue = GNUTranslations(file)._catalog  # type: ignore[attr-defined]  # private

    assert catalogue["Monday"] == "lunes", told


def test_connections_of_kombu() -> None:
    told = changed("the Redis channel's _connparams", "soniplatform/broker.py")

    assert parameters_of(redis_transport.Channel._connparams) == ["asynchronous"], told
    assert redis_transport.Transport.Channel is redis_transport.Channel, told


def test_workers_of_celery() -> None:
    told = changed("Celery's worker", "soniplatform/standalone/worker.py and stuck_worker.py")

    assert parameters_of(WorkController.on_consumer_ready) == ["consumer"], told
    assert worker_state.should_stop is None, told
    assert "should_stop" in inspect.getsource(worker_state.maybe_shutdown), told
    assert inspect.isclass(TaskPool), told
    assert isinstance(EX_FAILURE, int), told


def test_connections_of_redis() -> None:
    told = changed("redis' asyncio connection", "soniplatform/channel_layer.py")

    assert isinstance(ConnectionPool().make_connection(), AbstractConnection), told  # type: ignore[no-untyped-call]


def test_engines_and_prices_of_dspy() -> None:
    told = changed("DSPy's engine", "conversations_app/understanding/language_model/engine.py")

    assert {"provider", "requested_model", "request"} <= set(parameters_of(estimate_cost)), told
    assert inspect.iscoroutinefunction(AsyncLM15Engine.complete), told
    assert callable(AsyncLM15Engine.resolve), told


def test_formats_of_dspy() -> None:
    told = changed("JSONAdapter._prepare_response_format", "conversations_app/understanding/language_model/adapter.py")

    assert parameters_of(dspy.JSONAdapter._prepare_response_format) == ["lm", "lm_kwargs", "signature"], told


def test_feedback_of_dspy() -> None:
    told = changed("ScoreWithFeedback", "conversations_app/understanding/optimising/metrics.py")

    assert ScoreWithFeedback(score=0.5, feedback="half")["score"] == 0.5, told


def parameters_of(function: Callable[..., Any]) -> list[str]:
    return [name for name in inspect.signature(function).parameters if name != "self"]
