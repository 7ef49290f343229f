package io.mintmark.client.exceptions;

import java.net.URI;
import java.util.Optional;

/**
 * A server's refusal; immutable.
 *
 * @param status HTTP status, 400 or above
 * @param url the URL of the request, with its node
 * @param type full name of the kind of failure, such as {@code System.ArgumentException}; empty if the server gave none
 * @param message the server's own words, or a description of a reply without any
 * @param documentId the document that it is about, if there is one
 * @param expectedChangeVector what the writer expected; empty text stands for "no such document"
 * @param actualChangeVector what the server found, if it found the document
 */
public record ServerError(
        int status,
        URI url,
        String type,
        String message,
        Optional<String> documentId,
        Optional<String> expectedChangeVector,
        Optional<String> actualChangeVector) {

    /** Returns an error that is about no document. */
    public static ServerError of(int status, URI url, String type, String message) {
        return new ServerError(status, url, type, message, Optional.empty(), Optional.empty(), Optional.empty());
    }

    /** Returns one sentence that names the reason, the kind of failure and the URL. */
    public String sentence() {
        return message + " [" + status + (type.isEmpty() ? "" : " " + type) + " from " + url + "]";
    }
}
