package io.mintmark.lab.hostile;

import io.mintmark.lab.instrument.HttpConnection;
import io.mintmark.lab.instrument.Quantiles;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * A tenant with a script of its own, which stores a document at a time, waits until its index has followed, and hears
 * of changes.
 */
final class Neighbour implements WebSocket.Listener, AutoCloseable {
    private static final String DATABASE = "/databases/" + Victims.TENANT;
    private static final String DEFINITION =
            "{\"Indexes\":[{\"Name\":\"Neighbour\",\"OutputReduceToCollection\":\"Sums\","
                    + "\"Maps\":[\"map('Orders', o => ({ Customer: o.Customer, Count: 1 }))\"],"
                    + "\"Reduce\":\"groupBy(x => x.Customer).aggregate(g => ({ Customer: g.key,"
                    + " Count: g.values.reduce((n, v) => n + v.Count, 0) }))\"}]}";
    private static final String WAITING = "POST " + DATABASE
            + "/bulk_docs?waitForIndexesTimeout=00:05:00&waitForSpecificIndex=Neighbour&waitForIndexThrow=true";
    private static final long PATIENCE_NANOS = 60_000_000_000L;

    private final URI server;
    private final Map<String, Long> heard = new ConcurrentHashMap<>();
    private final StringBuilder message = new StringBuilder();
    private @Nullable WebSocket watcher;
    /** Completed when the server has confirmed that it tells changes. */
    private final CompletableFuture<Void> watching = new CompletableFuture<>();

    private int documents;

    private Neighbour(URI server) {
        this.server = server;
    }

    /**
     * What happened.
     *
     * @param documents that were stored
     * @param indexSecondsMedian how long the index was behind a document
     * @param watcherSecondsMax how much later than the reply of its save a watcher heard of a document
     * @param servedPercent how many waits for the index were answered with success
     */
    record Seen(
            int documents,
            double indexSecondsMedian,
            double indexSecondsMax,
            double watcherSecondsMax,
            double servedPercent) {}

    /** Puts the index, waits until its process runs, and begins to watch. */
    static Neighbour moveIn(Victims victims) throws IOException {
        Neighbour neighbour = new Neighbour(victims.urls().get(0));
        try (HttpConnection connection = HttpConnection.to(neighbour.server)) {
            String ignored = connection.require(201, "PUT " + DATABASE + "/indexes", DEFINITION);
            ignored = connection.require(201, WAITING, neighbour.order());
        }
        WebSocket opened = HttpClient.newHttpClient()
                .newWebSocketBuilder()
                .buildAsync(URI.create("ws://" + neighbour.server.getAuthority() + DATABASE + "/changes"), neighbour)
                .join();
        neighbour.watcher = opened;
        WebSocket ignored = opened.sendText("{\"CommandId\":1,\"Command\":\"watch-docs\"}", true)
                .join();
        neighbour.watching.join();
        return neighbour;
    }

    private String order() {
        return "{\"Commands\":[{\"Type\":\"PUT\",\"Id\":\"orders/" + ++documents
                + "\",\"Document\":{\"Customer\":\"c\",\"@metadata\":{\"@collection\":\"Orders\"}}}]}";
    }

    @Override
    public CompletionStage<?> onText(WebSocket socket, CharSequence data, boolean last) {
        message.append(data);
        if (last) {
            long now = System.nanoTime();
            String text = message.toString();
            message.setLength(0);
            if (text.contains("Confirm")) {
                boolean ignored = watching.complete(null);
            }
            for (int at = text.indexOf("\"orders/"); at >= 0; at = text.indexOf("\"orders/", at + 1)) {
                Long ignored = heard.putIfAbsent(text.substring(at + 1, text.indexOf('"', at + 1)), now);
            }
        }
        socket.request(1);
        return CompletableFuture.completedFuture(null);
    }

    /** Stores one document after the other. */
    Seen live(long millis) throws IOException {
        List<Double> behind = new ArrayList<>();
        double late = 0;
        int served = 0;
        int asked = 0;
        long end = System.nanoTime() + millis * 1_000_000;
        try (HttpConnection saving = HttpConnection.to(server);
                HttpConnection waiting = HttpConnection.to(server)) {
            while (System.nanoTime() < end) {
                String id = "orders/" + (documents + 1);
                String ignored = saving.require(201, "POST " + DATABASE + "/bulk_docs", order());
                long saved = System.nanoTime();
                asked++;
                served += waiting.ask(WAITING, "{\"Commands\":[]}") == 201 ? 1 : 0;
                behind.add((System.nanoTime() - saved) / 1e9);
                late = Math.max(late, (awaitHeard(id, saved) - saved) / 1e9);
                Victim.pause();
            }
        }
        double[] seconds = behind.stream().mapToDouble(Double::doubleValue).toArray();
        return new Seen(asked, Quantiles.median(seconds), Quantiles.at(1, seconds), late, 100.0 * served / asked);
    }

    private long awaitHeard(String id, long saved) throws IOException {
        while (!heard.containsKey(id)) {
            if (System.nanoTime() - saved > PATIENCE_NANOS) {
                return System.nanoTime();
            }
            Victim.pause();
        }
        return heard.getOrDefault(id, 0L);
    }

    @Override
    public void close() {
        WebSocket open = watcher;
        if (open != null) {
            open.abort();
        }
    }
}
