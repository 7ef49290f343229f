package io.mintmark.server.ravendb;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.github.luben.zstd.ZstdInputStream;
import com.github.luben.zstd.ZstdOutputStream;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.HashMap;
import java.util.Map;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;

/**
 * Requests in the shapes of a client that cannot run here, and what each must be answered.
 *
 * <p>The shapes are facts of its published source: routes, members and their order, header fields, encodings. A scenario
 * shows that the server takes these shapes, and not that the client does what it should.
 *
 * @param client the script of one client: its header fields, and its scenarios
 * @param http sends the requests
 */
record Replay(JsonNode client, HttpClient http) {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int LEVEL_FASTEST = 1;

    /** Reads a script, whose requests {@code http} will send. */
    static Replay read(String file, HttpClient http) throws IOException {
        try (InputStream script = Replay.class.getResourceAsStream("replays/" + file)) {
            return new Replay(JSON.readTree(script), http);
        }
    }

    /** Sends the requests of the scenario one after another, their bodies in that encoding, to a database of its own. */
    void run(JsonNode scenario, String encoding, URI server, String database) throws IOException, InterruptedException {
        Map<String, String> known = new HashMap<>(Map.of("db", database, "url", server.toString()));
        HttpRequest creation = HttpRequest.newBuilder(URI.create(server + "/admin/databases?name=" + database))
                .PUT(HttpRequest.BodyPublishers.noBody())
                .build();
        check(http.send(creation, HttpResponse.BodyHandlers.discarding()).statusCode() == 201, "no database");
        for (JsonNode request : scenario.path("requests")) {
            exchange(JSON.readTree(filled(request.toString(), known)), encoding, server, known);
        }
    }

    private void exchange(JsonNode request, String encoding, URI server, Map<String, String> known)
            throws IOException, InterruptedException {
        HttpResponse<byte[]> response =
                http.send(toSend(request, encoding, server), HttpResponse.BodyHandlers.ofByteArray());
        byte[] body = inflated(response);
        String what = request.path("send").asText() + " was answered " + response.statusCode() + " "
                + new String(body, UTF_8);
        check(response.statusCode() == request.path("status").asInt(), what);
        JsonNode reply = body.length == 0 ? MissingNode.getInstance() : JSON.readTree(body);
        if (request.has("reply")) {
            JsonShape.check(request.path("reply"), reply, what);
        }
        request.path("replyHeaders").fields().forEachRemaining(header -> {
            String value = response.headers().firstValue(header.getKey()).orElse("");
            JsonShape.check(header.getValue(), JSON.getNodeFactory().textNode(value), header.getKey() + " of " + what);
        });
        request.path("keep").fields().forEachRemaining(kept -> {
            String place = kept.getValue().asText();
            known.put(
                    kept.getKey(),
                    place.startsWith("/")
                            ? reply.at(place).asText()
                            : response.headers().firstValue(place).orElseThrow());
        });
    }

    private HttpRequest toSend(JsonNode request, String encoding, URI server) throws IOException {
        String[] send = request.path("send").asText().split(" ", 2);
        HttpRequest.Builder builder = HttpRequest.newBuilder(URI.create(server + send[1]));
        client.path("headers")
                .fields()
                .forEachRemaining(header ->
                        builder.setHeader(header.getKey(), header.getValue().asText()));
        request.path("headers")
                .fields()
                .forEachRemaining(header ->
                        builder.setHeader(header.getKey(), header.getValue().asText()));
        if (!request.has("body") && !request.has("text")) {
            return builder.method(send[0], HttpRequest.BodyPublishers.noBody()).build();
        }
        String text = request.has("text")
                ? request.path("text").asText()
                : request.path("body").toString();
        byte[] bytes = text.getBytes(UTF_8);
        if (!encoding.equals("identity")) {
            builder.setHeader("Content-Encoding", encoding);
            bytes = encoded(bytes, encoding);
        }
        if (!client.path("contentType").asText().isEmpty()) {
            builder.setHeader("Content-Type", client.path("contentType").asText());
        }
        byte[] sent = bytes;
        boolean chunked =
                client.path("chunked").asBoolean() || request.path("chunked").asBoolean();
        return builder.method(
                        send[0],
                        chunked
                                ? HttpRequest.BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(sent))
                                : HttpRequest.BodyPublishers.ofByteArray(sent))
                .build();
    }

    private static byte[] encoded(byte[] bytes, String encoding) throws IOException {
        return switch (encoding) {
            case "gzip" -> gzip(bytes);
            case "zstd" -> zstd(bytes);
            default -> throw new IllegalArgumentException("this test cannot write " + encoding);
        };
    }

    private static byte[] gzip(byte[] bytes) throws IOException {
        ByteArrayOutputStream deflated = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(deflated)) {
            gzip.write(bytes);
        }
        return deflated.toByteArray();
    }

    /** Returns a frame without its end, which .NET's client never sends: it flushes what it wrote, and leaves it at that. */
    private static byte[] zstd(byte[] bytes) throws IOException {
        ByteArrayOutputStream flushed = new ByteArrayOutputStream();
        try (ZstdOutputStream zstd = new ZstdOutputStream(flushed, LEVEL_FASTEST)) {
            zstd.write(bytes);
            zstd.flush();
            return flushed.toByteArray();
        }
    }

    private static byte[] inflated(HttpResponse<byte[]> response) throws IOException {
        String encoding = response.headers().firstValue("Content-Encoding").orElse("");
        if (encoding.isEmpty() || response.body().length == 0) {
            return response.body();
        }
        ByteArrayInputStream compressed = new ByteArrayInputStream(response.body());
        try (InputStream plain =
                encoding.equals("zstd") ? new ZstdInputStream(compressed) : new GZIPInputStream(compressed)) {
            return plain.readAllBytes();
        }
    }

    /** Replaces the names of values that are known by then; they stand in braces. */
    private static String filled(String request, Map<String, String> known) {
        String filled = request;
        for (Map.Entry<String, String> value : known.entrySet()) {
            String quoted = JSON.getNodeFactory().textNode(value.getValue()).toString();
            filled = filled.replace("{" + value.getKey() + "}", quoted.substring(1, quoted.length() - 1));
        }
        return filled;
    }

    private static void check(boolean holds, String what) {
        if (!holds) {
            throw new AssertionError(what);
        }
    }
}
