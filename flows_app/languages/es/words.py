from flows_app.languages.parts import Words, words

WORDS = Words(
    fillers=words(
        "eh em este esto pues bueno vale ok okay si ah oh hola buenas mira a ver perdon claro venga entonces mmm hmm"
        " ehh uhm um gracias quizas quiza tal vez"
    ),
    stop_words=words(
        "el la los las un una unos unas lo de del a al en con por para y o u pero que es son era ser yo mi mis me nos"
        " nuestro nuestra tu su sus se le les este esta esto ese esa eso hay no si quiero quisiera queria necesito"
        " puedo puede podria tengo tiene dar poner hacer como cual cuando donde quien cuanto porfa favor uno otra"
        " otro reservar enviar mas muy ya sobre"
    ),
    connectors=words(
        "usando mediante el la los las de del a al para con por en y o mi un una que desde este esta sobre porfa"
    ),
    before_a_verb=words("voy vamos ir vas ayudame ayuda vengo vuelvo empezar"),
    courtesies=(
        *("por favor", "porfa", "porfi", "porfis", "porfavor", "xfa", "gracias", "muchas gracias"),
        *("si puede ser", "si es posible"),
    ),
    hedges=("creo", "creo yo", "supongo", "me parece", "diria yo", "o asi", "o algo asi", "quizas", "tal vez"),
    question_words=words("que quien como cuando donde por cual cuanto puedo puedes hay"),
    general=words("todo toda todos todas cualquiera cualquier algo ambos ambas"),
    adverb_endings=("mente",),
    before_a_time=words("a para el sobre desde hasta antes"),
)
