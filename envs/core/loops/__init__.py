"""The loops that every ruleset shares; the sources here are executed once for each of them (see ``core.ruleset``)."""
