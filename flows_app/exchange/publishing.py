"""Publishing what was imported."""

from dataclasses import dataclass, field

from flows_app.exchange.importing import Imported
from flows_app.exchange.reading import BotReading
from flows_app.models import Flow
from flows_app.publishing import NothingToPublish, PublishFlow, PublishingError, PublishRefused
from flows_app.rights import Person, RightMissing
from flows_app.validation import Finding


@dataclass
class Published:
    versions: list[str] = field(default_factory=list)
    unchanged: list[str] = field(default_factory=list)
    # Flow to the reasons, one a line.
    refused: dict[str, list[str]] = field(default_factory=dict)


def publish_imported(imported: Imported, reading: BotReading, *, user: Person = None) -> Published:
    """Every imported flow that can be. A flow may call another one only when that is published, so those refused
    are tried again for as long as something new has been published."""
    published = Published()
    waiting = imported.flows
    while waiting:
        tried, waiting = waiting, []
        for name in tried:
            if not _publish(imported, name, reading, published, user):
                waiting.append(name)
        if len(waiting) == len(tried):
            break
    return published


def _publish(imported: Imported, name: str, reading: BotReading, published: Published, user: Person) -> bool:
    flow = Flow.objects.select_related("bot", "current_version").get(bot=imported.bot, name=name)
    published.refused.pop(name, None)
    try:
        published.versions.append(str(PublishFlow(flow, user=user, note="import").execute()))
    except NothingToPublish:
        published.unchanged.append(name)
    except PublishRefused as refused:
        published.refused[name] = [reason(reading, name, finding) for finding in refused.findings]
        return False
    except (PublishingError, RightMissing) as refused:
        published.refused[name] = [str(refused)]
        return False
    return True


def reason(reading: BotReading, flow: str, finding: Finding) -> str:
    """A finding with the line that its step, slot or field stands in."""
    return f"{reading.place_of_finding(flow, finding)}: {finding}"
