"""How good keywords, counterparts and topics are: one function for each figure."""
