"""What is raised when something that has to hold does not."""


class Broken(AssertionError):
    """Something that has to hold does not."""
