"""Topics edited by hand: merged, split, without some words, seeded, named; a layer over the fit."""
