"""One module for each chapter of the rules, one function for each clause."""
