package io.mintmark.storage.sqlite;

import io.mintmark.support.Json;
import java.util.Collection;

/**
 * Keys of rows as one parameter, for {@code json_each}: one statement finds many rows, and a key that leads to none
 * costs no call of the engine. Keys hold no control characters, which the engine would cut them at.
 */
final class KeyList {
    private KeyList() {}

    /** Returns {@code keys} as a JSON array. */
    static String of(Collection<String> keys) {
        StringBuilder json = new StringBuilder("[");
        for (String key : keys) {
            json.append(json.length() == 1 ? "\"" : ",\"");
            Json.escape(key, json);
            json.append('"');
        }
        return json.append(']').toString();
    }
}
