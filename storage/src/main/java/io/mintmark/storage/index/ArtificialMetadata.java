package io.mintmark.storage.index;

import io.mintmark.support.Json;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * What tells a document that an index wrote from all others: its metadata end with flags that clients cannot store,
 * since they are dropped on the way in.
 */
public final class ArtificialMetadata {
    private static final String FLAGS = "\"@flags\":\"Artificial, FromIndex\"}";
    private static final byte[] END = FLAGS.getBytes(StandardCharsets.UTF_8);

    private ArtificialMetadata() {}

    /** Returns the metadata of a document that an index writes. */
    public static byte[] of(String collection) {
        StringBuilder json = new StringBuilder("{\"@collection\":\"");
        Json.escape(collection, json);
        return json.append("\",").append(FLAGS).toString().getBytes(StandardCharsets.UTF_8);
    }

    /** Returns how their metadata end. */
    public static byte[] end() {
        return END.clone();
    }

    /** Returns whether stored metadata are those of such a document. */
    public static boolean is(byte[] metadata) {
        int from = metadata.length - END.length;
        return from >= 0 && Arrays.equals(metadata, from, metadata.length, END, 0, END.length);
    }
}
