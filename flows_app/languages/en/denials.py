from flows_app.languages.parts import Denials

DENIALS = Denials(
    negations=(
        r"not|dont|don't|doesn't|isn't|isnt|wasn't|never|except|excluding|without|instead of|rather than|other than"
        r"|anything but"
    ),
    soft_negations=r"no",
    not_negated=r"more|less|fewer|later|earlier|sooner|before|after|until|till|only|just|sure|over|under|too|problem",
    changing=r"chang|chnag|mov|switch|updat|modif|resched|amend|push|bring|alter",
    given_up=r"from",
    taken_up=r"to|into",
    between="the|a|an|my|on|for|at|in|to|want|need|it|that|be|is|mean",
    no_at_the_end="no",
    no_behind="no|not|nope",
    instead="but|rather",
    before_a_name="not|isn't|isnt|wasn't|no|n't",
    behind_a_name="no|not",
    between_names="but|no|not|it's|its|it|is|was|by the way|for|to|from|and",
)
