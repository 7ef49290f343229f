package io.mintmark.cli;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/**
 * A server that takes bulk inserts and says that documents are stored when they have only arrived. It writes every second,
 * but never more than half of what it said was stored, so every kill loses documents. It does as much of the protocol as
 * {@link BulkRounds} needs, so that the rounds that pass with the real server can be seen to fail.
 */
final class HastyServer {
    private static final Duration WRITE_EVERY = Duration.ofSeconds(1);
    private static final ObjectMapper JSON = new ObjectMapper();

    private final Path file;
    private final ArrayNode documents;
    private final int loaded;
    private int said;
    private int numbers;

    private HastyServer(Path file) throws IOException {
        this.file = file;
        documents = Files.exists(file) ? (ArrayNode) JSON.readTree(file.toFile()) : JSON.createArrayNode();
        loaded = documents.size();
        numbers = loaded;
    }

    /** Serves until it is killed; the argument is the file it writes to, too late. */
    public static void main(String[] args) throws Exception {
        HastyServer server = new HastyServer(Path.of(args[0]));
        LateServer.serve(server::answer, server.file, WRITE_EVERY, whole -> Files.writeString(whole, server.half()));
    }

    private void answer(HttpExchange exchange) throws IOException {
        String path = exchange.getRequestURI().getPath();
        if (path.endsWith("/bulk_insert")) {
            receive(exchange);
            LateServer.reply(exchange, 201, "");
        } else if (path.endsWith("/operations")) {
            LateServer.reply(exchange, 200, "{\"Results\":[{\"State\":{\"Progress\":{\"Total\":" + say() + "}}}]}");
        } else if (path.endsWith("/operations/next-operation-id")) {
            LateServer.reply(exchange, 200, "{\"Id\":1,\"NodeTag\":\"A\"}");
        } else if (path.endsWith("/hilo/next")) {
            LateServer.reply(exchange, 201, range());
        } else if (path.endsWith("/docs")) {
            LateServer.reply(exchange, 200, "{\"Results\":" + all() + "}");
        } else {
            LateServer.reply(
                    exchange, path.startsWith("/admin") ? 201 : 200, "{\"NodeTag\":\"A\",\"ServerRole\":\"Member\"}");
        }
    }

    private void receive(HttpExchange exchange) throws IOException {
        try (JsonParser parser = JSON.createParser(exchange.getRequestBody())) {
            JsonToken ignored = parser.nextToken();
            while (parser.nextToken() == JsonToken.START_OBJECT) {
                JsonNode command = parser.readValueAsTree();
                store(command.get("Document"));
            }
        }
    }

    private synchronized void store(JsonNode document) {
        documents.add(document);
    }

    private synchronized int say() {
        said = documents.size() - loaded;
        return said;
    }

    private synchronized String all() {
        return documents.toString();
    }

    private synchronized String half() {
        ArrayNode written = JSON.createArrayNode();
        for (int i = 0; i < loaded + said / 2; i++) {
            written.add(documents.get(i));
        }
        return written.toString();
    }

    private synchronized String range() {
        int low = numbers + 1;
        numbers += 1_000;
        return "{\"Prefix\":\"BulkEntries/\",\"Low\":" + low + ",\"High\":" + numbers
                + ",\"LastSize\":1000,\"ServerTag\":\"A\",\"LastRangeAt\":\"2026-01-01T00:00:00.0000000Z\"}";
    }
}
