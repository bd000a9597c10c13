"""The page and the API of the table: Starlette on uvicorn, in the same process as the loop.

`service` says what the web needs of a table, `app` serves it, `openapi` describes it. This room
knows nothing of the daemon: actions and answers are declared there and served here.
"""
