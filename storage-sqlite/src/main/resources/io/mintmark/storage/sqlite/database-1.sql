-- What the writer must know before its first transaction; one row.
CREATE TABLE state (
    one INTEGER PRIMARY KEY CHECK (one = 1),
    database_id TEXT NOT NULL,
    etag INTEGER NOT NULL,                -- last one drawn; never derived from what is stored
    lease_serial INTEGER NOT NULL,        -- last one drawn
    forgotten_serial INTEGER NOT NULL,    -- leases up to here can no longer be returned
    clean INTEGER NOT NULL                -- 1 after an orderly close
) STRICT;

CREATE TABLE collection (
    number INTEGER PRIMARY KEY,
    key TEXT NOT NULL UNIQUE,
    name TEXT NOT NULL,
    documents INTEGER NOT NULL
) STRICT;

-- The etag is the rowid: a put appends, and the order of writes is the order of the table.
CREATE TABLE document (
    etag INTEGER PRIMARY KEY,
    key TEXT NOT NULL,
    id TEXT NOT NULL,
    collection INTEGER NOT NULL,
    node TEXT NOT NULL,
    modified INTEGER NOT NULL,            -- 100 ns since 1970, UTC
    metadata BLOB NOT NULL,
    body BLOB NOT NULL
) STRICT;
CREATE UNIQUE INDEX document_by_key ON document (key);
CREATE INDEX document_by_collection ON document (collection);

-- A HiLo counter, and the document that shows it.
CREATE TABLE counter (
    number INTEGER PRIMARY KEY,
    key TEXT NOT NULL UNIQUE,             -- key form of the document's id
    max INTEGER NOT NULL,
    epoch INTEGER NOT NULL,               -- grows when the document is edited or deleted
    latest INTEGER,                       -- serial of the newest open lease
    latest_low INTEGER,
    latest_high INTEGER,
    shown INTEGER NOT NULL,               -- 0 after the document was deleted, until the next reservation
    id TEXT NOT NULL,
    etag INTEGER NOT NULL,
    collection INTEGER NOT NULL,
    node TEXT NOT NULL,
    modified INTEGER NOT NULL,
    metadata BLOB NOT NULL,
    body BLOB NOT NULL                    -- the document's members other than Max
) STRICT;
CREATE INDEX counter_by_etag ON counter (etag);

CREATE TABLE lease (
    serial INTEGER PRIMARY KEY,
    counter INTEGER NOT NULL,
    low INTEGER NOT NULL,
    high INTEGER NOT NULL,
    previous INTEGER,                     -- serial of the counter's latest lease when this one was reserved
    node TEXT NOT NULL,
    client TEXT,
    reserved INTEGER NOT NULL,            -- 100 ns since 1970, UTC
    returned INTEGER                      -- last number issued, once given back
) STRICT;

CREATE TABLE identity (
    key TEXT PRIMARY KEY,                 -- key form of the name, with the trailing pipe
    value INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Answers to requests that a client may repeat.
CREATE TABLE identity_request (
    sequence INTEGER PRIMARY KEY,
    request TEXT NOT NULL UNIQUE,
    value INTEGER NOT NULL
) STRICT;
