package io.mintmark.lab.process;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;

/** Single requests to a server, for what is not measured: to create a database, to ask what is there. */
public final class Calls {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final URI server;

    /** Calls go to {@code server}. */
    public Calls(URI server) {
        this.server = server;
    }

    /** Creates a database. */
    public void createDatabase(String name) throws IOException {
        require(201, "PUT", "/admin/databases?name=" + name, "{\"DatabaseName\":\"" + name + "\"}");
    }

    /** Asks, and returns the body of a reply that must have that status. */
    public String require(int status, String method, String target, String body) throws IOException {
        HttpResponse<String> reply = send(method, target, body);
        if (reply.statusCode() != status) {
            throw new IOException(method + " " + target + " must be answered " + status + " but was answered "
                    + reply.statusCode() + ": " + reply.body());
        }
        return reply.body();
    }

    /** Returns the version of what is there, as it is sent. */
    public String etag(String target) throws IOException {
        return send("GET", target, "")
                .headers()
                .firstValue("ETag")
                .orElseThrow(() -> new IOException("what is at " + target + " must have an ETag"));
    }

    private HttpResponse<String> send(String method, String target, String body) throws IOException {
        HttpRequest request = HttpRequest.newBuilder(server.resolve(target))
                .timeout(PATIENCE)
                .method(method, HttpRequest.BodyPublishers.ofString(body))
                .build();
        try {
            return client.send(request, HttpResponse.BodyHandlers.ofString());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
    }
}
