-- What requests drew that take place once, at any node, by the names of their keys: see KeyedWork.
CREATE TABLE keyed_answer (
    database BIGINT NOT NULL,
    key TEXT COLLATE "C" NOT NULL,
    answer TEXT NOT NULL,
    answered BIGINT NOT NULL,             -- the age of the store then
    PRIMARY KEY (database, key)
);
CREATE INDEX keyed_answer_by_age ON keyed_answer (database, answered);
ALTER TABLE node_state ADD COLUMN keyed BIGINT NOT NULL DEFAULT 0;  -- such answers, remembered less forgotten by this lane

-- A server of an earlier layout would not erase such answers with their database, so its claim ends here.
UPDATE cluster SET epoch = epoch + 1 WHERE EXISTS (SELECT 1 FROM node);
UPDATE node SET epoch = (SELECT epoch FROM cluster);
UPDATE node_state SET epoch = (SELECT epoch FROM cluster);
