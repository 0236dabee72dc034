from flows_app.languages.parts import Acts, listed

ACTS = Acts(
    affirm=listed("ja, ja bitte, genau, gerne, klar, passt, stimmt, in ordnung"),
    deny=listed("nein, nein danke, lieber nicht, stimmt nicht"),
    cancel=listed("abbrechen, vergiss es, lass es, ich will abbrechen"),
    clarify=listed("wie bitte, warum, was meinst du"),
    chitchat=listed("hallo, guten tag, guten morgen, danke, vielen dank, tschuss"),
    handoff=listed("mitarbeiter, mensch, ich will mit einem menschen sprechen"),
    opening=listed("ja, nein"),
    polite=listed("bitte, danke"),
)
