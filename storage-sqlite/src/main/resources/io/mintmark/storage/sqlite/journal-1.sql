-- Databases, each in one of its lives.
CREATE TABLE home (
    number INTEGER PRIMARY KEY,
    name TEXT NOT NULL,
    life TEXT NOT NULL UNIQUE
) STRICT;

-- Documents that a node took while it was cut off, in their order.
CREATE TABLE entry (
    number INTEGER PRIMARY KEY AUTOINCREMENT,  -- never used twice
    home INTEGER NOT NULL REFERENCES home,
    key TEXT NOT NULL,                         -- key form of the id
    id TEXT NOT NULL,
    collection TEXT NOT NULL,
    version TEXT NOT NULL,                     -- the change vector that was acknowledged
    etag INTEGER NOT NULL,
    modified INTEGER NOT NULL,                 -- 100 ns since 1970, UTC
    metadata BLOB NOT NULL,
    body BLOB NOT NULL,
    reason TEXT,                               -- why it did not come home; NULL: it is on its way
    moment INTEGER                             -- when that was found
) STRICT;
CREATE UNIQUE INDEX entry_by_key ON entry (home, key) WHERE reason IS NULL;
CREATE INDEX entry_aside ON entry (number) WHERE reason IS NOT NULL;
