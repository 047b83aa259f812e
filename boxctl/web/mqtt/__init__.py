"""Tell a broker of MQTT, and through it Home Assistant, how a table stands.

Start at ``follow_table``. Reads nothing from the broker. May import the feed and the states of web,
presentation and groundwork; ``broker_line`` alone imports the client library.
"""
