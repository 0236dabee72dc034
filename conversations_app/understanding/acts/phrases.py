import re

from conversations_app.understanding.acts.lexicon import Lexicon, Token, lexicon, tokens_of
from conversations_app.understanding.acts.reading import Act, ActReading, Expecting

_BREAK = re.compile(r"[,.;:!?…\n–—]|\s-+\s")
_WHOLE, _BROKEN_OFF, _RUNNING_ON = 1.0, 0.9, 0.8
_MOST_ACTS = 3
_ANSWERS: tuple[Act, ...] = ("affirm", "deny")


def read_phrases(text: str, language: str, expecting: Expecting) -> ActReading | None:
    """The act of a message that begins with a sure phrase; `None` if it doesn't."""
    return _PhraseReader(lexicon(language), expecting).read(text)


class _PhraseReader:
    def __init__(self, known: Lexicon, expecting: Expecting):
        self._known = known
        self._expecting = expecting

    def read(self, text: str, most_acts: int = _MOST_ACTS) -> ActReading | None:
        tokens = tokens_of(text)
        start = self._start(tokens)
        act, phrase = self._act_at(tokens, start)
        if not phrase or not most_acts:
            return None
        if act is None:
            return ActReading(None, _WHOLE) if start + len(phrase) == len(tokens) else None
        return self._read_on(text, tokens, start, phrase, act, most_acts)

    def _read_on(
        self, text: str, tokens: list[Token], start: int, phrase: tuple[str, ...], act: Act, most_acts: int
    ) -> ActReading | None:
        end = self._end(tokens, start + len(phrase), act)
        if end == len(tokens):
            return ActReading(act, _WHOLE)
        if phrase in self._known.kinds["alone"]:
            return None
        rest = self._rest(text, tokens, end)
        further = self.read(rest, most_acts - 1)
        yields = phrase in self._known.kinds["weak"] or self._known.kind_at("closing", tokens, end)
        if further and further.act and (yields or _outweighs(further, act)):
            return further
        if self._is_broken_off(text, tokens, end, act):
            return ActReading(act, _BROKEN_OFF, rest)
        if phrase in self._known.kinds["opening"] and (self._expecting == "yes_or_no" or act not in _ANSWERS):
            return ActReading(act, _RUNNING_ON, rest)
        return None

    def _act_at(self, tokens: list[Token], at: int) -> tuple[Act | None, tuple[str, ...]]:
        act, phrase = self._known.act_at(tokens, at) or (None, ())
        if phrase in self._known.kinds["closing"] and self._expecting == "yes_or_no":
            return "deny", phrase
        return act, phrase

    def _start(self, tokens: list[Token]) -> int:
        at = 0
        while not self._known.act_at(tokens, at) and (filler := self._known.kind_at("filler", tokens, at)):
            at += len(filler)
        return at

    def _end(self, tokens: list[Token], at: int, act: Act) -> int:
        """Where the act ends: “yes, sure, go ahead please” is one."""
        while at < len(tokens):
            following, phrase = self._act_at(tokens, at)
            skipped = phrase if following == act else self._known.kind_at("polite", tokens, at)
            if not skipped:
                break
            at += len(skipped)
        return at

    def _rest(self, text: str, tokens: list[Token], end: int) -> str:
        after = end + len(self._known.kind_at("linking", tokens, end))
        return text[tokens[after if after < len(tokens) else end].start :].strip()

    def _is_broken_off(self, text: str, tokens: list[Token], end: int, act: Act) -> bool:
        if _BREAK.search(text, tokens[end - 1].end, tokens[end].start):
            return True
        links = any(self._known.kind_at(kind, tokens, end) for kind in ("linking", "joining"))
        return links and act in (*_ANSWERS, "cancel")


def _outweighs(further: ActReading, act: Act) -> bool:
    """“no, forget it” and “hello, a person please” are what they end with."""
    if further.rest:
        return False
    return act == "chitchat" or (act == "deny" and further.act in ("cancel", "handoff", "clarify"))
