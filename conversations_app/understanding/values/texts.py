from conversations_app.understanding.values.answer_text import Answer
from conversations_app.understanding.values.found import FoundValue
from conversations_app.understanding.values.sentence import Sentence
from conversations_app.understanding.values.units import about
from conversations_app.understanding.values.vocabulary import words
from flows_app.language import SlotDefinition

_NAMES = words(
    "name surname recipient contact person who payee beneficiary friend nombre apellido destinatario contacto persona"
    " quien beneficiario amigo"
)
# “I'm Ana Pérez” is a name, “I'm allergic to nuts” is not.
_NAME_WORDS = 4


def read_text(slot: SlotDefinition, sentence: Sentence) -> FoundValue | None:
    """The user's own words, without what introduces them and without courtesies."""
    answer = Answer(sentence)
    if _is_name(answer, slot, sentence):
        answer.without_weak_carrier()
    start, end = answer.span()
    value = sentence.text[start:end].strip(' \n\t,;:"“”«»')
    return FoundValue(value, start, end, _certainty(answer, sentence)) if value else None


def _is_name(answer: Answer, slot: SlotDefinition, sentence: Sentence) -> bool:
    words = answer.plain.split()[1:]
    if not 0 < len(words) <= _NAME_WORDS:
        return False
    plain = not any(word in sentence.vocabulary.stop_words for word in words)
    return plain and (bool(about(slot) & _NAMES) or len(words) <= 2)


def _certainty(answer: Answer, sentence: Sentence) -> float:
    words = answer.plain.split()
    if answer.introduced:
        return 0.95
    if sentence.text.rstrip().endswith("?") or (words and words[0] in sentence.vocabulary.question_words):
        return 0.3
    return 0.8 if len(words) <= _NAME_WORDS else 0.6
