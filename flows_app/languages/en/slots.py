from flows_app.languages.parts import Slots, words

SLOTS = Slots(
    by_type={
        "money": words("amount sum price cost"),
        "date": words("date day"),
        "datetime": words("date day time"),
        "time": words("time hour"),
        "email": words("email mail address"),
        "phone": words("phone number mobile"),
        "integer": words("number"),
        "number": words("number"),
    },
    empty=words(
        """
        a an and any are as at be by can could do does for from get give have how i if in is it its like me my need of
        on one or please should so some tell that the their them then there they this to want what when where which who
        whom whose will with would you your
        """
    ),
    usual={
        "in": words("location city town area country"),
        "at": words("restaurant hotel venue branch"),
        "from": words("from origin departure source"),
        "to": words("to destination recipient payee beneficiary"),
    },
    prepositions={"for": "for", "to": "to", "with": "with", "from": "from", "in": "in|at|on"},
    asking="what|whom|who|which|where",
    determiners="the|my|our|its",
    copulas="is|was",
    copulas_attached="'s",
)
