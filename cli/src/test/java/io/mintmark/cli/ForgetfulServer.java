package io.mintmark.cli;

import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A server that breaks promise G2 on purpose: it answers from memory and writes every quarter of a second. It does as
 * much of the protocol as {@link Calls} needs, so that the rounds that pass with the real one can be seen to fail.
 */
final class ForgetfulServer {
    private static final Duration WRITE_EVERY = Duration.ofMillis(250);
    private static final Pattern ID = Pattern.compile("\"([^\"]+)\"");

    private final Path file;
    private final TreeMap<String, Long> numbers = new TreeMap<>();
    private final HashMap<String, String> documents = new HashMap<>();

    private ForgetfulServer(Path file) throws IOException {
        this.file = file;
        if (Files.exists(file)) {
            load();
        }
    }

    /** Serves until it is killed; the argument is the file it writes to, too late. */
    public static void main(String[] args) throws Exception {
        Path file = Path.of(args[0]);
        Files.createDirectories(file.toAbsolutePath().getParent());
        ForgetfulServer server = new ForgetfulServer(file);
        LateServer.serve(server::answer, file, WRITE_EVERY, server::save);
    }

    private synchronized void answer(HttpExchange exchange) throws IOException {
        String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
        Map<String, String> query = query(exchange);
        String path = exchange.getRequestURI().getPath().replaceFirst("^/databases/[^/]+", "");
        switch (exchange.getRequestMethod() + " " + path) {
            case "GET /hilo/next" -> {
                long size = Math.max(32, Long.parseLong(query.getOrDefault("lastBatchSize", "0")));
                long high = numbers.merge("hilo " + query.get("tag"), size, Long::sum);
                exchange.getResponseHeaders().set("Mintmark-Lease", token(Long.toString(high)));
                LateServer.reply(exchange, 201, "{\"Low\":" + (high - size + 1) + ",\"High\":" + high + "}");
            }
            case "PUT /hilo/return" -> {
                String token = query.get("lease");
                boolean known = token == null || token.equals(token(query.getOrDefault("end", "")));
                exchange.getResponseHeaders().set("Mintmark-Return", "ignored");
                LateServer.reply(exchange, known ? 204 : 400, "");
            }
            case "POST /identity/next" ->
                LateServer.reply(
                        exchange,
                        200,
                        "{\"NewIdentityValue\":" + numbers.merge(query.get("name"), 1L, Long::sum) + "}");
            case "PUT /docs" ->
                LateServer.reply(exchange, 201, "{\"Id\":\"" + put(query.getOrDefault("id", ""), body) + "\"}");
            case "DELETE /docs" -> {
                documents.remove(query.get("id"));
                LateServer.reply(exchange, 204, "");
            }
            case "POST /docs" -> LateServer.reply(exchange, 200, read(body));
            case "GET /docs" ->
                LateServer.reply(
                        exchange,
                        200,
                        "{\"Max\":"
                                + numbers.getOrDefault(
                                        query.getOrDefault("id", "").replace("Raven/Hilo/", "hilo "), 0L) + "}");
            default -> LateServer.reply(exchange, 201, "{}");
        }
    }

    /** A token is whatever its server likes: here what only a client that encodes it brings back whole. */
    private static String token(String high) {
        return "a lease & more = " + high + "+1 %";
    }

    private String put(String template, String body) {
        String id = template;
        if (template.endsWith("/")) {
            id = String.format("%s%019d-A", template, numbers.merge("etag", 1L, Long::sum));
        } else if (template.endsWith("|")) {
            String name = template.substring(0, template.length() - 1);
            id = name + "/" + numbers.merge(name, 1L, Long::sum);
        }
        documents.put(id, body.substring(0, body.length() - 1));
        return id;
    }

    private String read(String body) {
        StringBuilder found = new StringBuilder("{\"Results\":[");
        Matcher ids = ID.matcher(body);
        while (ids.find()) {
            String document = documents.get(ids.group(1));
            if (document != null) {
                found.append(document)
                        .append(",\"@metadata\":{\"@id\":\"")
                        .append(ids.group(1))
                        .append("\"}},");
            }
        }
        return found.append("]}").toString();
    }

    private static Map<String, String> query(HttpExchange exchange) {
        Map<String, String> query = new HashMap<>();
        String raw = exchange.getRequestURI().getRawQuery();
        Arrays.stream((raw == null ? "" : raw).split("&", -1)).forEach(part -> {
            int equals = part.indexOf('=');
            if (equals > 0) {
                query.put(
                        part.substring(0, equals),
                        URLDecoder.decode(part.substring(equals + 1), StandardCharsets.UTF_8));
            }
        });
        return query;
    }

    private synchronized void save(Path whole) throws IOException {
        try (ObjectOutputStream out = new ObjectOutputStream(Files.newOutputStream(whole))) {
            out.writeObject(numbers);
            out.writeObject(documents);
        }
    }

    @SuppressWarnings("unchecked") // its own file
    private void load() throws IOException {
        try (ObjectInputStream in = new ObjectInputStream(Files.newInputStream(file))) {
            numbers.putAll((Map<String, Long>) in.readObject());
            documents.putAll((Map<String, String>) in.readObject());
        } catch (ClassNotFoundException e) {
            throw new IOException(e);
        }
    }
}
