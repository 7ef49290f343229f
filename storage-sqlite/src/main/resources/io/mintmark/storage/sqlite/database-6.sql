-- What requests drew that take place once, by the names of their keys: see KeyedWork.
CREATE TABLE keyed_answer (
    sequence INTEGER PRIMARY KEY,
    key TEXT NOT NULL UNIQUE,
    answer TEXT NOT NULL,
    checksum INTEGER NOT NULL             -- of key and answer, CRC-32C
) STRICT;
