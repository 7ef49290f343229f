package io.mintmark.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.mintmark.protocol.Headers;
import io.mintmark.server.TestServer.Answer;
import io.mintmark.support.CallerThreads;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;

/**
 * Clients that store new documents at nodes in each way that a node takes while it is cut off, and remember what was
 * acknowledged.
 */
final class CreatingClients {
    private static final String DOCS = "/databases/shop/docs";
    private static final int AT_ONCE = 1_000;

    private final AtomicBoolean done = new AtomicBoolean();
    private final AtomicLong documents = new AtomicLong();
    private final List<CompletableFuture<Void>> writers = new ArrayList<>();

    /** Versions by ids. */
    private final Map<String, String> acknowledged = new ConcurrentHashMap<>();

    private final AtomicLong here = new AtomicLong();
    private final AtomicLong twice = new AtomicLong();
    private final AtomicLong refused = new AtomicLong();
    private final AtomicLong full = new AtomicLong();

    /** Begins to write at a node. */
    void begin(TestServer node, SplittableRandom random) {
        writers.add(CompletableFuture.runAsync(() -> write(node, random), new CallerThreads()));
    }

    private void write(TestServer node, SplittableRandom random) {
        List<String> hilo = new ArrayList<>();
        while (!done.get()) {
            if (hilo.isEmpty()) {
                hilo.addAll(range(node));
            }
            String id = switch (random.nextInt(hilo.isEmpty() ? 2 : 3)) {
                case 0 -> "users/";
                case 1 -> UUID.randomUUID().toString();
                // One that was refused is not sent again: nobody knows of some whether they were stored.
                default -> hilo.remove(hilo.size() - 1);
            };
            heard(node.put(DOCS + "?id=" + id, "{\"number\":" + documents.incrementAndGet() + "}"));
        }
    }

    private static List<String> range(TestServer node) {
        Answer range = node.get("/databases/shop/hilo/next?tag=orders&lastBatchSize=32");
        List<String> ids = new ArrayList<>();
        for (long n = range.number("Low"); range.status() == 201 && n <= range.number("High"); n++) {
            ids.add("orders/" + n + "-" + range.text("ServerTag"));
        }
        return ids;
    }

    private void heard(Answer answer) {
        if (answer.status() != 201) {
            refused.incrementAndGet();
            full.addAndGet(answer.text("Message").contains("--journal-bytes") ? 1 : 0);
        } else if (acknowledged.put(answer.text("Id"), answer.text("ChangeVector")) != null) {
            twice.incrementAndGet();
        } else if (answer.header(Headers.STORED).isPresent()) {
            here.incrementAndGet();
        }
    }

    /** Returns how many documents nodes took that were cut off. */
    long takenByNodesThatAreCutOff() {
        return here.get();
    }

    /** Returns how many documents were refused because a journal was full. */
    long refusedByFullJournals() {
        return full.get();
    }

    /** Lets all end their calls. */
    void finish() {
        done.set(true);
        writers.forEach(CompletableFuture::join);
    }

    /**
     * What became of documents.
     *
     * @param here how many of those that were acknowledged were taken by nodes that were cut off
     */
    record Outcome(long acknowledged, long here, long refused, long full, long twice, long lost, long overwritten) {}

    /** Compares everything that was acknowledged with what a node has. */
    Outcome judge(TestServer node) {
        List<String> ids = List.copyOf(acknowledged.keySet());
        long lost = 0;
        long overwritten = 0;
        for (int from = 0; from < ids.size(); from += AT_ONCE) {
            List<String> part = ids.subList(from, Math.min(ids.size(), from + AT_ONCE));
            Map<String, String> found = versions(node, part);
            for (String id : part) {
                String version = found.get(id);
                lost += version == null ? 1 : 0;
                overwritten += version == null || version.equals(acknowledged.get(id)) ? 0 : 1;
            }
        }
        return new Outcome(ids.size(), here.get(), refused.get(), full.get(), twice.get(), lost, overwritten);
    }

    private static Map<String, String> versions(TestServer node, List<String> ids) {
        String body = ids.stream().collect(Collectors.joining("\",\"", "{\"Ids\":[\"", "\"]}"));
        Answer answer = node.post(DOCS + "?metadataOnly=true", body);
        assertThat(answer.status()).isIn(200, 404);
        Map<String, String> found = new HashMap<>();
        for (JsonNode document : answer.path("Results")) {
            found.put(
                    document.at("/@metadata/@id").asText(),
                    document.at("/@metadata/@change-vector").asText());
        }
        return found;
    }
}
