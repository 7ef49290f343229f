package io.mintmark.cli;

import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What clients ask a server for; each call returns only when the reply arrived whole. */
final class Calls implements LossCheck.Shown {
    static final String DATABASE = "crash";

    private static final Pattern LOW = Pattern.compile("\"Low\":(\\d+)");
    private static final Pattern HIGH = Pattern.compile("\"High\":(\\d+)");
    private static final Pattern SERVER_TAG = Pattern.compile("\"ServerTag\":\"([^\"]*)\"");
    private static final Pattern MAX = Pattern.compile("\"Max\":(\\d+)");
    private static final Pattern IDENTITY = Pattern.compile("\"NewIdentityValue\":(\\d+)");
    private static final Pattern ID = Pattern.compile("\"Id\":\"([^\"]+)\"");
    private static final Pattern CHANGE_VECTOR = Pattern.compile("\"ChangeVector\":\"([^\"]+)\"");
    private static final Pattern DOCUMENT =
            Pattern.compile("\\{\"Stamp\":\"([^\"]*)\",\"@metadata\":\\{[^}]*?\"@id\":\"([^\"]+)\"");

    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final HttpClient client;
    private final URI server;
    private final Duration patience;

    Calls(HttpClient client, URI server) {
        this(client, server, PATIENCE);
    }

    /** The same for a client that gives up on a reply after {@code patience}. */
    Calls(HttpClient client, URI server, Duration patience) {
        this.client = client;
        this.server = server;
        this.patience = patience;
    }

    /** The server refused, which is no loss of the connection: a test has not expected it. */
    static final class RefusedException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        private final int status;

        RefusedException(int status, String message) {
            super(message);
            this.status = status;
        }

        /** Returns the status of the answer. */
        int status() {
            return status;
        }
    }

    /** Numbers that a client holds, the opaque text that says so, and the node that claims to have given them. */
    record Range(long low, long high, String token, String serverTag) {
        Range(long low, long high, String token) {
            this(low, high, token, "");
        }
    }

    void createDatabase() throws IOException, InterruptedException {
        send("PUT", "/admin/databases?name=" + DATABASE, "{}", 201);
    }

    /** Returns whether the server knows the database and that many nodes on which it is. */
    boolean knowsNodes(int count) throws IOException, InterruptedException {
        HttpResponse<String> reply = answer("GET", "/topology?name=" + DATABASE, "");
        return reply.statusCode() == 200 && reply.body().split("\"ClusterTag\"", -1).length == count + 1;
    }

    /** Asks for a range of the usual size. */
    Range next(String tag) throws IOException, InterruptedException {
        return next(tag, 0);
    }

    /** Asks for a range; the size of the client's last one decides how long it is. */
    Range next(String tag, long lastSize) throws IOException, InterruptedException {
        HttpResponse<String> reply =
                send("GET", database("/hilo/next?tag=" + tag + "&lastBatchSize=" + lastSize), "", 201);
        return new Range(
                number(LOW, reply.body()),
                number(HIGH, reply.body()),
                reply.headers().firstValue("Mintmark-Lease").orElse(""),
                optional(SERVER_TAG, reply.body()));
    }

    /** Gives back what follows {@code last}, and returns whether that was accepted. */
    boolean giveBack(String tag, Range range, long last, boolean withToken) throws IOException, InterruptedException {
        String path = "/hilo/return?tag=" + tag + "&end=" + range.high() + "&last=" + last
                + (withToken ? "&lease=" + encoded(range.token()) : "");
        HttpResponse<String> reply = send("PUT", database(path), "", 204);
        return reply.headers().firstValue("Mintmark-Return").orElseThrow().equals("accepted");
    }

    long nextIdentity(String name) throws IOException, InterruptedException {
        return number(
                IDENTITY,
                send("POST", database("/identity/next?name=" + name), "", 200).body());
    }

    /** The same under a name of the request, by which the server knows one that is repeated. */
    long nextIdentity(String name, String requestId) throws IOException, InterruptedException {
        String path = "/identity/next?name=" + name + "&raft-request-id=" + requestId;
        return number(IDENTITY, send("POST", database(path), "", 200).body());
    }

    /** Stores a document and returns its id, which the server makes if {@code id} asks for that. */
    String put(String id, String stamp) throws IOException, InterruptedException {
        return store(id, stamp).id();
    }

    /** A document as it was stored. */
    record Stored(String id, String changeVector) {}

    /** The same with the version that the document has then. */
    Stored store(String id, String stamp) throws IOException, InterruptedException {
        String body = "{\"Stamp\":\"" + stamp + "\"}";
        String reply =
                send("PUT", database("/docs?id=" + encoded(id)), body, 201).body();
        return new Stored(text(ID, reply), optional(CHANGE_VECTOR, reply));
    }

    void delete(String id) throws IOException, InterruptedException {
        send("DELETE", database("/docs?id=" + encoded(id)), "", 204);
    }

    /** Returns the stamps of those of {@code ids} that are there, by id; a single one that is not there is a 404. */
    @Override
    public Map<String, String> read(Collection<String> ids) throws IOException, InterruptedException {
        String body = "{\"Ids\":[\"" + String.join("\",\"", ids) + "\"]}";
        Map<String, String> found = new HashMap<>();
        HttpResponse<String> reply = answer("POST", database("/docs"), body);
        Matcher documents = DOCUMENT.matcher(
                ids.size() == 1 && reply.statusCode() == 404
                        ? ""
                        : require(reply, 200).body());
        while (documents.find()) {
            found.put(documents.group(2), documents.group(1));
        }
        return found;
    }

    /** Returns the counter's value as its HiLo document shows it. */
    @Override
    public long max(String tag) throws IOException, InterruptedException {
        return number(
                MAX,
                send("GET", database("/docs?id=Raven/Hilo/" + tag), "", 200).body());
    }

    private static String database(String path) {
        return "/databases/" + DATABASE + path;
    }

    private HttpResponse<String> send(String method, String path, String body, int expected)
            throws IOException, InterruptedException {
        return require(answer(method, path, body), expected);
    }

    private HttpResponse<String> answer(String method, String path, String body)
            throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(server.resolve(path))
                .method(method, body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body))
                .timeout(patience)
                .build();
        return client.send(request, BodyHandlers.ofString());
    }

    private static HttpResponse<String> require(HttpResponse<String> reply, int expected) {
        if (reply.statusCode() != expected) {
            throw new RefusedException(
                    reply.statusCode(),
                    reply.request().method() + " " + reply.uri() + " must be answered " + expected + ": "
                            + reply.statusCode() + " " + reply.body());
        }
        return reply;
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    private static String optional(Pattern pattern, String body) {
        Matcher matcher = pattern.matcher(body);
        return matcher.find() ? matcher.group(1) : "";
    }

    private static long number(Pattern pattern, String body) {
        return Long.parseLong(text(pattern, body));
    }

    private static String text(Pattern pattern, String body) {
        Matcher matcher = pattern.matcher(body);
        if (!matcher.find()) {
            throw new RefusedException(200, pattern + " must be in the reply: " + body);
        }
        return matcher.group(1);
    }
}
