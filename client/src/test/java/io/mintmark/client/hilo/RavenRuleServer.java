package io.mintmark.client.hilo;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.mintmark.counter.RangeSize;
import io.mintmark.counter.Reservation;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URLDecoder;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * A server that counts as RavenDB's does: whatever return ends at {@code Max} is accepted, as often as it comes.
 *
 * <p>With tokens it is the broken twin of ours: it hands them out and does not look at them. Without, it stands for the
 * servers that know none. It does as much of the protocol as numbers need.
 */
public final class RavenRuleServer implements AutoCloseable {
    private static final int ANY_PHASE = -1;

    private final HttpServer server;
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final boolean handsOutTokens;
    private final String nodeTag;
    private final int phase;
    private final Map<String, Long> counters = new HashMap<>();
    private long serial;

    private RavenRuleServer(boolean handsOutTokens, String nodeTag, int phase) {
        this.handsOutTokens = handsOutTokens;
        this.nodeTag = nodeTag;
        this.phase = phase;
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        server.setExecutor(threads);
        server.createContext("/", this::answer);
        server.start();
    }

    public static RavenRuleServer withTokensIgnored() {
        return new RavenRuleServer(true, "A", ANY_PHASE);
    }

    public static RavenRuleServer withoutTokens() {
        return new RavenRuleServer(false, "A", ANY_PHASE);
    }

    /** Starts one of two nodes whose ranges of 32 alternate, the first ({@code phase} 0) from 1, 65, ... */
    public static RavenRuleServer node(String nodeTag, int phase) {
        return new RavenRuleServer(false, nodeTag, phase);
    }

    public URI url() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
    }

    private void answer(HttpExchange exchange) throws IOException {
        Map<String, String> query = query(exchange);
        String path = exchange.getRequestURI().getPath().replaceFirst("^/databases/[^/]+", "");
        switch (exchange.getRequestMethod() + " " + path) {
            case "GET /hilo/next" -> reply(exchange, 201, next(exchange, query));
            case "PUT /hilo/return" -> {
                giveBack(exchange, query);
                reply(exchange, 204, "");
            }
            case "GET /docs" -> reply(exchange, 200, "{\"Results\":[{\"Max\":" + max(query) + "}]}");
            default -> reply(exchange, 400, "{\"Type\":\"RouteNotFoundException\",\"Message\":\"no such route\"}");
        }
    }

    private synchronized String next(HttpExchange exchange, Map<String, String> query) {
        String tag = query.getOrDefault("tag", "");
        int size = RangeSize.next(Long.parseLong(query.getOrDefault("lastBatchSize", "0")), null);
        long lastMax = Long.parseLong(query.getOrDefault("lastMax", "0"));
        long max = inPhase(Math.max(counters.getOrDefault(tag, 0L), lastMax));
        Reservation range = Reservation.of(max, 0, size, Reservation.CEILING_JS_SAFE);
        counters.put(tag, range.high());
        if (handsOutTokens) {
            exchange.getResponseHeaders().set("Mintmark-Lease", "ignored.1." + ++serial);
        }
        return "{\"Prefix\":\"" + tag + (phase == 1 ? ":" : "/") + "\",\"Low\":" + range.low() + ",\"High\":"
                + range.high() + ",\"LastSize\":" + range.size() + ",\"ServerTag\":\"" + nodeTag
                + "\",\"LastRangeAt\":\"2026-01-01T00:00:00.0000000Z\"}";
    }

    /** Returns where a node's next range may begin after {@code max}. */
    private long inPhase(long max) {
        if (phase == ANY_PHASE) {
            return max;
        }
        long block = (max + 31) / 32;
        return 32 * (block % 2 == phase ? block : block + 1);
    }

    private synchronized void giveBack(HttpExchange exchange, Map<String, String> query) {
        String tag = query.getOrDefault("tag", "");
        long max = counters.getOrDefault(tag, 0L);
        long last = Long.parseLong(query.getOrDefault("last", "0"));
        boolean accepted = Long.parseLong(query.getOrDefault("end", "0")) == max && last <= max;
        if (accepted) {
            counters.put(tag, last);
        }
        if (handsOutTokens) {
            exchange.getResponseHeaders().set("Mintmark-Return", accepted ? "accepted" : "ignored");
        }
    }

    private synchronized long max(Map<String, String> query) {
        return counters.getOrDefault(query.getOrDefault("id", "").replace("Raven/Hilo/", ""), 0L);
    }

    private static Map<String, String> query(HttpExchange exchange) {
        Map<String, String> query = new HashMap<>();
        String raw = exchange.getRequestURI().getRawQuery();
        Arrays.stream((raw == null ? "" : raw).split("&", -1)).forEach(part -> {
            int equals = part.indexOf('=');
            if (equals > 0) {
                query.put(part.substring(0, equals), URLDecoder.decode(part.substring(equals + 1), UTF_8));
            }
        });
        return query;
    }

    private static void reply(HttpExchange exchange, int status, String body) throws IOException {
        byte[] ignored = exchange.getRequestBody().readAllBytes();
        byte[] bytes = body.getBytes(UTF_8);
        exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
        exchange.getResponseBody().write(bytes);
        exchange.close();
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
