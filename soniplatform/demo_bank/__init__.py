"""An example: a bank whose bot visitors can talk to. Every conversation has a customer, and money, of its own."""
