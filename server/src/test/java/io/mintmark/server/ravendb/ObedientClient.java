package io.mintmark.server.ravendb;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.function.BiPredicate;

/**
 * The part of a client that sends requests and obeys their replies: it fetches a topology or a configuration again before it
 * goes on, in the {@link Way} of one client's source. Where that client would hang, it fails.
 *
 * <p>A database has one, and the server itself another one whose database is empty.
 */
final class ObedientClient {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final HttpClient HTTP =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    /** No sequence needs as many. */
    private static final int REQUESTS_MAX = 40;

    static final String TOPOLOGY = "Refresh-Topology";
    static final String CONFIGURATION = "Refresh-Client-Configuration";

    /** Returns whether a reply to a request has a header. */
    static final BiPredicate<HttpResponse<?>, String> AS_ANSWERED =
            (reply, name) -> reply.headers().firstValue(name).isPresent();

    /** What a client does when the topology that it fetches tells it to fetch the topology. */
    enum Nested {
        /** It holds the lock that the second fetch needs, and waits for that. */
        WAITS_FOR_ITSELF,
        FETCHES_AGAIN,
        GIVES_UP
    }

    /**
     * How a client does it.
     *
     * @param nested what it does when it is told while it does it
     * @param topology the number that it shows before it has a topology
     * @param configuration the number that it shows before it has a configuration; empty if it shows none
     * @param quoted whether numbers are in quotes
     * @param learnsCluster whether it shows the number of the cluster's topology once it has that
     */
    record Way(Nested nested, String topology, String configuration, boolean quoted, boolean learnsCluster) {}

    private final Way way;
    private final URI server;
    private final String database;
    private final List<String> sent;
    private final BiPredicate<HttpResponse<?>, String> told;
    private String topology;
    private String configuration;
    private boolean fetchesTopology;
    private boolean fetchesConfiguration;

    /** Adds each request to {@code sent}, and is told what to fetch by {@code told}. */
    ObedientClient(Way way, URI server, String database, List<String> sent, BiPredicate<HttpResponse<?>, String> told) {
        this.way = way;
        this.server = server;
        this.database = database;
        this.sent = sent;
        this.told = told;
        this.topology = way.topology();
        this.configuration = database.isEmpty() ? "" : way.configuration();
    }

    /** Sends {@code GET /path}, or another method, then what the reply tells it to; returns the reply's body. */
    JsonNode send(String request, String body, int status) {
        HttpResponse<byte[]> reply = exchange(request, body);
        if (reply.statusCode() != status) {
            throw new AssertionError(
                    request + " was answered " + reply.statusCode() + " " + new String(reply.body(), UTF_8));
        }
        if (told.test(reply, TOPOLOGY)) {
            fetchTopology();
        }
        if (told.test(reply, CONFIGURATION)) {
            fetchConfiguration();
        }
        return read(reply);
    }

    /** Fetches where the nodes are; the first thing that a client does. */
    void fetchTopology() {
        if (fetchesTopology && way.nested() == Nested.GIVES_UP) {
            return;
        }
        if (fetchesTopology && way.nested() == Nested.WAITS_FOR_ITSELF) {
            throw new AssertionError("this client waits for itself for ever: " + sent);
        }
        fetchesTopology = true;
        JsonNode reply = send(database.isEmpty() ? "GET /cluster/topology" : "GET /topology?name=" + database, "", 200);
        fetchesTopology = false;
        if (!database.isEmpty() || way.learnsCluster()) {
            topology = reply.path("Etag").asText();
        }
    }

    /** No client shows a number while it fetches a configuration. */
    private void fetchConfiguration() {
        if (fetchesConfiguration) {
            throw new AssertionError("this client waits for itself for ever: " + sent);
        }
        fetchesConfiguration = true;
        JsonNode reply = send("GET /databases/" + database + "/configuration/client", "", 200);
        fetchesConfiguration = false;
        configuration = reply.path("Etag").asText();
    }

    private HttpResponse<byte[]> exchange(String request, String body) {
        sent.add(request);
        if (sent.size() > REQUESTS_MAX) {
            throw new AssertionError("this client asks again and again: " + sent);
        }
        String[] words = request.split(" ", 2);
        HttpRequest.Builder builder = HttpRequest.newBuilder(URI.create(server + words[1]))
                .header("Topology-Etag", shown(topology))
                .method(words[0], HttpRequest.BodyPublishers.ofString(body));
        if (!configuration.isEmpty() && !fetchesConfiguration) {
            builder.header("Client-Configuration-Etag", shown(configuration));
        }
        try {
            return HTTP.send(builder.build(), HttpResponse.BodyHandlers.ofByteArray());
        } catch (IOException e) {
            throw new UncheckedIOException(request, e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private String shown(String number) {
        return way.quoted() ? '"' + number + '"' : number;
    }

    private static JsonNode read(HttpResponse<byte[]> reply) {
        try {
            return reply.body().length == 0 ? MissingNode.getInstance() : JSON.readTree(reply.body());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
