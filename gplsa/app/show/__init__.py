"""What pages show: cards, charts, tables, pictures, controls, the look."""
