package io.mintmark.server.http;

/**
 * What touches every reply last, refusals too. Called by many threads at once.
 *
 * <p>A request refused before its body was read arrives here without body and query. What never became a request, such
 * as a malformed request line, does not arrive here.
 */
@FunctionalInterface
public interface ReplyFilter {
    /** Returns what to send as the answer to {@code request}: {@code reply}, or a copy with more headers. */
    Reply finish(Request request, Reply reply);
}
