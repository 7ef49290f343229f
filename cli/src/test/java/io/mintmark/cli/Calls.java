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
import org.jspecify.annotations.Nullable;

/** What clients ask a server for; each call returns only when the reply arrived whole. */
final class Calls {
    static final String DATABASE = "crash";

    private static final Pattern LOW = Pattern.compile("\"Low\":(\\d+)");
    private static final Pattern HIGH = Pattern.compile("\"High\":(\\d+)");
    private static final Pattern MAX = Pattern.compile("\"Max\":(\\d+)");
    private static final Pattern IDENTITY = Pattern.compile("\"NewIdentityValue\":(\\d+)");
    private static final Pattern ID = Pattern.compile("\"Id\":\"([^\"]+)\"");
    private static final Pattern DOCUMENT =
            Pattern.compile("\\{\"Stamp\":\"([^\"]*)\",\"@metadata\":\\{[^}]*?\"@id\":\"([^\"]+)\"");

    private final HttpClient client;
    private final URI server;

    Calls(HttpClient client, URI server) {
        this.client = client;
        this.server = server;
    }

    /** The server refused, which is no loss of the connection: a test has not expected it. */
    static final class RefusedException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        RefusedException(String message) {
            super(message);
        }
    }

    record Range(long low, long high, String token) {}

    void createDatabase() throws IOException, InterruptedException {
        send("PUT", "/admin/databases?name=" + DATABASE, "{}", 201);
    }

    Range next(String tag) throws IOException, InterruptedException {
        HttpResponse<String> reply = send("GET", database("/hilo/next?tag=" + tag), "", 201);
        return new Range(
                number(LOW, reply.body()),
                number(HIGH, reply.body()),
                reply.headers().firstValue("Mintmark-Lease").orElse(""));
    }

    /** Gives back what follows {@code last}, and tells whether that was accepted. */
    boolean giveBack(String tag, Range range, long last, boolean withToken) throws IOException, InterruptedException {
        String path = "/hilo/return?tag=" + tag + "&end=" + range.high() + "&last=" + last
                + (withToken ? "&lease=" + range.token() : "");
        HttpResponse<String> reply = send("PUT", database(path), "", 204);
        return reply.headers().firstValue("Mintmark-Return").orElseThrow().equals("accepted");
    }

    long nextIdentity(String name) throws IOException, InterruptedException {
        return number(
                IDENTITY,
                send("POST", database("/identity/next?name=" + name), "", 200).body());
    }

    /** Stores a document and returns its id, which the server makes if {@code id} asks for that. */
    String put(String id, String stamp) throws IOException, InterruptedException {
        String body = "{\"Stamp\":\"" + stamp + "\"}";
        return text(
                ID, send("PUT", database("/docs?id=" + encoded(id)), body, 201).body());
    }

    void delete(String id) throws IOException, InterruptedException {
        send("DELETE", database("/docs?id=" + encoded(id)), "", 204);
    }

    /** Returns the stamps of those of {@code ids} that are there, by id. */
    Map<String, String> read(Collection<String> ids) throws IOException, InterruptedException {
        String body = "{\"Ids\":[\"" + String.join("\",\"", ids) + "\"]}";
        Map<String, String> found = new HashMap<>();
        Matcher documents =
                DOCUMENT.matcher(send("POST", database("/docs"), body, 200).body());
        while (documents.find()) {
            found.put(documents.group(2), documents.group(1));
        }
        return found;
    }

    /** Returns the counter's value as its HiLo document shows it. */
    long max(String tag) throws IOException, InterruptedException {
        return number(
                MAX,
                send("GET", database("/docs?id=Raven/Hilo/" + tag), "", 200).body());
    }

    private static String database(String path) {
        return "/databases/" + DATABASE + path;
    }

    private HttpResponse<String> send(String method, String path, @Nullable String body, int expected)
            throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(server.resolve(path))
                .method(
                        method,
                        body == null || body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body))
                .timeout(Duration.ofSeconds(30))
                .build();
        HttpResponse<String> reply = client.send(request, BodyHandlers.ofString());
        if (reply.statusCode() != expected) {
            throw new RefusedException(method + " " + path + " must be answered " + expected + ": " + reply.statusCode()
                    + " " + reply.body());
        }
        return reply;
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    private static long number(Pattern pattern, String body) {
        return Long.parseLong(text(pattern, body));
    }

    private static String text(Pattern pattern, String body) {
        Matcher matcher = pattern.matcher(body);
        if (!matcher.find()) {
            throw new RefusedException(pattern + " must be in the reply: " + body);
        }
        return matcher.group(1);
    }
}
