"""The yes itself and its kindest words, for bots that speak these languages."""

from flows_app.languages.parts import Agreement, listed

AGREEMENT = Agreement(
    agreeing=listed(
        """
        jawohl, genau, gerne, klar, ja (gerne|klar|genau|sicher|naturlich), in ordnung, einverstanden, naturlich, oui,
        d'accord, bien sur, entendu, volontiers, sim, claro que sim, com certeza, certo, va bene, certamente,
        d'accordo, да, конечно, tak, evet, tamam, はい, お願いします, 是, 是的, 好, 好的, 네, 예, نعم, ναι, כן
        """
    ),
    here=listed("ja"),
    kindness=listed(
        """
        bitte, danke, danke schon, vielen dank, merci, merci beaucoup, s'il vous plait, s'il te plait, svp, obrigado,
        obrigada, per favore, grazie, grazie mille, пожалуйста, спасибо, lutfen
        """
    ),
    particle=listed("ja, oui, sim"),
)
