from typing import Any

from flows_app.models import Bot
from tests.support.authoring import make_flow, publish

SLOTS: list[Any] = [
    {"name": "stars", "type": "integer"},
    {"name": "total", "type": "integer"},
    {"name": "guest", "type": "text", "initial": "Ana"},
]
STEPS: list[dict[str, Any]] = [
    {
        "name": "rate_stay",
        "type": "rate",
        "slot": "stars",
        "message": {"en": "How was it, {guest}?", "es": "¿Qué tal, {guest}?"},
        "on_few": "sorry",
    },
    {"name": "cheers", "type": "repeat", "times": 2, "steps": [{"name": "hip", "type": "say", "message": "Hip hip!"}]},
    {"name": "count", "type": "tally", "counter": "tally.count", "by": "stars", "keeps": {"count": "total"}},
    {"name": "thanks", "type": "say", "message": "Thanks: {total}.", "next": "end"},
    {"name": "sorry", "type": "say", "message": "We are sorry."},
]
YAML = """\
name: Hotel
slug: hotel
languages: [en, es]
default_flow: rating
settings: {public: true}
flows:
  rating:
    slots:
      stars: {type: integer}
      total: {type: integer}
      guest: {initial: Ana}
    steps:
      - name: rate_stay
        type: rate
        slot: stars
        message: {en: "How was it, {guest}?", es: "¿Qué tal, {guest}?"}
        on_few: sorry
      - name: cheers
        type: repeat
        times: 2
        steps:
          - {name: hip, type: say, message: Hip hip!}
      - {name: count, type: tally, counter: tally.count, by: stars, keeps: {count: total}}
      - {name: thanks, type: say, message: "Thanks: {total}.", next: end}
      - {name: sorry, type: say, message: We are sorry.}
"""


def rating_bot() -> Bot:
    """With the plugin's types in its default flow, and another flow without them."""
    bot = Bot.objects.create(name="Hotel", slug="hotel", public=True, languages=["en", "es"])
    rating = make_flow(bot, STEPS, name="rating", slots=SLOTS, triggers=["rate my stay"])
    other = make_flow(bot, [{"name": "wave", "type": "say", "message": "Bye!"}], name="bye", slots=())
    for flow in (rating, other):
        publish(flow)
    bot.default_flow = rating
    bot.save()
    return bot
