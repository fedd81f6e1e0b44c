"""What pages show: cards, tables, pictures, controls, the look."""
