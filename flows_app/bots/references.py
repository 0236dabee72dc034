"""Rows that refer to what is deleted, those of plugins included."""

from collections.abc import Collection, Iterator
from itertools import islice
from typing import Any

from django.db.models import Model, QuerySet, RestrictedError
from django.db.models.deletion import Collector, get_candidate_relations_to_delete

from flows_app.limits import DELETION_BATCH


def follow_references(rows: QuerySet[Any], *, but_of: Collection[type[Model]] = ()) -> None:
    """Does with whatever refers to the rows as its `on_delete` says, for who deletes these past Django's own cascade.
    The caller deletes what is of the models `but_of`.

    Raises ProtectedError or RestrictedError.
    """
    for relation in get_candidate_relations_to_delete(rows.model._meta):
        if relation.related_model not in but_of:
            _follow(relation, rows)


def referring_rows(rows: QuerySet[Any]) -> Iterator[QuerySet[Any]]:
    """Yields the rows of each model that refers to them, model by model."""
    for relation in get_candidate_relations_to_delete(rows.model._meta):
        yield _referring(relation, rows)


def _referring(relation: Any, rows: QuerySet[Any]) -> QuerySet[Any]:
    found: QuerySet[Any] = relation.related_model._base_manager.filter(**{f"{relation.field.name}__in": rows})
    return found


def _follow(relation: Any, rows: QuerySet[Any]) -> None:
    """Applies `on_delete` to the referring rows, in batches: Django loads what it deletes, and what depends on that."""
    ids = _referring(relation, rows).values_list("pk", flat=True).iterator(DELETION_BATCH)
    while batch := [*islice(ids, DELETION_BATCH)]:
        collector = Collector(using=rows.db, origin=rows)
        referring = relation.related_model._base_manager.filter(pk__in=batch)
        relation.on_delete(collector, relation.field, referring, rows.db)
        if collector.restricted_objects:
            raise RestrictedError(f"Restricted by {relation.field}.", set(referring))
        collector.delete()
