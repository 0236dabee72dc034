from flows_app.languages.parts import Numbers, words

NUMBERS = Numbers(
    spelled_in="de",
    decimal_comma=True,
    ones=words("ein eine einen eins"),
    spellings={"funf": "fünf", "zwolf": "zwölf", "zwo": "zwei"},
    multipliers={"tausend": 1_000},
    collectives={"dutzend": 12},
    a="ein",
)
