-- Who holds which number: see NumberHistory. A row without a kind is of a server that did not say.
ALTER TABLE lease ADD COLUMN principal TEXT;      -- the name under which access control knew the sender
ALTER TABLE lease ADD COLUMN kind BIGINT;         -- of LeaseKind
ALTER TABLE lease ADD COLUMN passed BIGINT;       -- how many numbers right below it were passed over; NULL: none
ALTER TABLE lease ADD COLUMN ended BIGINT;        -- when its node cut nothing of it any more

-- The log of ranges that nodes cut from numbers they had reserved ahead, in chunks.
CREATE TABLE lease_cut (
    database BIGINT NOT NULL,
    node TEXT COLLATE "C" NOT NULL,
    place BIGINT NOT NULL,                -- where it ends in the line of all bytes that the node ever logged
    counter TEXT COLLATE "C" NOT NULL,
    low BIGINT NOT NULL,                  -- the bounds of the numbers that it decides
    high BIGINT NOT NULL,
    first BIGINT NOT NULL,                -- when its first and last range were cut, 100 ns since 1970, UTC
    last BIGINT NOT NULL,
    content BYTEA NOT NULL,               -- of CutWriter
    PRIMARY KEY (database, node, place)
);
CREATE INDEX lease_cut_by_place ON lease_cut (database, place);

-- How much of the record of a counter is gone.
CREATE TABLE lease_horizon (
    database BIGINT NOT NULL,
    counter TEXT COLLATE "C" NOT NULL,
    leases_to BIGINT NOT NULL,            -- the highest number of a lease that was pruned
    leases_at BIGINT,                     -- when that was done last; NULL where the record begins there
    cuts_to BIGINT NOT NULL,              -- the same for the log
    cuts_at BIGINT,
    PRIMARY KEY (database, counter)
);

-- Servers of earlier layouts pruned without a word.
INSERT INTO lease_horizon SELECT database, key, highest_end, NULL, 0, NULL FROM counter;

-- A server of an earlier layout would prune without a word again, so its claim ends here.
UPDATE cluster SET epoch = epoch + 1 WHERE EXISTS (SELECT 1 FROM node);
UPDATE node SET epoch = (SELECT epoch FROM cluster);
UPDATE node_state SET epoch = (SELECT epoch FROM cluster);
