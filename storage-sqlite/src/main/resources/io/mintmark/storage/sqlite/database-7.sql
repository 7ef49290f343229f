-- Who holds which number: see NumberHistory. A row without a kind is of a server that did not say.
ALTER TABLE lease ADD COLUMN principal TEXT;      -- the name under which access control knew the sender
ALTER TABLE lease ADD COLUMN kind INTEGER;        -- of LeaseKind
ALTER TABLE lease ADD COLUMN passed INTEGER;      -- how many numbers right below it were passed over; NULL: none
ALTER TABLE lease ADD COLUMN ended INTEGER;       -- when its node cut nothing of it any more

-- The log of ranges that were cut from numbers reserved ahead, in chunks.
CREATE TABLE lease_cut (
    place INTEGER PRIMARY KEY,            -- where it ends in the line of all bytes that were ever logged
    counter INTEGER NOT NULL,
    node TEXT NOT NULL,
    low INTEGER NOT NULL,                 -- the bounds of the numbers that it decides
    high INTEGER NOT NULL,
    first INTEGER NOT NULL,               -- when its first and last range were cut, 100 ns since 1970, UTC
    last INTEGER NOT NULL,
    content BLOB NOT NULL                 -- of CutWriter
) STRICT;

-- How much of the record of a counter is gone.
CREATE TABLE lease_horizon (
    counter INTEGER PRIMARY KEY,
    leases_to INTEGER NOT NULL,           -- the highest number of a lease that was pruned
    leases_at INTEGER,                    -- when that was done last; NULL where the record begins there
    cuts_to INTEGER NOT NULL,             -- the same for the log
    cuts_at INTEGER
) STRICT;

-- Servers of earlier layouts pruned without a word.
INSERT INTO lease_horizon SELECT number, highest_end, NULL, 0, NULL FROM counter;
