"""Run a box as a service of systemd: install, status, remove.

Start at ``plan_install``. May import the doctor and everything below it; a running box imports
nothing of this package.
"""
