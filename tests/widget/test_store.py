"""The widget's store: whatever the network does to the frames, the transcript ends as if nothing had happened.

The module runs in a real browser, as it is served; the frames are those that a server would send.
"""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from playwright.sync_api import BrowserContext, Page

from tests.support.properties import examples
from tests.widget.platform import Platform

pytestmark = pytest.mark.processes

Frame = dict[str, Any]

RUN = """async ([module, seen, resumed, written]) => {
  const { Transcript } = await import(module);
  const transcript = new Transcript([]);
  for (const [clientId, text, before] of written) {
    seen.splice(Math.min(before, seen.length), 0, { write: { client_id: clientId, text } });
  }
  const take = (frame) => frame.write ? transcript.write(frame.write) : transcript.take(frame);
  seen.forEach(take);
  // What a client does that comes back: it asks for all after what it has without a gap.
  resumed.filter((frame) => frame.type !== "message" || frame.message.seq > transcript.contiguousSeq).forEach(take);
  const { entries, status, pending, agent, question, hasGap, unsent } = transcript;
  return JSON.stringify({ entries, status, pending, agent, question, hasGap, unsent });
}"""


@pytest.fixture(scope="module")
def page(platform: Platform, chromium: Any) -> Iterator[Page]:
    context: BrowserContext = chromium.new_context()
    opened = context.new_page()
    opened.goto(f"{platform.address}/chat/workshop/")
    yield opened
    context.close()


@st.composite
def conversations(draw: st.DrawFn) -> list[Frame]:
    """All frames of a conversation, in the order in which the server made them."""
    frames: list[Frame] = []
    seq = 0
    status, pending = "open", None
    for _ in range(draw(st.integers(1, 5))):
        seq += 1
        turn = seq
        own = draw(st.booleans())
        client = {"client_id": f"mine-{seq}"} if own else {}
        said = {"seq": seq, "role": "user", "text": f"word {seq}", "turn": seq, "created_at": "2026-11-16T10:00:00Z"}
        frames.append({"type": "message", "message": said | client})
        if own:
            frames.append({"type": "ack", "client_id": f"mine-{seq}", "seq": seq})
        frames.append({"type": "typing", "active": True})
        for _ in range(draw(st.integers(0, 3))):
            seq += 1
            role = draw(st.sampled_from(["bot", "bot", "agent"]))
            options = draw(st.sampled_from([[], [{"label": "Yes", "value": True}]]))
            message = {"seq": seq, "role": role, "kind": "collect", "text": f"answer {seq}", "options": options}
            frames.append({"type": "message", "message": message | {"turn": turn}})
        status = draw(st.sampled_from(["open", "waiting", "handed_off", "closed"]))
        pending = {"type": "collect", "seq": seq, "input": {"type": "date"}} if status == "waiting" else None
        standing = {"status": status, "pending": pending, "last_seq": seq, "turn": turn, "agent": None}
        frames.append({"type": "status", **standing})
        if status != "closed" and draw(st.integers(0, 9)) == 0:
            # By somebody else, while the turn's own end is still on its way.
            status = "closed"
            frames.append({"type": "status", **standing, "status": status, "pending": None})
        if status == "closed":
            break
    return frames


def resume(frames: list[Frame]) -> list[Frame]:
    """What the server sends to who asks for everything."""
    last = [frame for frame in frames if frame["type"] == "status"][-1]
    return [*(frame for frame in frames if frame["type"] == "message"), last]


@st.composite
def damage(draw: st.DrawFn) -> tuple[list[Frame], list[Frame]]:
    """A conversation, and what a client may see of it: frames lost, doubled, in any order."""
    frames = draw(conversations())
    seen = [frame for frame in frames for _ in range(draw(st.integers(0, 2)))]
    return frames, draw(st.permutations(seen))


def run(page: Page, seen: list[Frame], resumed: list[Frame], written: list[tuple[str, str, int]]) -> Any:
    module = "/static/conversations_app/widget/transcript.js"
    return json.loads(page.evaluate(RUN, [module, seen, resumed, written]))


UNHURRIED = settings(
    max_examples=examples(150),
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)


@UNHURRIED
@given(damaged=damage())
def test_frames_lost_doubled_and_reordered_change_nothing(page: Page, damaged: tuple[list[Frame], list[Frame]]) -> None:
    frames, seen = damaged
    fresh = run(page, [], resume(frames), [])

    assert run(page, seen, resume(frames), []) == fresh
    assert not fresh["hasGap"]
    assert [entry["seq"] for entry in fresh["entries"]] == [*range(1, len(fresh["entries"]) + 1)]


@st.composite
def shuffled(draw: st.DrawFn) -> tuple[list[Frame], list[Frame]]:
    """All of a conversation, doubled here and there, in any order."""
    frames = draw(conversations())
    seen = [frame for frame in frames for _ in range(draw(st.integers(1, 2)))]
    return frames, draw(st.permutations(seen))


@UNHURRIED
@given(disordered=shuffled())
def test_what_was_overtaken_does_not_count(page: Page, disordered: tuple[list[Frame], list[Frame]]) -> None:
    """Nothing is lost, so nobody asks again: it is the order alone that is wrong."""
    frames, seen = disordered

    assert run(page, seen, [], []) == run(page, [], resume(frames), [])


@UNHURRIED
@given(damaged=damage(), places=st.lists(st.integers(0, 40), max_size=5))
def test_messages_of_ones_own_are_there_once(
    page: Page, damaged: tuple[list[Frame], list[Frame]], places: list[int]
) -> None:
    """Written before, between or after the frames that speak of them; one of them never arrives."""
    frames, seen = damaged
    own = [frame["client_id"] for frame in frames if frame["type"] == "ack"]
    early = {frame.get("client_id") or frame.get("message", {}).get("client_id") for frame in seen}
    # The server can only speak of what has been written: these come first, the one that is lost wherever.
    written = [(client_id, f"word {client_id.removeprefix('mine-')}", 0) for client_id in own if client_id in early]
    lost = [("lost", "never arrives", places[0])] if places else []

    ended = run(page, seen, resume(frames), written + lost)
    fresh = run(page, [], resume(frames), [])

    assert [entry for entry in ended["entries"] if entry.get("client_id") != "lost"] == _as_seen_by(lost, fresh)
    assert [message["client_id"] for message in ended["unsent"]] == [client_id for client_id, *_ in lost]


def _as_seen_by(lost: list[Any], fresh: Any) -> list[Any]:
    """While something is on its way, nothing is on offer: it may be the answer."""
    return [entry | {"options": []} if lost else entry for entry in fresh["entries"]]


def test_the_optimistic_message_is_shown_until_it_is_known(page: Page) -> None:
    ack = {"type": "ack", "client_id": "one", "seq": 1}
    refused = {"type": "error", "code": "rate_limited", "client_id": "two"}
    written = [("one", "first", 0), ("two", "second", 1)]

    ended = run(page, [ack, refused], [], written)

    states = [(entry["text"], entry["state"]) for entry in ended["entries"]]
    assert states == [("first", "sent"), ("second", "failed")]
    assert ended["hasGap"], "the acknowledged message is not known until the server has shown it"
