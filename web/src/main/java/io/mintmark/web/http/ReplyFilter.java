package io.mintmark.web.http;

/**
 * Changes every reply last, refusals too. Called by many threads at once.
 *
 * <p>A request refused before its body was read arrives here without body and query. Bytes that never became a request,
 * such as a malformed request line, do not arrive here.
 */
@FunctionalInterface
public interface ReplyFilter {
    /** Returns the reply to send to {@code request}: {@code reply}, or a copy with more headers. */
    Reply filter(Request request, Reply reply);
}
