"""What depends on the language: alphabets, stems, stop words, compounds, families of words."""
