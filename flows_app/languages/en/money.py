from flows_app.languages.parts import Money, words

MONEY = Money(
    slang={
        **{
            "buck": words("USD CAD AUD"),
            "quid": words("GBP"),
            "euro": words("EUR"),
            "usd": words("USD"),
            "sterling": words("GBP"),
            "pound": words("GBP EGP"),
        },
        **{"eurs": words("EUR")},
    },
    cents=words("cent penny pence p"),
    no_codes=words("bob cup mad pen try"),
    before_a_currency="us|american|canadian|australian|british",
    and_cents="and|with",
    signs={
        "€": words("eur euro euros eurs"),
        "$": words("usd dollar dollars buck bucks"),
        "£": words("gbp pound pounds quid"),
    },
)
