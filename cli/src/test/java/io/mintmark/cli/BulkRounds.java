package io.mintmark.cli;

import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/**
 * Kills a server in the middle of bulk inserts, again and again on the same data, and looks at what is there.
 *
 * <p>What a stream sends has an order, so what is stored of it must be the first so many documents, and of all streams of
 * a round no fewer than the server said were stored; a document that an id made twice had overwritten would be missing.
 */
final class BulkRounds {
    private static final int SENDERS = 3;
    private static final int STORED_MIN = 3_000;
    private static final int LINGER_MILLIS_MAX = 400;
    private static final Duration WORK_MAX = Duration.ofSeconds(60);
    private static final ObjectMapper JSON = new ObjectMapper();

    private final HttpClient client = HttpClient.newHttpClient();
    private final CrashRounds.Starter starter;
    private final SplittableRandom random;
    private final List<Integer> acknowledged = new ArrayList<>();
    private final List<Integer> kept = new ArrayList<>();
    private final List<String> broken = new ArrayList<>();

    BulkRounds(CrashRounds.Starter starter, long seed) {
        this.starter = starter;
        this.random = new SplittableRandom(seed);
    }

    /** Runs the rounds; a broken promise is recorded, not thrown. */
    BulkRounds run(int rounds) throws Exception {
        for (int round = 0; round <= rounds; round++) {
            try (ServerProcess server = starter.start()) {
                URI url = server.awaitReady();
                if (round == 0) {
                    new Calls(client, url).createDatabase();
                } else {
                    verify(url, round);
                }
                if (round < rounds) {
                    insertAndKill(server, url, round);
                }
            }
        }
        return this;
    }

    /** Returns what was promised and not found, one line each. */
    List<String> broken() {
        return List.copyOf(broken);
    }

    /** Returns how many documents the server said were stored. */
    long acknowledged() {
        return acknowledged.stream().mapToLong(Integer::longValue).sum();
    }

    /** Returns how many documents were found. */
    long found() {
        return kept.stream().mapToLong(Integer::longValue).sum();
    }

    private void insertAndKill(ServerProcess server, URI url, int round) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(SENDERS);
        List<Future<?>> sending = new ArrayList<>();
        for (int i = 0; i < SENDERS; i++) {
            sending.add(threads.submit(new BulkSender(url, SENDERS * round + i)));
        }
        int stored = awaitStored(url);
        long until = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(random.nextInt(LINGER_MILLIS_MAX));
        while (System.nanoTime() < until) {
            stored = Math.max(stored, stored(url));
        }
        server.kill();
        acknowledged.add(stored);
        threads.shutdown();
        for (Future<?> each : sending) {
            each.get(120, TimeUnit.SECONDS);
        }
    }

    private int awaitStored(URI url) {
        return await("a round stores " + STORED_MIN + " documents")
                .atMost(WORK_MAX)
                .pollInterval(Duration.ofMillis(5))
                .until(() -> stored(url), stored -> stored >= STORED_MIN);
    }

    /** Returns how many documents the server says are stored of the bulk inserts that go on. */
    private int stored(URI url) throws IOException, InterruptedException {
        int stored = 0;
        try (InputStream body = get(url, "/operations")) {
            for (JsonNode operation : JSON.readTree(body).path("Results")) {
                stored += operation.at("/State/Progress/Total").asInt();
            }
        }
        return stored;
    }

    private InputStream get(URI url, String path) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(url.resolve("/databases/" + Calls.DATABASE + path))
                .timeout(Duration.ofSeconds(60))
                .build();
        return client.send(request, HttpResponse.BodyHandlers.ofInputStream()).body();
    }

    private void verify(URI url, int rounds) throws IOException, InterruptedException {
        List<BitSet> found = new ArrayList<>();
        for (int stream = 0; stream < SENDERS * rounds; stream++) {
            found.add(new BitSet());
        }
        try (InputStream body = get(url, "/docs?etag=0&pageSize=100000000");
                JsonParser parser = JSON.createParser(body)) {
            while (parser.nextToken() != JsonToken.START_ARRAY) {
                // Up to the list of results.
            }
            while (parser.nextToken() == JsonToken.START_OBJECT) {
                JsonNode document = parser.readValueAsTree();
                if (document.has("stream")) {
                    look(document, found.get(document.get("stream").asInt()));
                }
            }
        }
        for (int round = 0; round < rounds; round++) {
            compare(round, found.subList(SENDERS * round, SENDERS * (round + 1)));
        }
    }

    private void look(JsonNode document, BitSet stream) {
        int number = document.path("number").asInt(-1);
        if (document.path("text").asText().hashCode() != document.path("check").asInt()) {
            broken.add("half a document: " + document);
        } else if (stream.get(number)) {
            broken.add("stored twice: " + document);
        }
        stream.set(number);
    }

    private void compare(int round, List<BitSet> streams) {
        int count = 0;
        for (BitSet found : streams) {
            int hole = found.nextClearBit(0);
            if (hole != found.cardinality()) {
                broken.add("a stream of round " + round + " has " + found.cardinality() + " documents, but not number "
                        + hole);
            }
            count += found.cardinality();
        }
        if (count < acknowledged.get(round)) {
            broken.add("round " + round + " has " + count + " documents of " + acknowledged.get(round)
                    + " that were said to be stored");
        }
        if (round == kept.size()) {
            kept.add(count);
        } else if (kept.get(round) != count) {
            broken.add("round " + round + " had " + kept.get(round) + " documents, and has " + count + " now");
        }
    }
}
