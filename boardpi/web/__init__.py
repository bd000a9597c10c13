"""The page and the API of the table: Starlette on uvicorn, in the same process as the loop."""
