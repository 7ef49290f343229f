-- Keys of groups that are objects, or have half of a character, have another form now: an index that may have such keys removes its
-- outputs by what it kept, and begins anew. In a group's row, the bytes are those of its texts in UTF-8: 7b is an opening brace,
-- and 3f the question mark that stood for half of a character.
UPDATE index_progress SET commits = commits + 1, position = NULL, clearing = 1
WHERE EXISTS (
    SELECT 1 FROM index_row
    WHERE index_row.number = index_progress.number AND kind = 1
        AND (instr(content, x'7b') > 0 OR instr(content, x'3f') > 0)
);

-- How fast the numbers of the database grow, and where each stood when that was sampled last: see GrowthSampling.
CREATE TABLE growth (
    key TEXT PRIMARY KEY,
    value INTEGER NOT NULL,
    checksum INTEGER NOT NULL             -- of the other columns, CRC-32C
) STRICT, WITHOUT ROWID;
