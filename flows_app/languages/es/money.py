from flows_app.languages.parts import Money, words

MONEY = Money(
    slang={"pavo": "EUR USD", "lana": "MXN", "luca": "CLP ARS COP", "eurillo": "EUR", "dolare": "USD"},
    cents=words("centimo centavo"),
    and_cents="con|y",
    noun_at=0,
    signs={"€": "pavos", "$": "dolar dolares", "£": "libra libras"},
)
