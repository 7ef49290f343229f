package io.mintmark.lab.process;

import io.mintmark.lab.http.HttpConnection;
import java.io.IOException;
import java.net.URI;

/** Requests to a server that are not measured: to create a database, to ask what is there. */
public final class AdminClient {
    private final URI server;

    /** Creates a client of {@code server}; each request has a connection of its own. */
    public AdminClient(URI server) {
        this.server = server;
    }

    /** Creates a database. */
    public void createDatabase(String name) throws IOException {
        String ignored = require(201, "PUT /admin/databases?name=" + name, "{\"DatabaseName\":\"" + name + "\"}");
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
