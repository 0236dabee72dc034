"""Small words that tell what a message does with what was said before, in English and Spanish, on folded text."""

import re
from dataclasses import dataclass

from conversations_app.understanding.values.folding import fold

# At the beginning of a message, one behind the other: “no wait, sorry, I meant…”.
_TAKING_BACK = re.compile(
    r"""[\s,.;:!¡¿-]*(?:
      no+ (?=\b) | nope | nah | oh | ah | ay | uy | wait | hold\ on | oops | whoops | ups | sorry | my\ (?:bad|mistake)
    | (?:by\ the\ way|btw) | pardon | actually | rather | but | instead | wrong | not\ (?:right|correct)
    | (?:i\ )?(?:really\ |actually\ )?mean(?:t)?(?:\ to\ say)? | i\ (?:wanted\ to\ say|should\ have\ said|said)
    | (?:that|it)(?:'s|\ is|s)?\ (?:not\ (?:right|correct)|wrong|incorrect)
    | i\ (?:made\ a\ mistake|was\ wrong|don't\ want\ that(?:\ either)?|changed\ my\ mind)
    | espera | perdon(?:a|e)? | lo\ siento | disculpa(?:e)? | (?:en\ )?realidad | mejor(?:\ dicho)? | digo | pero
    | (?:no\ )?(?:quise|queria|quiero)\ decir | me\ (?:he\ )?equivo(?:que|cado) | mal | incorrecto | eso\ no
    | no\ es\ (?:correcto|asi|eso) | esta\ mal | me\ referia\ a(?:l)? | he\ (?:cambiado\ de\ (?:idea|opinion)|dicho)
    | por\ cierto | que\ al\ final | al\ final
    )(?=$|[\s,.;:!?-])""",
    re.VERBOSE,
)
# They mean little by themselves.
_WEAK = re.compile(r"[\s,.;:!¡¿-]*(?:no+|nope|nah|oh|ah|but|pero|by the way|btw|por cierto)")
# Anywhere in it.
_CHANGING = re.compile(
    r"""\b(?:
      change | correct | update | modify | switch | make\ (?:it|that) | set\ (?:it|the) | put | instead | rather
    | actually | sorry | i\ (?:meant|mean|said) | wrong | not\ (?:right|correct) | (?:its|it's|is)\ spelled
    | cambi(?:a|e|ar|alo|ala|arlo|arla|emos) | corrig(?:e|elo|ela) | corregir | modific(?:a|ar|alo) | pon(?:lo|la|me)
    | que\ sea(?:n)? | en\ (?:vez|lugar)\ de | sino | mejor | actualiza(?:r)? | en\ realidad | al\ final | perdon
    | he\ dicho | queria\ decir | esta\ mal | no\ es\ (?:ese|esa|eso|correcto)
    )\b""",
    re.VERBOSE,
)
_ASKING = re.compile(
    r"""[\s¿¡]*(?:
      what | whats | why | which | how | who | when | where | do\ (?:i|you|we) | does | is\ (?:that|it|this) | can\ you
    | should
    | que(?!\ (?:lo|la|le|te|os|se|sea|no)\b) | por\ ?que | cual | como | quien | cuando | donde | para\ que
    | es\ (?:obligatorio|necesario) | hace\ falta | hay\ que
    )\b""",
    re.VERBOSE,
)
_NOT_KNOWING = re.compile(
    r"""\b(?:no\ idea | (?:i\ )?(?:don't|dont|do\ not)\ know | not\ sure | dunno | ni\ idea | no\ (?:lo\ )?se
    | no\ estoy\ segur[oa])\b""",
    re.VERBOSE,
)


@dataclass(frozen=True)
class Cues:
    # Where what follows the words of taking back begins.
    rest_at: int
    # “I meant”, “sorry”; a plain “no” alone is none.
    takes_back: bool
    # “change”, “make it”: something that was given is to be another.
    changes: bool
    # It is a question itself.
    asks: bool
    # It begins like a question.
    wonders: bool
    # It says that the user has no answer.
    knows_not: bool


def cues_in(text: str) -> Cues:
    folded = folded_alike(text)
    place = 0
    takes_back = False
    while (found := _TAKING_BACK.match(folded, place)) and found.end() > place:
        takes_back = takes_back or not _WEAK.fullmatch(found[0])
        place = found.end()
    return Cues(
        rest_at=place,
        takes_back=takes_back,
        changes=speaks_of_changing(text),
        asks=folded.rstrip().endswith("?"),
        wonders=bool(_ASKING.match(folded)) and len(folded.split()) > 1,
        knows_not=bool(_NOT_KNOWING.search(folded)),
    )


def speaks_of_changing(text: str) -> bool:
    return bool(_CHANGING.search(folded_alike(text)))


def folded_alike(text: str) -> str:
    """Of the same length, so that places in it are places in the text."""
    folded = fold(text)
    return folded if len(folded) == len(text) else text.lower()
