"""The whole program within a browser: CPython in WebAssembly, without threads, disk or network.

A page runs it in a worker. What the pages of a box ask of their server, these pages ask of it. May
import the pages and everything below them; nothing imports it but what ``make browser`` builds.
"""
