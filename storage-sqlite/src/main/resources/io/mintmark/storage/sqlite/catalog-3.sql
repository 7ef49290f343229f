-- One row: which catalog it is, and where everything begins that is made in it from now on.
CREATE TABLE life (
    one INTEGER PRIMARY KEY CHECK (one = 1),
    id TEXT NOT NULL,                     -- random; empty until the catalog is opened
    incarnation INTEGER NOT NULL,         -- grows when a restored copy is raised
    first_max INTEGER NOT NULL,           -- where the numbers of new databases and settings begin
    checksum INTEGER NOT NULL             -- of all other columns, CRC-32C
) STRICT;
INSERT INTO life VALUES (1, '', 1, 0, 0);
