WIDGET = {"send": "Senden", "placeholder": "Nachricht schreiben …", "yes": "Ja", "no": "Nein"}
