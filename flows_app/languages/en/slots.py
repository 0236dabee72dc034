from flows_app.languages.parts import Slots, words

SLOTS = Slots(
    by_type={
        "money": "amount sum price cost",
        "date": "date day",
        "datetime": "date day time",
        "time": "time hour",
        "email": "email mail address",
        "phone": "phone number mobile",
        "integer": "number",
        "number": "number",
    },
    empty=words(
        """
        a an and any are as at be by can could do does for from get give have how i if in is it its like me my need of
        on one or please should so some tell that the their them then there they this to want what when where which who
        whom whose will with would you your
        """
    ),
    usual={
        "in": "location city town area country",
        "at": "restaurant hotel venue branch",
        "from": "from origin departure source",
        "to": "to destination recipient payee beneficiary",
    },
    prepositions={"for": "for", "to": "to", "with": "with", "from": "from", "in": "in|at|on"},
    asking="what|whom|who|which|where",
    determiners="the|my|our|its",
    copulas="is|was",
    copulas_attached="'s",
)
