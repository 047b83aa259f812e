"""The pages of a table in browsers, what people may do there, and its state for a broker of MQTT.

The loop of the table only hands over what has changed; everything else happens in the server's own
thread. May import the screens and everything below them; imported only when pages are served.
"""
