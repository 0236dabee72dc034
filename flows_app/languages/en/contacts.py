from flows_app.languages.parts import Contacts

# “See you at booking.com” is no address.
CONTACTS = Contacts(phone_regions=("US", "GB", "AU", "IE"), at="at", dot="dot", at_is_common=True)
