package io.mintmark.server.databases;

import io.mintmark.protocol.Routes;
import io.mintmark.server.changes.ChangeFeed;
import io.mintmark.web.http.Router;

/** Changes of a database, told over a WebSocket to those who watch it. */
public final class ChangesEndpoint {
    private final Databases databases;

    /** Answers for all {@code databases}. */
    public ChangesEndpoint(Databases databases) {
        this.databases = databases;
    }

    /** Adds the route to {@code router}. */
    public void addTo(Router router) {
        router.addSocket("GET", Routes.CHANGES, handshake -> {
            ChangeFeed changes = databases.changesOf(databases.require(handshake));
            return changes::connect;
        });
    }
}
