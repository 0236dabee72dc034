from flows_app.languages.parts import Answers, listed, words

ANSWERS = Answers(
    yes=listed(
        """
        si, s, sip, claro, claro que si, por supuesto, vale, ok, okay, de acuerdo, correcto, exacto, asi es, cierto,
        verdad, dale, desde luego, perfecto, bueno, venga, eso es, verdadero, afirmativo, como no, sin duda, adelante,
        creo que si, si quiero, me parece bien, esta bien, sin problema, obvio, seguro
        """
    ),
    no=listed(
        """
        no, n, nop, nada, para nada, que va, claro que no, por supuesto que no, de ninguna manera, en absoluto, nunca,
        jamas, negativo, falso, no gracias, ahora no, todavia no, aun no, no quiero, no es correcto, incorrecto,
        no es asi, tampoco, creo que no, mejor no, ni hablar, no hace falta, ninguno, ninguna, no lo creo,
        desde luego que no, sin
        """
    ),
    carriers=(
        r"es|es el|es la|son|seria|serian|sera|seran|pon|ponle|pongale|ponga|digamos|yo diria"
        r"|diria que|creo que|creo que es"
        r"|prefiero|preferiria|me gustaria|quiero|quisiera|queria|elijo|escojo|me quedo con|mejor|que sea|que sean|dame"
        r"|deme|ponme|la respuesta es|vamos con|pues|probablemente|sobre|unos|unas|alrededor de|mas o menos|solo"
        r"|solamente|exactamente|como|creo que era|creo que eran|creo que se llama|me pones|nos pones|ponnos|poned"
        r"|ponedme|querria|queremos|tomare|pedire"
    ),
    naming=(
        r"mi (?:[a-z]+ ){0,2}(?:nombre|[a-z]+) es|me llamo|me llaman|me dicen|se llama|se llaman"
        r"|el nombre(?: [a-z]+){0,2} es"
        r"|(?:el|la|su|nuestro|nuestra) (?:[a-z]+ ){0,3}es|llamame|puedes llamarme|a nombre de"
        r"|nombre de|mi nombre|llamado|llamada"
    ),
    weak_carriers="soy|somos|para|a|con|en|de|por|al",
    articles_of_names="el|la",
    ordinals={
        **{"ultimo": -1, "ultima": -1, "final": -1, "penultimo": -2, "penultima": -2},
        **{"primer": 1, "segundo": 2, "tercer": 3},
    },
    list_words=r"y|e|&",
    typed_yes=words("sí si s verdadero"),
    typed_no=words("no n falso"),
    nothing=words("ninguno ninguna nadie nada cero"),
    uhm=words("pues bueno mmm eh"),
    wanted=("con", "quiero", "quisiera", "necesito", "incluye", "incluir"),
    unwanted=("sin", "tampoco", "no"),
    articles="el|la|los|las|una?",
    asking_prefixes=words("tiene quiere con necesita es"),
    before_a_position="el|la|lo|los|las|numero|opcion",
    of="de",
    behind_a_position="opcion|alternativa|de todas|de todos|de ellas|de ellos",
    articles_of_positions="el|la|lo|los|las",
    middle="(?:de|del|de en|de el) (?:medio|centro)|en medio",
    behind_the_middle="opcion",
    without="sin|ni",
    nor="ni|o",
    also="y",
    joining="y|e",
    determiners="el|la|los|las|mi|su|nuestr[oa]",
    copulas="es|son",
)
