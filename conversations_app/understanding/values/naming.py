"""Names within a sentence: where they end, and what is no name however much it stands in the place of one."""

from collections.abc import Sequence

from conversations_app.understanding.values.markers import Word
from conversations_app.understanding.values.units import about
from conversations_app.understanding.values.vocabulary import words
from flows_app.flow_language import SlotDefinition

_NAMED = words(
    "name surname recipient contact person who payee beneficiary friend nombre apellido destinatario contacto persona"
    " quien beneficiario amigo"
)
# No text begins with them: they point at something, or they belong to the verb.
_POINTING = {
    "en": words(
        "it this that these those them him me us you someone somebody anyone anybody everyone everybody something"
        " anything nothing who whom what which where when back up off out over away down again around now here there"
    ),
    "es": words(
        "que lo le les me te nos esto eso ese esa este esta alguien nadie algo nada alguno alguna quien cual donde"
        " cuando ya ahora aqui alli asi tambien ti usted ustedes"
    ),
}
# “A mate” is somebody, but not by name.
_DETERMINING = {
    "en": words("a an some any another the every each no one all both"),
    "es": words("un una unos unas el los las algun alguna otro otra cada ningun todo toda todos todas"),
}
# Behind a name they begin another phrase.
_LEADING_ON = {
    "en": words(
        "from using via out off for with in on at by through because since as when if so but that which who instead"
        " every each to into today tomorrow tonight now asap right please thanks"
    ),
    "es": words(
        "desde usando mediante con para por en porque cuando si pero que cada todos todas hasta sin hoy ahora manana"
        " ya porfa gracias al a"
    ),
}
_LEADING_ON_TOGETHER = {
    "en": {("of", "my"), ("of", "the"), ("and", "then"), ("and", "also"), ("and", "tell"), ("and", "show")},
    "es": {("de", "mi"), ("de", "mis"), ("del", "mes"), ("y", "luego"), ("y", "dime"), ("y", "despues")},
}
# With one of them it is a sentence.
_VERBS = {
    "en": words(
        "is are was were am be been has have had do does did can can't could will would won't should want need know"
        " think see get got i'm it's don't isn't doesn't"
    ),
    "es": words(
        "es son era esta estan ha han he tengo tiene tienen tenia quiero quiere puedo puede hay voy va necesito sea"
        " hace hago dice entiende entiendo"
    ),
}


def takes_name(slot: SlotDefinition) -> bool:
    """Whether somebody's name is what the slot holds."""
    return not about(slot).isdisjoint(_NAMED)


def ends_name(said: Sequence[Word], place: int, language: str) -> bool:
    """Whether another phrase begins at a place: “Luis | out of my savings”."""
    following = tuple(word.word for word in said[place : place + 2])
    return following[0] in _LEADING_ON[language] or following in _LEADING_ON_TOGETHER[language]


def is_determiner(word: str, language: str) -> bool:
    return word in _DETERMINING[language]


def is_text(said: Sequence[Word], language: str) -> bool:
    return said[0].word not in _POINTING[language]


def is_name(said: Sequence[Word], language: str) -> bool:
    is_number = said[0].word.isdigit()
    is_sentence = any(word.word in _VERBS[language] for word in said)
    return not is_number and not is_sentence and not is_determiner(said[0].word, language)
