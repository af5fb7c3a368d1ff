"""Suites and signatures of behaviours."""
