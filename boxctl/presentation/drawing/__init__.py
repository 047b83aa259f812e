"""Sheets to print, as data: shapes in millimetres, and SVG and PDF of them. Pure.

Imports groundwork alone.
"""
