"""One conversation with many participants, in one process: who does what when is drawn from a seed, so that a run can
be repeated. The clients use the API; turns are run where the schedule says so, and others act in the middle of them."""

import asyncio
from collections import deque
from collections.abc import Callable, Sequence
from random import Random
from typing import Any
from uuid import UUID

from django.db import connections
from django.test import Client as HttpClient

from conversations_app.credentials import issue_token
from conversations_app.delivery import public_conversation, public_message
from conversations_app.models import ActionReceipt, ApiKey, Conversation, FlowRun
from conversations_app.models import Message as MessageRow
from conversations_app.turn.running import run_turns
from conversations_app.verbs.starting import start_conversation
from flows_app.engine import OutboundMessage
from flows_app.models import Bot
from tests.chaos.journal import Journal, Note
from tests.confirmations import words
from tests.confirmations.clients import Client, Sent
from tests.confirmations.oracle import Evidence
from tests.confirmations.words import LATER, Body, Message


class Api:
    """What one credential may do with a conversation. Reading is not what is tested here, and takes a shorter way."""

    def __init__(self, conversation_id: UUID, credential: str):
        self._id = conversation_id
        self._http = HttpClient(headers={"Authorization": credential})

    def post(self, path: str, body: Body) -> tuple[int, Any]:
        response = self._http.post(f"/api/v1/conversations/{self._id}/{path}", body, content_type="application/json")
        return response.status_code, response.json()

    def messages(self, after: int = 0) -> list[Message]:
        following = MessageRow.objects.filter(conversation_id=self._id, seq__gt=after).order_by("seq")
        return [public_message(message) for message in following]

    def conversation(self) -> dict[str, Any]:
        return dict(public_conversation(Conversation.objects.select_related("bot").get(pk=self._id)))


class Participant:
    """A client, how it reaches the platform, and what it has written that is still on its way."""

    def __init__(self, client: Client, api: Api, *, one_at_a_time: bool = False):
        self.client = client
        self.api = api
        self.on_its_way: deque[Sent] = deque()
        self.is_online = True
        # A plain client of REST asks, and waits for the answer.
        self.one_at_a_time = one_at_a_time
        self.awaited: Sent | None = None

    @property
    def may_write(self) -> bool:
        return not (self.one_at_a_time and (self.on_its_way or self.awaited))

    def read(self) -> None:
        for message in self.missing:
            self.client.screen.show(message)

    @property
    def missing(self) -> list[Message]:
        shown = self.client.screen.shown
        return [message for message in self.api.messages(self.client.screen.seen) if message["seq"] not in shown]

    def read_answer(self) -> None:
        """What comes back with its own message; if that was answered together with others, it looks for itself."""
        if self.awaited is None:
            return
        mine = [message for message in self.missing if message["turn"] == self.awaited.seq]
        if len(mine) > 1:
            for message in mine:
                self.client.screen.show(message)
        else:
            self.read()
        self.awaited = None


class Schedule:
    def __init__(self, bot: Bot, journal: Journal, seed: str):
        self._random = Random(seed)  # noqa: S311
        self._journal = journal
        self.id = start_conversation(bot).pk
        _, key = ApiKey.objects.issue(bot=bot, name=seed, scopes=["commands", "manage"])
        self._staff = Api(self.id, f"Api-Key {key}")
        self._tabs = [self._user("tab A"), self._user("tab B")]
        self._plain = self._user("plain", tells_seen=False, one_at_a_time=True)
        system = Client("key", self._random, tells_seen=True, chooses=words.commands_of_system)
        self._system = Participant(system, self._staff)
        self._participants = [*self._tabs, self._plain, self._system]
        self._clear_yeses: list[Sent] = []
        self._yeses_to_the_done: list[Sent] = []
        self._something_waits = False
        self._log: list[str] = []

    def _user(self, name: str, *, tells_seen: bool = True, one_at_a_time: bool = False) -> Participant:
        client = Client(name, self._random, tells_seen=tells_seen)
        return Participant(client, Api(self.id, f"Bearer {issue_token(self.id)}"), one_at_a_time=one_at_a_time)

    def run(self, steps: int) -> None:
        self._say(self._tabs[0], {"text": "send 50 to Ana"})
        for who in self._participants:
            who.read()
        for _ in range(steps):
            # Where nothing waits, there is nothing to work on.
            self._one_of({**self._anytime, self._work: 30 * self._something_waits, self._agree_in_peace: 4})()
        self._come_to_rest()

    @property
    def _anytime(self) -> dict[Callable[[], None], int]:
        """What happens also while a turn runs; the numbers are weights."""
        return {
            self._write: 25,
            self._arrive: 30,
            self._show: 15,
            self._drop_or_reconnect: 3,
            self._act_as_person: 15 if self._is_handed_off else 3,
            self._repeat: 3,
        }

    def _one_of(self, choices: dict[Callable[[], None], int]) -> Callable[[], None]:
        return self._random.choices([*choices], [*choices.values()])[0]

    # What happens

    def _write(self) -> None:
        who = self._random.choices(self._participants, (5, 5, 3, 3))[0]
        if who.may_write:
            who.on_its_way.append(sent := who.client.write_something())
            self._note(f"writes {sent}")
            if who.is_online and self._random.random() < 0.5:
                self._post_next(who)

    def _arrive(self) -> None:
        """The network is slow, and to each in its own way; what one client sends keeps its order."""
        if waiting := [who for who in self._participants if who.is_online and who.on_its_way]:
            self._post_next(self._random.choice(waiting))

    def _post_next(self, who: Participant) -> bool:
        sent = who.on_its_way[0]
        status, answer = who.api.post("messages", sent.content)
        if status in LATER:
            return False
        assert status == 202, answer
        who.on_its_way.popleft()
        sent.seq = answer["message"]["seq"]
        who.awaited = sent if who.one_at_a_time else None
        self._something_waits = True
        self._note(f"#{sent.seq} arrives: {sent}")
        return True

    def _repeat(self) -> None:
        """As a client does that has got no answer."""
        if accepted := [(who, sent) for who in self._participants for sent in who.client.sent if sent.seq]:
            who, sent = self._random.choice(accepted)
            status, answer = who.api.post("messages", sent.content)
            assert (status, answer["message"]["seq"]) == (202, sent.seq), answer

    def _show(self) -> None:
        who = self._random.choice(self._participants)
        if not who.is_online or not (missing := who.missing):
            return
        how_many = self._random.choice((1, len(missing), len(missing)))
        # Sometimes the newest comes first, and what is between is missing for now.
        shown = missing[-1:] if self._random.random() < 0.2 else missing[:how_many]
        for message in shown:
            who.client.screen.show(message)
        self._note(f"{who.client.name} is shown {[message['seq'] for message in shown]}")

    def _drop_or_reconnect(self) -> None:
        tab = self._random.choice(self._tabs)
        tab.is_online = not tab.is_online
        self._note(f"{tab.client.name} is {'back' if tab.is_online else 'offline'}")

    def _act_as_person(self) -> None:
        if not self._is_handed_off:
            self._as_person("handoff")
        elif self._random.random() < 0.5:
            self._as_person("replies", text=self._random.choice(words.AGENT_ASKS), agent="Marta")
        else:
            self._as_person("handback")

    @property
    def _is_handed_off(self) -> bool:
        return bool(self._staff.conversation()["status"] == "handed_off")

    def _as_person(self, verb: str, **body: str) -> None:
        status, answer = self._staff.post(verb, body)
        assert status < 300, answer
        self._something_waits = True
        self._note(f"person: {verb} {body or ''}")

    def _work(self) -> None:
        self._run_turns(self._meanwhile)

    def _run_turns(self, meanwhile: Callable[[], None]) -> None:
        run_turns(self.id, _Delivery(meanwhile))
        self._something_waits = False
        self._plain.read_answer()
        self._note("the turns are run")
        for tab in self._tabs:
            if tab.is_online and self._random.random() < 0.7:
                tab.read()

    def _meanwhile(self) -> None:
        """Others don't wait for a turn to end."""
        if self._random.random() < 0.3:
            for _ in range(self._random.randint(1, 3)):
                self._one_of(self._anytime)()

    def _agree_in_peace(self) -> None:
        """One who sees the open question says yes to it, and nothing else happens: then it must count."""
        self._come_to_rest_but_for_offline()
        who = self._random.choice([*self._tabs, self._plain])
        if not who.is_online:
            return
        who.read()
        question, pending = who.client.screen.question, self._staff.conversation()["pending"]
        if question is None or not pending or pending["seq"] != question["seq"] or not words.asks_to_agree(question):
            return
        yeses = self._yeses_to_the_done if self._is_done(question) else self._clear_yeses
        done = len(self._calls)
        sent = self._say(who, words.yes_to(question, self._random))
        again = who.client.screen.question
        if len(self._calls) == done and who is self._plain and again and again["text"] == question["text"]:
            # It does not tell what it has seen, so it may be asked once more.
            sent = self._say(who, words.yes_to(again, self._random))
        yeses.append(sent)

    def _is_done(self, question: Message) -> bool:
        """Whether the flow that asks did just this when it last did anything: its receipt is that of these values."""
        running = FlowRun.objects.filter(conversation_id=self.id, status=FlowRun.Status.RUNNING)
        keys = set(ActionReceipt.objects.filter(flow_id__in=running.values("flow_id")).values_list("key", flat=True))
        done = [words.prompt_before(call.action, call.inputs) for call in self._calls if call.key in keys]
        return question["text"] in done

    def _say(self, who: Participant, body: Body) -> Sent:
        sent = who.client.write(body)
        who.on_its_way.append(sent)
        self._note(f"in peace: {sent}")
        while who.on_its_way and self._post_next(who):
            pass
        self._run_turns(lambda: None)
        who.read()
        return sent

    @property
    def _calls(self) -> Sequence[Note]:
        return self._journal.notes(str(self.id))

    # The end

    def _come_to_rest_but_for_offline(self) -> None:
        online = [who for who in self._participants if who.is_online]
        while any(who.on_its_way for who in online):
            for who in online:
                while who.on_its_way and self._post_next(who):
                    pass
            self._run_turns(lambda: None)
        self._run_turns(lambda: None)

    def _come_to_rest(self) -> None:
        for who in self._participants:
            who.is_online = True
        self._come_to_rest_but_for_offline()
        if self._staff.conversation()["status"] == "handed_off":
            self._as_person("handback")
        self._run_turns(lambda: None)
        for who in self._participants:
            who.read()

    def still_works(self) -> list[str]:
        """A newcomer drops what is under way, and sends money."""
        newcomer = self._user("newcomer")
        self._participants.append(newcomer)
        newcomer.read()
        for _ in range(10):
            if self._staff.conversation()["status"] == "open":
                break
            self._say(newcomer, {"text": "cancel"})
        self._say(newcomer, {"text": "send 432 to Eva"})
        question = newcomer.client.screen.question
        if question is None or question["text"] != "Send 432 to Eva?":
            return [f"A newcomer can't begin a transfer any more, but reads {question}."]
        self._clear_yeses.append(self._say(newcomer, {"text": "yes"}))
        return []

    @property
    def evidence(self) -> Evidence:
        return Evidence(
            transcript=self._staff.messages(),
            sent=[sent for who in self._participants for sent in who.client.sent],
            calls=self._calls,
            screens=[who.client.screen for who in self._participants],
            clear_yeses=self._clear_yeses,
            yeses_to_the_done=self._yeses_to_the_done,
        )

    def story(self, wrong: list[str]) -> str:
        """For people: what is wrong, what happened, and what was said in the end."""
        said = [f"#{one['seq']} {one['role']} (turn {one['turn']}): {one['text']}" for one in self._staff.messages()]
        return "\n".join((*wrong, "", *self._log, "", *said))

    def _note(self, what: str) -> None:
        self._log.append(what)


class _Delivery:
    """Where a turn's messages go: a moment at which others act, on a thread of their own."""

    def __init__(self, meanwhile: Callable[[], None]):
        self._meanwhile = meanwhile

    async def send(self, message: OutboundMessage) -> None:
        await asyncio.to_thread(self._act)

    def _act(self) -> None:
        try:
            self._meanwhile()
        finally:
            connections.close_all()
