-- One row: what all nodes share.
CREATE TABLE cluster (
    one SMALLINT PRIMARY KEY CHECK (one = 1),
    id TEXT NOT NULL,                     -- random
    epoch BIGINT NOT NULL,                -- of the newest claim
    topology BIGINT NOT NULL,             -- etag of the topology
    catalog BIGINT NOT NULL               -- grows when a database or a setting is created, changed or deleted
);

-- A claim: who serves under a tag.
CREATE TABLE node (
    tag TEXT COLLATE "C" PRIMARY KEY,
    epoch BIGINT NOT NULL,                -- of this claim
    holder TEXT NOT NULL,                 -- random, of the process that claimed
    url TEXT NOT NULL,
    state TEXT NOT NULL,                  -- starting, serving, leaving, left; lapsed if others found it so
    heartbeat TIMESTAMPTZ NOT NULL,       -- by the engine's clock
    ahead BIGINT NOT NULL DEFAULT 0       -- numbers that it owned and had not handed out
);

CREATE TABLE database (
    number BIGINT PRIMARY KEY,            -- never used twice
    key TEXT COLLATE "C" NOT NULL UNIQUE,
    name TEXT NOT NULL,
    record BYTEA NOT NULL,
    database_id TEXT NOT NULL,
    incarnation BIGINT NOT NULL,          -- grows when a restored copy is raised
    first_max BIGINT NOT NULL             -- where counters and identities begin
);

-- Databases that were deleted and whose rows are there: kept on request, or about to be erased.
CREATE TABLE removed (
    number BIGINT PRIMARY KEY,
    name TEXT NOT NULL,
    erase BOOLEAN NOT NULL
);

CREATE TABLE setting (
    name TEXT COLLATE "C" PRIMARY KEY,
    etag BIGINT NOT NULL,
    value BYTEA NOT NULL
);

-- How far the counters of deleted databases had come: see EarlierLives.
CREATE TABLE former_counter (
    name TEXT COLLATE "C" NOT NULL,       -- key form of the database's name
    counter TEXT COLLATE "C" NOT NULL,    -- key form of the counter's document
    highest_end BIGINT NOT NULL,
    PRIMARY KEY (name, counter)
);

-- The same for the counters of a name that are not listed, and for names that are not (name '').
CREATE TABLE former_name (
    name TEXT COLLATE "C" PRIMARY KEY,
    sequence BIGINT NOT NULL,             -- grows with every deletion
    highest_end BIGINT NOT NULL,
    counters BIGINT NOT NULL              -- how many are listed
);

-- What a node wrote last in a database: each of its transactions ends here, or was fenced.
CREATE TABLE node_state (
    database BIGINT NOT NULL,
    node TEXT COLLATE "C" NOT NULL,
    epoch BIGINT NOT NULL,                -- of the claim that writes
    etag BIGINT NOT NULL,                 -- last one drawn; never derived from what is stored
    serial BIGINT NOT NULL,               -- of its latest lease; a claim's begin at its epoch times 2^40
    groups BIGINT NOT NULL,               -- grows with each transaction, so that an unknown one becomes known
    identities BIGINT NOT NULL,           -- how many this node added
    forgotten BIGINT NOT NULL,            -- leases of this node up to this serial are forgotten: it did not end in order
    closed BOOLEAN NOT NULL,              -- left in order, and not opened since
    PRIMARY KEY (database, node)
);

CREATE TABLE collection (
    database BIGINT NOT NULL,
    number BIGINT NOT NULL,
    key TEXT COLLATE "C" NOT NULL,
    name TEXT NOT NULL,
    PRIMARY KEY (database, number),
    UNIQUE (database, key)
);

-- Each node counts what it added and removed; one row for all would make every commit wait for the last.
CREATE TABLE collection_count (
    database BIGINT NOT NULL,
    node TEXT COLLATE "C" NOT NULL,
    collection BIGINT NOT NULL,
    documents BIGINT NOT NULL,
    bytes BIGINT NOT NULL,                -- of their bodies and metadata; HiLo documents have none
    PRIMARY KEY (database, node, collection)
);

CREATE TABLE document (
    database BIGINT NOT NULL,
    key TEXT COLLATE "C" NOT NULL,
    id TEXT NOT NULL,
    collection BIGINT NOT NULL,
    node TEXT COLLATE "C" NOT NULL,       -- who wrote this version
    etag BIGINT NOT NULL,
    modified BIGINT NOT NULL,             -- 100 ns since 1970, UTC
    metadata BYTEA NOT NULL,
    body BYTEA NOT NULL,
    PRIMARY KEY (database, key)
);
CREATE INDEX document_by_etag ON document (database, etag, node);

-- A HiLo counter, and the document that shows it.
CREATE TABLE counter (
    database BIGINT NOT NULL,
    key TEXT COLLATE "C" NOT NULL,        -- key form of the document's id
    max BIGINT NOT NULL,
    highest_end BIGINT NOT NULL,          -- ever reserved
    epoch BIGINT NOT NULL,                -- grows when the document is edited or deleted
    latest BIGINT,                        -- serial of the newest open lease
    latest_low BIGINT,
    latest_high BIGINT,
    shown BOOLEAN NOT NULL,               -- false after the document was deleted, until the next reservation
    id TEXT NOT NULL,
    collection BIGINT NOT NULL,
    node TEXT COLLATE "C" NOT NULL,
    etag BIGINT NOT NULL,
    modified BIGINT NOT NULL,
    metadata BYTEA NOT NULL,
    body BYTEA NOT NULL,                  -- the document's members other than Max
    PRIMARY KEY (database, key)
);
CREATE INDEX counter_by_etag ON counter (database, etag, node);

CREATE TABLE lease (
    database BIGINT NOT NULL,
    serial BIGINT NOT NULL,
    counter TEXT COLLATE "C" NOT NULL,
    low BIGINT NOT NULL,
    high BIGINT NOT NULL,
    previous BIGINT,                      -- serial of the counter's latest lease when this one was reserved
    node TEXT COLLATE "C" NOT NULL,
    client TEXT,
    reserved BIGINT NOT NULL,
    returned BIGINT,                      -- last number issued, once given back
    PRIMARY KEY (database, serial)
);

CREATE TABLE identity (
    database BIGINT NOT NULL,
    key TEXT COLLATE "C" NOT NULL,        -- key form of the name, with the trailing pipe
    value BIGINT NOT NULL,
    PRIMARY KEY (database, key)
);

-- Answers to requests that a client may repeat, at any node.
CREATE TABLE identity_request (
    database BIGINT NOT NULL,
    request TEXT COLLATE "C" NOT NULL,
    value BIGINT NOT NULL,
    answered TIMESTAMPTZ NOT NULL,
    PRIMARY KEY (database, request)
);
CREATE INDEX identity_request_by_time ON identity_request (database, answered);
