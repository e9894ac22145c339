"""relatab: find the set of tables that answers a question, in folders of petroleum reports."""

__version__ = "0.1.0"
