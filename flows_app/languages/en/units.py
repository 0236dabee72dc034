from flows_app.languages.parts import Units, words

UNITS = Units(
    kinds={
        "people": words(
            "people ppl peple poeple peopel pepole person pers guest gest diner party pax cover seat attendee"
            " participant passenger traveller traveler customer head folk visitor member friend other us"
        ),
        "adults": words("adult grownup"),
        "children": words("child kid children baby infant toddler"),
        "nights": words("night"),
        "days": words("day"),
        "weeks": words("week fortnight"),
        "months": words("month"),
        "years": words("year yr old birthday"),
        "hours": words("hour hr"),
        "minutes": words("minute min am pm o'clock oclock"),
        "rooms": words("room bedroom"),
        "tables": words("table"),
        "tickets": words("ticket"),
        "stars": words("star rating point"),
        "money": words("price cost budget dollar euro pound buck quid eur usd gbp cent € $ £"),
        "shares": words("% percent percentage pct share"),
        "sizes": words("km kilometer kilometre mile kilo kg gram g litre liter meter metre cm m"),
    },
    empty=words(
        "number of the a how many much which what is are do you your for count total quantity amount to in be will size"
        " value"
    ),
    between="more|other|extra|total|further|additional|of",
    half_a="half(?: an?)?",
    a="an?",
    one="one",
    groups=words("party friend head member cover other diner visitor seat customer"),
    me="me|myself|i",
    myself="me|myself",
    my="my",
    relations=(
        "wife|husband|partner|girlfriend|boyfriend|son|daughter|mother|father|mom|mum|dad|brother|sister|friend|date"
        "|colleague|boss"
    ),
    plural_endings="s|es|ren",
    joining="and|&|plus|with",
    joining_numbers="and|plus|&",
    no_adjective="and",
    alone="just me|only me|just myself|by myself|on my own",
    cues=(
        "for|party of|group of|family of|table of|total of|we are|we're|were|we will be|we'll be|there are|there's"
        "|there will be|there'll be|there is|be|seats?|seating|seating for|host|accommodate|fit|it's|its|it is|to|of"
        "|just|only|make it|make that|have|having|expecting|include|including|add|bring|bringing|size"
    ),
    cues_go_on="just|only|maybe|like|about|around|approximately|a total of|up to|at least|exactly|the|now",
    cues_end="of",
    before_a_time="at|on|tonight|tomorrow|this",
)
