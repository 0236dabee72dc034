from flows_app.languages.parts import Words, words

WORDS = Words(
    fillers=words(
        "uh uhm um umm hmm hm er erm eh well so ok okay oh ah hi hello hey yes yeah yep sure actually and right"
        " alright great fine please thanks like basically honestly maybe perhaps probably sorry"
    ),
    stop_words=words(
        "a an the to of in on at for from with by and or but is are was be i me my we us our you your it its it's"
        " this that these those do does did can could would will want need like have has had get please not no yes"
        " what which who how when where there here one ones them they he she his her some any just only than then"
        " make book send give take put let go im i'm i'd i'll id into about"
    ),
    connectors=words(
        "out off using via on at for by in the from to with and or of a an my our this next around about please"
    ),
    before_a_verb=words("want like need going have able how love trying try wish hope wanna used ready"),
    courtesies=("please", "pls", "plz", "thanks", "thank you", "thx", "cheers", "if possible", "if you can"),
    hedges=("i guess", "i think", "i suppose", "i believe", "i reckon", "or so", "or something", "maybe", "probably"),
    question_words=words("what who how when where why which can could do does is are will would"),
    general=words("any anything anyone all everything everyone both whatever something"),
    adverb_endings=("ly",),
    before_a_time=words("at on by for from until before after around"),
)
