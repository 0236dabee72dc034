import re

from conversations_app.understanding.values.answer_text import Answer
from conversations_app.understanding.values.found import FoundValue
from conversations_app.understanding.values.naming import takes_name
from conversations_app.understanding.values.question_words import asked_with, names_the_slot
from conversations_app.understanding.values.sentence import Sentence
from flows_app.flow_language import SlotDefinition

# “I'm Ana Pérez” is a name, “I'm allergic to nuts” is not.
_NAME_WORDS = 4
_FINAL_MARK = re.compile(r"[!?]+$")


def read_text(slot: SlotDefinition, sentence: Sentence) -> FoundValue | None:
    """The user's own words, without what introduces them and without courtesies."""
    answer = Answer(sentence)
    for carrier in (names_the_slot(slot, answer.plain, sentence.language), asked_with(slot, sentence.language)):
        if carrier:
            answer.strip(carrier)
    if _is_name(answer, slot, sentence):
        answer.without_weak_carrier(articles=takes_name(slot, sentence.language))
    start, end = answer.span()
    end = _with_final_mark(answer, sentence.text, end)
    value = sentence.text[start:end].strip(' \n\t,;:"“”«»')
    return FoundValue(value, start, end, _certainty(answer, sentence)) if value else None


def _with_final_mark(answer: Answer, text: str, end: int) -> int:
    """A sentence keeps its “!”; who says a name in such a way does not mean it to be a part of it."""
    mark = _FINAL_MARK.match(text, end) if len(answer.plain.split()) > _NAME_WORDS else None
    return mark.end() if mark else end


def _is_name(answer: Answer, slot: SlotDefinition, sentence: Sentence) -> bool:
    words = answer.plain.split()[1:]
    if not 0 < len(words) <= _NAME_WORDS:
        return False
    plain = not any(word in sentence.vocabulary.stop_words for word in words)
    return plain and (takes_name(slot, sentence.language) or len(words) <= 2)


def _certainty(answer: Answer, sentence: Sentence) -> float:
    words = answer.plain.split()
    if answer.introduced:
        return 0.95
    if sentence.text.rstrip().endswith("?") or (words and words[0] in sentence.vocabulary.question_words):
        return 0.3
    return 0.8 if len(words) <= _NAME_WORDS else 0.6
