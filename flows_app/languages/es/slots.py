from flows_app.languages.parts import Slots, words

SLOTS = Slots(
    by_type={
        "money": words("importe cantidad monto suma precio dinero"),
        "date": words("fecha dia"),
        "datetime": words("fecha dia hora"),
        "time": words("hora"),
        "email": words("correo direccion"),
        "phone": words("telefono numero movil celular"),
        "integer": words("numero cantidad"),
        "number": words("numero cantidad"),
    },
    empty=words(
        """
        al algo alguna alguno como con cual cuando cuanto cuanta de del desde donde e el ella en es esta este eso ha hay
        la las le lo los mas me mi necesito o para pero por puede que quien quieres quiere se ser si sin son su sus te
        tiene tu un una unas uno unos usted y ya
        """
    ),
    usual={
        "en": words("ciudad lugar localidad"),
        "desde": words("origen salida"),
        "a": words("destino destinatario beneficiario"),
    },
    prepositions={"for": "para|por", "to": "a|al", "with": "con", "from": "desde|de|del", "in": "en"},
    asking="que|quien|quienes|cual|donde",
    determiners="el|la|mi|su|nuestr[oa]",
    copulas="es|era|seria",
)
