package io.mintmark.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.mintmark.storage.StorageEngine;
import io.mintmark.storage.postgresql.TestEngine;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import javax.net.ssl.SSLContext;

/** A server in this process and requests to it in their shortest form; opened again on the same directory at will. */
final class TestServer implements AutoCloseable {
    private static final ObjectMapper TREES = new ObjectMapper();
    private static final HttpClient CLIENT =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    /** One reply; {@code json} is a missing node if there was no body. */
    record Answer(int status, HttpResponse<byte[]> response, JsonNode json) {
        String text(String member) {
            return json.path(member).asText();
        }

        int integer(String member) {
            return json.path(member).asInt();
        }

        long number(String member) {
            return json.path(member).asLong();
        }

        boolean has(String member) {
            return json.has(member);
        }

        boolean flag(String member) {
            return json.path(member).asBoolean();
        }

        JsonNode path(String member) {
            return json.path(member);
        }

        JsonNode at(String pointer) {
            return json.at(pointer);
        }

        Optional<String> header(String name) {
            return response.headers().firstValue(name);
        }

        /** Returns this if it has that status, and fails with what was answered instead. */
        Answer expect(int wanted) {
            assertThat(status).as("%s", this).isEqualTo(wanted);
            return this;
        }

        @Override
        public String toString() {
            return status + " " + new String(response.body(), UTF_8);
        }
    }

    private final Supplier<MintmarkServer> starting;
    private final HttpClient client;
    private MintmarkServer server;

    private TestServer(Supplier<MintmarkServer> starting) {
        this(starting, CLIENT, starting.get());
    }

    private TestServer(Supplier<MintmarkServer> starting, HttpClient client, MintmarkServer server) {
        this.starting = starting;
        this.client = client;
        this.server = server;
    }

    static TestServer start(Path directory) {
        return start(ServerSettings.builder(directory));
    }

    static TestServer start(ServerSettings.Builder settings) {
        ServerSettings built = settings.port(0).build();
        return new TestServer(() -> MintmarkServer.start(built));
    }

    /** Starts with a clock of the test's own. */
    static TestServer start(ServerSettings.Builder settings, InstantSource clock) {
        ServerSettings built = settings.port(0).build();
        return new TestServer(() -> MintmarkServer.start(built, clock));
    }

    /** Starts over an engine of the test's own making. */
    static TestServer start(ServerSettings.Builder settings, Supplier<StorageEngine> engine) {
        ServerSettings built = settings.port(0).build();
        return new TestServer(() -> MintmarkServer.start(built, InstantSource.system(), engine.get()));
    }

    /** Starts a node over the store at {@code url} that beats five times a second, so that others hear of it soon. */
    static TestServer startNode(ServerSettings.Builder settings, String url) {
        return startNode(settings, StoreSettings.of(url));
    }

    /** The same over a store that is entered as those settings say. */
    static TestServer startNode(ServerSettings.Builder settings, StoreSettings store) {
        ServerSettings built = settings.port(0).store(store).build();
        return new TestServer(() -> MintmarkServer.start(built, store, InstantSource.system(), TestEngine.BRISK));
    }

    /** Returns the same server, asked over TLS by a client of its own. */
    TestServer seenBy(SSLContext context) {
        HttpClient other = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .sslContext(context)
                .build();
        return new TestServer(starting, other, server);
    }

    /** Returns what sends the requests. */
    HttpClient client() {
        return client;
    }

    void restart() {
        server.close();
        server = starting.get();
    }

    URI url() {
        return server.url();
    }

    Answer get(String target, String... headers) {
        return send("GET", target, "", headers);
    }

    Answer put(String target, String body, String... headers) {
        return send("PUT", target, body, headers);
    }

    Answer post(String target, String body, String... headers) {
        return send("POST", target, body, headers);
    }

    Answer delete(String target, String body, String... headers) {
        return send("DELETE", target, body, headers);
    }

    Answer send(String method, String target, String body, String... headers) {
        return send(method, target, body.getBytes(UTF_8), headers);
    }

    Answer send(String method, String target, byte[] body, String... headers) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(server.url() + target))
                .method(
                        method,
                        body.length == 0
                                ? HttpRequest.BodyPublishers.noBody()
                                : HttpRequest.BodyPublishers.ofByteArray(body));
        if (headers.length > 0) {
            request.headers(headers);
        }
        try {
            HttpResponse<byte[]> response = client.send(request.build(), HttpResponse.BodyHandlers.ofByteArray());
            JsonNode json = response.body().length == 0 || !isJson(response)
                    ? MissingNode.getInstance()
                    : TREES.readTree(response.body());
            return new Answer(response.statusCode(), response, json);
        } catch (IOException e) {
            throw new UncheckedIOException(method + " " + target, e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static boolean isJson(HttpResponse<byte[]> response) {
        String type = response.headers().firstValue("Content-Type").orElse("");
        return type.startsWith("application/json") || type.startsWith("application/problem+json");
    }

    void createDatabase(String name) {
        Answer answer = put("/admin/databases?name=" + name, "{\"DatabaseName\":\"" + name + "\"}");
        if (answer.status() != 201) {
            throw new AssertionError("the database was not created: " + answer);
        }
    }

    /** Stores a document that is not there yet, or replaces it. */
    Answer store(String database, String id, String document) {
        return put("/databases/" + database + "/docs?id=" + encoded(id), document)
                .expect(201);
    }

    /** Sends {@link Bodies#put commands} as one batch. */
    Answer batch(String database, String... commands) {
        return post("/databases/" + database + "/bulk_docs", Bodies.batch(commands));
    }

    /** Returns once each index of a database has followed what was committed before: an empty batch waits for that. */
    void catchUp(String database) {
        Answer ignored = post("/databases/" + database + "/bulk_docs?waitForIndexesTimeout=00:00:30", Bodies.batch())
                .expect(201);
    }

    /** Returns the documents whose ids begin so. */
    JsonNode documents(String database, String prefix) {
        return get("/databases/" + database + "/docs?pageSize=10000&startsWith=" + encoded(prefix))
                .path("Results");
    }

    List<String> ids(String database, String prefix) {
        return ids(documents(database, prefix));
    }

    static List<String> ids(JsonNode documents) {
        List<String> ids = new ArrayList<>();
        documents.forEach(document -> ids.add(document.at("/@metadata/@id").asText()));
        return ids;
    }

    /** Returns a document; a missing node if there is none. */
    JsonNode document(String database, String id) {
        return get("/databases/" + database + "/docs?id=" + encoded(id)).at("/Results/0");
    }

    /** Returns the range's first number. */
    long low(String database, String tag) {
        return get("/databases/" + database + "/hilo/next?tag=" + tag).number("Low");
    }

    String metrics() {
        return new String(get("/metrics").response().body(), UTF_8);
    }

    /** Returns the sum of a metric's values over all its labels; fails if there is none of that name. */
    double metric(String name) {
        List<String> lines = metrics()
                .lines()
                .filter(line -> line.startsWith(name + " ") || line.startsWith(name + "{"))
                .toList();
        assertThat(lines).as(name).isNotEmpty();
        return lines.stream()
                .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' '))))
                .sum();
    }

    static String encoded(String text) {
        return URLEncoder.encode(text, UTF_8);
    }

    /** Closes nodes of one store at a time: one that leaves waits some seconds until the others have heard of it. */
    static void closeAll(Collection<TestServer> servers) {
        servers.stream()
                .map(server -> CompletableFuture.runAsync(server::close))
                .toList()
                .forEach(CompletableFuture::join);
    }

    boolean isFenced() {
        return server.isFenced();
    }

    @Override
    public void close() {
        server.close();
    }
}
