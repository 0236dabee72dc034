"""A yes that leaves it open, where one may be said in many ways: to a yes-or-no question, or to something to read."""

import re

from conversations_app.understanding.values.folding import fold

_ASKS = re.compile(
    r"""(?:\W*\b(?:yes|yeah|yep|yup|sure|ok|okay|right|and|but|so|well|si|vale|claro|y|pero|pues|bueno)\b)*\W*(?:
      (?:what(?!\ an?\b) | whats | what's | why(?!\ not\b) | which | how(?!\ (?:nice|kind)) | who | when | where)\b
    | (?:is|are|does|do|did|will|would|can|could|should)\ (?:it|that|this|there|i|you|we|she|he|they)\b
    | (?:cuanto|cuanta|cual|cuales|quien|cuando|donde|por\ que|para\ que|como(?!\ no\b)|hay)\b
    | que\ (?:es|pasa|significa)\b
    )""",
    re.VERBOSE,
)
_HEDGES = re.compile(
    r"""\b(?:
      (?:i\ )?(?:guess|suppose|reckon|imagine|assume)\b | i\ (?:think|believe) | maybe | perhaps | probably | possibly
    | presumably | likely | not\ (?:so\ |quite\ |entirely\ )?sure | sort\ of | kind\ of | kinda | depends | whatever
    | if\ (?:it|i|you|there|she|he|they|that|the|my) | unless | wait | hold\ on | hang\ on | let\ me\ (?:think|check)
    | (?:one|a|just\ a)\ (?:moment|second|sec|minute) | not\ (?:now|yet) | (?:i\ mean|actually|sorry)\W+no
    | (?:yes|yeah|yep|ok|okay|sure)\W+(?:(?:please|and|but)\W+)?(?:
        no(?!\ (?:problem|worries|doubt)) | nope | nah | not | don['’]?t(?!\ mind) | do\ not | wait
        | cancel | stop | later
      )\b
    | (?:as|so)\ long\ as | provided\b | (?:almost|half)\ yes | (?:once|only\ when)\ (?:it|i|my|you|she|he|they|the)\b
    | siempre\ que | mientras | con\ tal | a\ (?:no\ ser|menos) | (?:si|vale|ok)\W+pero\W+(?:no|luego|espera|manana)\b
    | supongo | creo | imagino | me\ parece\ que | quizas? | tal\ vez | a\ lo\ mejor | puede\ (?:ser|que)
    | probablemente | posiblemente | seguramente | no\ (?:se|lo\ se|estoy\ segur[oa]) | depende | como\ quieras
    | me\ da\ igual | esper(?:a|e|ate)\b | (?:un|dame\ un)\ (?:momento|segundo|minuto) | dejame | todavia\ no | aun\ no
    | ahora\ no | (?:si|vale|ok)\W+(?:no|digo\ no|mejor\ no|espera|cancela)\b
    | si\ (?:es|hay|no|me|tengo|puedo|puede|se\ puede|cuesta)\b
    )""",
    re.VERBOSE,
)
_UNFINISHED = re.compile(r"(?:\.{3,}|…|\b(?:but|and|pero|y|aunque))\s*$")
_SPAN = r"(?:moment|minute|min|second|sec|bit)s?"
_LAPSO = r"(?:momento|momentito|minuto|minutito|segundo|segundito|rato|ratito|poco)s?"
# Nothing but a wish for time: “wait, make it 60” is more.
_TIME = re.compile(
    rf"""(?:(?:yes|ok|okay|sure|well|hmm+|no|oh|sorry|but|just|please
              |si|vale|bueno|pero|perdona?|por\ favor|porfa)\W+)*(?:
      (?:wait|hold\ on|hang\ on|bear\ with\ me|stay\ there)(?:\W+(?:for\ )?(?:just\ )?(?:a|one|an?other|\d+)\ {_SPAN})?
    | (?:give\ me\ |i\ need\ )?(?:just\ )?(?:a|one|two|three|five|ten|another|\d+)\ (?:more\ )?{_SPAN}
    | not\ (?:just\ |quite\ )?yet
    | let\ me\ (?:think|check|see|look|ask)\b[^,.;]*
    | i(?:'ll|\ will|\ need\ to|\ have\ to|\ want\ to|'d\ like\ to|\ must)\ (?:think|check|ask)\b[^,.;]*
    | esper(?:a|ate|ad|e|eme|ame)(?:\W+{_LAPSO}|\W+(?:un|unos|dos|\d+)\ {_LAPSO})?
    | (?:dame\ |deme\ |necesito\ )?(?:solo\ )?(?:un|unos|dos|tres|cinco|diez|otro|\d+)\ {_LAPSO}
    | (?:todavia|aun)\ no
    | (?:dejame|dejeme|me\ lo|lo)\ (?:pens|pienso|ver|vere|mir|comprob|consult|pregunt)[^,.;]*
    | (?:tengo\ que|necesito|quiero)\ (?:pens|mirar|comprobar|consultar|preguntar)[^,.;]*
    )\W*(?:(?:please|pls|first|then|thanks|por\ favor|porfa|primero|gracias)\W*)*""",
    re.VERBOSE,
)


def wants_time(text: str) -> bool:
    """Whether somebody who is asked for a yes says only that they are not there yet: it is no “no” either."""
    return _TIME.fullmatch(fold(text).strip()) is not None


def leaves_open(text: str) -> bool:
    """Whether it asks something, hedges, wants to wait or to take back what it says."""
    folded = fold(text)
    return (
        any(sign in text for sign in "?¿？؟")
        or bool(_ASKS.match(folded))
        or bool(_HEDGES.search(folded))
        or bool(_UNFINISHED.search(folded))
    )
