-- One row: who owns the directory, and what tells that a row or the log is missing.
CREATE TABLE state (
    one INTEGER PRIMARY KEY CHECK (one = 1),
    owner TEXT NOT NULL,                  -- random; who opened the directory last
    clean INTEGER NOT NULL,               -- 1 after an orderly close
    commits INTEGER NOT NULL,             -- how many there were
    entries INTEGER NOT NULL,             -- how many there are
    checksum INTEGER NOT NULL             -- of all other columns, CRC-32C
) STRICT;
INSERT INTO state SELECT 1, '', 1, 0, count(*), 0 FROM entry;

ALTER TABLE entry ADD COLUMN made INTEGER NOT NULL DEFAULT 1;         -- 0 until its file is there and was told to be
ALTER TABLE entry ADD COLUMN database_id TEXT NOT NULL DEFAULT '';    -- what the file must say; empty until it was asked
ALTER TABLE entry ADD COLUMN incarnation INTEGER NOT NULL DEFAULT 0;  -- the file's is not below
ALTER TABLE entry ADD COLUMN checksum INTEGER NOT NULL DEFAULT 0;
ALTER TABLE setting ADD COLUMN checksum INTEGER NOT NULL DEFAULT 0;

-- Databases that were deleted and whose files are there: kept on request, or about to be erased.
CREATE TABLE removed (
    number INTEGER PRIMARY KEY,
    name TEXT NOT NULL,
    erase INTEGER NOT NULL                -- 0 to keep them, 435710686053 to erase them
) STRICT;

-- How far the counters of deleted databases had come: see EarlierLives.
CREATE TABLE former_counter (
    name TEXT NOT NULL,                   -- key form of the database's name
    counter TEXT NOT NULL,                -- key form of the counter's document
    highest_end INTEGER NOT NULL,
    PRIMARY KEY (name, counter)
) STRICT, WITHOUT ROWID;

-- The same for the counters of a name that are not listed, and for names that are not (name '').
CREATE TABLE former_name (
    name TEXT PRIMARY KEY,
    sequence INTEGER NOT NULL,            -- grows with every deletion
    highest_end INTEGER NOT NULL,
    counters INTEGER NOT NULL             -- how many are listed
) STRICT, WITHOUT ROWID;
