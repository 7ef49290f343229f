-- Under what the node served last, so that it can start without its engine; one row, or none.
CREATE TABLE claim (
    one INTEGER PRIMARY KEY CHECK (one = 1),
    store TEXT NOT NULL,                       -- where it is, without secrets
    store_id TEXT NOT NULL,
    tag TEXT NOT NULL,
    ceiling INTEGER NOT NULL,
    access INTEGER NOT NULL,                   -- version of the access list that was in force
    access_list TEXT NOT NULL                  -- empty: there is none of that version
) STRICT;

-- Settings of the store, as the node knew them last.
CREATE TABLE setting (
    name TEXT PRIMARY KEY,
    etag INTEGER NOT NULL,
    value BLOB NOT NULL
) STRICT;

-- Databases that the node had open, each with the etags that the engine holds back for the tag of the claim.
CREATE TABLE known (
    number INTEGER PRIMARY KEY,                -- the engine's
    key TEXT NOT NULL UNIQUE,                  -- key form of the name
    name TEXT NOT NULL,
    life TEXT NOT NULL,
    database_id TEXT NOT NULL,
    spent INTEGER NOT NULL,                    -- no etag up to this one is drawn any more
    ending INTEGER NOT NULL                    -- the last one
) STRICT;
CREATE INDEX known_by_life ON known (life);
