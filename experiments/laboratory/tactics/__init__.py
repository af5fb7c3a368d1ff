"""Search for tactics: found by racing, mapped by style, played against each other, and described in words."""
