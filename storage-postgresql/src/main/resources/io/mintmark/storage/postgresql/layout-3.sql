-- Who may do what, on all nodes; a row whose version is not the cluster's is not used.
ALTER TABLE cluster ADD COLUMN access BIGINT NOT NULL DEFAULT 0;  -- version of the access list; 0: nobody is asked
CREATE TABLE access_list (
    one SMALLINT PRIMARY KEY CHECK (one = 1),
    version BIGINT NOT NULL,
    content TEXT NOT NULL                 -- as in the file of a data directory, with its checksum
);

-- Documents that were deleted lately, so that other nodes can tell those who watch; forgotten after some minutes.
CREATE TABLE deletion (
    database BIGINT NOT NULL,
    etag BIGINT NOT NULL,                 -- of the deletion
    node TEXT COLLATE "C" NOT NULL,       -- which node did it
    id TEXT NOT NULL,
    collection BIGINT NOT NULL,
    deleted TIMESTAMPTZ NOT NULL,         -- by the engine's clock
    PRIMARY KEY (database, etag, node)
);

-- Databases that `mintmark move` brings here; they stay when they are deleted, so that none comes twice.
CREATE TABLE moving (
    number BIGINT PRIMARY KEY,
    database_id TEXT NOT NULL UNIQUE,
    name TEXT NOT NULL,
    done BOOLEAN NOT NULL                 -- on the list since, or was
);

-- Where counters and identities of databases begin that are created from now on; grows when a store is raised.
ALTER TABLE cluster ADD COLUMN first_max BIGINT NOT NULL DEFAULT 0;

-- The numbers of a lane's writes are above this one; a lane that nobody knew yet is told to watchers from there.
ALTER TABLE node_state ADD COLUMN began BIGINT NOT NULL DEFAULT 0;

-- A server of an earlier layout neither obeys the access list nor tells what it deletes, so its claim ends here.
UPDATE cluster SET epoch = epoch + 1 WHERE EXISTS (SELECT 1 FROM node);
UPDATE node SET epoch = (SELECT epoch FROM cluster);
UPDATE node_state SET epoch = (SELECT epoch FROM cluster);
