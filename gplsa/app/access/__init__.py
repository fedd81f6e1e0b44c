"""Who may come in: the address, the token, the hub's login, the headers of safety."""
