-- Where the entries of documents are. Such rows are many and small, and most are added and never changed, so each is stored
-- once, in the order of its key.
CREATE TABLE index_document (
    number INTEGER NOT NULL,              -- the index
    key TEXT NOT NULL,                    -- of the document
    content BLOB NOT NULL,
    PRIMARY KEY (number, key)
) STRICT, WITHOUT ROWID;

-- Groups have another form now: each index removes its outputs by what is left here, and begins anew.
DELETE FROM index_row WHERE kind = 0;
UPDATE index_progress SET commits = commits + 1, position = NULL, clearing = 1;
