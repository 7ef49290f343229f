-- Indexes of a database, one list for all nodes; no row: it has none. The list is what computes them reads.
CREATE TABLE index_list (
    database BIGINT PRIMARY KEY,
    version BIGINT NOT NULL,              -- grows with each change, which names the one before
    content BYTEA NOT NULL
);

-- How far each index of the list has come, and which node computes it.
CREATE TABLE index_progress (
    database BIGINT NOT NULL,
    number BIGINT NOT NULL,               -- of the index; never used twice
    commits BIGINT NOT NULL,              -- the next one must build on this one
    nodes TEXT[] NOT NULL,                -- up to which number it has read what each node wrote
    etags BIGINT[] NOT NULL,
    clearing BOOLEAN NOT NULL,            -- its rows are being removed
    moment BIGINT NOT NULL,               -- of the latest commit, 100 ns since 1970; 0 before the first
    node TEXT COLLATE "C",                -- which one computes it; NULL: nobody
    epoch BIGINT,                         -- of the claim under which it does
    failure TEXT,                         -- why it does not get on
    PRIMARY KEY (database, number)
);

-- What an index keeps; only the index knows what it means.
CREATE TABLE index_row (
    database BIGINT NOT NULL,
    number BIGINT NOT NULL,               -- the index
    kind BIGINT NOT NULL,                 -- of RowKey
    key TEXT COLLATE "C" NOT NULL,
    content BYTEA NOT NULL,
    PRIMARY KEY (database, number, kind, key)
);

-- What an index could not evaluate; the newest ones of each are kept.
CREATE TABLE index_error (
    database BIGINT NOT NULL,
    number BIGINT NOT NULL,
    commits BIGINT NOT NULL,              -- which commit of the index
    part BIGINT NOT NULL,                 -- which one of that commit
    action TEXT NOT NULL,
    subject TEXT NOT NULL,
    message TEXT NOT NULL,
    moment BIGINT NOT NULL,               -- 100 ns since 1970, UTC
    PRIMARY KEY (database, number, commits, part)
);

-- A server of an earlier layout forgets deletions that an index has not read, so its claim ends here.
UPDATE cluster SET epoch = epoch + 1 WHERE EXISTS (SELECT 1 FROM node);
UPDATE node SET epoch = (SELECT epoch FROM cluster);
UPDATE node_state SET epoch = (SELECT epoch FROM cluster);
