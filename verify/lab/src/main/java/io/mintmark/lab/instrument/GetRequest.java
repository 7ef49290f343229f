package io.mintmark.lab.instrument;

import java.util.List;

/**
 * One GET request for load generators that write their own.
 *
 * @param url where it goes, with all parameters
 * @param fields its header fields, as they are sent
 */
public record GetRequest(String url, List<String> fields) {
    /** Copies the list. */
    public GetRequest {
        fields = List.copyOf(fields);
    }
}
