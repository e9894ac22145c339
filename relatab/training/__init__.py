"""Training an encoder on questions and the tables that answer them.

Importing a module of this package imports neither torch nor peft.
"""
