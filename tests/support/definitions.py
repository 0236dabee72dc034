"""Definitions for property tests: whole flows and bots that the language accepts and the validation has no errors for.

Jumps only lead forward and confirmations that are denied end the flow, so that no flow runs for ever. Actions are
called by the name ACTION: `with known_action():` registers one.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from hypothesis import strategies as st

from flows_app.flow_language import BotDefinition, FlowDefinition
from flows_app.limits import THEME_TEXT_LENGTH
from flows_app.registry import Registry, action, registry

ACTION = "look_up"
OUTPUT = "found"
LANGUAGES = ("en", "es")
# Texts that YAML, JSON or templates could take for something else.
_TRICKY = (
    "yes",
    "no",
    "on",
    "null",
    "~",
    "true",
    "12:30",
    "010",
    "1e3",
    "1_000",
    "0x1F",
    "2026-05-31",
    "- x",
    "# no comment",
    "a: b",
    "'quoted'",
    '"',
    "*alias",
    "&anchor",
    "!tag",
    "<<",
    "=",
    "two\nlines",
    "two\nlines\n",
    "blank \nat the end",
    "\nat the start",
    "  indented\n  twice",
    "tab\there",
    "trailing ",
    "ends\n\n",
    "línea\u2028separada",
    "\ufeffmark",
    "¿Qué tal? 👋",
    "x" * 200,
)
_CHARACTERS = st.characters(exclude_categories=["Cs"], exclude_characters="\x00{}")
# A row of blanks is one that was left empty: no definition is made with it.
one_texts = st.sampled_from(_TRICKY) | st.text(_CHARACTERS, min_size=1, max_size=15).filter(str.strip)
json_values = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**40), 2**40) | st.floats(-1e6, 1e6, allow_nan=False) | one_texts,
    lambda inside: st.lists(inside, max_size=2) | st.dictionaries(one_texts, inside, max_size=2),
    max_leaves=4,
)
_WORDS = st.sampled_from(("some text", "Ana", "a longer answer"))

# A value that each type accepts, a condition on it, and an expression that computes it.
_VALUES: dict[str, st.SearchStrategy[Any]] = {
    "text": _WORDS,
    "integer": st.integers(1, 100),
    "number": st.sampled_from((0.5, 1.5, 20.0)),
    "boolean": st.booleans(),
    "date": st.just("2026-05-31"),
    "datetime": st.just("2026-05-31T17:30:00+00:00"),
    "time": st.just("17:30"),
    "choice": st.sampled_from(("red", "no")),
    "email": st.just("ana@example.org"),
    "phone": st.just("+34600000000"),
    "money": st.sampled_from((9.99, 100.0)),
    "list": st.just(["a", "b"]),
    "object": st.just({"key": 1}),
}
_CONDITIONS: dict[str, tuple[str, ...]] = {
    "text": ("{0} == 'Ana'", "{0} != null", "size({0}) > 3"),
    "integer": ("{0} > 10", "{0} * 2 == 10"),
    "number": ("{0} >= 1000", "{0} < 0.5"),
    "boolean": ("{0}", "!{0}"),
    "date": ("{0} > today",),
    "datetime": ("{0} < now",),
    "time": ("{0} == '17:30'",),
    "choice": ("{0} == 'red'", "{0} in ['red', 'no']"),
    "email": ("{0}.endsWith('.org')",),
    "phone": ("{0}.startsWith('+')",),
    "money": ("{0} <= 9.99",),
    "list": ("size({0}) > 0",),
    "object": ("size({0}) == 1",),
}
_COMPUTED: dict[str, str] = {
    "text": "'some text'",
    "integer": "1 + 2",
    "number": "0.5 * 3.0",
    "boolean": "1 < 2",
    "date": "'2026-05-31'",
    "datetime": "now",
    "time": "'17:30'",
    "choice": "'red'",
    "email": "'ana@example.org'",
    "phone": "'+34600000000'",
    "money": "9.99",
    "list": "['a', 'b']",
    "object": "{'key': 1}",
}

Written = dict[str, Any]
Draw = Callable[[st.SearchStrategy[Any]], Any]


@contextmanager
def known_action() -> Iterator[Registry]:
    with registry.changed_for_a_while() as changed:
        action(ACTION, outputs=[OUTPUT], idempotent=True)(lambda context=None: {OUTPUT: "x"})
        yield changed


def _maybe(strategy: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    return st.none() | strategy


def _filled(**written: Any) -> Written:
    return {key: value for key, value in written.items() if value is not None}


def _texts(slots: list[Written]) -> st.SearchStrategy[Any]:
    """A text in each of the three shapes, now and then with a placeholder."""
    placeholder = st.sampled_from([f" {{{slot['name']}}}" for slot in slots] or [""])
    one = st.builds(lambda text, end: text + end, one_texts, st.just("") | placeholder)
    several = st.lists(one, min_size=1, max_size=2)
    by_language = st.dictionaries(st.sampled_from(LANGUAGES), one | several, min_size=1, max_size=2)
    return one | several | by_language


@st.composite
def slots_written(draw: Draw, prefix: str = "", most: int = 5) -> list[Written]:
    types = draw(st.lists(st.sampled_from(list(_VALUES)), max_size=most))
    return [draw(_slot(f"{prefix}{slot_type}_{number}", slot_type)) for number, slot_type in enumerate(types)]


@st.composite
def _slot(draw: Draw, name: str, slot_type: str) -> Written:
    plain_text = one_texts | st.lists(one_texts, min_size=1, max_size=2)
    written = _filled(
        name=name,
        type=slot_type,
        description=draw(_maybe(one_texts)),
        initial=draw(_maybe(_VALUES[slot_type])),
        sensitive=draw(_maybe(st.booleans())),
        prompt=draw(_maybe(plain_text)),
        error_message=draw(_maybe(plain_text)),
    )
    if slot_type == "choice":
        written["choices"] = [
            {"value": "red", "label": {"en": "Red", "es": "Rojo"}},
            {"value": "no", "synonyms": ["n"]},
        ]
    if slot_type == "money":
        written["currency"] = draw(_maybe(st.just("EUR")))
    if slot_type in ("number", "integer") and draw(st.booleans()):
        written["validators"] = [{"name": "positive"}, {"name": "max", "arguments": {"limit": 1000}}]
    if slot_type == "text" and draw(st.booleans()):
        written["normalise"] = ["strip", "collapse_spaces"]
    return written


@dataclass
class _Writer:
    """Writes the steps of one flow: names are given out once, targets lie ahead."""

    draw: Draw
    slots: list[Written]
    flows: tuple[str, ...]
    targets: tuple[str, ...] = ("end",)
    named: int = 0

    def steps(self, depth: int, least: int = 1) -> list[Written]:
        count = self.draw(st.integers(least, 2 if depth else 6))
        written: list[Written] = []
        for place in range(count):
            if depth == 0:
                # Steps on the top level are called after their place, so that those before may jump to them.
                self.targets = ("end", *(f"step_{later}" for later in range(place + 1, count)))
            written.append(self.step(f"step_{place}" if depth == 0 else self.new_name(), depth))
        return written

    def new_name(self) -> str:
        self.named += 1
        return f"inner_{self.named}"

    def step(self, name: str, depth: int) -> Written:
        kinds: list[Callable[[int], Written]] = [self.say, self.confirm, self.action, self.generate, self.handoff]
        if self.slots:
            kinds += [self.collect, self.collect, self.set]
        if self.flows:
            kinds += [self.call, self.link]
        if depth < 2:
            kinds += [self.branch, self.repeat]
        kind = self.draw(st.sampled_from(kinds))
        shared = _filled(
            when=self.draw(_maybe(self.conditions)) if self.slots else None,
            next=self.draw(st.none() | st.none() | st.sampled_from(self.targets)),
            metadata=self.draw(_maybe(st.dictionaries(one_texts, json_values, min_size=1, max_size=2))),
        )
        written = {"name": name, **kind(depth), **shared}
        if written["type"] == "link":  # it ends the flow: nothing comes next
            written.pop("next", None)
        return written

    @cached_property
    def texts(self) -> st.SearchStrategy[Any]:
        return _texts(self.slots)

    @cached_property
    def conditions(self) -> st.SearchStrategy[str]:
        simple = st.sampled_from(self.slots).flatmap(
            lambda slot: st.sampled_from([pattern.format(slot["name"]) for pattern in _CONDITIONS[slot["type"]]])
        )
        joined = st.builds(lambda a, sign, b: f"({a}) {sign} ({b})", simple, st.sampled_from(("&&", "||")), simple)
        return simple | joined

    def of_type(self, *types: str) -> list[str]:
        return [slot["name"] for slot in self.slots if slot["type"] in types]

    def maybe_slot(self, *types: str) -> str | None:
        fitting = self.of_type(*types)
        return self.draw(_maybe(st.sampled_from(fitting))) if fitting else None

    def target(self) -> str | None:
        found: str | None = self.draw(_maybe(st.sampled_from(self.targets)))
        return found

    def say(self, depth: int) -> Written:
        options = self.draw(_maybe(st.just([{"label": "Person", "command": {"type": "handoff"}}])))
        return _filled(
            type="say", message=self.draw(self.texts), wait_for_ack=self.draw(_maybe(st.booleans())), options=options
        )

    def collect(self, depth: int) -> Written:
        slot = self.draw(st.sampled_from(self.slots))
        attempts = self.draw(_maybe(st.integers(1, 20)))
        values = st.lists(_VALUES[slot["type"]], min_size=1, max_size=2)
        options = [{"label": self.draw(one_texts), "value": value} for value in self.draw(_maybe(values)) or ()]
        return _filled(
            type="collect",
            slot=slot["name"],
            message=self.draw(self.texts),
            reask=self.draw(_maybe(self.texts)),
            options=options or None,
            max_attempts=attempts,
            on_invalid=self.target() if attempts else None,
            always_ask=self.draw(_maybe(st.booleans())),
        )

    def confirm(self, depth: int) -> Written:
        commands = [{"type": "affirm"}, {"type": "deny"}, {"type": "cancel_flow"}]
        commands += [{"type": "jump_to", "step": "end"}]
        options = [{"label": self.draw(one_texts), "command": command} for command in commands]
        return _filled(
            type="confirm",
            message=self.draw(self.texts),
            options=self.draw(_maybe(st.just(options))),
            on_deny=self.draw(_maybe(st.just("end"))),
            slot=self.maybe_slot("boolean"),
        )

    def action(self, depth: int) -> Written:
        slot = self.maybe_slot("text")
        return _filled(
            type="action",
            call=ACTION,
            outputs={OUTPUT: slot} if slot else None,
            timeout=self.draw(_maybe(st.sampled_from((0.5, 10, 300)))),
            retry=self.draw(_maybe(st.integers(0, 5))),
            on_error=self.target(),
        )

    def set(self, depth: int) -> Written:
        chosen = self.draw(st.lists(st.sampled_from(self.slots), min_size=1, max_size=2, unique_by=lambda s: s["name"]))
        values = {slot["name"]: _COMPUTED[slot["type"]] for slot in chosen}
        return _filled(type="set", values=values, clear=self.draw(_maybe(st.just([self.slots[0]["name"]]))))

    def branch(self, depth: int) -> Written:
        cases = [self.case(depth) for _ in range(self.draw(st.integers(1, 2)))]
        slot = self.draw(_maybe(st.sampled_from(self.slots))) if self.slots else None
        if slot:
            value = self.draw(_VALUES[slot["type"]])
            cases.append({"value": value, **self.way(depth)})
        default = self.draw(st.booleans())
        return _filled(
            type="branch", slot=slot and slot["name"], cases=cases, default=self.way(depth) if default else None
        )

    def case(self, depth: int) -> Written:
        return {"when": self.draw(self.conditions) if self.slots else "1 < 2", **self.way(depth)}

    def way(self, depth: int) -> Written:
        if self.draw(st.booleans()):
            return {"next": self.draw(st.sampled_from(self.targets))}
        return _filled(steps=self.steps(depth + 1, least=0) or None)

    def repeat(self, depth: int) -> Written:
        return _filled(
            type="while",
            condition=self.draw(self.conditions) if self.slots else "1 > 2",
            steps=self.steps(depth + 1),
            max_iterations=self.draw(_maybe(st.integers(1, 1000))),
        )

    def call(self, depth: int) -> Written:
        return _filled(type="call", flow=self.draw(st.sampled_from(self.flows)))

    def link(self, depth: int) -> Written:
        return _filled(type="link", flow=self.draw(st.sampled_from(self.flows)))

    def generate(self, depth: int) -> Written:
        names = [slot["name"] for slot in self.slots]
        return _filled(
            type="generate",
            instruction=self.draw(one_texts),
            context=names[:2] or None,
            slot=self.maybe_slot("text"),
            fallback=self.draw(self.texts),
        )

    def handoff(self, depth: int) -> Written:
        return _filled(
            type="handoff", message=self.draw(_maybe(self.texts)), queue=self.draw(_maybe(st.just("second_line")))
        )


@st.composite
def flows_written(
    draw: Draw, name: str = "some_flow", bot_slots: tuple[Written, ...] = (), flows: tuple[str, ...] = ("other_flow",)
) -> Written:
    own = draw(slots_written())
    names = [slot["name"] for slot in own]
    writer = _Writer(draw, [*own, *bot_slots], flows)
    return _filled(
        name=name,
        description=draw(_maybe(one_texts)),
        triggers=draw(st.lists(one_texts, max_size=2)),
        guard=draw(_maybe(st.just("now > today"))),
        inputs=names[:1],
        outputs=names[1:2],
        persist=names[:2] if draw(st.booleans()) else None,
        slots=own,
        steps=writer.steps(0),
    )


def flow_definitions() -> st.SearchStrategy[FlowDefinition]:
    """Any flow: nested branches and loops, all types of step and slot, texts by language and in variations."""
    return flows_written().map(FlowDefinition.model_validate)


@st.composite
def bot_definitions(draw: Draw, most_flows: int = 2, fewest_flows: int = 0) -> BotDefinition:
    slots = draw(slots_written(prefix="shared_", most=3))
    names = tuple(f"flow_{number}" for number in range(draw(st.integers(fewest_flows, most_flows))))
    written = _filled(
        name=draw(one_texts.filter(lambda text: len(text) <= 100)),
        slug=draw(st.from_regex(r"[a-zA-Z0-9_-]{1,20}", fullmatch=True)),
        languages=draw(st.sampled_from((["en"], ["es", "en"]))),
        default_flow=draw(_maybe(st.sampled_from(names))) if names else None,
        settings=draw(_settings()),
        slots=slots,
        http_actions=draw(http_actions_written()),
        flows=[draw(flows_written(name, tuple(slots), names)) for name in names],
        tests={name: draw(st.lists(_scripts(), min_size=1, max_size=2, unique_by=_name)) for name in names[:1]},
    )
    return BotDefinition.model_validate(written)


def _name(written: Written) -> str:
    return str(written["name"])


def _scripts() -> st.SearchStrategy[Written]:
    """Such as could be stored; nobody runs them."""
    values = st.dictionaries(st.sampled_from(("amount", "no")), json_values, max_size=2)
    set_slot = st.builds(lambda value: {"set_slot": {"no": value}}, json_values)
    turn = st.fixed_dictionaries(
        {"user": one_texts, "bot": one_texts | st.lists(one_texts, max_size=2)},
        optional={
            "commands": st.lists(st.sampled_from(("affirm", "deny")) | set_slot, max_size=2),
            "slots": st.fixed_dictionaries({}, optional={"flow_0": values}),
            "called": st.lists(st.just("no") | st.builds(lambda inputs: {"pay": inputs}, values), max_size=2),
            "stack": st.sampled_from(([], ["flow_0.no"])),
        },
    )
    return st.fixed_dictionaries(
        {"name": one_texts, "turns": st.lists(turn, min_size=1, max_size=2)},
        optional={
            "now": st.just("2026-05-31T17:30:00Z"),
            "actions": st.fixed_dictionaries({"pay": st.builds(lambda result: {"returns": result}, values)}),
        },
    )


@st.composite
def http_actions_written(draw: Draw, most: int = 2) -> list[Written]:
    """Those that could be called: each placeholder is an input. Called by names that no flow of the bots here calls."""
    return [draw(_http_action(f"http_{number}")) for number in range(draw(st.integers(0, most)))]


@st.composite
def _http_action(draw: Draw, name: str) -> Written:
    one_line = one_texts.filter(lambda text: not any(character < " " or character == "\x7f" for character in text))
    return _filled(
        name=name,
        method=draw(_maybe(st.sampled_from(("GET", "POST", "PUT", "PATCH", "DELETE")))),
        url=draw(st.sampled_from(("https://api.example.com", "https://api.example.com:8443/o/{order}?q={no}&x=1"))),
        inputs=["order", "no"],
        headers=draw(st.dictionaries(st.sampled_from(("Accept-Language", "X-On")), one_line | st.just("a {no}"))),
        # In the order of letters, as they are exported.
        secret_headers=draw(st.sampled_from(([], ["Authorization"], ["Authorization", "X-Key"]))),
        body=draw(json_values | st.just({"order": "{order}", "lines": ["For {no}", 1, None]})),
        outputs=draw(st.dictionaries(st.sampled_from(("id", "no")), st.sampled_from(("data.items.0.id", "0", "no")))),
        timeout=draw(_maybe(st.sampled_from((0.5, 10, 50)))),
        retries=draw(_maybe(st.integers(0, 5))),
        idempotent=draw(_maybe(st.booleans())),
    )


def _settings() -> st.SearchStrategy[Written]:
    return st.fixed_dictionaries(
        {},
        optional={
            "public": st.booleans(),
            "allowed_origins": st.just(["https://shop.example"]),
            "double_texting": st.sampled_from(("queue", "merge", "reject")),
            "patterns": st.dictionaries(st.sampled_from(("cancelled", "error")), _texts([]), max_size=2),
            "retention_days": st.integers(1, 1000),
            "understanding": st.fixed_dictionaries(
                {"model": st.just("openai/gpt-4o-mini")},
                optional={
                    "provider": st.sampled_from(("embedded", "dspy", "answers")),
                    "temperature": st.none() | st.sampled_from((0.5, 1.0)),
                    "threshold": st.sampled_from((0.0, 0.3)),
                },
            ),
            "theme": _themes(),
        },
    )


def _themes() -> st.SearchStrategy[Written]:
    words = one_texts.filter(lambda text: len(text) <= THEME_TEXT_LENGTH)
    by_language = st.dictionaries(st.sampled_from(LANGUAGES), words, min_size=1)
    return st.fixed_dictionaries(
        {},
        optional={
            "colour": st.integers(0, 0xFFFFFF).map(lambda number: f"#{number:06x}"),
            "colour_scheme": st.sampled_from(("auto", "light", "dark")),
            "position": st.sampled_from(("end", "start")),
            "radius": st.integers(0, 32),
            "avatar": st.sampled_from(("", "https://shop.example/robot.png")),
            "rating": st.booleans(),
            **dict.fromkeys(("title", "greeting", "placeholder"), words | by_language),
        },
    )
