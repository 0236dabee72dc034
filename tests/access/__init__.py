"""Who may do what: every operation of the API and every action of the socket, with every kind of credential."""
