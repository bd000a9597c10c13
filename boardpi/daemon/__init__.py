"""The running table: the one loop of `loop` and what stands around it, put together by `assemble`.

`inbox`, `bookkeeper`, `painter` and `tracer` bring events in and carry effects out; `activities`
have the board, `coach` thinks beside it, `page` tells the web, `sound` is heard.
"""
