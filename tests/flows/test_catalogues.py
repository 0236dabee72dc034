"""Each publication makes a catalogue of what the bot offers."""

import threading

import pytest
from django.db import connections

from flows_app.models import Bot, BotCatalogue, Flow, FlowProfile, FlowVersion
from flows_app.publishing import PublishFlow, RollBackFlow, WithdrawFlow, catalogue_of
from tests.support.authoring import make_flow, publish, write_steps

pytestmark = pytest.mark.django_db

BYE = [{"name": "bye", "type": "say", "message": "Bye!"}]


@pytest.fixture
def bot() -> Bot:
    return Bot.objects.create(name="Bot", slug="bot")


def current(bot: Bot) -> BotCatalogue:
    catalogue = Bot.objects.select_related("catalogue").get(pk=bot.pk).catalogue
    assert catalogue is not None
    return catalogue


def test_publishing_makes_one_with_all_that_is_on_offer(bot: Bot) -> None:
    first = publish(make_flow(bot))
    second = publish(make_flow(bot, BYE, name="bye", slots=()))
    make_flow(bot, BYE, name="draft", slots=())

    assert current(bot).versions == {"bye": second.pk, "greet": first.pk}
    assert current(bot).weights is None
    # The one of before is left as it was.
    assert bot.catalogues.earliest("pk").versions == {"greet": first.pk}


def test_so_do_rolling_back_and_withdrawing(bot: Bot) -> None:
    flow = make_flow(bot)
    first = publish(flow)
    write_steps(flow, BYE)
    publish(flow)

    rolled_back = RollBackFlow(Flow.objects.get(pk=flow.pk), first).execute()
    assert current(bot).versions == {"greet": rolled_back.pk}

    WithdrawFlow(Flow.objects.get(pk=flow.pk)).execute()
    assert current(bot).versions == {}


def test_what_is_refused_makes_none(bot: Bot) -> None:
    flow = make_flow(bot, [{"name": "bye", "type": "say", "message": "Bye, {nobody}!"}])

    with pytest.raises(Exception, match="nobody"):
        publish(flow)
    assert not BotCatalogue.objects.exists()


def test_a_version_has_a_profile_of_what_users_are_asked_and_say(bot: Bot) -> None:
    steps = [
        {"name": "ask", "type": "collect", "slot": "name", "message": "Who?"},
        {"name": "count", "type": "set", "values": {"length": "size(name)"}},
    ]
    slots = [{"name": "name", "description": "The name."}, {"name": "length", "type": "integer"}]
    version = publish(make_flow(bot, steps, slots=slots, description="Greets.", triggers=["hi", "hello {name}"]))

    profile = FlowProfile.objects.get(version=version)
    assert (profile.description, profile.triggers) == ("Greets.", ["hi", "hello {name}"])
    assert profile.slots == [{"name": "name", "description": "The name."}]
    assert profile.vectors is None


def test_only_the_newest_are_kept(bot: Bot) -> None:
    flow = make_flow(bot)
    for number in range(8):
        write_steps(flow, [{"name": "bye", "type": "say", "message": f"Bye {number}!"}])
        publish(flow)

    assert bot.catalogues.count() == 5
    assert bot.catalogues.order_by("-pk")[0] == current(bot)
    assert FlowProfile.objects.count() == 8


def test_another_bots_are_left_alone(bot: Bot) -> None:
    other = Bot.objects.create(name="Other", slug="other")
    for number in range(6):
        publish(make_flow(bot, BYE, name=f"bye_{number}", slots=()))
        publish(make_flow(other, BYE, name=f"bye_{number}", slots=()))

    assert (bot.catalogues.count(), other.catalogues.count()) == (5, 5)
    assert set(current(bot).versions.values()).isdisjoint(current(other).versions.values())


def without_catalogues(bot: Bot) -> None:
    """As it was published before there were any."""
    Bot.objects.update(catalogue=None)
    BotCatalogue.objects.all().delete()
    FlowProfile.objects.all().delete()
    bot.refresh_from_db()


def test_a_bot_from_before_gets_one_on_demand(bot: Bot) -> None:
    version = publish(make_flow(bot, triggers=["hi"]))
    without_catalogues(bot)

    made = catalogue_of(bot.pk)

    assert made.versions == {"greet": version.pk}
    assert FlowProfile.objects.get().triggers == ["hi"]
    assert catalogue_of(bot.pk) == made


def test_or_by_its_next_publication(bot: Bot) -> None:
    first = publish(make_flow(bot, triggers=["hi"]))
    without_catalogues(bot)

    second = publish(make_flow(bot, BYE, name="bye", slots=()))

    assert current(bot).versions == {"bye": second.pk, "greet": first.pk}
    assert set(FlowProfile.objects.values_list("version", flat=True)) == {first.pk, second.pk}


def test_a_version_of_an_older_language_has_no_profile(bot: Bot) -> None:
    flow = make_flow(bot)
    publish(flow)
    without_catalogues(bot)
    old = FlowVersion(flow=flow, number=9, definition={"name": "greet", "talk": []}, checksum="x")
    old.save()
    Flow.objects.update(current_version=old)

    assert catalogue_of(bot.pk).versions == {"greet": old.pk}
    assert not FlowProfile.objects.exists()


def test_saving_a_bot_that_was_loaded_before_does_not_put_the_older_one_back(bot: Bot) -> None:
    publish(make_flow(bot))
    loaded_before = Bot.objects.get(pk=bot.pk)
    publish(make_flow(bot, BYE, name="bye", slots=()))

    loaded_before.name = "Renamed"
    loaded_before.save()

    assert set(current(bot).versions) == {"bye", "greet"}
    assert Bot.objects.get(pk=bot.pk).name == "Renamed"


def test_nor_does_one_that_was_loaded_in_part(bot: Bot) -> None:
    publish(make_flow(bot))
    in_part = Bot.objects.only("name").get(pk=bot.pk)

    in_part.name = "Renamed"
    in_part.save()

    assert current(bot).versions
    assert Bot.objects.get(pk=bot.pk).slug == "bot"


@pytest.mark.django_db(transaction=True)
def test_two_who_publish_different_flows_at_once_end_in_a_catalogue_with_both(bot: Bot) -> None:
    names = [f"flow_{number}" for number in range(4)]
    flows = [make_flow(bot, BYE, name=name, slots=()) for name in names]
    together = threading.Barrier(len(flows))

    def publish_at_once(flow: Flow) -> None:
        together.wait()
        try:
            PublishFlow(Flow.objects.get(pk=flow.pk)).execute()
        finally:
            connections.close_all()

    publishers = [threading.Thread(target=publish_at_once, args=(flow,)) for flow in flows]
    for publisher in publishers:
        publisher.start()
    for publisher in publishers:
        publisher.join()

    assert sorted(current(bot).versions) == names


def test_they_go_with_their_bot(bot: Bot) -> None:
    catalogue_of(bot.pk)
    assert BotCatalogue.objects.exists()

    Bot.objects.get(pk=bot.pk).delete()

    assert not BotCatalogue.objects.exists()
