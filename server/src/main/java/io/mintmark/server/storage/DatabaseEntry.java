package io.mintmark.server.storage;

import java.util.Arrays;

/**
 * One line of the catalog of databases; immutable by agreement: nobody changes the array.
 *
 * @param number tells this database from one of the same name that was deleted
 * @param name its name as it was created
 * @param record what the client sent to describe it, a JSON object in UTF-8
 */
@SuppressWarnings("ArrayRecordComponent") // compared by number; the record is only passed through
public record DatabaseEntry(long number, String name, byte[] record) {

    @Override
    public boolean equals(Object other) {
        return other instanceof DatabaseEntry entry && entry.number == number && Arrays.equals(entry.record, record);
    }

    @Override
    public int hashCode() {
        return Long.hashCode(number);
    }
}
