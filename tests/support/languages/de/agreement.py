from flows_app.languages.parts import Agreement, Order, listed, words

AGREEMENT = Agreement(
    agreeing=listed("ja (bitte|genau|gerne|klar|), passt (so|), stimmt (so|), mach das, genau so"),
    kindness=listed("bitte, danke, vielen dank"),
    joining=listed("fur, am, um, den, der, die, das, einen"),
    particle=listed("ja, passt, stimmt"),
    pronoun=listed("es, das"),
    never=words("nein nicht kein aber wenn erst oder spater vielleicht"),
    orders={
        "book": Order(
            orders=words("buche buch reserviere"),
            asking=words("buchen reservieren"),
            nouns=("tisch", "reservierung"),
        )
    },
    otherwise_asked="oder",
    directions={"to": words("fur an"), "from": words("von"), "in": words("in"), "with": words("mit")},
)
