"""How a reply looks: a view model from events, drawn in a notebook or a terminal."""
