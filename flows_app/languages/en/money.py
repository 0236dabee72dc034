from flows_app.languages.parts import Money, words

MONEY = Money(
    slang={
        **{"buck": "USD CAD AUD", "quid": "GBP", "euro": "EUR", "usd": "USD", "sterling": "GBP", "pound": "GBP EGP"},
        **{"eurs": "EUR"},
    },
    cents=words("cent penny pence p"),
    no_codes=words("bob cup mad pen try"),
    before_a_currency="us|american|canadian|australian|british",
    and_cents="and|with",
    signs={"€": "eur euro euros eurs", "$": "usd dollar dollars buck bucks", "£": "gbp pound pounds quid"},
)
