-- What layout 1 holds of names outside ASCII: the keys as written by Mintmark on JDK 17, spelt out.
INSERT INTO collection (number, key, name, documents) VALUES (1, 'straßen', 'Straßen', 4), (2, '@hilo', '@hilo', 1);
INSERT INTO document (etag, key, id, collection, node, modified, metadata, body) VALUES
    (1, 'names/οδοσ', 'names/ΟΔΟΣ', 1, 'A', 0, x'7b7d', x'7b226e223a317d'),
    (2, 'names/i', 'names/İ', 1, 'A', 0, x'7b7d', x'7b226e223a327d'),
    (3, 'names/k', 'names/K', 1, 'A', 0, x'7b7d', x'7b226e223a337d'),
    (4, 'names/𐐨', 'names/𐐀', 1, 'A', 0, x'7b7d', x'7b226e223a347d');
INSERT INTO counter (key, max, epoch, latest, latest_low, latest_high, shown, id, etag, collection, node, modified, metadata, body)
    VALUES ('raven/hilo/ärzte', 64, 0, NULL, NULL, NULL, 1, 'Raven/Hilo/Ärzte', 5, 2, 'A', 0, x'7b7d', x'7b7d');
INSERT INTO identity (key, value) VALUES ('größen|', 7);
UPDATE state SET etag = 5;
