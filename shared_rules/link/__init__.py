"""The link: its frames, and what each end says in them."""
