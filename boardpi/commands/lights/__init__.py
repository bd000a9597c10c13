"""`boardpi lights …`: the themes, and a drawing of what each light means."""
