-- The indexes of the database, in the words of those who compute them; one row, once there was an index.
CREATE TABLE index_list (
    one INTEGER PRIMARY KEY CHECK (one = 1),
    content BLOB NOT NULL
) STRICT;

-- How far each index of the list has come. Its number is drawn once and never again, so rows of an index that is gone mean
-- no other.
CREATE TABLE index_progress (
    number INTEGER PRIMARY KEY,
    commits INTEGER NOT NULL,             -- the next one must build on this one
    position TEXT,                        -- up to where changes were read; NULL before the first
    clearing INTEGER NOT NULL             -- 1 while its rows are being removed
) STRICT;

-- What an index keeps; only the index knows what it means.
CREATE TABLE index_row (
    number INTEGER NOT NULL,              -- the index
    kind INTEGER NOT NULL,                -- of RowKey
    key TEXT NOT NULL,
    content BLOB NOT NULL
) STRICT;
CREATE UNIQUE INDEX index_row_by_key ON index_row (number, kind, key);

-- What an index could not evaluate; the newest ones of each index are kept.
CREATE TABLE index_error (
    sequence INTEGER PRIMARY KEY AUTOINCREMENT,
    number INTEGER NOT NULL,
    action TEXT NOT NULL,
    subject TEXT NOT NULL,
    message TEXT NOT NULL,
    moment INTEGER NOT NULL               -- 100 ns since 1970, UTC
) STRICT;
CREATE INDEX index_error_by_index ON index_error (number, sequence);

-- Documents that were deleted since the slowest index read; none while there is no index.
CREATE TABLE deletion (
    etag INTEGER PRIMARY KEY,
    key TEXT NOT NULL,
    id TEXT NOT NULL,
    collection INTEGER NOT NULL
) STRICT;
