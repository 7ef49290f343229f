-- Keys of groups that are objects, or have half of a character, have another form now: an index that may have such keys removes its
-- outputs by what it kept, and begins anew. In a group's row, the bytes are those of its texts in UTF-8: 7b is an opening brace,
-- and 3f the question mark that stood for half of a character.
UPDATE index_progress SET commits = commits + 1, nodes = '{}', etags = '{}', clearing = TRUE
WHERE EXISTS (
    SELECT 1 FROM index_row
    WHERE index_row.database = index_progress.database AND index_row.number = index_progress.number AND kind = 1
        AND (position('\x7b'::bytea IN content) > 0 OR position('\x3f'::bytea IN content) > 0)
);

-- A server of an earlier layout would write such keys in their former form, so its claim ends here.
UPDATE cluster SET epoch = epoch + 1 WHERE EXISTS (SELECT 1 FROM node);
UPDATE node SET epoch = (SELECT epoch FROM cluster);
UPDATE node_state SET epoch = (SELECT epoch FROM cluster);
