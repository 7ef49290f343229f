package io.mintmark.server.databases;

import io.mintmark.server.http.Reply;

/** Keeps replies that hand numbers out from being handed out again by a cache on the way. */
public final class NoStore {
    private NoStore() {}

    /** Adds what forbids it. */
    public static Reply on(Reply reply) {
        return reply.header("Cache-Control", "no-store");
    }
}
