"""What is heard at the table: beeps on a buzzer, sentences by espeak-ng.

`beeper` and `voice` listen to the daemon as the page does; `speech` puts facts into words.
"""
