package io.mintmark.cli;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;

/** Single requests to servers of tests, whose answers are texts. */
public final class Http {
    private static final HttpClient CLIENT = HttpClient.newHttpClient();

    private Http() {}

    /** Sends a GET; {@code headers} are names and values in turn. */
    public static HttpResponse<String> get(URI server, String target, String... headers)
            throws IOException, InterruptedException {
        return send(server, "GET", target, "", headers);
    }

    /** Sends any request; an empty {@code body} is none. */
    public static HttpResponse<String> send(URI server, String method, String target, String body, String... headers)
            throws IOException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(server.resolve(target))
                .method(method, body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body));
        return CLIENT.send((headers.length == 0 ? request : request.headers(headers)).build(), BodyHandlers.ofString());
    }

    /** Creates a database, and returns the status of the answer. */
    public static int create(URI server, String database, String... headers) throws IOException, InterruptedException {
        return send(server, "PUT", "/admin/databases?name=" + database, "{}", headers)
                .statusCode();
    }
}
