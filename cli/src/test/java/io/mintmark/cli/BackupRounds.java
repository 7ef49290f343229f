package io.mintmark.cli;

import static org.awaitility.Awaitility.await;

import io.mintmark.server.MintmarkServer;
import java.io.IOException;
import java.net.http.HttpClient;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;

/**
 * Rounds of one life after the other: a server under load is backed up, goes on and ends; the backup is restored and raised, and
 * the next server goes on from it. Clients note what they were told, whichever server told them.
 */
final class BackupRounds {
    private static final int CLIENTS = 4;
    /** How many documents are stored before a backup, and as many behind it. */
    private static final int STORED_MIN = 40;

    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final Path temporary;
    private final String raiseBy;
    private final Queue<Calls.Range> ranges = new ConcurrentLinkedQueue<>();
    private final Queue<Long> identities = new ConcurrentLinkedQueue<>();
    private final Queue<String> serverIds = new ConcurrentLinkedQueue<>();
    /** Documents that must survive, by id: those of lives that ended later than the backup are gone with them. */
    private Map<String, String> stored = new ConcurrentHashMap<>();

    private int lost;

    BackupRounds(Path temporary, String raiseBy) {
        this.temporary = temporary;
        this.raiseBy = raiseBy;
    }

    /** What the rounds came to. */
    record Outcome(int rounds, long acknowledged, int lost, long twice) {}

    Outcome run(int rounds) throws IOException, InterruptedException {
        StoppedData data = new StoppedData(temporary.resolve("data-0"));
        data.use(Calls::createDatabase);
        for (int round = 1; round <= rounds; round++) {
            Path folder = temporary.resolve("backups-" + round);
            Map<String, String> before = life(data, folder);
            data = restored(folder, temporary.resolve("data-" + round));
            stored = new ConcurrentHashMap<>(before);
            lookFor(before, data);
        }
        data.use(this::drawSome);
        long acknowledged = ranges.size() + identities.size() + serverIds.size();
        return new Outcome(rounds, acknowledged, lost, twice());
    }

    /** Serves {@code data} under load, and returns what was acknowledged before the backup began. */
    private Map<String, String> life(StoppedData data, Path folder) throws IOException, InterruptedException {
        AtomicBoolean over = new AtomicBoolean();
        Queue<Exception> failures = new ConcurrentLinkedQueue<>();
        try (MintmarkServer server = data.serve()) {
            List<Thread> clients = new ArrayList<>();
            for (int i = 0; i < CLIENTS; i++) {
                clients.add(client(new Calls(HttpClient.newHttpClient(), server.url()), over, failures));
            }
            awaitStored(failures);
            Map<String, String> before = Map.copyOf(stored);
            CommandRun run = CommandRun.of("backup", "--url", server.url().toString(), "--to", folder.toString());
            if (run.exitCode() != 0) {
                throw new IllegalStateException("the backup must be made: " + run);
            }
            awaitStored(failures);
            over.set(true);
            for (Thread client : clients) {
                client.join();
            }
            if (!failures.isEmpty()) {
                throw new IllegalStateException("a client must not notice a backup", failures.remove());
            }
            return before;
        }
    }

    private void awaitStored(Queue<Exception> failures) {
        int wanted = stored.size() + STORED_MIN;
        await("documents are stored")
                .atMost(PATIENCE)
                .pollInterval(Duration.ofMillis(5))
                .until(() -> stored.size() >= wanted || !failures.isEmpty());
    }

    private Thread client(Calls calls, AtomicBoolean over, Queue<Exception> failures) {
        Thread thread = new Thread(() -> {
            try {
                while (!over.get()) {
                    drawSome(calls);
                }
            } catch (IOException | InterruptedException | RuntimeException e) {
                failures.add(e);
            }
        });
        thread.start();
        return thread;
    }

    private void drawSome(Calls calls) throws IOException, InterruptedException {
        ranges.add(calls.next("orders"));
        identities.add(calls.nextIdentity("letters"));
        String id = calls.put("users/", "x");
        serverIds.add(id);
        stored.put(id, "x");
    }

    private StoppedData restored(Path folder, Path directory) throws IOException {
        CommandRun run = CommandRun.of(
                "restore",
                theOnly(folder).toString(),
                "--data",
                directory.toString(),
                "--raise-by",
                raiseBy,
                "--accept-repeats");
        if (run.exitCode() != 0) {
            throw new IllegalStateException("the backup must be restored: " + run);
        }
        return new StoppedData(directory);
    }

    static Path theOnly(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            List<Path> all = files.toList();
            if (all.size() != 1) {
                throw new IllegalStateException("there must be one backup: " + all);
            }
            return all.get(0);
        }
    }

    private void lookFor(Map<String, String> documents, StoppedData data) throws IOException, InterruptedException {
        List<String> ids = List.copyOf(documents.keySet());
        data.use(calls -> {
            for (int from = 0; from < ids.size(); from += 500) {
                List<String> some = ids.subList(from, Math.min(ids.size(), from + 500));
                lost += some.size() - calls.read(some).size();
            }
        });
    }

    private long twice() {
        long twice = identities.size() - new HashSet<>(identities).size();
        twice += serverIds.size() - new HashSet<>(serverIds).size();
        List<Calls.Range> sorted = ranges.stream()
                .sorted(Comparator.comparingLong(Calls.Range::low))
                .toList();
        for (int i = 1; i < sorted.size(); i++) {
            twice += sorted.get(i).low() <= sorted.get(i - 1).high() ? 1 : 0;
        }
        return twice;
    }
}
