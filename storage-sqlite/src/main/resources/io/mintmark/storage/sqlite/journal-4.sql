-- The store that a database is in, so that its documents wait for that one; empty: nobody took note of it.
ALTER TABLE home ADD COLUMN store_id TEXT NOT NULL DEFAULT '';
ALTER TABLE home ADD COLUMN place TEXT NOT NULL DEFAULT '';    -- where it was, without secrets
UPDATE home SET store_id = claim.store_id, place = claim.store FROM claim
    WHERE home.number IN (SELECT home FROM entry WHERE reason IS NULL);
