"""English, as people type it to a bot."""

from conversations_app.understanding.values.vocabulary import Vocabulary, phrases, words

_WEEKDAYS = {
    **{"monday": 0, "tuesday": 1, "wednesday": 2, "thursday": 3, "friday": 4, "saturday": 5, "sunday": 6},
    **{
        "mon": 0,
        "tue": 1,
        "tues": 1,
        "wed": 2,
        "weds": 2,
        "thu": 3,
        "thur": 3,
        "thurs": 3,
        "fri": 4,
        "sat": 5,
        "sun": 6,
    },
}
_MONTHS = {
    **{"january": 1, "february": 2, "march": 3, "april": 4, "may": 5, "june": 6, "july": 7, "august": 8},
    **{"september": 9, "october": 10, "november": 11, "december": 12, "jan": 1, "feb": 2, "mar": 3, "apr": 4},
    **{"jun": 6, "jul": 7, "aug": 8, "sep": 9, "sept": 9, "oct": 10, "nov": 11, "dec": 12},
}

ENGLISH = Vocabulary(
    language="en",
    ones=frozenset({"one"}),
    before_a_one=words(
        "a about after and are around at be before book by exactly for from get have in is just least make maybe most"
        " need of on only or order past say seat than till to until want we party reserve"
    ),
    one_begins=True,
    quarters=frozenset(),
    before_a_quarter=frozenset(),
    behind_a_quarter=frozenset(),
    no_numbers=words("o ones twos threes fours fives sixes sevens eights nines tens twenties"),
    no_numbers_behind={"hundred": "per"},
    number_spellings={
        "fourty": "forty",
        "ninty": "ninety",
        "eigth": "eight",
        "eigh": "eight",
        "tweleve": "twelve",
        "twelv": "twelve",
        "forteen": "fourteen",
        "fivteen": "fifteen",
        "thirten": "thirteen",
        "twenny": "twenty",
        "twentie": "twenty",
        "thirdy": "thirty",
        "fith": "fifth",
        "forth": "fourth",
        "nineth": "ninth",
        "twelth": "twelfth",
    },
    multipliers={
        **{"k": 1_000, "grand": 1_000, "thousand": 1_000, "m": 1_000_000, "million": 1_000_000, "millions": 1_000_000},
        **{"hundred": 100},
    },
    collectives={"dozen": 12, "dozens": 12, "couple": 2},
    articles="an?",
    weekdays=_WEEKDAYS,
    months=_MONTHS,
    calendar_words=(
        *(day for day in _WEEKDAYS if len(day) > 5),
        *(month for month in _MONTHS if len(month) > 5),
        *("tomorrow", "tonight", "yesterday", "weekend", "fortnight", "morning", "afternoon", "evening", "midnight"),
    ),
    calendar_spellings={
        **{
            "tmrw": "tomorrow",
            "tmr": "tomorrow",
            "tmw": "tomorrow",
        },
        **{"tomoro": "tomorrow", "tonite": "tonight", "todya": "today"},
        **{"wensday": "wednesday", "wendsday": "wednesday", "wedensday": "wednesday", "tusday": "tuesday"},
        **{"febuary": "february", "feburary": "february", "mornin": "morning", "arvo": "afternoon"},
        **{"monday's": "monday", "today's": "today", "tonight's": "tonight", "tomorrow's": "tomorrow"},
        **{"hrs": "hours", "hr": "hour", "mins": "minutes", "min": "minutes", "wk": "week", "wks": "weeks"},
    },
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
    negations=(
        r"not|dont|don't|doesn't|isn't|isnt|wasn't|never|except|excluding|without|instead of|rather than|other than"
        r"|anything but"
    ),
    soft_negations=r"no",
    not_negated=r"more|less|fewer|later|earlier|sooner|before|after|until|till|only|just|sure|over|under|too|problem",
    changing=r"chang|chnag|mov|switch|updat|modif|resched|amend|push|bring|alter",
    given_up=r"from",
    taken_up=r"to|into",
    list_words=r"and|&|plus",
    yes=phrases(
        "yes|y|yep|yeah|yea|yup|ya|sure|ok|okay|of course|certainly|absolutely|definitely|correct|right|that's right"
        "|thats right|exactly|please do|go ahead|sounds good|true|affirmative|indeed|fine|perfect|great|i do|i am"
        "|i would|i have|it is|why not|by all means|no problem|please|i think so|i guess so|for sure"
    ),
    no=phrases(
        "no|n|nope|nah|nay|never|not really|not at all|of course not|certainly not|absolutely not|definitely not"
        "|no thanks|no thank you|no way|negative|false|i don't|i dont|i do not|don't|dont|not now|not yet|wrong"
        "|incorrect|not correct|not right|that's not right|i don't think so|i dont think so|neither|none|nothing"
        "|i'm not|i am not|not today|without|no need|rather not|i'd rather not|it isn't|it's not"
    ),
    ordinal_words={
        **{"last": -1, "latter": -1, "final": -1, "latest": -1, "bottom": -1, "penultimate": -2},
        **{"former": 1, "top": 1},
    },
    question_words=words("what who how when where why which can could do does is are will would"),
)
