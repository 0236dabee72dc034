from flows_app.languages.parts import Denials

DENIALS = Denials(
    negations=(
        r"no (?:quiero|es|son|era|seria|la|el|los|las|a|en|para)|excepto|menos la|menos el|sin|en vez de|en lugar de"
        r"|salvo|tampoco|ni"
    ),
    soft_negations=r"no",
    not_negated=r"mas|menos|antes|despues|hasta|solo|tarde|pasa|se",
    changing=r"cambi|mover|mueve|pasar|pasalo|pasala|modific|retras|adelant|aplaz",
    given_up=r"de|del|desde",
    taken_up=r"a|al|hasta",
    between="la|el|los|las|un|una|de|mi|para|en|es|quiero",
    no_at_the_end="no",
    no_behind="no",
    instead="sino|mejor|pero|prefiero",
    before_a_name="no",
    behind_a_name="no",
    between_names="sino|es|era|para|a|al|de|la|el|que|y",
)
