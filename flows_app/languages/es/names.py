from flows_app.languages.parts import Names, words

NAMES = Names(
    pointing=words(
        "que lo le les me te nos esto eso ese esa este esta alguien nadie algo nada alguno alguna quien cual donde"
        " cuando ya ahora aqui alli asi tambien ti usted ustedes"
    ),
    determining=words("un una unos unas el los las algun alguna otro otra cada ningun todo toda todos todas"),
    leading_on=words(
        "desde usando mediante con para por en porque cuando si pero que cada todos todas hasta sin hoy ahora manana"
        " ya porfa gracias al a"
    ),
    verbs=words(
        "es son era esta estan ha han he tengo tiene tienen tenia quiero quiere puedo puede hay voy va necesito sea"
        " hace hago dice entiende entiendo"
    ),
    leading_on_together=frozenset(
        {("de", "mi"), ("de", "mis"), ("del", "mes"), ("y", "luego"), ("y", "dime"), ("y", "despues")}
    ),
    slots=words("nombre apellido destinatario contacto persona quien beneficiario amigo"),
    no_names=words("un una unos unas el la que lo me alguien esto eso ya"),
)
