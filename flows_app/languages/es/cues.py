from flows_app.languages.parts import Cues, words

CUES = Cues(
    taking_back=r"""
      ay | uy | ups
    | espera | perdon(?:a|e)? | lo\ siento | disculpa(?:e)? | (?:en\ )?realidad | mejor(?:\ dicho)? | digo | pero
    | (?:no\ )?(?:quise|queria|quiero)\ decir | me\ (?:he\ )?equivo(?:que|cado) | mal | incorrecto | eso\ no
    | no\ es\ (?:correcto|asi|eso) | esta\ mal | me\ referia\ a(?:l)? | he\ (?:cambiado\ de\ (?:idea|opinion)|dicho)
    | por\ cierto | que\ al\ final | al\ final
    """,
    weak=r"pero | por\ cierto",
    changing=r"""
      cambi(?:a|e|ar|alo|ala|arlo|arla|emos) | corrig(?:e|elo|ela) | corregir | modific(?:a|ar|alo) | pon(?:lo|la|me)
    | que\ sea(?:n)? | en\ (?:vez|lugar)\ de | sino | mejor | actualiza(?:r)? | en\ realidad | al\ final | perdon
    | he\ dicho | queria\ decir | esta\ mal | no\ es\ (?:ese|esa|eso|correcto)
    """,
    asking=r"""
      que(?!\ (?:lo|la|le|te|os|se|sea|no)\b) | por\ ?que | cual | como | quien | cuando | donde | para\ que
    | es\ (?:obligatorio|necesario) | hace\ falta | hay\ que
    """,
    not_knowing=r"ni\ idea | no\ (?:lo\ )?se | no\ estoy\ segur[oa]",
    reserving=r"""
      pero | solo | unicamente | siempre\ que | cuando | mientras | antes | primero | despues | luego | hasta | espera
    | salvo | excepto | aunque | a\ menos | depende | otr[oa]s? | quizas? | tal\ vez | nunca | cancela\w* | mas\ tarde
    | si\ (?:hay|es|no|me|te|se|lo|la|el|tengo|tiene|queda|esta|puede\w*|llega\w*|va)
    """,
    behind_a_value=words("por favor mejor gracias"),
    too_common=words("el la los las un una es y"),
    linking=words("en a de para con por desde"),
)
