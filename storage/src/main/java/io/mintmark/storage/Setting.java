package io.mintmark.storage;

import java.util.Arrays;

/**
 * A remembered value; immutable by agreement: nobody changes the array.
 *
 * @param etag grows with every change of any setting
 * @param value a JSON object in UTF-8
 */
@SuppressWarnings("ArrayRecordComponent") // compared by content below
public record Setting(long etag, byte[] value) {

    @Override
    public boolean equals(Object other) {
        return other instanceof Setting setting && setting.etag == etag && Arrays.equals(setting.value, value);
    }

    @Override
    public int hashCode() {
        return Long.hashCode(etag);
    }
}
