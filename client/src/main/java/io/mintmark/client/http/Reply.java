package io.mintmark.client.http;

import java.net.URI;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The whole answer of one node; nothing of another node's answer is in it.
 *
 * @param status HTTP status
 * @param headers header fields by name, which compares without case
 * @param body the bytes as they came, perhaps none; not copied
 * @param node the node that answered
 */
@SuppressWarnings("ArrayRecordComponent") // a reply is read once, never compared
public record Reply(int status, Map<String, List<String>> headers, byte[] body, URI node) {

    /** Keeps the header fields so that their names compare without case. */
    public Reply {
        Map<String, List<String>> sorted = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        sorted.putAll(headers);
        headers = Collections.unmodifiableMap(sorted);
    }

    /** Returns the first value of a header field. */
    public Optional<String> header(String name) {
        List<String> values = headers.get(name);
        return values == null || values.isEmpty() ? Optional.empty() : Optional.of(values.get(0));
    }
}
