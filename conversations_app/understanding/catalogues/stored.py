from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

from pydantic import ValidationError

from flows_app.engine import FlowOnOffer, FlowsOnOffer
from flows_app.flow_language import SlotDefinition
from flows_app.models import BotCatalogue, FlowProfile
from flows_app.publishing import catalogue_of


@dataclass(frozen=True)
class StoredVectors:
    """Vectors, or weights for them, as bytes: none if there are none yet. Only for the encoder that made them."""

    encoder: str = ""
    content: bytes | None = None

    def made_by(self, encoder: str) -> bytes | None:
        return self.content if self.encoder == encoder else None


@dataclass(frozen=True)
class StoredCatalogue:
    """A bot's flows with what was learnt of them, as the database has it."""

    flows: FlowsOnOffer
    # A bot that is in no database has none.
    id: int | None = None
    vectors: Mapping[str, StoredVectors] = field(default_factory=dict)
    weights: StoredVectors = StoredVectors()
    fitted_at: datetime | None = None


def read_catalogue(bot_id: int, catalogue_id: int | None, *, to_fit: bool = False) -> StoredCatalogue:
    """Two statements. More only if the bot has no catalogue yet, or that one is gone: then it is the current one.

    The vectors of a bot of a thousand flows take 10 MB: who has the weights needs none, unless to fit anew.
    """
    row = BotCatalogue.objects.filter(pk=catalogue_id).first() if catalogue_id else None
    row = row or catalogue_of(bot_id)
    with_vectors = to_fit or row.weights is None
    names = {version_id: name for name, version_id in row.versions.items()}
    found = FlowProfile.objects.filter(pk__in=names).defer(*(() if with_vectors else ("vectors",)))
    profiles = {names[profile.pk]: profile for profile in found}
    offered = {name: _on_offer(name, profiles[name]) for name in sorted(profiles)}
    flows = {name: flow for name, flow in offered.items() if flow}
    return StoredCatalogue(
        flows=flows,
        id=row.pk,
        vectors={name: _stored(profiles[name].encoder, profiles[name].vectors) for name in flows if with_vectors},
        weights=_stored(row.encoder, row.weights),
        fitted_at=row.fitted_at,
    )


def _stored(encoder: str, content: bytes | memoryview | None) -> StoredVectors:
    """PostgreSQL gives a view of the bytes, SQLite the bytes."""
    return StoredVectors(encoder, None if content is None else bytes(content))


def _on_offer(name: str, profile: FlowProfile) -> FlowOnOffer | None:
    try:
        slots = tuple(SlotDefinition.model_validate(slot) for slot in profile.slots)
    except ValidationError:
        return None  # published under an older language: it can't be run
    return FlowOnOffer(name, profile.description, tuple(profile.triggers), slots)
