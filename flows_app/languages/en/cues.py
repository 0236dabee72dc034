from flows_app.languages.parts import Cues, words

CUES = Cues(
    taking_back=r"""
      no+ (?=\b) | nope | nah | oh | ah | wait | hold\ on | oops | whoops | sorry | my\ (?:bad|mistake)
    | (?:by\ the\ way|btw) | pardon | actually | rather | but | instead | wrong | not\ (?:right|correct)
    | (?:i\ )?(?:really\ |actually\ )?mean(?:t)?(?:\ to\ say)? | i\ (?:wanted\ to\ say|should\ have\ said|said)
    | (?:that|it)(?:'s|\ is|s)?\ (?:not\ (?:right|correct)|wrong|incorrect)
    | i\ (?:made\ a\ mistake|was\ wrong|don't\ want\ that(?:\ either)?|changed\ my\ mind)
    """,
    weak=r"no+ | nope | nah | oh | ah | but | by\ the\ way | btw",
    changing=r"""
      change | correct | update | modify | switch | make\ (?:it|that) | set\ (?:it|the) | put | instead | rather
    | actually | sorry | i\ (?:meant|mean|said) | wrong | not\ (?:right|correct) | (?:its|it's|is)\ spelled
    """,
    asking=r"""
      what | whats | why | which | how | who | when | where | do\ (?:i|you|we) | does | is\ (?:that|it|this) | can\ you
    | should
    """,
    not_knowing=r"no\ idea | (?:i\ )?(?:don't|dont|do\ not)\ know | not\ sure | dunno",
    reserving=r"""
      but | if | unless | once | only | first | until | till | when | after | before | wait | hold\ on | except
    | however | though | although | provided | as\ long\ as | depends | later | another | other | maybe | perhaps
    | no | not | nope | never | don'?t | do\ not | won'?t | cancel | stop
    """,
    behind_a_value=words("instead please rather thank then now today and but"),
    too_common=words("a an the is and"),
    linking=words("on at in to for from by of"),
)
