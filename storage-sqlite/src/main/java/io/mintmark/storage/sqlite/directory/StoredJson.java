package io.mintmark.storage.sqlite.directory;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.mintmark.support.Json;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Finds out whether stored bytes are JSON, without making anything of them. */
final class StoredJson {
    /** What was accepted under a limit that is lower now is no damage. */
    private static final Json ANY_DEPTH = new Json(Integer.MAX_VALUE);

    private StoredJson() {}

    /** Returns whether {@code bytes} are one JSON object and nothing else. */
    static boolean isObject(byte @Nullable [] bytes) {
        if (bytes == null) {
            return false;
        }
        try (JsonParser parser = ANY_DEPTH.parse(bytes, 0, bytes.length)) {
            if (parser.nextToken() != JsonToken.START_OBJECT) {
                return false;
            }
            parser.skipChildren();
            return parser.currentToken() == JsonToken.END_OBJECT && parser.nextToken() == null;
        } catch (IOException e) {
            return false;
        }
    }
}
