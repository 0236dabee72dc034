from flows_app.languages.parts import Contacts

CONTACTS = Contacts(phone_regions=("ES", "MX", "AR", "CO", "CL", "PE"), at="arroba", dot="punto")
