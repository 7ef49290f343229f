-- Each database's documents in their order: without it, each reads past those of all others.
CREATE INDEX entry_by_home ON entry (home) WHERE reason IS NULL;
