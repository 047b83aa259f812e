"""How the table stands, for a broker of MQTT and for Home Assistant. Nothing is read from there."""
