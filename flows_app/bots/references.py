"""Rows of plugins that refer to what is deleted past Django's own cascade."""

from collections.abc import Collection
from itertools import islice
from typing import Any

from django.db.models import Model, QuerySet, RestrictedError
from django.db.models.deletion import Collector, get_candidate_relations_to_delete

from flows_app.limits import DELETION_BATCH


def follow_references(rows: QuerySet[Any], *, but_of: Collection[type[Model]] = ()) -> None:
    """Does with whatever refers to the rows as its `on_delete` says. The caller deletes those of the models `but_of`.

    Raises ProtectedError or RestrictedError.
    """
    for relation in get_candidate_relations_to_delete(rows.model._meta):
        if relation.related_model not in but_of:
            _follow(relation, rows)


def _follow(relation: Any, rows: QuerySet[Any]) -> None:
    """In batches: Django loads what it deletes, and what hangs on that."""
    referring = relation.related_model._base_manager
    ids = referring.filter(**{f"{relation.field.name}__in": rows}).values_list("pk", flat=True).iterator(DELETION_BATCH)
    while batch := [*islice(ids, DELETION_BATCH)]:
        collector = Collector(using=rows.db, origin=rows)
        relation.on_delete(collector, relation.field, referring.filter(pk__in=batch), rows.db)
        if collector.restricted_objects:
            raise RestrictedError(f"Restricted by {relation.field}.", set(referring.filter(pk__in=batch)))
        collector.delete()
