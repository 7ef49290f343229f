package io.mintmark.lab.process;

import io.mintmark.lab.instrument.HttpConnection;
import io.mintmark.lab.instrument.ServerAddress;
import java.io.IOException;
import java.net.URI;

/** Requests to a server that are not measured: to create a database, to ask what is there. */
public final class AdminClient {
    private static final long KNOWN_MILLIS = 20_000;
    private static final long PAUSE_MILLIS = 100;

    private final URI server;

    /** Creates a client of {@code server}; each request has a connection of its own. */
    public AdminClient(URI server) {
        this.server = server;
    }

    /** Creates a database. */
    public void createDatabase(String name) throws IOException {
        String ignored = require(201, "PUT /admin/databases?name=" + name, "{\"DatabaseName\":\"" + name + "\"}");
    }

    /** Waits until the server knows a database that another node created. */
    public void awaitDatabase(String name) throws IOException {
        boolean isKnown = Child.holdsWithin(KNOWN_MILLIS, PAUSE_MILLIS, () -> {
            try (HttpConnection connection = HttpConnection.from("127.0.0.1", ServerAddress.of(server))) {
                return connection.ask("GET /databases/" + name + "/stats", "") == 200;
            }
        });
        if (!isKnown) {
            throw new IOException(server + " must know the database " + name + " that another node created");
        }
    }

    /** Sends a request and returns the body of its reply, which must have that status. */
    public String require(int status, String line, String body) throws IOException {
        try (HttpConnection connection = HttpConnection.to(server)) {
            return connection.require(status, line, body);
        }
    }

    /** Returns the version of a resource as the server sends it. */
    public String etag(String target) throws IOException {
        try (HttpConnection connection = HttpConnection.to(server)) {
            int status = connection.ask("GET " + target, "");
            return connection
                    .field("ETag")
                    .orElseThrow(() -> new IOException("the reply to GET " + target + " must have an ETag: " + status));
        }
    }
}
