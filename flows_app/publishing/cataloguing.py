"""The catalogue of what a bot offers, made anew by whatever changes that."""

from collections.abc import Collection

from django.db import transaction
from pydantic import ValidationError

from flows_app.engine import flow_on_offer
from flows_app.flow_language import FlowDefinition
from flows_app.limits import CATALOGUES_KEPT
from flows_app.models import Bot, BotCatalogue, Flow, FlowProfile, FlowVersion


def make_catalogue(bot: Bot) -> BotCatalogue:
    """Makes a catalogue of the versions that are current now. The caller holds the bot's row: the later of two
    publishers sees both."""
    published = Flow.objects.filter(bot=bot, current_version__isnull=False)
    versions = dict(published.order_by("name").values_list("name", "current_version_id"))
    _make_profiles(versions.values())
    bot.catalogue = BotCatalogue.objects.create(bot=bot, versions=versions)
    bot.save(update_fields=["catalogue"])
    _forget_older(bot)
    return bot.catalogue


@transaction.atomic
def catalogue_of(bot_id: int) -> BotCatalogue:
    """The bot's current one. A bot that was last published before there were catalogues gets its first."""
    bot = Bot.objects.select_for_update(of=("self",), no_key=True).select_related("catalogue").get(pk=bot_id)
    return bot.catalogue or make_catalogue(bot)


def _make_profiles(version_ids: Collection[int]) -> None:
    """Makes profiles of versions that have none yet: the one that is being published, and those from before there were
    profiles."""
    without = FlowVersion.objects.filter(pk__in=version_ids, profile=None)
    profiles = (_profile(pk, written) for pk, written in without.values_list("pk", "definition").iterator())
    FlowProfile.objects.bulk_create([profile for profile in profiles if profile], batch_size=100)


def _profile(version_id: int, written: object) -> FlowProfile | None:
    try:
        offered = flow_on_offer(FlowDefinition.read_stored(written))
    except ValidationError:
        return None  # published under an older language: it can't be run, so it is not on offer
    return FlowProfile(
        version_id=version_id,
        description=offered.description,
        triggers=list(offered.triggers),
        slots=[slot.as_written() for slot in offered.slots],
    )


def _forget_older(bot: Bot) -> None:
    older = bot.catalogues.order_by("-pk").values_list("pk", flat=True)[CATALOGUES_KEPT:]
    # Without their weights, which Django would load to delete them.
    BotCatalogue.objects.filter(pk__in=list(older)).only("pk").delete()
