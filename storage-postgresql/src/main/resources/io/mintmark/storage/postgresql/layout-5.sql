-- Groups have another form now: each index removes its outputs by what it kept, and begins anew.
UPDATE index_progress SET commits = commits + 1, nodes = '{}', etags = '{}', clearing = TRUE;

-- A server of an earlier layout would go on with rows that it cannot read, so its claim ends here.
UPDATE cluster SET epoch = epoch + 1 WHERE EXISTS (SELECT 1 FROM node);
UPDATE node SET epoch = (SELECT epoch FROM cluster);
UPDATE node_state SET epoch = (SELECT epoch FROM cluster);
