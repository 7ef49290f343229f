-- What tells damage, another owner and an older copy: see RowChecksum, WriterState and Raise.
ALTER TABLE state ADD COLUMN incarnation INTEGER NOT NULL DEFAULT 1;  -- grows when a restored copy is raised
ALTER TABLE state ADD COLUMN owner TEXT NOT NULL DEFAULT '';          -- random; who opened the file last
ALTER TABLE state ADD COLUMN first_max INTEGER NOT NULL DEFAULT 0;    -- where counters and identities begin
ALTER TABLE state ADD COLUMN counters INTEGER NOT NULL DEFAULT 0;     -- how many there are
ALTER TABLE state ADD COLUMN identities INTEGER NOT NULL DEFAULT 0;
ALTER TABLE state ADD COLUMN checksum INTEGER NOT NULL DEFAULT 0;     -- of all other columns, CRC-32C

ALTER TABLE counter ADD COLUMN highest_end INTEGER NOT NULL DEFAULT 0; -- highest end ever reserved
ALTER TABLE counter ADD COLUMN checksum INTEGER NOT NULL DEFAULT 0;

ALTER TABLE identity ADD COLUMN checksum INTEGER NOT NULL DEFAULT 0;
ALTER TABLE identity_request ADD COLUMN checksum INTEGER NOT NULL DEFAULT 0;

-- Leases that were returned and forgotten may have reached further than what is left of them; no range is longer.
UPDATE counter SET highest_end = max + 1048576;
UPDATE counter SET highest_end = max(highest_end, reached.high)
    FROM (SELECT counter AS number, max(high) AS high FROM lease GROUP BY counter) AS reached
    WHERE reached.number = counter.number;
UPDATE state SET
    counters = (SELECT count(*) FROM counter),
    identities = (SELECT count(*) FROM identity);
