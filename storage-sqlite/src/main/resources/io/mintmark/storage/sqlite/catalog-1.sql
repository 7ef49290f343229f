CREATE TABLE entry (
    number INTEGER PRIMARY KEY AUTOINCREMENT,  -- names the file; never used twice
    key TEXT NOT NULL UNIQUE,
    name TEXT NOT NULL,
    record BLOB NOT NULL
) STRICT;

CREATE TABLE setting (
    name TEXT PRIMARY KEY,
    etag INTEGER NOT NULL,
    value BLOB NOT NULL
) STRICT, WITHOUT ROWID;
