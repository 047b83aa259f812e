"""The folder that ``make browser`` builds: the pages, and the whole program in WebAssembly."""
