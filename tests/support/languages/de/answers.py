from flows_app.languages.parts import Answers, words

ANSWERS = Answers(
    yes=("ja", "klar", "gerne"),
    no=("nein", "nee"),
    carriers="es ist|das ist|ich mochte|ich hatte gerne|wir sind",
    weak_carriers="am|um|fur|mit",
    list_words="und",
    typed_yes=words("ja j"),
    typed_no=words("nein"),
)
