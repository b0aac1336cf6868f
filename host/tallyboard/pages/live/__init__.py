"""What the hub hears, as pieces of pages that follow: the hall, a table, the TV, the overlay."""
