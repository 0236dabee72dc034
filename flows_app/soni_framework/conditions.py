"""The framework's conditions in CEL: `amount > 10 AND NOT (vip = true)` is `amount > 10 && !(vip == true)`.

AND, OR, NOT and IN are words in any case; equality may be one sign or two. A bare name holds if it is filled and not
empty, and an unquoted word that names no slot is a text.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Literal

from flows_app.slot_types import type_named

_TOKEN = re.compile(
    r"""\s*(?:
    (?P<string>'(?:\\.|[^'\\])*'|"(?:\\.|[^"\\])*")
  | (?P<number>\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)
  | (?P<name>[^\W\d]\w*(?:\.[^\W\d]\w*)*)
  | (?P<sign>&&|\|\||[<>!=]=|<>|[-+*/%<>=!()\[\],])
    )""",
    re.VERBOSE,
)
_COMPARISONS = {"=": "==", "==": "==", "!=": "!=", "<>": "!=", ">": ">", "<": "<", ">=": ">=", "<=": "<="}
_WORDS = {"true": "true", "false": "false", "none": "null", "null": "null"}
_OPERATORS = ("and", "or", "not", "in", "is")
# Deeper than anybody writes, and shallow enough for Python's own stack.
_DEPTH = 50


class NoCondition(ValueError):
    """It can't be read; the sentence says where it stops making sense."""


@dataclass(frozen=True)
class KnownSlot:
    """A slot as conditions see it: our name for it, and its type if that is known."""

    name: str
    type: str | None


@dataclass
class InCel:
    text: str
    # As the author wrote them.
    slots: set[str] = field(default_factory=set)
    notices: list[str] = field(default_factory=list)


def condition_in_cel(written: str, slots: Mapping[str, KnownSlot]) -> InCel:
    """Something that is true or false."""
    return _translated(written, slots, lambda parser, whole: parser.holds(whole).text)


def value_in_cel(written: str, slots: Mapping[str, KnownSlot]) -> InCel:
    """Something that is computed."""
    return _translated(written, slots, lambda parser, whole: whole.text)


def cel_text(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace("'", "\\'").replace("\n", "\\n").replace("\r", "\\r")
    return f"'{escaped}'"


@dataclass(frozen=True)
class _Part:
    text: str
    kind: Literal["name", "word", "atom", "compound"] = "atom"
    slot: KnownSlot | None = None

    @property
    def closed(self) -> str:
        return f"({self.text})" if self.kind == "compound" else self.text


def _translated(written: str, slots: Mapping[str, KnownSlot], show: "Callable[[_Parser, _Part], str]") -> InCel:
    parser = _Parser(_Tokens(written, slots), slots)
    whole = parser.alternatives()
    parser.tokens.expect_end()
    result = InCel(show(parser, whole), parser.used, parser.notices)
    return result


class _Tokens:
    def __init__(self, written: str, slots: Mapping[str, KnownSlot]):
        self._written = written
        self._found = list(_tokens(written, slots))
        self._position = 0

    def peek(self, ahead: int = 0) -> tuple[str, str]:
        position = self._position + ahead
        return self._found[position] if position < len(self._found) else ("end", "")

    def next(self) -> tuple[str, str]:
        token = self.peek()
        self._position += 1
        return token

    def take_word(self, *words: str) -> bool:
        """A run of words or signs, in any case."""
        if all(self._is(word, ahead) for ahead, word in enumerate(words)):
            self._position += len(words)
            return True
        return False

    def _is(self, word: str, ahead: int) -> bool:
        kind, text = self.peek(ahead)
        return kind in ("name", "sign") and text.lower() == word

    def expect(self, sign: str) -> None:
        if not self.take_word(sign):
            raise self.unexpected()

    def expect_end(self) -> None:
        if self.peek()[0] != "end":
            raise self.unexpected()

    def unexpected(self) -> NoCondition:
        kind, text = self.peek()
        here = "it ends too early" if kind == "end" else f"“{text}” is not understood"
        return NoCondition(f"“{self._written}” can't be translated: {here}.")


def _tokens(written: str, slots: Mapping[str, KnownSlot]) -> list[tuple[str, str]]:
    # Slots with names such as `user-age` are seen as a whole, not as a subtraction.
    odd = sorted((name for name in slots if not re.fullmatch(r"\w+", name)), key=len, reverse=True)
    whole = re.compile(r"\s*(" + "|".join(map(re.escape, odd)) + r")(?!\w)") if odd else None
    found, position, text = [], 0, written.rstrip()
    while position < len(text):
        if whole and (match := whole.match(text, position)):
            found.append(("name", match.group(1)))
        elif match := _TOKEN.match(text, position):
            found.append((str(match.lastgroup), match.group().strip()))
        else:
            raise NoCondition(f"“{written}” can't be translated: “{text[position:].strip()[:20]}” is not understood.")
        position = match.end()
    return found


class _Parser:
    def __init__(self, tokens: _Tokens, slots: Mapping[str, KnownSlot]):
        self.tokens = tokens
        self.used: set[str] = set()
        self.notices: list[str] = []
        self._slots = slots
        self._depth = 0

    def alternatives(self) -> _Part:
        self._depth += 1
        if self._depth > _DEPTH:
            raise NoCondition(f"It is nested more than {_DEPTH} deep.")
        parts, mixed = [], False
        while True:
            part, joined = self._conjunction()
            parts.append(part)
            mixed = mixed or joined
            if not (self.tokens.take_word("or") or self.tokens.take_word("||")):
                break
        self._depth -= 1
        if len(parts) > 1 and mixed:
            self.notices.append("AND binds more strongly than OR here; use parentheses where that is not meant")
        return self._joined(parts, "||")

    def _conjunction(self) -> tuple[_Part, bool]:
        parts = [self._negation()]
        while self.tokens.take_word("and") or self.tokens.take_word("&&"):
            parts.append(self._negation())
        return self._joined(parts, "&&"), len(parts) > 1

    def _joined(self, parts: list[_Part], sign: str) -> _Part:
        if len(parts) == 1:
            return parts[0]
        return _Part(f" {sign} ".join(self._operand(part, sign) for part in parts), "compound")

    def _operand(self, part: _Part, sign: str) -> str:
        held = self.holds(part)
        # A bare name becomes a conjunction of its own, which only an OR would leave together anyway.
        return f"({held.text})" if part.kind == "name" and held.kind == "compound" and "&&" in held.text else held.text

    def _negation(self) -> _Part:
        if self.tokens.take_word("not") or self.tokens.take_word("!"):
            return _Part(f"!{self.holds(self._negation()).closed}")
        return self._comparison()

    def _comparison(self) -> _Part:
        left = self._sum()
        if self.tokens.take_word("not", "in"):
            return _Part(f"!({left.text} in {self._sum().text})")
        if self.tokens.take_word("in"):
            return _Part(f"{left.text} in {self._sum().text}", "compound")
        sign = self._comparison_sign()
        if sign is None:
            return left
        return _Part(f"{left.text} {sign} {self._right_of(self._sum())}", "compound")

    def _comparison_sign(self) -> str | None:
        if self.tokens.take_word("is", "not"):
            return "!="
        if self.tokens.take_word("is"):
            return "=="
        kind, text = self.tokens.peek()
        if kind == "sign" and text in _COMPARISONS:
            self.tokens.next()
            return _COMPARISONS[text]
        return None

    def _right_of(self, part: _Part) -> str:
        if part.kind != "word":
            return part.text
        self.notices.append(f"“{part.text}” names no slot, so it is taken as a text")
        return cel_text(part.text)

    def _sum(self) -> _Part:
        """Arithmetic has the same signs and the same order in CEL: only the parts are translated."""
        part = self._unary()
        written = [part.text]
        while self.tokens.peek()[1] in ("+", "-", "*", "/", "%") and self.tokens.peek()[0] == "sign":
            written += [self.tokens.next()[1], self._unary().text]
        return part if len(written) == 1 else _Part(" ".join(written), "compound")

    def _unary(self) -> _Part:
        if self.tokens.take_word("-"):
            return _Part(f"-{self._primary().closed}")
        return self._primary()

    def _primary(self) -> _Part:
        if self.tokens.take_word("("):
            inside = self.alternatives()
            self.tokens.expect(")")
            return _Part(f"({self.holds(inside).text if inside.kind == 'name' else inside.text})")
        if self.tokens.take_word("["):
            return _Part(f"[{self._list('] ')}]")
        kind, text = self.tokens.peek()
        if kind == "name" and text.lower() not in _OPERATORS:
            self.tokens.next()
            return self._named(text)
        if kind in ("number", "string"):
            self.tokens.next()
            return _Part(text)
        raise self.tokens.unexpected()

    def _list(self, closing: str) -> str:
        parts: list[str] = []
        while not self.tokens.take_word(closing.strip()):
            if parts:
                self.tokens.expect(",")
            parts.append(self._right_of(self._sum()))
        return ", ".join(parts)

    def _named(self, written: str) -> _Part:
        if written.lower() in _WORDS:
            return _Part(_WORDS[written.lower()])
        if self.tokens.take_word("("):
            return _Part(f"{written}({self._list(')')})")
        slot, _, inside = written.partition(".")
        known = self._slots.get(written) or self._slots.get(slot)
        if known is None:
            return _Part(written, "word")
        self.used.add(written if written in self._slots else slot)
        return (
            _Part(f"{known.name}.{inside}")
            if inside and written not in self._slots
            else _Part(known.name, "name", known)
        )

    def holds(self, part: _Part) -> _Part:
        """Rewrites a name as a condition: CEL takes only true and false for one."""
        slot_type = type_named(part.slot.type) if part.slot and part.slot.type else None
        if part.kind != "name" or slot_type is None or slot_type.is_yes_or_no:
            return part
        if slot_type.is_number:
            return _Part(f"{part.text} != null && {part.text} != 0", "compound")
        if slot_type.is_list:
            return _Part(f"{part.text} != null && size({part.text}) > 0", "compound")
        return _Part(f"{part.text} != null", "compound")
