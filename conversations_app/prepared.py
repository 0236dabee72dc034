"""The statements of every turn, compiled once a process: Django takes longer to make SQL of a queryset than PostgreSQL
takes to answer it.

A prepared statement is written with the ORM, with a `Given` wherever a value is handed over each time. So the
ORM still writes the SQL, for whichever database there is, and rows become the same instances.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import Any, Generic, TypeVar

from django.db import DatabaseError, connection
from django.db.models import Field, Model, QuerySet, Value
from django.db.models.constants import OnConflict
from django.db.models.query import get_related_populators
from django.db.models.sql import InsertQuery, UpdateQuery
from psycopg import Cursor as ServerBindingCursor

M = TypeVar("M", bound=Model)

Values = Mapping[str, Any]


class Given(Value):
    """In place of a value for a field of a model. It is handed over under the field's name, or under one of its own."""

    def __init__(self, model: type[Model], field: str, name: str = ""):
        super().__init__(name or field, output_field=_field(model, field))

    def as_sql(self, compiler: Any, connection: Any) -> tuple[str, list[Any]]:  # type: ignore[override]
        return "%s", [self]

    def taken_from(self, values: Values) -> Any:
        return _adapted(self.output_field, values[self.value])


class Statement:
    """SQL with its parameters, some of them given only when it runs."""

    def __init__(self, sql: str, params: Sequence[Any]):
        self._sql = sql
        self._params = params

    def run(self, cursor: Any, values: Values) -> None:
        given = [param.taken_from(values) if isinstance(param, Given) else param for param in self._params]
        cursor.execute(self._sql, given)


class PreparedQuery(Generic[M]):
    """Reads models, with those that are selected along."""

    def __init__(self, queryset: Callable[[], QuerySet[M]]):
        self._queryset = queryset

    def first(self, **values: Any) -> M | None:
        """The one row of a query that gives one at most, or the first."""
        with _cursor() as cursor:
            self._reading.statement.run(cursor, values)
            row = cursor.fetchone()
        return self._reading.instance(row) if row else None

    def all(self, **values: Any) -> list[M]:
        with _cursor() as cursor:
            self._reading.statement.run(cursor, values)
            rows = cursor.fetchall()
        return [self._reading.instance(row) for row in rows]

    @cached_property
    def _reading(self) -> "_Reading[M]":
        return _Reading(self._queryset())


class _Reading(Generic[M]):
    """Everything that Django works out of a queryset before it asks the database."""

    def __init__(self, queryset: QuerySet[M]):
        compiler: Any = queryset.query.get_compiler(connection=connection)
        self.statement = Statement(*compiler.as_sql())
        columns = [column for column, *_ in compiler.select]
        self._model: type[M] = queryset.model
        self._names = [columns[position].target.attname for position in compiler.klass_info["select_fields"]]
        self._converters = [
            (position, column, converters)
            for position, (converters, column) in compiler.get_converters(columns).items()
        ]
        # The stubs know the signature of a later Django.
        populators: Any = get_related_populators
        self._related = populators(compiler.klass_info, compiler.select, connection.alias)
        self._annotations = [*compiler.annotation_col_map.items()]

    def instance(self, row: Sequence[Any]) -> M:
        values = [*row]
        for position, column, converters in self._converters:
            for convert in converters:
                values[position] = convert(values[position], column, connection)
        read = self._model.from_db(connection.alias, self._names, values[: len(self._names)])
        for related in self._related:
            related.populate(values, read)
        for name, position in self._annotations:
            setattr(read, name, values[position])
        return read


class PreparedUpdate:
    """Changes the rows of a queryset; gives how many there were."""

    def __init__(self, queryset: Callable[[], QuerySet[Any]], **changes: Any):
        self._queryset = queryset
        self._changes = changes

    def run(self, **values: Any) -> int:
        with _cursor() as cursor:
            self._statement.run(cursor, values)
            changed: int = cursor.rowcount
        return changed

    @cached_property
    def _statement(self) -> Statement:
        query: Any = self._queryset().query.chain(UpdateQuery)
        query.add_update_values(self._changes)
        return Statement(*query.get_compiler(connection=connection).as_sql())


class PreparedSave(Generic[M]):
    """Saves some fields of a row: `instance.save(update_fields=…)`, without signals."""

    def __init__(self, model: type[M], *names: str):
        self._fields = [_field(model, name) for name in names]
        self._update = PreparedUpdate(
            lambda: model._base_manager.filter(pk=Given(model, "pk")),
            **{name: Given(model, name) for name in names},
        )

    def save(self, instance: M) -> None:
        values = {field.name: field.pre_save(instance, add=False) for field in self._fields}
        if not self._update.run(pk=instance.pk, **values):
            raise DatabaseError(f"{instance!r} is gone, and can't be saved.")


class PreparedInsert(Generic[M]):
    """Stores a new row: `instance.save(force_insert=True)`, without signals."""

    def __init__(self, model: type[M], *, unique_field: str = "", update_fields: Sequence[str] = ()):
        """With a unique field, a row that is there already has some of its fields updated."""
        self._model = model
        self._unique_field = unique_field
        self._update_fields = update_fields

    def insert(self, instance: M) -> None:
        values = [_adapted(field, field.pre_save(instance, add=True)) for field in self._fields]
        with _cursor() as cursor:
            cursor.execute(self._sql, values)
            if self._returned:
                for field, value in zip(self._returned, cursor.fetchone(), strict=True):
                    setattr(instance, field.attname, value)
        instance._state.adding, instance._state.db = False, connection.alias

    @cached_property
    def _fields(self) -> "list[Field[Any, Any]]":
        """All but a key that the database gives out."""
        concrete = self._model._meta.local_concrete_fields
        return [field for field in concrete if field not in self._returned]

    @cached_property
    def _returned(self) -> "Sequence[Field[Any, Any]]":
        returned: Sequence[Field[Any, Any]] = self._model._meta.db_returning_fields
        return returned

    @cached_property
    def _sql(self) -> str:
        compiler: Any = self._query().get_compiler(connection=connection)
        compiler.returning_fields = self._returned
        [(sql, _)] = compiler.as_sql()
        return str(sql)

    def _query(self) -> InsertQuery:
        query = InsertQuery(self._model)
        if self._unique_field:
            query = InsertQuery(
                self._model,
                on_conflict=OnConflict.UPDATE,
                update_fields=[_field(self._model, name) for name in self._update_fields],
                unique_fields=[_field(self._model, self._unique_field)],
            )
        query.insert_values(self._fields, [self._model()])
        return query


def _field(model: type[Model], name: str) -> "Field[Any, Any]":
    field: Field[Any, Any] = model._meta.get_field(model._meta.pk.name if name == "pk" else name)  # type: ignore[assignment]
    return field


def _adapted(field: "Field[Any, Any]", value: Any) -> Any:
    return field.get_db_prep_save(value, connection)


def _cursor() -> Any:
    """On PostgreSQL, values go apart from the SQL: so the server, too, reads and plans a statement only once."""
    cursor: Any = connection.cursor()
    if connection.vendor == "postgresql":
        cursor.cursor = ServerBindingCursor(connection.connection)
    return cursor
