"""What the table says aloud: beeps on a buzzer, sentences by espeak-ng."""
