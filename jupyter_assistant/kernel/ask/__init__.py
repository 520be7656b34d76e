"""How a question is answered in a cell: options, the flow, approval, the reply."""
