from flows_app.languages.parts import Numbers, words

NUMBERS = Numbers(
    spelled_in="en",
    ones=frozenset({"one"}),
    before_a_one=words(
        "a about after and are around at be before book by exactly for from get have in is just least make maybe most"
        " need of on only or order past say seat than till to until want we party reserve"
    ),
    one_begins=True,
    no_numbers=words("o ones twos threes fours fives sixes sevens eights nines tens twenties"),
    no_numbers_behind={"hundred": "per"},
    spellings={
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
    ordinal_endings="st|nd|rd|th",
    ordinal_endings_apart="th|nd|rd",
    minus="minus",
    and_a_half="and a half",
    half_of="half an?|half",
    a="an?",
    of="of",
    half="half",
    no_half_behind=("and a ",),
    no_half_before="past|an? (?:hour|dozen)",
    half_a="an?",
)
