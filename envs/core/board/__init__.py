"""The board: cells, distances, lines and reach, and how answers are shown as indices."""
