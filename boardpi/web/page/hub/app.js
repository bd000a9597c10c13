// The hub's page.
