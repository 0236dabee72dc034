from flows_app.languages.parts import Doubts

_SPAN = r"(?:moment|minute|min|second|sec|bit)s?"

DOUBTS = Doubts(
    before_asking=r"yes|yeah|yep|yup|sure|ok|okay|right|and|but|so|well",
    asking=r"""
      (?:what(?!\ an?\b) | whats | what's | why(?!\ not\b) | which | how(?!\ (?:nice|kind)) | who | when | where)\b
    | (?:is|are|does|do|did|will|would|can|could|should)\ (?:it|that|this|there|i|you|we|she|he|they)\b
    """,
    hedging=r"""
      (?:i\ )?(?:guess|suppose|reckon|imagine|assume)\b | i\ (?:think|believe) | maybe | perhaps | probably | possibly
    | presumably | likely | not\ (?:so\ |quite\ |entirely\ )?sure | sort\ of | kind\ of | kinda | depends | whatever
    | if\ (?:it|i|you|there|she|he|they|that|the|my) | unless | wait | hold\ on | hang\ on | let\ me\ (?:think|check)
    | (?:one|a|just\ a)\ (?:moment|second|sec|minute) | not\ (?:now|yet) | (?:i\ mean|actually|sorry)\W+no
    | (?:yes|yeah|yep|ok|okay|sure)\W+(?:(?:please|and|but)\W+)?(?:
        no(?!\ (?:problem|worries|doubt)) | nope | nah | not | don['’]?t(?!\ mind) | do\ not | wait
        | cancel | stop | later
      )\b
    | (?:as|so)\ long\ as | provided\b | (?:almost|half)\ yes | (?:once|only\ when)\ (?:it|i|my|you|she|he|they|the)\b
    """,
    unfinished="but|and",
    before_time=r"yes|ok|okay|sure|well|hmm+|no|oh|sorry|but|just|please",
    time=rf"""
      (?:wait|hold\ on|hang\ on|bear\ with\ me|stay\ there)(?:\W+(?:for\ )?(?:just\ )?(?:a|one|an?other|\d+)\ {_SPAN})?
    | (?:give\ me\ |i\ need\ )?(?:just\ )?(?:a|one|two|three|five|ten|another|\d+)\ (?:more\ )?{_SPAN}
    | not\ (?:just\ |quite\ )?yet
    | let\ me\ (?:think|check|see|look|ask)\b[^,.;]*
    | i(?:'ll|\ will|\ need\ to|\ have\ to|\ want\ to|'d\ like\ to|\ must)\ (?:think|check|ask)\b[^,.;]*
    """,
    behind_time=r"please|pls|first|then|thanks",
)
