"""What is said aloud: facts, touches and the whole board in words that need no light."""
