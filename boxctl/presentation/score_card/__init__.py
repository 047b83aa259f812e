"""What people take home of a match: a card to sign, and the score sheet as text. Pure.

``contents``   what is on a card: players, rounds, boxes shut, money, the signed head
``sheet``      the card as a drawing, to print, to sign and to photograph
``as_text``    the same as lines for a chat

Imports the drawings, the phrases and groundwork alone.
"""
