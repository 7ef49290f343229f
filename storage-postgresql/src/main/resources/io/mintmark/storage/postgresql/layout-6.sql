-- Keys of groups that are objects, or have half of a character, have another form now: an index that may have such keys removes its
-- outputs by what it kept, and begins anew. In a group's row, the bytes are those of its texts in UTF-8: 7b is an opening brace,
-- and 3f the question mark that stood for half of a character.
UPDATE index_progress SET commits = commits + 1, nodes = '{}', etags = '{}', clearing = TRUE
WHERE EXISTS (
    SELECT 1 FROM index_row
    WHERE index_row.database = index_progress.database AND index_row.number = index_progress.number AND kind = 1
        AND (position('\x7b'::bytea IN content) > 0 OR position('\x3f'::bytea IN content) > 0)
);

-- The age of the store is how many heartbeats all nodes made in it: it grows while any node lives, whatever clocks do, and is less in
-- an older copy.
ALTER TABLE node ADD COLUMN beats BIGINT NOT NULL DEFAULT 0;
ALTER TABLE node ADD COLUMN silent BOOLEAN NOT NULL DEFAULT FALSE;  -- others missed some heartbeats; its own next one denies it
ALTER TABLE cluster ADD COLUMN beats BIGINT NOT NULL DEFAULT 0;     -- those that `mintmark raise` adds
ALTER TABLE cluster ADD COLUMN older TEXT;                          -- why nobody may use it before it was raised; NULL: they may
ALTER TABLE cluster ADD COLUMN older_epoch BIGINT NOT NULL DEFAULT 0;   -- the newest epoch when that was found
ALTER TABLE cluster ADD COLUMN raised_epoch BIGINT NOT NULL DEFAULT 0;  -- of the latest raise of what belongs to no database

-- Answers to repeated requests, and deletions, are forgotten by the age of the store and by their count.
DROP INDEX identity_request_by_time;
ALTER TABLE identity_request DROP COLUMN answered;
ALTER TABLE identity_request ADD COLUMN answered BIGINT NOT NULL DEFAULT 0;
CREATE INDEX identity_request_by_age ON identity_request (database, answered);
ALTER TABLE node_state ADD COLUMN answers BIGINT NOT NULL DEFAULT 0;  -- remembered less forgotten by this lane; the sum is their count
UPDATE node_state SET answers = (SELECT count(*) FROM identity_request r WHERE r.database = node_state.database)
WHERE lane = 'counters' AND node = (SELECT min(n.node) FROM node_state n WHERE n.database = node_state.database AND n.lane = 'counters');
ALTER TABLE deletion DROP COLUMN deleted;
ALTER TABLE deletion ADD COLUMN deleted BIGINT NOT NULL DEFAULT 0;

-- The highest number that a node ever reserved ahead. What counters did before is not known: all of it may have been.
ALTER TABLE counter ADD COLUMN ahead_end BIGINT NOT NULL DEFAULT 0;
UPDATE counter SET ahead_end = highest_end;

-- The highest number that a node reserved ahead in deleted databases of a name: see FormerAhead.
CREATE TABLE former_ahead (
    name TEXT COLLATE "C" NOT NULL,       -- key form of the database's name; '' for those that are not listed
    counter TEXT COLLATE "C" NOT NULL,    -- key form of the counter's document; '' for those that are not listed
    ahead_end BIGINT NOT NULL,
    PRIMARY KEY (name, counter)
);
CREATE INDEX former_ahead_by_end ON former_ahead (ahead_end);
INSERT INTO former_ahead SELECT name, counter, highest_end FROM former_counter WHERE highest_end > 0;
INSERT INTO former_ahead SELECT name, '', highest_end FROM former_name WHERE highest_end > 0;

-- How fast the numbers of a database grow, and where each stood when that was sampled last: see SampledGrowth.
CREATE TABLE growth (
    database BIGINT NOT NULL,
    key TEXT COLLATE "C" NOT NULL,
    value BIGINT NOT NULL,
    PRIMARY KEY (database, key)
);

-- A server of an earlier layout would write such keys in their former form, make no heartbeat that counts, and not note what it
-- reserves ahead, so its claim ends here.
UPDATE cluster SET epoch = epoch + 1 WHERE EXISTS (SELECT 1 FROM node);
UPDATE node SET epoch = (SELECT epoch FROM cluster);
UPDATE node_state SET epoch = (SELECT epoch FROM cluster);
