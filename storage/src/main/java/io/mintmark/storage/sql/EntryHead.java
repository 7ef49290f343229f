package io.mintmark.storage.sql;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Arrays;

/**
 * What a row says of its document in one column: five fields, each with a space behind it, then the texts whose lengths
 * the last two are.
 *
 * @param etag of its latest write
 * @param modified when that was, as {@link io.mintmark.storage.row.Ticks}
 * @param node who wrote
 * @param id as it is spelled
 * @param collection its name
 * @param behind the bytes behind the texts
 */
record EntryHead(long etag, long modified, String node, String id, String collection, byte[] behind) {
    /** Returns the column of a row {@code e} with the name of its {@code collection}. */
    static String columns(String collection) {
        return "e.etag || ' ' || e.modified || ' ' || e.node || ' ' || octet_length(e.id) || ' ' || octet_length("
                + collection + ") || ' ' || e.id || " + collection;
    }

    /** Reads the column. */
    static EntryHead of(byte[] column) {
        Fields fields = new Fields(column);
        long etag = fields.number();
        long modified = fields.number();
        String node = fields.text();
        int idBytes = (int) fields.number();
        int collectionBytes = (int) fields.number();
        String id = fields.text(idBytes);
        return new EntryHead(etag, modified, node, id, fields.text(collectionBytes), fields.rest());
    }

    /** Reads one field after the other. */
    private static final class Fields {
        private final byte[] column;
        private int at;

        Fields(byte[] column) {
            this.column = column;
        }

        long number() {
            return Long.parseLong(text());
        }

        String text() {
            int begin = at;
            while (column[at] != ' ') {
                at++;
            }
            return new String(column, begin, at++ - begin, UTF_8);
        }

        String text(int bytes) {
            at += bytes;
            return new String(column, at - bytes, bytes, UTF_8);
        }

        byte[] rest() {
            return Arrays.copyOfRange(column, at, column.length);
        }
    }
}
