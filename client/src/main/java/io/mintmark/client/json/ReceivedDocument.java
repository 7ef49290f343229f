package io.mintmark.client.json;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A document as the server sent it: a span of the reply's bytes and the few members of its metadata that a client
 * needs. Immutable by agreement: the bytes are never written to.
 *
 * @param bytes the reply
 * @param document the span of the document, with its braces
 * @param metadata the span of its metadata, with its braces; empty if it has none
 * @param metadataName the start of the name of the metadata's member
 * @param id the id, spelled as it was stored
 * @param changeVector the version
 * @param collection the collection, if it has one
 */
@SuppressWarnings("ArrayRecordComponent") // read once, never compared
public record ReceivedDocument(
        byte[] bytes,
        Span document,
        Span metadata,
        int metadataName,
        String id,
        String changeVector,
        @Nullable String collection) {

    /** Returns the bytes of the metadata, a JSON object. */
    public byte[] metadataBytes() {
        return metadata.length() == 0
                ? new byte[] {'{', '}'}
                : Arrays.copyOfRange(bytes, metadata.start(), metadata.end());
    }

    /**
     * Returns the document without metadata, and with {@code member} (a name, a colon, a value) if that is not empty.
     */
    byte[] contentWith(String member) {
        byte[] added = member.getBytes(StandardCharsets.UTF_8);
        JsonBytes content = new JsonBytes(document.length() + added.length + 1);
        writeContent(content);
        if (added.length > 0) {
            if (endsWithMember(content)) {
                content.write(',');
            }
            content.write(added, 0, added.length);
        }
        content.write('}');
        return Arrays.copyOf(content.array(), content.size());
    }

    /** Writes everything but the metadata, the comma beside them, and the closing brace. */
    private void writeContent(JsonBytes content) {
        int end = document.end() - 1;
        if (metadata.length() == 0) {
            content.write(bytes, document.start(), end - document.start());
            return;
        }
        int before = lastOfContent(metadataName);
        int after = metadata.end();
        if (bytes[before] == ',') {
            content.write(bytes, document.start(), before - document.start());
        } else {
            content.write(bytes, document.start(), before + 1 - document.start());
            after = afterComma(after, end);
        }
        content.write(bytes, after, end - after);
    }

    private int lastOfContent(int end) {
        int at = end - 1;
        while (isBlank(bytes[at])) {
            at--;
        }
        return at;
    }

    private int afterComma(int from, int end) {
        int at = from;
        while (at < end && isBlank(bytes[at])) {
            at++;
        }
        return at < end && bytes[at] == ',' ? at + 1 : at;
    }

    private static boolean endsWithMember(JsonBytes content) {
        int at = content.size() - 1;
        while (isBlank(content.array()[at])) {
            at--;
        }
        return at > 0;
    }

    private static boolean isBlank(byte unit) {
        return unit == ' ' || unit == '\n' || unit == '\r' || unit == '\t';
    }
}
