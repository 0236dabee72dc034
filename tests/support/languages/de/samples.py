from flows_app.languages.parts import Samples

SAMPLES = Samples(
    words="""
        ich du er sie es wir ihr mein dein sein der die das den dem ein eine einen und oder aber nicht kein ja nein ist
        sind war habe hat haben kann können möchte will bitte danke was wer wie wann wo warum für mit von zu nach auf an
        in heute morgen übermorgen tag woche tisch reservieren buchen
    """
)
