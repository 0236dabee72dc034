from flows_app.languages.parts import Doubts

_SPAN = r"(?:momento|momentito|minuto|minutito|segundo|segundito|rato|ratito|poco)s?"

DOUBTS = Doubts(
    before_asking=r"si|vale|claro|y|pero|pues|bueno",
    asking=r"""
      (?:cuanto|cuanta|cual|cuales|quien|cuando|donde|por\ que|para\ que|como(?!\ no\b)|hay)\b
    | que\ (?:es|pasa|significa)\b
    """,
    hedging=r"""
      siempre\ que | mientras | con\ tal | a\ (?:no\ ser|menos) | (?:si|vale|ok)\W+pero\W+(?:no|luego|espera|manana)\b
    | supongo | creo | imagino | me\ parece\ que | quizas? | tal\ vez | a\ lo\ mejor | puede\ (?:ser|que)
    | probablemente | posiblemente | seguramente | no\ (?:se|lo\ se|estoy\ segur[oa]) | depende | como\ quieras
    | me\ da\ igual | esper(?:a|e|ate)\b | (?:un|dame\ un)\ (?:momento|segundo|minuto) | dejame | todavia\ no | aun\ no
    | ahora\ no | (?:si|vale|ok)\W+(?:no|digo\ no|mejor\ no|espera|cancela)\b
    | si\ (?:es|hay|no|me|tengo|puedo|puede|se\ puede|cuesta)\b
    """,
    unfinished="pero|y|aunque",
    before_time=r"si|vale|bueno|pero|perdona?|por\ favor|porfa",
    time=rf"""
      esper(?:a|ate|ad|e|eme|ame)(?:\W+{_SPAN}|\W+(?:un|unos|dos|\d+)\ {_SPAN})?
    | (?:dame\ |deme\ |necesito\ )?(?:solo\ )?(?:un|unos|dos|tres|cinco|diez|otro|\d+)\ {_SPAN}
    | (?:todavia|aun)\ no
    | (?:dejame|dejeme|me\ lo|lo)\ (?:pens|pienso|ver|vere|mir|comprob|consult|pregunt)[^,.;]*
    | (?:tengo\ que|necesito|quiero)\ (?:pens|mirar|comprobar|consultar|preguntar)[^,.;]*
    """,
    behind_time=r"por\ favor|porfa|primero|gracias",
)
