from flows_app.languages.parts import Money, words

MONEY = Money(
    slang={
        "pavo": words("EUR USD"),
        "lana": words("MXN"),
        "luca": words("CLP ARS COP"),
        "eurillo": words("EUR"),
        "dolare": words("USD"),
    },
    cents=words("centimo centavo"),
    and_cents="con|y",
    noun_at=0,
    signs={"€": words("pavos"), "$": words("dolar dolares"), "£": words("libra libras")},
)
