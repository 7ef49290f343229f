package io.mintmark.web.http;

/** Goes around every endpoint that is added to a {@link Router}: measures it, say. */
@FunctionalInterface
public interface EndpointDecorator {
    /** Returns what answers in the place of {@code endpoint}. */
    Endpoint around(String method, String pattern, Endpoint endpoint);

    /** Returns what takes streams in the place of {@code endpoint}: itself, unless this is overridden. */
    default StreamEndpoint aroundStream(String method, String pattern, StreamEndpoint endpoint) {
        return endpoint;
    }

    /** Returns what answers WebSockets in the place of {@code endpoint}: itself, unless this is overridden. */
    default SocketEndpoint aroundSocket(String method, String pattern, SocketEndpoint endpoint) {
        return endpoint;
    }
}
