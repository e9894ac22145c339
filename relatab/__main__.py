"""`python -m relatab` is the command line."""

from relatab.interfaces.cli import main

if __name__ == "__main__":
    main()
