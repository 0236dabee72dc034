"""Judges a conversation by what its participants were shown and have sent, and by what the actions wrote down.

It knows nothing of how the platform decides: only the messages as clients get them.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from tests.chaos.journal import Note
from tests.confirmations.clients import Screen, Sent
from tests.confirmations.words import Message, prompt_before


@dataclass(frozen=True)
class Evidence:
    transcript: Sequence[Message]
    sent: Sequence[Sent]
    calls: Sequence[Note]
    screens: Sequence[Screen]
    # Plain yeses to an open question that their sender saw, with nobody else about: each must have its effect.
    clear_yeses: Sequence[Sent]
    # The same, but to what the asking flow has done already: it was corrected there and back again.
    yeses_to_the_done: Sequence[Sent] = ()


class Judgement:
    """Each method gives what is wrong, in words."""

    def __init__(self, evidence: Evidence):
        self._evidence = evidence
        self._sent = {sent.seq: sent for sent in evidence.sent if sent.seq is not None}
        self._replies = [one for one in evidence.transcript if one["role"] == "bot" and one["turn"]]
        self._inbound = [one for one in evidence.transcript if one["turn"] == one["seq"]]

    @property
    def everything(self) -> list[str]:
        return [*self.not_agreed(), *self.unheard(), *self.done_again(), *self.lost(), *self.shown_otherwise()]

    def not_agreed(self) -> Iterator[str]:
        """Actions that were called without a yes to their values."""
        done: dict[str, int] = {}
        for call in self._evidence.calls:
            told = self._telling(call)
            if told is None:
                yield f"{call.action} {call.inputs} was called, and nobody was told."
                continue
            prompt = prompt_before(call.action, call.inputs)
            if wrong := self._wrong_with(self._answered_with(told["turn"]), prompt, since=done.get(prompt, 0)):
                yield f"{call.action} {call.inputs} was called (told in #{told['seq']}): {wrong}"
            done[prompt] = told["seq"]

    def _telling(self, call: Note) -> Message | None:
        """The message that tells of the call."""
        return next((reply for reply in self._replies if f": {call.key}." in reply["text"]), None)

    def _wrong_with(self, group: Sequence[Message], prompt: str, since: int) -> str | None:
        """`since`: the same was done then, and what was shown before that has had its effect."""
        sent = [self._sent.get(message["seq"]) for message in group]
        said = " + ".join(f"#{message['seq']} {one}" for message, one in zip(group, sent, strict=True))
        agreeing = [one for one in sent if one and one.agrees]
        if not agreeing or not all(one and (one.agrees or one.repeats) for one in sent):
            return f"on what is no yes: {said}"
        shown = [one.question["seq"] for one in agreeing if one.question and one.question["text"] == prompt]
        if not shown:
            return f"on a yes to something else: {said}"
        if max(shown) <= since:
            return f"on a yes to an earlier one, done in #{since}: {said}"
        return None

    def _answered_with(self, turn: int) -> list[Message]:
        """What a turn answers: one message, or texts that the bot has taken together with the last of them."""
        *before, last = [message for message in self._inbound if message["seq"] <= turn]
        group = [last]
        while before and self._are_texts(before[-1], last) and before[-1]["seq"] not in self._turns:
            group.insert(0, before.pop())
        return group

    def _are_texts(self, *messages: Message) -> bool:
        """Buttons, commands and events are answered alone."""
        sent = [self._sent.get(message["seq"]) for message in messages]
        return all(one is not None and "text" in one.body for one in sent)

    @cached_property
    def _turns(self) -> set[int]:
        """Inbound messages that have a reply."""
        return {reply["turn"] for reply in self._replies}

    def unheard(self) -> Iterator[str]:
        """A gate that lets nobody through is no gate."""
        for sent in self._evidence.clear_yeses:
            if sent.seq not in self._turns_with_calls:
                yield f"A clear yes had no effect: #{sent.seq} {sent}"

    def done_again(self) -> Iterator[str]:
        """What is done already is not done twice, but the flow goes on behind it."""
        for sent in self._evidence.yeses_to_the_done:
            if sent.seq in self._turns_with_calls:
                yield f"Done a second time: #{sent.seq} {sent}"
            answers = [reply["text"] for reply in self._replies if reply["turn"] == sent.seq]
            if sent.question is None or not answers or sent.question["text"] in answers:
                yield f"A yes to what is done leads nowhere: #{sent.seq} {sent}, answered {answers}"

    @cached_property
    def _turns_with_calls(self) -> set[int]:
        return {told["turn"] for call in self._evidence.calls if (told := self._telling(call))}

    def lost(self) -> Iterator[str]:
        """Every accepted message is there once, and has been answered, or was said to a person."""
        seqs = [message["seq"] for message in self._evidence.transcript]
        if seqs != list(range(1, len(seqs) + 1)):
            yield f"The seqs are not dense: {seqs}"
        stored = {message["seq"]: message["client_id"] for message in self._inbound if message["role"] == "user"}
        accepted = {seq: sent.client_id for seq, sent in self._sent.items()}
        if stored != accepted:
            yield f"Accepted were {accepted}, and there are {stored}."
        answered = {message["seq"] for turn in self._turns for message in self._answered_with(turn)}
        for seq in sorted(stored.keys() - answered):
            if not self._was_for_a_person(seq):
                yield f"Not answered: #{seq} {self._sent.get(seq)}"

    def _was_for_a_person(self, seq: int) -> bool:
        """It came while a person had the conversation, or waited when one took it over."""
        later = [reply["seq"] for reply in self._replies if reply["turn"] > seq]
        return any(seq < given_back and not any(one < taken for one in later) for taken, given_back in self._handed_off)

    @cached_property
    def _handed_off(self) -> list[tuple[int, int]]:
        """From which seq to which a person had it."""
        stretches, taken = [], None
        for message in self._evidence.transcript:
            if message["text"] == "A person takes over.":
                taken = taken or message["seq"]
            elif message.get("event") == "handed_back" and taken:
                stretches.append((taken, message["seq"]))
                taken = None
        return stretches

    def shown_otherwise(self) -> Iterator[str]:
        """Every client sees the same."""
        stored = {message["seq"]: message for message in self._evidence.transcript}
        for screen in self._evidence.screens:
            for message in (*screen.shown.values(), *screen.contradictions):
                if stored.get(message["seq"]) != message:
                    yield f"Shown as {message}, stored as {stored.get(message['seq'])}"
