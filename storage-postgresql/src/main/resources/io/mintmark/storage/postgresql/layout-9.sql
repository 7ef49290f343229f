-- A node that is cut off numbers what it keeps from a block of etags up to this one: see NodeEtags.
ALTER TABLE node_state ADD COLUMN reserved BIGINT NOT NULL DEFAULT 0;

-- The version of a document that was brought home from a node's journal, which is told to those who watch and read by indexes as it
-- is now; NULL: it was deleted.
ALTER TABLE deletion ADD COLUMN home TEXT;

-- A server of an earlier layout would draw etags of another node's block, and tell of such documents as deleted, so its claim ends
-- here.
UPDATE cluster SET epoch = epoch + 1 WHERE EXISTS (SELECT 1 FROM node);
UPDATE node SET epoch = (SELECT epoch FROM cluster);
UPDATE node_state SET epoch = (SELECT epoch FROM cluster);
