-- Two lanes of a node: each ends its transactions in a row of its own, so that neither waits for the other's commit.
-- A server of layout 1 finds two rows where it expects one, takes that for its fence, and stops.
ALTER TABLE node_state ADD COLUMN lane TEXT COLLATE "C" NOT NULL DEFAULT 'documents';
ALTER TABLE node_state DROP CONSTRAINT node_state_pkey;
ALTER TABLE node_state ADD PRIMARY KEY (database, node, lane);

-- Leases and identities are the counter lane's; the columns say nothing in the other row.
INSERT INTO node_state (database, node, epoch, etag, serial, groups, identities, forgotten, closed, lane)
    SELECT database, node, epoch, etag, serial, groups, identities, forgotten, closed, 'counters' FROM node_state;
UPDATE node_state SET serial = 0, identities = 0, forgotten = 0 WHERE lane = 'documents';
