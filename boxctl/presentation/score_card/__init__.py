"""What people take home of a match or an evening: a card to sign, and the scores as text. Pure.

``contents``     what is on a card: players, rounds, boxes shut, money, the signed head; as text
``sheet``        the card as a drawing, to print, to sign and to photograph
``paper``        the sheet, and its foot with the code of the head
``fitted_text``  lines of text in the room that they have

Imports the drawings, the phrases, the names of matches and groundwork alone.
"""
