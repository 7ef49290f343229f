-- Versions of documents that came home from a node's journal, until the journal has forgotten them: see HomecomingWork.
CREATE TABLE brought (
    database BIGINT NOT NULL,
    version TEXT COLLATE "C" NOT NULL,
    PRIMARY KEY (database, version)
);

-- A server of an earlier layout would bring home what was deleted since, so its claim ends here.
UPDATE cluster SET epoch = epoch + 1 WHERE EXISTS (SELECT 1 FROM node);
UPDATE node SET epoch = (SELECT epoch FROM cluster);
UPDATE node_state SET epoch = (SELECT epoch FROM cluster);
