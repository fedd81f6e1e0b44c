"""Who may come in, and who it is: the address, the cookie, the token, the headers of safety."""
