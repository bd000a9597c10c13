"""What the API answers, one type each, by what it is about; docs/api.md tells what values mean.

The OpenAPI description is made from these types, and tests hold every answer against it.
"""
