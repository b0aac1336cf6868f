"""The tables of the store and the SQL that reads them."""
